//! Who plays?

mod seat_list;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use hotdice_core::{AnyGame, Name};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use super::menu;
use super::reader::RulesReader;
use super::rules_screen::RulesScreen;
use crate::full::canvas::Canvas;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::table;
use crate::full::widgets::{Picker, TextField};
use crate::plain::level_in_words;
use crate::services::{Services, UiError};
use crate::session::{LocalGame, NewGame};
use seat_list::{SeatKind, SeatList};

/// Makes a game begin once it is known who plays.
pub type Begin = Box<
    dyn Fn(Arc<dyn AnyGame>, Vec<Name>, &dyn Services) -> Result<LocalGame, UiError> + Send + Sync,
>;

/// A game whose players are not known yet.
pub struct Seating {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// How it begins.
    pub begin: Begin,
}

/// The screen on which seats are taken.
pub(crate) struct SeatsScreen {
    plan: GamePlan,
    /// Whether the house rules are the screen below.
    above_rules: bool,
    picker: Picker,
    typing: Option<TextField>,
}

/// A line of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SeatRow {
    Begin,
    Seat(usize),
    Add,
}

impl SeatsScreen {
    /// Returns the seats of a new game.
    pub(crate) fn new(game: Arc<dyn AnyGame>, cx: &Cx) -> Self {
        Self::open(GamePlan::new(game, cx), false)
    }

    /// Returns the seats of a game that begins in its own way.
    pub(crate) fn of(seating: Seating, cx: &Cx) -> Self {
        Self::open(GamePlan::of(seating, cx), false)
    }

    /// Returns the seats of a game whose rules are changed on the screen below.
    pub(super) fn above_rules(plan: GamePlan) -> Self {
        Self::open(plan, true)
    }

    fn open(plan: GamePlan, above_rules: bool) -> Self {
        plan.seat(SeatList::fit);
        Self {
            plan,
            above_rules,
            picker: Picker::default(),
            typing: None,
        }
    }

    /// Goes to the house rules, wherever they are.
    fn change_rules(&self, cx: &mut Cx) -> Navigation {
        if self.above_rules {
            Navigation::Back
        } else {
            Navigation::Open(RulesScreen::above_seats(self.plan.clone(), cx))
        }
    }

    fn places(&self) -> Vec<SeatKind> {
        self.plan.look(|draft| draft.seat_list.places().to_vec())
    }

    fn rows(&self) -> Vec<SeatRow> {
        let mut rows = vec![SeatRow::Begin];
        let (seats, room) = self.plan.look(|draft| {
            let seat_list = &draft.seat_list;
            (seat_list.places().len(), seat_list.has_room())
        });
        rows.extend((0..seats).map(SeatRow::Seat));
        if room {
            rows.push(SeatRow::Add);
        }
        rows
    }

    fn row(&self) -> SeatRow {
        let rows = self.rows();
        let row = rows.get(self.picker.cursor()).copied();
        row.unwrap_or(SeatRow::Begin)
    }

    /// Begins the game.
    fn begin(&mut self, cx: &mut Cx) -> Navigation {
        let begun = self.plan.look(|draft| {
            let game = &draft.seating.game;
            let names = draft.seat_list.names(&**game)?;
            (draft.seating.begin)(game.clone(), names, &*cx.services)
        });
        let table = begun.map(|local| table::begin(local, cx));
        cx.open(table)
    }

    fn go(&mut self, cx: &mut Cx) -> Navigation {
        match self.row() {
            SeatRow::Begin => return self.begin(cx),
            SeatRow::Seat(seat) => self.type_name(seat),
            SeatRow::Add => self.plan.seat(SeatList::add),
        }
        Navigation::Stay
    }

    fn type_name(&mut self, seat: usize) {
        let name = match self.places().get(seat) {
            Some(SeatKind::Person(name)) => name.clone(),
            _ => String::new(),
        };
        self.typing = Some(TextField::new(name));
    }

