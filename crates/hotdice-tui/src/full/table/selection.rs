//! What the player is about to choose: a cursor on the board, and the dice or tiles that are picked.
//!
//! The cursor is on what can be seen: a die, a tile, a row of the sheet, a cell of the triangle, or one of the [`acts`](super::acts)
//! under the dice. Enter does what is under it, but nothing that cannot be undone before the cursor was moved there by hand:
//! whoever holds the key down picks a die and puts it back.

mod triangle;

use hotdice_core::{Choice, Mark, Part, Scene, Seat, Target};
use ratatui::crossterm::event::KeyCode;

use super::acts::{Act, acts};
use super::advice::TIE;
use crate::full::screen::ClickTarget;
use crate::full::widgets::Picker;

/// The choices of a decision, where the cursor is, and what is picked.
#[derive(Default)]
pub(super) struct Selection {
    /// Whose turn it is.
    turn: Option<Seat>,
    choices: Vec<Choice>,
    /// The dice or tiles as they lie, before anything is picked.
    laid: Vec<PickItem>,
    /// What can be picked: the dice of the first tray, or the tiles.
    kind: PickKind,
    items: Vec<PickItem>,
    cursor: BoardCursor,
    /// Whether the cursor was moved by hand.
    moved: bool,
    /// The rows that can be filled, from top to bottom.
    rows: Vec<String>,
    /// The cell from which a walk begins.
    from: Option<String>,
    /// The order of the choices in the list, best first if somebody knows what they are worth.
    order: Vec<usize>,
    list: Picker,
    /// Whether the keys move the cursor of the list.
    listing: bool,
}

/// Where the cursor is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum BoardCursor {
    #[default]
    Nowhere,
    /// On a die or a tile.
    Item(usize),
    /// On something that can be done.
    Act(usize),
    /// On a row of the sheet.
    Row(String),
    /// On a cell of the triangle.
    Cell(String),
}

/// What Enter does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Confirmed {
    /// These choices, one after the other.
    Act(Vec<String>),
    /// Something was picked or put back.
    Picked,
    /// Nothing: the cursor was not moved by hand.
    Unmoved,
}

/// Why what is picked is no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PickProblem {
    /// It would be one together with others.
    TooFew,
    /// It is none with whatever is added.
    Astray,
}

/// What can be picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PickKind {
    #[default]
    Dice,
    Tiles,
}

/// A die or a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PickItem {
    /// Its pips, or its number.
    value: u8,
    /// Whether it can be picked.
    free: bool,
    /// Whether it is part of something that scores.
    scoring: bool,
    picked: bool,
}

impl Selection {
    /// Returns the selection of whoever decides in a scene.
    pub(super) fn new(scene: &Scene, listing: bool) -> Self {
        let of_tiles = |choice: &Choice| matches!(choice.target, Target::Tiles(_));
        let kind = if scene.choices.iter().any(of_tiles) {
            PickKind::Tiles
        } else {
            PickKind::Dice
        };
        let laid = items(scene, kind);
        let mut selection = Self {
            turn: scene.turn,
            choices: scene.choices.clone(),
            kind,
            items: laid.clone(),
            laid,
            rows: rows(scene),
            order: (0..scene.choices.len()).collect(),
            listing,
            ..Self::default()
        };
        selection.release_held();
        selection.hold_on(scene);
        selection.cursor = selection.first_place();
        selection
    }

    /// Tells whether this is the decision that a scene asks for.
    pub(super) fn is_about(&self, scene: &Scene) -> bool {
        self.choices == scene.choices && self.is_beside(scene)
    }

    /// Tells whether a scene shows the dice or tiles of this decision, whether or not it offers any choices.
    pub(super) fn is_beside(&self, scene: &Scene) -> bool {
        self.turn == scene.turn && self.laid == items(scene, self.kind)
    }

