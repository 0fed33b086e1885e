//! A table: the screen on which games are played, wherever the table stands.

mod advice;
mod dialog;
mod draw;
mod pace;
mod selection;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use hotdice_core::{Face, Line};
use ratatui::crossterm::event::KeyCode;

use super::canvas::Canvas;
use super::hall::RulesReader;
use super::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use super::widgets::TextField;
use super::{after, online};
use crate::services::UiError;
use crate::session::{
    Coaching, Connectivity, Leaving, LocalGame, LocalSession, NextGame, Session, SessionEventKind,
    TablePhase, Update,
};
use crate::settings::Pace;
use dialog::{ConfirmDialog, DialogAnswer};
use pace::Showing;
use selection::Selection;

/// Opens the table of a game on this terminal.
pub(crate) fn begin(local: LocalGame, cx: &mut Cx) -> Box<dyn Screen> {
    let session = LocalSession::new(local, cx.services.library(), &cx.bell);
    sit(Box::new(session), cx)
}

/// Opens the screen of a table that somebody sits at or watches.
pub(crate) fn sit(session: Box<dyn Session>, cx: &mut Cx) -> Box<dyn Screen> {
    Box::new(TableScreen::new(session, cx))
}

/// The screen of a table.
struct TableScreen {
    session: Box<dyn Session>,
    selection: Selection,
    /// What was told so far.
    story: Vec<Line>,
    /// What is being shown.
    showing: Option<Showing>,
    /// The dice that fell last, until somebody chooses.
    fallen: Vec<Face>,
    /// Whether the coach's panel is open.
    coach: bool,
    advice: Coaching,
    dialog: Option<ConfirmDialog>,
    /// A choice that is being typed.
    typing: Option<TextField>,
    /// What the table waited for when it was last looked at.
    seen: Option<TablePhase>,
    /// The screen that opens as soon as the session is ready.
    pending: Option<PendingScreen>,
    /// When a key last cut an animation short.
    hurried: Option<Instant>,
    now: Instant,
}

/// Something that may take a while to get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingScreen {
    Record,
    Rematch,
}

impl TableScreen {
    fn new(session: Box<dyn Session>, cx: &Cx) -> Self {
        let coach = cx.settings.coach && session.abilities().coach;
        Self {
            selection: Selection::new(&session.status().scene),
            session,
            story: Vec::new(),
            showing: None,
            fallen: Vec::new(),
            coach,
            advice: Coaching::silent(),
            dialog: None,
            typing: None,
            seen: None,
            pending: None,
            hurried: None,
            now: cx.now,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.session.status().phase, TablePhase::Over(_))
    }

    /// Tells whether the players may agree to stop.
    fn may_draw(&self) -> bool {
        !self.is_over() && self.session.abilities().draw
    }

    /// Tells whether somebody here has to choose now.
    fn is_yours(&self) -> bool {
        self.showing.is_none() && matches!(self.session.status().phase, TablePhase::Yours(_))
    }

    /// Shows what has happened, one thing after the other, until somebody has to choose or something is to be seen.
    fn go_on(&mut self, cx: &mut Cx) {
        self.now = cx.now;
        loop {
            if let Some(showing) = &mut self.showing {
                self.story.append(&mut showing.tell(cx.now));
                if showing.is_on(cx.now) {
                    break;
                }
                self.showing = None;
            }
            let event = match self.session.next() {
                None => break,
                Some(Update::Notice(text)) => {
                    cx.say(text);
                    continue;
                }
                Some(Update::Failure(error)) => {
                    cx.complain(error);
                    continue;
                }
                Some(Update::Event(event)) => event,
            };
            self.selection = Selection::new(&self.session.status().scene);
            match &event.kind {
                SessionEventKind::Rolled(dice) => self.fallen.clone_from(dice),
                SessionEventKind::Acted => self.fallen.clear(),
                SessionEventKind::Other | SessionEventKind::Past => {}
            }
            let phase = self.session.status().phase;
            self.showing = Some(Showing::new(event, phase, cx.settings.pace, cx.now));
        }
        self.look(cx);
    }