    fn press_typing(&mut self, key: KeyCode, cx: &mut Cx) {
        let (SeatRow::Seat(seat), Some(field)) = (self.row(), &mut self.typing) else {
            self.typing = None;
            return;
        };
        match key {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let name = field.text().to_owned();
                match self.plan.seat(|seat_list, _| seat_list.call(seat, &name)) {
                    Ok(()) => self.named(seat, cx),
                    Err(refused) => cx.complain(refused),
                }
            }
            _ => {
                field.press(key);
            }
        }
    }

    /// Remembers the name of the first player: they sit at this terminal.
    fn named(&mut self, seat: usize, cx: &mut Cx) {
        self.typing = None;
        if let (0, Some(SeatKind::Person(name))) = (seat, self.places().first())
            && cx.settings.name.is_empty()
        {
            cx.settings.name = name.clone();
            cx.save_settings();
        }
    }

    /// Gives a seat to the next kind of player.
    fn turn(&mut self, forward: bool, cx: &mut Cx) {
        if let SeatRow::Seat(seat) = self.row() {
            let turn =
                |seat_list: &mut SeatList, game: &dyn AnyGame| seat_list.turn(seat, forward, game);
            if let Some(reason) = self.plan.seat(turn) {
                cx.complain(format!("Passed over: {reason}"));
            }
        }
    }

    fn remove(&mut self, cx: &mut Cx) {
        if let SeatRow::Seat(seat) = self.row()
            && let Err(refused) = self.plan.seat(|seat_list, _| seat_list.remove(seat))
        {
            cx.complain(refused);
        }
    }

    fn add(&mut self) {
        if self.rows().contains(&SeatRow::Add) {
            self.plan.seat(SeatList::add);
            self.picker.point(self.places().len());
        }
    }
}

impl Screen for SeatsScreen {
    fn title(&self) -> String {
        format!("Who plays {}?", self.plan.game().rules_line())
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let foot = match (canvas.is_roomy(), &self.typing) {
            (true, _) => 5,
            (false, Some(_)) => 1,
            (false, None) => 0,
        };
        let [list, foot] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(foot)]).areas(canvas.area);
        let lines = self.lines(canvas);
        self.picker.draw(&mut canvas.part(list), &lines);
        let mut foot = canvas.part(foot);
        if let Some(field) = &self.typing {
            return field.draw(&mut foot, "  Name");
        }
        foot.paragraph(0, &self.advice(), foot.look.plain);
    }

    fn keys(&self) -> Vec<KeyHint> {
        if self.typing.is_some() {
            return vec![
                KeyHint::new(KeyCode::Enter, "Enter", "take the name"),
                KeyHint::new(KeyCode::Esc, "Esc", "leave it as it was"),
            ];
        }
        let go = match self.row() {
            SeatRow::Begin => "begin",
            SeatRow::Seat(_) => "type a name",
            SeatRow::Add => "add a seat",
        };
        vec![
            KeyHint::new(KeyCode::Enter, "Enter", go),
            KeyHint::new(KeyCode::Right, "←→ hl", "who"),
            KeyHint::new(KeyCode::Char('b'), "b", "begin"),
            KeyHint::new(KeyCode::Esc, "Esc q", "back"),
            KeyHint::new(KeyCode::Char('a'), "a", "add"),
            KeyHint::new(KeyCode::Char('d'), "d", "remove"),
            KeyHint::new(KeyCode::Char('e'), "e", "house rules"),
            KeyHint::new(KeyCode::Char('r'), "r", "rules"),
            KeyHint::new(KeyCode::Down, "↑↓ jk", "choose"),
        ]
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        if self.typing.is_some() {
            self.press_typing(key, cx);
            return Navigation::Stay;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Navigation::Back,
            KeyCode::Enter => return self.go(cx),
            KeyCode::Char('b') => return self.begin(cx),
            KeyCode::Char('r') => {
                return Navigation::Open(Box::new(RulesReader::new(&*self.plan.game())));
            }
            KeyCode::Char('e') => return self.change_rules(cx),
            KeyCode::Right | KeyCode::Char('l' | ' ') => self.turn(true, cx),
            KeyCode::Left | KeyCode::Char('h') => self.turn(false, cx),
            KeyCode::Char('a') => self.add(),
            KeyCode::Char('d') | KeyCode::Delete | KeyCode::Backspace => self.remove(cx),
            _ => match menu::place_of(key).filter(|seat| *seat < self.places().len()) {
                Some(seat) => self.picker.point(seat + 1),
                None => {
                    self.picker.press(key, self.rows().len());
                }
            },
        }
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        let ClickTarget::Item(place) = spot else {
            return Navigation::Stay;
        };
        let again = *place == self.picker.cursor();
        self.typing = None;
        self.picker.point(*place);
        match self.row() {
            SeatRow::Seat(_) if again => self.turn(true, cx),
            SeatRow::Seat(_) => {}
            SeatRow::Begin | SeatRow::Add => return self.go(cx),
        }
        Navigation::Stay
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn uncovered(&mut self, _cx: &mut Cx) {
        self.plan.seat(SeatList::fit);
    }
}