    /// Returns where the cursor is at first: on a die or a tile, on a row or a cell, or nowhere.
    fn first_place(&self) -> BoardCursor {
        let item = self.free_items().first().copied().map(BoardCursor::Item);
        item.or_else(|| self.board_places().into_iter().next())
            .unwrap_or_default()
    }

    /// Lets dice that are held be picked, if there are choices that put one of them back.
    fn release_held(&mut self) {
        let loose: Vec<u8> = self.values(|item| item.free);
        let mut targets = self
            .choices
            .iter()
            .filter_map(|choice| picks(&choice.target));
        if targets.any(|wanted| !holds(&loose, &wanted)) {
            self.items.iter_mut().for_each(|item| item.free = true);
        }
    }

    /// Picks the dice that were held before again: a hold stays until it is lifted.
    fn hold_on(&mut self, scene: &Scene) {
        let held = tray(scene).iter().map(|die| die.mark == Mark::Held);
        let lifts = self.kind == PickKind::Dice && self.items.iter().all(|item| item.free);
        if lifts {
            for (item, held) in self.items.iter_mut().zip(held) {
                item.picked = held;
            }
        }
    }

    /// Returns all choices.
    pub(super) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Returns what can be done with what is picked, without pointing at anything else.
    pub(super) fn acts(&self) -> Vec<Act> {
        let picked = self.values(|item| item.picked);
        let scoring = self.values(|item| item.free && item.scoring);
        acts(&self.choices, &picked, &scoring)
    }

    /// Returns the dice or tiles that score, if all of them are picked by a choice.
    pub(super) fn takes_all(&self, choice: &Choice) -> bool {
        let scoring = self.values(|item| item.free && item.scoring);
        picks(&choice.target) == Some(scoring)
    }

    /// Returns what can be done by a letter.
    pub(super) fn by_letter(&self, letter: char) -> Option<Act> {
        self.acts().into_iter().find(|act| act.key == Some(letter))
    }

    /// Tells whether a die is picked.
    pub(super) fn is_picked(&self, place: usize) -> bool {
        self.kind == PickKind::Dice && self.items.get(place).is_some_and(|item| item.picked)
    }

    /// Tells whether the cursor is on a die.
    pub(super) fn is_pointed(&self, place: usize) -> bool {
        self.kind == PickKind::Dice && self.is_on(&BoardCursor::Item(place))
    }

    /// Tells whether a tile is picked, and whether the cursor is on it.
    pub(super) fn tile(&self, place: usize) -> (bool, bool) {
        let is_tile = self.kind == PickKind::Tiles;
        let picked = self.items.get(place).is_some_and(|item| item.picked);
        let pointed = self.is_on(&BoardCursor::Item(place));
        (is_tile && picked, is_tile && pointed)
    }

    /// Tells whether the cursor is on something that can be done.
    pub(super) fn is_on_act(&self, place: usize) -> bool {
        self.is_on(&BoardCursor::Act(place))
    }

    fn is_on(&self, place: &BoardCursor) -> bool {
        !self.listing && self.cursor == *place
    }

    /// Returns the row under the cursor, on the board or in the list.
    pub(super) fn row(&self) -> Option<&str> {
        match (&self.cursor, self.listed()) {
            (_, Some(choice)) => match &choice.target {
                Target::Row(row) => Some(row),
                _ => None,
            },
            (BoardCursor::Row(row), None) => Some(row),
            _ => None,
        }
    }

    /// Returns the cell under the cursor.
    pub(super) fn cell(&self) -> Option<&str> {
        match &self.cursor {
            BoardCursor::Cell(cell) if !self.listing => Some(cell),
            _ => None,
        }
    }

    /// Returns the choice that Enter makes on the sheet or on the triangle.
    pub(super) fn under_cursor(&self) -> Option<&Choice> {
        let target = match &self.cursor {
            _ if self.listing || !self.moved => return None,
            BoardCursor::Row(row) => Target::Row(row.clone()),
            BoardCursor::Cell(cell) if self.from.is_some() => return self.walk_to(cell),
            BoardCursor::Cell(cell) => Target::Cell(cell.clone()),
            BoardCursor::Nowhere | BoardCursor::Item(_) | BoardCursor::Act(_) => return None,
        };
        self.choices.iter().find(|choice| choice.target == target)
    }