    /// Looks at the table: whose turn is it now, and what does the coach say?
    fn look(&mut self, cx: &mut Cx) {
        let phase = self.session.status().phase;
        if self.showing.is_none() && self.seen != Some(phase) {
            self.seen = Some(phase);
            self.selection = Selection::new(&self.session.status().scene);
            cx.sound |= matches!(phase, TablePhase::Yours(_) | TablePhase::Over(_));
        }
        let wanted = self.coach || (cx.settings.warn && self.session.abilities().coach);
        self.advice = if self.is_yours() && wanted {
            self.session.coach()
        } else {
            Coaching::silent()
        };
    }

    /// Leaves the table, and says where to find it again.
    fn depart(&mut self, how: Leaving, cx: &mut Cx) {
        match self.session.leave(how) {
            Ok(farewell) => cx.part(&farewell),
            Err(error) => cx.complain(error),
        }
    }
}

impl Screen for TableScreen {
    fn title(&self) -> String {
        let status = self.session.status();
        format!("Hot Dice · {} · {}", status.rules, status.waits_for())
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        self.draw_table(canvas);
        if let Some(dialog) = &self.dialog {
            dialog.draw(canvas);
        }
    }

    fn keys(&self) -> Vec<KeyHint> {
        if let Some(dialog) = &self.dialog {
            return dialog.keys();
        }
        if self.typing.is_some() {
            return vec![
                KeyHint::new(KeyCode::Enter, "Enter", "do it"),
                KeyHint::new(KeyCode::Esc, "Esc", "back to the list"),
            ];
        }
        let mut keys = Vec::new();
        if self.is_over() {
            keys.push(KeyHint::new(KeyCode::Enter, "Enter", "how it went"));
            keys.push(KeyHint::new(KeyCode::Char('n'), "n", "new game"));
        } else if self.is_yours() {
            keys.push(KeyHint::new(KeyCode::Down, "↑↓", "choose"));
            keys.push(KeyHint::new(KeyCode::Enter, "Enter", "do it"));
            if self.selection.picks_items() {
                let does = format!("pick {}", self.selection.items_in_words());
                keys.push(KeyHint::new(
                    KeyCode::Char(' '),
                    self.selection.item_keys(),
                    does,
                ));
            }
            if self.session.abilities().undo {
                keys.push(KeyHint::new(KeyCode::Char('u'), "u", "undo"));
            }
        }
        keys.push(KeyHint::new(KeyCode::Char('c'), "c", "coach"));
        keys.push(KeyHint::new(KeyCode::Char('q'), "q", "leave"));
        keys.push(KeyHint::new(KeyCode::Char('i'), "i", "rules"));
        keys.push(KeyHint::new(KeyCode::Char('a'), "a", "animation"));
        if self.is_yours() {
            keys.push(KeyHint::new(KeyCode::Char(':'), ":", "type a choice"));
            if self.selection.picks_items() {
                let does = format!("pick {} one by one", self.selection.items_in_words());
                keys.push(KeyHint::new(KeyCode::Right, "←→ Space", does));
            }
        }
        if self.may_draw() {
            keys.push(KeyHint::new(KeyCode::Char('d'), "d", "offer a draw"));
        }
        if self.session.abilities().emote {
            keys.push(KeyHint::new(KeyCode::Char('e'), "e", "show a feeling"));
        }
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        self.now = cx.now;
        self.session.come_back();
        if let Some(dialog) = &self.dialog {
            let answer = dialog.press(key);
            return self.answer(answer, cx);
        }
        if self.typing.is_some() {
            self.press_typing(key, cx);
            return Navigation::Stay;
        }
        let was_over = self.is_over();
        let mut skipped = false;
        if let Some(showing) = &mut self.showing {
            showing.hurry();
            skipped = true;
            self.go_on(cx);
        }
        // Whoever mashes keys to see the others move faster does not mean to choose when their own turn begins: after a pause they do.
        let mashed = self
            .hurried
            .is_some_and(|at| cx.now.duration_since(at) < MASHED);
        let acts = self.decides(key) && !matches!(key, KeyCode::Char('0'..='9'));
        if skipped || (mashed && acts && !was_over) {
            self.hurried = Some(cx.now);
            skipped = true;
        }
        // A key that cut an animation short was not meant for a choice that nobody has seen yet. The end is seen at once, with the key
        // to how it went, which loses nothing.
        if skipped && self.decides(key) && !(was_over && key == KeyCode::Enter) {
            return Navigation::Stay;
        }
        if self.is_yours() && self.selection.press(key) {
            return Navigation::Stay;
        }
        self.press_command(key, cx)
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        let chosen =
            |selection: &Selection| selection.chosen().map(|choice| choice.notation.clone());
        if self.dialog.is_some() || !self.is_yours() {
            return Navigation::Stay;
        }
        let before = chosen(&self.selection);
        self.selection.click(spot);
        // A second click on the same line or cell does it.
        let does = match spot {
            ClickTarget::Item(_) | ClickTarget::Row(_) => true,
            ClickTarget::Cell(cell) => self.selection.way().last() == Some(&cell.as_str()),
            ClickTarget::Die(_) | ClickTarget::Tile(_) | ClickTarget::Key(_) => false,
        };
        if does && before.is_some() && before == chosen(&self.selection) {
            return self.enter(cx);
        }
        Navigation::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        self.go_on(cx);
        self.fulfil(cx)
    }

