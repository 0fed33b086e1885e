//! What others do while somebody decides.

use std::collections::VecDeque;
use std::sync::Mutex;

use super::*;
use crate::session::{
    Abilities, Farewell, PlayerAction, SessionEvent, TablePhase, TableStatus, Update,
};

/// What is still to come: whether the choices are away while it is told, as a server's are.
type News = Arc<Mutex<VecDeque<bool>>>;

/// A game at which somebody comes, goes or speaks.
struct Visited {
    session: LocalSession,
    news: News,
    /// The table while something is told.
    telling: Option<TableStatus>,
}

impl Session for Visited {
    fn next(&mut self) -> Option<Update> {
        self.telling = None;
        let update = self.session.next();
        if update.is_some() {
            return update;
        }
        let away = self.news.lock().unwrap().pop_front()?;
        if away {
            let mut status = self.session.status().clone();
            status.phase = TablePhase::Moving;
            status.scene.choices.clear();
            self.telling = Some(status);
        }
        Some(Update::Event(SessionEvent {
            story: Vec::new(),
            kind: SessionEventKind::Other,
            own: false,
        }))
    }

    fn status(&self) -> &TableStatus {
        self.telling
            .as_ref()
            .unwrap_or_else(|| self.session.status())
    }

    fn abilities(&self) -> Abilities {
        self.session.abilities()
    }

    fn act(&mut self, action: &PlayerAction) -> Result<(), UiError> {
        self.session.act(action)
    }

    fn offer_draw(&mut self) -> Result<(), UiError> {
        self.session.offer_draw()
    }

    fn coach(&mut self) -> Coaching {
        self.session.coach()
    }

    fn leave(&mut self, how: Leaving) -> Result<Farewell, UiError> {
        self.session.leave(how)
    }
}

fn visited(rules: &str, names: &[&str], seed: u64) -> (Theatre, News) {
    let news = News::default();
    let game = hotdice_games::find(rules).unwrap();
    let names: Vec<Name> = names.iter().map(|name| name.parse().unwrap()).collect();
    let theatre = Theatre::new((80, 24), Arc::new(Backdrop::default()), |cx| {
        let (seed, new) = (Some(seed), NewGame::of(game, names));
        let start = LocalGame::new(NewGame { seed, ..new }, &*cx.services).unwrap();
        let session = LocalSession::new(start, cx.services.library(), &cx.bell);
        let session = Visited {
            session,
            news: news.clone(),
            telling: None,
        };
        sit(Box::new(session), cx)
    });
    (theatre, news)
}

/// Compares a table with and without what others do, after keys that begin a choice and after keys that make it.
#[track_caller]
fn check(rules: &str, begin: &[KeyCode], finish: &[KeyCode]) {
    let press = |theatre: &mut Theatre, keys: &[KeyCode]| {
        for key in keys {
            theatre.press(*key);
        }
    };
    let (mut quiet, _) = visited(rules, &["Ada", "Bo"], 3);
    press(&mut quiet, begin);
    let before = quiet.text();
    press(&mut quiet, finish);
    let after = quiet.text();
    assert_ne!(before, after, "{rules}: these keys choose nothing");
    for away in [false, true] {
        let (mut theatre, news) = visited(rules, &["Ada", "Bo"], 3);
        press(&mut theatre, begin);
        news.lock().unwrap().extend([away, away]);
        theatre.rest();
        assert!(news.lock().unwrap().is_empty());
        assert_eq!(theatre.text(), before);
        press(&mut theatre, finish);
        assert_eq!(theatre.text(), after);
    }
}

#[test]
fn whoever_comes_or_speaks_changes_nothing_for_whoever_decides() {
    let key = KeyCode::Char;
    check("farkle", &[key('5')], &[key('r')]);
    check("farkle", &[], &[key('r')]);
    check("farkle", &[KeyCode::Tab, KeyCode::Down], &[KeyCode::Enter]);
    check("pig", &[], &[key('b')]);
    check("pig", &[KeyCode::Down], &[KeyCode::Enter]);
    check("yatzy", &[key('2'), key('3')], &[key('r')]);
    check("tridice", &[KeyCode::Down], &[KeyCode::Enter]);
}

#[test]
fn the_next_decision_begins_anew() {
    let (mut theatre, _) = visited("farkle", &["Ada", "Bo"], 3);
    theatre.type_in("5");
    assert!(
        theatre.text().contains("r Roll 5 dice"),
        "{}",
        theatre.text()
    );
    theatre.type_in("b");
    let text = theatre.text();
    assert!(text.contains("Bo, your turn"), "{text}");
    assert!(text.contains("r Keep"), "{text}");
}