    /// Returns the choice under the cursor of the list.
    fn listed(&self) -> Option<&Choice> {
        let place = self.order.get(self.list.cursor())?;
        self.choices.get(*place).filter(|_| self.listing)
    }

    /// Says what is wrong with what is picked, if it is no choice: more is needed, or something has to be put back.
    pub(super) fn pick_problem(&self) -> Option<PickProblem> {
        let picked = self.values(|item| item.picked);
        let mut wanted = self
            .choices
            .iter()
            .filter_map(|choice| picks(&choice.target));
        if picked.is_empty() || wanted.clone().any(|wanted| wanted == picked) {
            None
        } else if wanted.any(|wanted| holds(&wanted, &picked)) {
            Some(PickProblem::TooFew)
        } else {
            Some(PickProblem::Astray)
        }
    }

    /// Says what is wrong with what is picked.
    pub(super) fn problem_in_words(&self, problem: PickProblem) -> String {
        let picked = self.items.iter().filter(|item| item.picked).count();
        let items = self.items_in_words();
        match (problem, self.kind, picked) {
            (PickProblem::TooFew, _, 1) => format!("Pick more {items} to go with this one"),
            (PickProblem::TooFew, ..) => format!("Pick more {items} to go with these"),
            (PickProblem::Astray, PickKind::Dice, 1) => "That die cannot be kept".to_owned(),
            (PickProblem::Astray, PickKind::Tiles, 1) => "That tile cannot be shut".to_owned(),
            (PickProblem::Astray, PickKind::Dice, _) => {
                "These dice cannot be kept together".to_owned()
            }
            (PickProblem::Astray, PickKind::Tiles, _) => {
                "These tiles cannot be shut together".to_owned()
            }
        }
    }

    /// Says what is wrong with what is picked, and how that is changed.
    pub(super) fn way_out_in_words(&self) -> String {
        let Some(problem) = self.pick_problem() else {
            return String::new();
        };
        let what = self.problem_in_words(problem);
        let picked = self.items.iter().filter(|item| item.picked).count();
        match (problem, picked) {
            (PickProblem::TooFew, 1) => format!("{what}, or press u to put it back."),
            (PickProblem::Astray, 1) => format!("{what}: press u to put it back."),
            (PickProblem::TooFew, _) => format!("{what}, or press u to put them all back."),
            (PickProblem::Astray, _) => {
                format!("{what}: change them with Space, or press u to put them all back.")
            }
        }
    }

    /// Tells whether dice or tiles can be picked.
    pub(super) fn picks_items(&self) -> bool {
        let mut choices = self.choices.iter();
        choices.any(|choice| picks(&choice.target).is_some())
    }

