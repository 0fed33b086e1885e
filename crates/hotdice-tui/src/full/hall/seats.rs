//! Who plays?

mod company;
mod draw;
mod plan;

use std::sync::Arc;

use hotdice_core::{AnyGame, Name};
use ratatui::crossterm::event::KeyCode;

use super::super::canvas::Canvas;
use super::super::screen::{Cx, Hint, Screen, Spot, Step};
use super::super::table::{self, Start};
use super::super::widgets::{Field, Picker};
use super::house::House;
use super::menu;
use super::reader::Reader;
use crate::backstage::{Backstage, Trouble};

use company::{Company, Place};
pub(super) use plan::Plan;

/// Makes a game begin once it is known who plays.
pub type Begin = Box<
    dyn Fn(Arc<dyn AnyGame>, Vec<Name>, &dyn Backstage) -> Result<Start, Trouble> + Send + Sync,
>;

/// A game whose players are not known yet.
pub struct Seating {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// How it begins.
    pub begin: Begin,
}

/// The screen on which seats are taken.
pub(crate) struct Seats {
    plan: Plan,
    /// Whether the house rules are the screen below.
    above_rules: bool,
    picker: Picker,
    typing: Option<Field>,
}

/// A line of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Begin,
    Seat(usize),
    Add,
}

impl Seats {
    /// Returns the seats of a new game.
    pub(crate) fn new(game: Arc<dyn AnyGame>, cx: &Cx) -> Self {
        Self::open(Plan::new(game, cx), false)
    }

    /// Returns the seats of a game that begins in its own way.
    pub(crate) fn of(seating: Seating, cx: &Cx) -> Self {
        Self::open(Plan::of(seating, cx), false)
    }

    /// Returns the seats of a game whose rules are changed on the screen below.
    pub(super) fn above_rules(plan: Plan) -> Self {
        Self::open(plan, true)
    }

    fn open(plan: Plan, above_rules: bool) -> Self {
        plan.seat(Company::fit);
        Self {
            plan,
            above_rules,
            picker: Picker::default(),
            typing: None,
        }
    }

    /// Goes to the house rules, wherever they are.
    fn change_rules(&self, cx: &mut Cx) -> Step {
        match self.above_rules {
            true => Step::Back,
            false => Step::Open(House::above_seats(self.plan.clone(), cx)),
        }
    }

    fn places(&self) -> Vec<Place> {
        self.plan.look(|draft| draft.company.places().to_vec())
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Begin];
        let (seats, room) = self.plan.look(|draft| {
            let company = &draft.company;
            (company.places().len(), company.has_room())
        });
        rows.extend((0..seats).map(Row::Seat));
        if room {
            rows.push(Row::Add);
        }
        rows
    }

    fn row(&self) -> Row {
        let rows = self.rows();
        let row = rows.get(self.picker.cursor()).copied();
        row.unwrap_or(Row::Begin)
    }

    /// Begins the game.
    fn begin(&mut self, cx: &mut Cx) -> Step {
        let begun = self.plan.look(|draft| {
            let game = &draft.seating.game;
            let names = draft.company.names(&**game)?;
            (draft.seating.begin)(game.clone(), names, &*cx.backstage)
        });
        match begun.and_then(|start| table::begin(start, cx)) {
            Ok(screen) => Step::Open(screen),
            Err(trouble) => {
                cx.complain(trouble);
                Step::Stay
            }
        }
    }

    fn go(&mut self, cx: &mut Cx) -> Step {
        match self.row() {
            Row::Begin => return self.begin(cx),
            Row::Seat(seat) => self.type_name(seat),
            Row::Add => self.plan.seat(Company::add),
        }
        Step::Stay
    }

    fn type_name(&mut self, seat: usize) {
        let name = match self.places().get(seat) {
            Some(Place::Person(name)) => name.clone(),
            _ => String::new(),
        };
        self.typing = Some(Field::new(name));
    }

    fn press_typing(&mut self, key: KeyCode, cx: &mut Cx) {
        let (Row::Seat(seat), Some(field)) = (self.row(), &mut self.typing) else {
            self.typing = None;
            return;
        };
        match key {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let name = field.text().to_owned();
                match self.plan.seat(|company, _| company.call(seat, &name)) {
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
        if let (0, Some(Place::Person(name))) = (seat, self.places().first())
            && cx.settings.name.is_empty()
        {
            cx.settings.name = name.clone();
            cx.keep_settings();
        }
    }

    /// Gives a seat to the next kind of player.
    fn turn(&mut self, forward: bool, cx: &mut Cx) {
        if let Row::Seat(seat) = self.row() {
            let turn =
                |company: &mut Company, game: &dyn AnyGame| company.turn(seat, forward, game);
            if let Some(reason) = self.plan.seat(turn) {
                cx.complain(format!("Passed over: {reason}"));
            }
        }
    }

    fn remove(&mut self, cx: &mut Cx) {
        if let Row::Seat(seat) = self.row()
            && let Err(refused) = self.plan.seat(|company, _| company.remove(seat))
        {
            cx.complain(refused);
        }
    }

    fn add(&mut self) {
        if self.rows().contains(&Row::Add) {
            self.plan.seat(Company::add);
            self.picker.point(self.places().len());
        }
    }
}

impl Screen for Seats {
    fn title(&self) -> String {
        format!("Who plays {}?", self.plan.game().rules_line())
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        self.draw_all(canvas);
    }

    fn keys(&self) -> Vec<Hint> {
        if self.typing.is_some() {
            return vec![
                Hint::new(KeyCode::Enter, "Enter", "take the name"),
                Hint::new(KeyCode::Esc, "Esc", "leave it as it was"),
            ];
        }
        let go = match self.row() {
            Row::Begin => "begin",
            Row::Seat(_) => "type a name",
            Row::Add => "add a seat",
        };
        vec![
            Hint::new(KeyCode::Enter, "Enter", go),
            Hint::new(KeyCode::Right, "←→ hl", "who"),
            Hint::new(KeyCode::Char('b'), "b", "begin"),
            Hint::new(KeyCode::Esc, "Esc q", "back"),
            Hint::new(KeyCode::Char('a'), "a", "add"),
            Hint::new(KeyCode::Char('d'), "d", "remove"),
            Hint::new(KeyCode::Char('e'), "e", "house rules"),
            Hint::new(KeyCode::Char('r'), "r", "rules"),
            Hint::new(KeyCode::Down, "↑↓ jk", "choose"),
        ]
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        if self.typing.is_some() {
            self.press_typing(key, cx);
            return Step::Stay;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Step::Back,
            KeyCode::Enter => return self.go(cx),
            KeyCode::Char('b') => return self.begin(cx),
            KeyCode::Char('r') => return Step::Open(Box::new(Reader::new(&*self.plan.game()))),
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
        Step::Stay
    }

    fn point(&mut self, spot: &Spot, cx: &mut Cx) -> Step {
        let Spot::Item(place) = spot else {
            return Step::Stay;
        };
        let again = *place == self.picker.cursor();
        self.typing = None;
        self.picker.point(*place);
        match self.row() {
            Row::Seat(_) if again => self.turn(true, cx),
            Row::Seat(_) => {}
            Row::Begin | Row::Add => return self.go(cx),
        }
        Step::Stay
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn uncovered(&mut self, _cx: &mut Cx) {
        self.plan.seat(Company::fit);
    }
}
