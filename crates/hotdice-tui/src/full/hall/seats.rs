//! Who plays?

mod draw;
mod plan;
mod seat_list;

use std::sync::Arc;

use hotdice_core::{AnyGame, Name};
use ratatui::crossterm::event::KeyCode;

use super::menu;
use super::reader::RulesReader;
use super::rules_screen::RulesScreen;
use crate::full::canvas::Canvas;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::table;
use crate::full::widgets::{Picker, TextField};
use crate::services::{Services, UiError};
use crate::session::LocalGame;

pub(super) use plan::GamePlan;
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
        match begun {
            Ok(local) => Navigation::Open(table::begin(local, cx)),
            Err(trouble) => {
                cx.complain(trouble);
                Navigation::Stay
            }
        }
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
        self.draw_all(canvas);
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