    /// Returns what is picked, in a word.
    pub(super) fn items_in_words(&self) -> &'static str {
        match self.kind {
            PickKind::Dice => "dice",
            PickKind::Tiles => "tiles",
        }
    }

    /// Returns the keys that pick, as they are written.
    pub(super) fn item_keys(&self) -> &'static str {
        match (self.kind, self.items.len()) {
            (PickKind::Dice, 0..=5) => "1-5",
            (PickKind::Dice, 6) => "1-6",
            _ => "1-9",
        }
    }

    /// Answers a key, and says whether it was meant for the selection.
    pub(super) fn press(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char(digit @ '0'..='9') => self.press_digit(digit as u8 - b'0'),
            KeyCode::Char(' ') => self.pick_under_cursor(),
            key if self.listing => {
                let moved = self.list.press(key, self.choices.len());
                self.moved |= moved;
                return moved;
            }
            KeyCode::Left | KeyCode::Char('h') => self.step(CursorStep::Left),
            KeyCode::Right | KeyCode::Char('l') => self.step(CursorStep::Right),
            KeyCode::Up | KeyCode::Char('k') => self.step(CursorStep::Up),
            KeyCode::Down | KeyCode::Char('j') => self.step(CursorStep::Down),
            KeyCode::Home | KeyCode::Char('g') => self.go_far(CursorStep::Left),
            KeyCode::End | KeyCode::Char('G') => self.go_far(CursorStep::Right),
            _ => return false,
        }
        true
    }

    /// A digit is the place of a die, the number of a tile, or a line of the list.
    fn press_digit(&mut self, digit: u8) {
        let place = usize::from(digit).checked_sub(1);
        match (self.picks_items(), self.kind, place) {
            (true, PickKind::Tiles, _) => {
                let number = if digit == 0 { 10 } else { digit };
                let mut items = self.items.iter();
                if let Some(place) = items.position(|item| item.value == number) {
                    self.toggle(place);
                }
            }
            (true, PickKind::Dice, Some(place)) => self.toggle(place),
            (false, _, Some(place)) if self.listing && place < self.choices.len() => {
                self.list.point(place);
                self.moved = true;
            }
            _ => {}
        }
    }

    /// Picks a die or a tile, or takes a cell, without doing anything.
    fn pick_under_cursor(&mut self) {
        match self.cursor.clone() {
            BoardCursor::Item(place) if !self.listing => self.toggle(place),
            BoardCursor::Cell(cell) if !self.listing => self.begin_walk(&cell),
            _ => {}
        }
    }

    /// Does what is under the cursor.
    pub(super) fn confirm(&mut self) -> Confirmed {
        if self.listing {
            return match self.listed() {
                Some(choice) if self.moved => Confirmed::Act(vec![choice.notation.clone()]),
                _ => Confirmed::Unmoved,
            };
        }
        match self.cursor.clone() {
            BoardCursor::Item(place) => {
                self.toggle(place);
                Confirmed::Picked
            }
            _ if !self.moved => Confirmed::Unmoved,
            BoardCursor::Act(place) => match self.acts().into_iter().nth(place) {
                Some(act) => Confirmed::Act(act.steps),
                None => Confirmed::Unmoved,
            },
            BoardCursor::Row(row) => self.confirm_target(&Target::Row(row)),
            BoardCursor::Cell(cell) => self.confirm_cell(&cell),
            BoardCursor::Nowhere => Confirmed::Unmoved,
        }
    }

    fn confirm_target(&self, target: &Target) -> Confirmed {
        let mut choices = self.choices.iter();
        match choices.find(|choice| choice.target == *target) {
            Some(choice) => Confirmed::Act(vec![choice.notation.clone()]),
            None => Confirmed::Unmoved,
        }
    }

    /// Answers a click, and returns what it does: a second click on a row or a cell does it.
    pub(super) fn click(&mut self, spot: &ClickTarget) -> Confirmed {
        let place = match spot {
            ClickTarget::Die(place) if self.kind == PickKind::Dice => {
                self.toggle(*place);
                return Confirmed::Picked;
            }
            ClickTarget::Tile(place) if self.kind == PickKind::Tiles => {
                self.toggle(*place);
                return Confirmed::Picked;
            }
            ClickTarget::Item(place) => {
                let again = self.moved && self.list.cursor() == *place;
                self.list.point(*place);
                self.moved = true;
                return if again {
                    self.confirm()
                } else {
                    Confirmed::Picked
                };
            }
            ClickTarget::Row(row) => BoardCursor::Row(row.clone()),
            ClickTarget::Cell(cell) => BoardCursor::Cell(cell.clone()),
            ClickTarget::Die(_) | ClickTarget::Tile(_) | ClickTarget::Key(_) => {
                return Confirmed::Picked;
            }
        };
        if !self.places().contains(&place) {
            return Confirmed::Picked;
        }
        let again = self.moved && self.cursor == place;
        (self.cursor, self.moved) = (place, true);
        match (&self.cursor, &self.from) {
            // The end of a walk that has begun is clicked once, as its beginning was.
            (BoardCursor::Cell(cell), Some(from)) if cell != from => self.confirm(),
            (BoardCursor::Cell(cell), None) if self.begins_walk(cell) => {
                let cell = cell.clone();
                self.begin_walk(&cell);
                Confirmed::Picked
            }
            _ if again => self.confirm(),
            _ => Confirmed::Picked,
        }
    }

    /// Picks a die or a tile, or puts it back.
    fn toggle(&mut self, place: usize) {
        if let Some(item) = self.items.get_mut(place).filter(|item| item.free)
            && !self.choices.is_empty()
        {
            item.picked ^= true;
            self.cursor = BoardCursor::Item(place);
        }
    }

    /// Puts everything back; says whether anything was picked by hand.
    pub(super) fn put_back(&mut self) -> bool {
        let any = self.from.is_some() || self.items.iter().any(|item| item.picked);
        self.from = None;
        self.items.iter_mut().for_each(|item| item.picked = false);
        any
    }

    /// Picks what a choice is done to, and moves the cursor there.
    pub(super) fn point(&mut self, notation: &str) {
        let found = self
            .choices
            .iter()
            .position(|choice| choice.notation == notation);
        let Some(place) = found else {
            return;
        };
        self.put_back();
        if let Some(line) = self.order.iter().position(|each| *each == place) {
            self.list.point(line);
        }
        self.moved = true;
        match self.choices[place].target.clone() {
            Target::Row(row) => self.cursor = BoardCursor::Row(row),
            Target::Cell(cell) => self.cursor = BoardCursor::Cell(cell),
            Target::Way(way) => {
                self.from = way.first().cloned();
                self.cursor = way
                    .last()
                    .cloned()
                    .map_or_else(BoardCursor::default, BoardCursor::Cell);
            }
            Target::Nothing => {
                let acts = self.acts();
                let act = acts.iter().position(|act| act.steps == [notation]);
                self.cursor = act.map_or_else(BoardCursor::default, BoardCursor::Act);
            }
            target @ (Target::Dice(_) | Target::Tiles(_)) => self.pick(&target),
        }
    }

    fn pick(&mut self, target: &Target) {
        let mut left = picks(target).unwrap_or_default();
        for item in &mut self.items {
            let found = left
                .iter()
                .position(|value| item.free && *value == item.value);
            item.picked = found.map(|place| left.swap_remove(place)).is_some();
        }
        let first = self.items.iter().position(|item| item.picked);
        self.cursor = BoardCursor::Item(first.unwrap_or_default());
    }

    /// Returns the values of some items, in order.
    fn values(&self, which: impl Fn(&PickItem) -> bool) -> Vec<u8> {
        let items = self.items.iter().filter(|item| which(item));
        let mut values: Vec<u8> = items.map(|item| item.value).collect();
        values.sort_unstable();
        values
    }
}