    fn next_wake(&self) -> Option<Instant> {
        let showing = self
            .showing
            .as_ref()
            .map(|showing| showing.next_wake(self.now));
        let clock = self
            .session
            .status()
            .deadline
            .map(|_| self.now + pace::SECOND);
        [showing, clock].into_iter().flatten().min()
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn closing(&mut self, cx: &mut Cx) {
        self.depart(Leaving::Pause, cx);
    }

    fn uncovered(&mut self, cx: &mut Cx) {
        self.go_on(cx);
    }
}

/// Keys that follow each other faster than this are not thought about.
const MASHED: Duration = Duration::from_millis(300);

impl TableScreen {
    /// Tells whether a key chooses something, or leads away from a game that is over.
    fn decides(&self, key: KeyCode) -> bool {
        match key {
            KeyCode::Enter | KeyCode::Char(' ' | '1'..='9' | 'n') => true,
            KeyCode::Char(letter) => self.selection.by_letter(letter).is_some(),
            _ => false,
        }
    }

    fn press_typing(&mut self, key: KeyCode, cx: &mut Cx) {
        let Some(field) = &mut self.typing else {
            return;
        };
        match key {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let notation = field.text().to_owned();
                // What is refused can be mended where it stands.
                if notation.is_empty() || self.choose(&notation, cx) {
                    self.typing = None;
                }
            }
            key => drop(field.press(key)),
        }
    }

    fn press_command(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        match key {
            KeyCode::Enter => return self.enter(cx),
            KeyCode::Esc | KeyCode::Char('q') => return self.leave(cx),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(cx),
            KeyCode::Char('c') => {
                self.coach ^= true;
                self.look(cx);
            }
            KeyCode::Char('a') => switch_pace(cx),
            KeyCode::Char('i') => return self.read_rules(cx),
            KeyCode::Char(':') if self.is_yours() => self.typing = Some(TextField::default()),
            KeyCode::Char('d') if self.may_draw() => self.dialog = Some(ConfirmDialog::Draw),
            KeyCode::Char('e') if self.session.abilities().emote => {
                self.dialog = Some(ConfirmDialog::Emote);
            }
            KeyCode::Char('n') if self.is_over() => {
                self.pending = Some(PendingScreen::Rematch);
                return self.fulfil(cx);
            }
            KeyCode::Char(letter) if self.is_yours() => {
                if let Some(place) = self.selection.by_letter(letter) {
                    let notation = self.selection.choices()[place].notation.clone();
                    self.choose(&notation, cx);
                }
            }
            _ => {}
        }
        Navigation::Stay
    }
}

/// Switches the animation off, or on again.
fn switch_pace(cx: &mut Cx) {
    cx.settings.pace = match cx.settings.pace {
        Pace::Off => cx.moving,
        pace => {
            cx.moving = pace;
            Pace::Off
        }
    };
    cx.say(match cx.settings.pace {
        Pace::Off => "Dice lie at once from now on.",
        _ => "Dice roll from now on.",
    });
    cx.save_settings();
}

impl TableScreen {
    /// Does a choice, after a question if it is plainly bad; says whether it is one.
    fn choose(&mut self, notation: &str, cx: &mut Cx) -> bool {
        match self.advice.warning(notation).filter(|_| cx.settings.warn) {
            Some(warning) => {
                let notation = notation.to_owned();
                self.dialog = Some(ConfirmDialog::Sure { notation, warning });
                true
            }
            None => self.act(notation, cx),
        }
    }