/// A game that is about to begin. The seats and the house rules share it: what is changed on one screen is so on the other.
#[derive(Clone)]
pub(in crate::full::hall) struct GamePlan {
    draft: Rc<RefCell<PlanDraft>>,
}

/// What is planned.
struct PlanDraft {
    seating: Seating,
    seat_list: SeatList,
}

impl GamePlan {
    /// Returns the plan of a new game.
    pub(in crate::full::hall) fn new(game: Arc<dyn AnyGame>, cx: &Cx) -> Self {
        let begin: Begin =
            Box::new(|game, names, services| LocalGame::new(NewGame::of(game, names), services));
        Self::of(Seating { game, begin }, cx)
    }

    /// Returns the plan of a game that begins in its own way.
    fn of(seating: Seating, cx: &Cx) -> Self {
        let seat_list = SeatList::new(seating.game.seats(), &cx.settings.name);
        let draft = PlanDraft { seating, seat_list };
        Self {
            draft: Rc::new(RefCell::new(draft)),
        }
    }

    /// Returns the game.
    pub(in crate::full::hall) fn game(&self) -> Arc<dyn AnyGame> {
        self.draft.borrow().seating.game.clone()
    }

    /// Plays by other rules; everybody stays where they are.
    pub(in crate::full::hall) fn play_by(&self, game: &Arc<dyn AnyGame>) {
        self.draft.borrow_mut().seating.game = game.clone();
    }

    /// Looks at what is planned.
    fn look<T>(&self, look: impl FnOnce(&PlanDraft) -> T) -> T {
        look(&self.draft.borrow())
    }

    /// Changes who plays.
    fn seat<T>(&self, change: impl FnOnce(&mut SeatList, &dyn AnyGame) -> T) -> T {
        let PlanDraft { seating, seat_list } = &mut *self.draft.borrow_mut();
        change(seat_list, &*seating.game)
    }
}

impl SeatsScreen {
    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (look, places) = (canvas.look, self.places());
        let seat = |seat: usize| {
            let number = Span::styled(format!("{}  ", seat + 1), look.seat(seat));
            let (who, what) = match &places[seat] {
                SeatKind::Person(name) => (name.clone(), "plays at this terminal"),
                SeatKind::Bot(level) => (format!("bot:{level}"), level_in_words(*level)),
            };
            let who = Span::styled(format!("{who:<22} "), look.strong);
            Line::from(vec![number, who, Span::styled(what, look.faint)])
        };
        let line = |row: SeatRow| match row {
            SeatRow::Begin => Line::styled("Begin", look.accent),
            SeatRow::Seat(place) => seat(place),
            SeatRow::Add => Line::styled("+  another seat", look.plain),
        };
        self.rows().into_iter().map(line).collect()
    }

    /// Says what is chosen, and what cannot be.
    fn advice(&self) -> String {
        let game = self.plan.game();
        let allowed = game.seats().in_words();
        let perfect = self.plan.look(|draft| draft.seat_list.perfect(&*game));
        let perfect = match perfect {
            Ok(()) => "bot:perfect can play here.".to_owned(),
            Err(reason) => format!("No bot:perfect here: {reason}."),
        };
        format!("These rules are for {allowed} players. {perfect}")
    }
}