/// The list of choices.
impl Selection {
    /// Opens the list, or closes it.
    pub(super) fn switch_list(&mut self, open: bool) {
        self.listing = open;
        self.moved = false;
    }

    /// Puts the list in order by what choices are worth, best first; of those that are worth as much as the best, what has points to
    /// show comes first. Others of equal worth stay as they were.
    pub(super) fn sort_list(&mut self, worth: impl Fn(&str) -> Option<f64>) {
        let under = self.order.get(self.list.cursor()).copied();
        let known = |place: usize| worth(&self.choices[place].notation);
        let places = 0..self.choices.len();
        let best = places.clone().filter_map(known).fold(f64::MIN, f64::max);
        let rank = |place: &usize| match known(*place) {
            Some(value) if best - value < TIE => (best, eagerness(&self.choices[*place])),
            Some(value) => (value, 0),
            None => (f64::MIN, 0),
        };
        let mut order: Vec<usize> = places.collect();
        order.sort_by(|a, b| {
            let ((a, later_a), (b, later_b)) = (rank(a), rank(b));
            b.total_cmp(&a).then(later_a.cmp(&later_b))
        });
        self.order = order;
        if let Some(line) = self.order.iter().position(|place| Some(*place) == under)
            && self.moved
        {
            self.list.point(line);
        }
    }