    fn act(&mut self, notation: &str, cx: &mut Cx) -> bool {
        let done = self.session.act(&notation.into());
        match &done {
            Ok(()) => {
                self.seen = None;
                self.go_on(cx);
            }
            Err(refused) => cx.refuse(refused),
        }
        done.is_ok()
    }

    fn enter(&mut self, cx: &mut Cx) -> Navigation {
        if self.is_over() {
            self.pending = Some(PendingScreen::Record);
            return self.fulfil(cx);
        }
        match self
            .selection
            .chosen()
            .map(|choice| choice.notation.clone())
        {
            Some(notation) if self.is_yours() => {
                self.choose(&notation, cx);
            }
            None if self.selection.is_astray() => {
                let items = self.selection.items_in_words();
                cx.complain(format!(
                    "These {items} are no choice together: pick others, or u puts them back."
                ));
            }
            _ => {}
        }
        Navigation::Stay
    }

    fn undo(&mut self, cx: &mut Cx) {
        if self.selection.put_back() {
            return;
        }
        match self.session.undo() {
            Ok(()) => {
                self.story.push("Taken back.".into());
                self.seen = None;
                self.look(cx);
            }
            Err(refused) => cx.refuse(&refused),
        }
    }

    /// Does what takes a while, if it is ready.
    fn fulfil(&mut self, cx: &mut Cx) -> Navigation {
        let Some(pending) = self.pending else {
            return Navigation::Stay;
        };
        let screen = match pending {
            PendingScreen::Record => {
                let record = self.session.record();
                record.map(|found| found.map(|record| after::open(record.text, record.path, cx)))
            }
            PendingScreen::Rematch => self
                .session
                .rematch()
                .map(|next| next.and_then(|next| go_to(next, cx))),
        };
        let Some(screen) = screen else {
            cx.say("A moment …");
            return Navigation::Stay;
        };
        self.pending = None;
        match (screen, pending) {
            (Ok(screen), PendingScreen::Record) => Navigation::Open(screen),
            (Ok(screen), PendingScreen::Rematch) => {
                self.depart(Leaving::Pause, cx);
                Navigation::Become(screen)
            }
            (Err(trouble), _) => {
                cx.complain(trouble);
                Navigation::Stay
            }
        }
    }

    fn answer(&mut self, answer: DialogAnswer, cx: &mut Cx) -> Navigation {
        match answer {
            DialogAnswer::Wait => return Navigation::Stay,
            DialogAnswer::Back => {}
            DialogAnswer::Act(notation) => {
                self.act(&notation, cx);
            }
            DialogAnswer::Draw => match self.session.offer_draw() {
                Ok(()) => self.go_on(cx),
                Err(refused) => cx.refuse(&refused),
            },
            DialogAnswer::Emote(emote) => {
                if let Err(trouble) = self.session.emote(emote) {
                    cx.complain(trouble);
                }
            }
            DialogAnswer::Leave(how) => {
                self.depart(how, cx);
                return Navigation::Back;
            }
        }
        self.dialog = None;
        Navigation::Stay
    }

    /// Opens the rules of this table, to be read.
    fn read_rules(&self, cx: &mut Cx) -> Navigation {
        let game = hotdice_games::find(&self.session.status().rules);
        let reader = game.map(|game| -> Box<dyn Screen> { Box::new(RulesReader::new(&*game)) });
        cx.open(
            reader.map_err(|unknown| format!("This program does not know these rules: {unknown}")),
        )
    }

    fn leave(&mut self, cx: &mut Cx) -> Navigation {
        if self.is_over() || !self.session.abilities().play {
            self.depart(Leaving::Pause, cx);
            return Navigation::Back;
        }
        self.dialog = Some(ConfirmDialog::Leave {
            online: self.session.status().connection != Connectivity::Local,
        });
        Navigation::Stay
    }
}

/// Opens the next game of the same players.
fn go_to(next: NextGame, cx: &mut Cx) -> Result<Box<dyn Screen>, UiError> {
    match next {
        NextGame::Online(arrival) => Ok(online::enter(*arrival, cx)),
        NextGame::Local(new) => Ok(begin(LocalGame::new(new, &*cx.services)?, cx)),
    }
}