    /// Returns the first choice of the list, if the list is in order.
    pub(super) fn first_listed(&self) -> Option<&Choice> {
        self.choices.get(*self.order.first()?)
    }

    /// Returns the choices in the order of the list, and its cursor.
    pub(super) fn list(&mut self) -> (Vec<&Choice>, &mut Picker) {
        let choices = self.order.iter().map(|place| &self.choices[*place]);
        (choices.collect(), &mut self.list)
    }
}

/// Ranks choices of equal worth: what ends a decision with points, what ends it otherwise, and what another one follows.
fn eagerness(choice: &Choice) -> usize {
    match (choice.then.is_empty(), choice.points) {
        (true, Some(_)) => 0,
        (true, None) => 1,
        (false, _) => 2,
    }
}

/// A direction of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CursorStep {
    Left,
    Right,
    Up,
    Down,
}

/// The way of the cursor over the board.
impl Selection {
    /// Returns where the cursor can be: dice or tiles in a row, what can be done under them, the sheet or the triangle on their right.
    fn places(&self) -> Vec<BoardCursor> {
        let items = self.free_items().into_iter().map(BoardCursor::Item);
        let acts = (0..self.acts().len()).map(BoardCursor::Act);
        items.chain(acts).chain(self.board_places()).collect()
    }

    fn free_items(&self) -> Vec<usize> {
        let places = 0..self.items.len();
        let free = places.filter(|place| self.items[*place].free && self.picks_items());
        free.collect()
    }

    fn step(&mut self, to: CursorStep) {
        let items: Vec<BoardCursor> = self
            .free_items()
            .into_iter()
            .map(BoardCursor::Item)
            .collect();
        let acts: Vec<BoardCursor> = (0..self.acts().len()).map(BoardCursor::Act).collect();
        let board = self.board_places();
        let near = |places: &[BoardCursor], by: isize| {
            let at = places.iter().position(|place| *place == self.cursor)?;
            places.get(at.checked_add_signed(by)?).cloned()
        };
        let first = |places: &[BoardCursor]| places.first().cloned();
        let next = match (&self.cursor, to) {
            (BoardCursor::Nowhere, _) => [&items, &board, &acts]
                .into_iter()
                .find_map(|all| first(all)),
            (BoardCursor::Item(_), CursorStep::Left) => near(&items, -1),
            (BoardCursor::Item(_), CursorStep::Right) => near(&items, 1).or_else(|| first(&board)),
            (BoardCursor::Item(_), CursorStep::Up) => None,
            (BoardCursor::Item(_), CursorStep::Down) => first(&acts).or_else(|| first(&board)),
            (BoardCursor::Act(_), CursorStep::Up) => near(&acts, -1).or_else(|| first(&items)),
            (BoardCursor::Act(_), CursorStep::Down) => near(&acts, 1),
            (BoardCursor::Act(_), CursorStep::Left) => None,
            (BoardCursor::Act(_) | BoardCursor::Cell(_), CursorStep::Right)
                if self.cell().is_none() =>
            {
                first(&board)
            }
            (BoardCursor::Row(_), CursorStep::Up) => near(&board, -1),
            (BoardCursor::Row(_), CursorStep::Down) => near(&board, 1),
            (BoardCursor::Row(_), CursorStep::Left) => first(&items).or_else(|| first(&acts)),
            (BoardCursor::Cell(cell), to) => {
                let near = triangle::nearest(&self.open_cells(), cell, to);
                let near = near.map(|cell| BoardCursor::Cell(cell.to_owned()));
                // What can be done besides stands on the left of the board.
                near.or_else(|| first(&acts).filter(|_| to == CursorStep::Left))
            }
            (BoardCursor::Act(_) | BoardCursor::Row(_), CursorStep::Right) => None,
        };
        if let Some(next) = next {
            self.cursor = next;
        }
        self.moved = true;
    }

    /// Returns the places of the sheet in the order in which they are drawn, or those of the triangle.
    fn board_places(&self) -> Vec<BoardCursor> {
        let rows = self.rows.iter().cloned().map(BoardCursor::Row);
        let cells = self.open_cells().into_iter();
        let cells = cells.map(|cell| BoardCursor::Cell(cell.to_owned()));
        rows.chain(cells).collect()
    }

    fn go_far(&mut self, to: CursorStep) {
        let board = self.board_places();
        let items: Vec<BoardCursor> = self
            .free_items()
            .into_iter()
            .map(BoardCursor::Item)
            .collect();
        let row = match self.cursor {
            BoardCursor::Row(_) | BoardCursor::Cell(_) => board,
            _ => items,
        };
        let end = if to == CursorStep::Left {
            row.first()
        } else {
            row.last()
        };
        if let Some(end) = end {
            (self.cursor, self.moved) = (end.clone(), true);
        }
    }
}

/// Tells whether all of some values are among others.
fn holds(values: &[u8], wanted: &[u8]) -> bool {
    let mut left = values.to_vec();
    wanted.iter().all(|value| {
        let place = left.iter().position(|one| one == value);
        place.map(|place| left.swap_remove(place)).is_some()
    })
}

/// Returns the dice or tiles that a choice is done to, in order.
pub(super) fn picks(target: &Target) -> Option<Vec<u8>> {
    let mut values = match target {
        Target::Dice(dice) => dice.faces().map(|face| face.index() as u8 + 1).collect(),
        Target::Tiles(tiles) => tiles.clone(),
        Target::Nothing | Target::Row(_) | Target::Cell(_) | Target::Way(_) => return None,
    };
    values.sort_unstable();
    Some(values)
}

fn tray(scene: &Scene) -> &[hotdice_core::Die] {
    let mut parts = scene.parts.iter();
    let tray = parts.find_map(|part| match part {
        Part::Tray(tray) => Some(&tray.dice[..]),
        _ => None,
    });
    tray.unwrap_or_default()
}

/// Returns what can be picked in a scene.
fn items(scene: &Scene, kind: PickKind) -> Vec<PickItem> {
    let item = |value: u8, free: bool, scoring: bool| PickItem {
        value,
        free,
        scoring,
        picked: false,
    };
    match kind {
        PickKind::Dice => tray(scene)
            .iter()
            .map(|die| {
                let value = die.face.index() as u8 + 1;
                item(value, die.mark != Mark::Held, die.mark == Mark::Scoring)
            })
            .collect(),
        PickKind::Tiles => {
            let mut parts = scene.parts.iter();
            let tiles = parts.find_map(|part| match part {
                Part::Tiles(tiles) => Some(&tiles.tiles[..]),
                _ => None,
            });
            let tiles = tiles.unwrap_or_default().iter();
            tiles
                .map(|tile| item(tile.number, tile.open, false))
                .collect()
        }
    }
}

/// Returns the rows that can be filled, from top to bottom.
fn rows(scene: &Scene) -> Vec<String> {
    let offered = |name: &String| {
        let mut choices = scene.choices.iter();
        choices.any(|choice| matches!(&choice.target, Target::Row(row) if row == name))
    };
    let sheets = scene.parts.iter().filter_map(|part| match part {
        Part::Sheet(sheet) => Some(&sheet.rows),
        _ => None,
    });
    let names = sheets.flatten().map(|row| row.name.clone());
    names.filter(offered).collect()
}

#[cfg(test)]
mod tests;
