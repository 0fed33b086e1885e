//! What the player is about to choose.

use hotdice_core::{Choice, Mark, Part, Scene, Target};
use ratatui::crossterm::event::KeyCode;

use crate::full::screen::ClickTarget;
use crate::full::widgets::Picker;

/// The choices of a decision, the one under the cursor, and the dice or tiles that are picked for it.
#[derive(Default)]
pub(super) struct Selection {
    choices: Vec<Choice>,
    /// The letters that make choices at once.
    letters: Vec<Option<char>>,
    pub(super) picker: Picker,
    /// What can be picked: the dice of the first tray, or the tiles.
    kind: PickKind,
    items: Vec<PickItem>,
    /// The item under the cursor.
    item: usize,
    /// The cell from which a walk begins.
    from: Option<String>,
    /// Whether what is picked is no choice.
    astray: bool,
}

/// What can be picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PickKind {
    #[default]
    Dice,
    Tiles,
}

/// A die or a tile.
#[derive(Clone, Copy, Debug)]
struct PickItem {
    /// Its pips, or its number.
    value: u8,
    /// Whether it can be picked.
    free: bool,
    picked: bool,
}

impl Selection {
    /// Returns the selection of whoever decides in a scene.
    pub(super) fn new(scene: &Scene) -> Self {
        let of_tiles = |choice: &Choice| matches!(choice.target, Target::Tiles(_));
        let kind = if scene.choices.iter().any(of_tiles) {
            PickKind::Tiles
        } else {
            PickKind::Dice
        };
        let mut selection = Self {
            choices: scene.choices.clone(),
            letters: letters(&scene.choices),
            kind,
            ..Self::default()
        };
        selection.items = items(scene, kind);
        selection.release_held();
        selection.follow();
        selection.hold_on(scene);
        selection
    }

    /// Lets dice that are held be picked, if there are choices that put one of them back.
    fn release_held(&mut self) {
        let loose: Vec<u8> = self.values(|item| item.free);
        let within = |wanted: &[u8]| {
            let mut left = loose.clone();
            wanted.iter().all(|value| {
                let place = left.iter().position(|one| one == value);
                place.map(|place| left.swap_remove(place)).is_some()
            })
        };
        let mut targets = self
            .choices
            .iter()
            .filter_map(|choice| picks(&choice.target));
        if targets.any(|wanted| !within(&wanted)) {
            self.items.iter_mut().for_each(|item| item.free = true);
        }
    }

    /// Picks the dice that were held before again: a hold stays until it is lifted.
    fn hold_on(&mut self, scene: &Scene) {
        let held = tray(scene).iter().map(|die| die.mark == Mark::Held);
        let held: Vec<bool> = held.collect();
        let lifts = self.kind == PickKind::Dice && self.items.iter().all(|item| item.free);
        if lifts && held.contains(&true) {
            for (item, held) in self.items.iter_mut().zip(held) {
                item.picked = held;
            }
            self.match_picked();
        }
    }

    /// Returns all choices.
    pub(super) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Returns the choice under the cursor; nothing while what is picked is none.
    pub(super) fn chosen(&self) -> Option<&Choice> {
        self.choices
            .get(self.picker.cursor())
            .filter(|_| !self.astray)
    }

    /// Tells whether a die is picked.
    pub(super) fn is_picked(&self, place: usize) -> bool {
        self.kind == PickKind::Dice && self.items.get(place).is_some_and(|item| item.picked)
    }

    /// Tells whether the cursor is on a die.
    pub(super) fn is_pointed(&self, place: usize) -> bool {
        self.kind == PickKind::Dice && self.picks_items() && self.item == place
    }

    /// Tells whether a tile is picked, and whether the cursor is on it.
    pub(super) fn tile(&self, place: usize) -> (bool, bool) {
        let is_tile = self.kind == PickKind::Tiles;
        let picked = self.items.get(place).is_some_and(|item| item.picked);
        (is_tile && picked, is_tile && self.item == place)
    }

    /// Tells whether what is picked is no choice.
    pub(super) fn is_astray(&self) -> bool {
        self.astray
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

    /// Returns the cells that something can be done to: where walks begin, or where they end once one has begun.
    pub(super) fn open_cells(&self) -> Vec<&str> {
        let cells = self
            .choices
            .iter()
            .filter_map(|choice| match &choice.target {
                Target::Cell(cell) if self.from.is_none() => Some(cell.as_str()),
                Target::Way(way) => match &self.from {
                    None => way.first().map(String::as_str),
                    from if way.first() == from.as_ref() => way.last().map(String::as_str),
                    Some(_) => None,
                },
                _ => None,
            });
        cells.collect()
    }

    /// Returns the cells of the choice under the cursor.
    pub(super) fn way(&self) -> Vec<&str> {
        match self.chosen().map(|choice| &choice.target) {
            Some(Target::Cell(cell)) => vec![cell],
            Some(Target::Way(way)) => way.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the row of the choice under the cursor.
    pub(super) fn row(&self) -> Option<&str> {
        match self.chosen().map(|choice| &choice.target) {
            Some(Target::Row(row)) => Some(row),
            _ => None,
        }
    }

    /// Returns the letter that makes a choice at once.
    pub(super) fn letter(&self, place: usize) -> Option<char> {
        self.letters.get(place).copied().flatten()
    }

    /// Returns the choice that a letter makes at once.
    pub(super) fn by_letter(&self, wanted: char) -> Option<usize> {
        (0..self.choices.len()).find(|place| self.letter(*place) == Some(wanted))
    }

    /// Answers a key, and says whether it was meant for the selection.
    pub(super) fn press(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char(digit @ '0'..='9') => self.press_digit(digit as u8 - b'0'),
            KeyCode::Left | KeyCode::Char('h') if self.picks_items() => self.step(-1),
            KeyCode::Right | KeyCode::Char('l') if self.picks_items() => self.step(1),
            KeyCode::Char(' ') if self.picks_items() => self.toggle(self.item),
            KeyCode::Left | KeyCode::Char('h') => return self.press(KeyCode::Up),
            KeyCode::Right | KeyCode::Char('l') => return self.press(KeyCode::Down),
            key => {
                let moved = self.picker.press(key, self.choices.len());
                if moved {
                    self.follow();
                }
                return moved;
            }
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
            (false, _, Some(place)) if place < self.choices.len() => self.point(place),
            _ => {}
        }
    }

    /// Moves the cursor over what can be picked.
    fn step(&mut self, by: isize) {
        let places = 0..self.items.len();
        let free: Vec<usize> = places.filter(|place| self.items[*place].free).collect();
        let at = free.iter().position(|place| *place == self.item);
        let next = at.unwrap_or_default() as isize + by;
        let next = next.rem_euclid(free.len().max(1) as isize) as usize;
        self.item = free.get(next).copied().unwrap_or_default();
    }

    /// Answers a click, and says whether it was meant for the selection.
    pub(super) fn click(&mut self, spot: &ClickTarget) -> bool {
        match spot {
            ClickTarget::Item(place) => self.point(*place),
            ClickTarget::Die(place) if self.kind == PickKind::Dice => self.toggle(*place),
            ClickTarget::Tile(place) if self.kind == PickKind::Tiles => self.toggle(*place),
            ClickTarget::Row(row) => self.point_target(&Target::Row(row.clone())),
            ClickTarget::Cell(cell) => self.point_cell(cell),
            ClickTarget::Die(_) | ClickTarget::Tile(_) | ClickTarget::Key(_) => return false,
        }
        true
    }

    /// Moves the cursor to a choice.
    pub(super) fn point(&mut self, place: usize) {
        self.picker.point(place);
        self.follow();
    }

    fn point_target(&mut self, target: &Target) {
        let mut choices = self.choices.iter();
        if let Some(place) = choices.position(|choice| choice.target == *target) {
            self.point(place);
        }
    }

    /// Chooses a cell: one to be filled, the end of a walk that has begun, or the beginning of one.
    fn point_cell(&mut self, cell: &str) {
        let way = |from: Option<&str>, to: Option<&str>| {
            self.choices.iter().position(|choice| match &choice.target {
                Target::Way(way) => {
                    from.is_none_or(|from| way.first().is_some_and(|first| first == from))
                        && to.is_none_or(|to| way.last().is_some_and(|last| last == to))
                }
                _ => false,
            })
        };
        let from = self.from.clone();
        if let Some(place) = from.as_deref().and_then(|from| way(Some(from), Some(cell))) {
            self.point(place);
            self.from = from;
        } else if let Some(place) = way(Some(cell), None) {
            self.point(place);
            self.from = Some(cell.to_owned());
        } else {
            self.point_target(&Target::Cell(cell.to_owned()));
        }
    }

    /// Picks a die or a tile, or puts it back.
    fn toggle(&mut self, place: usize) {
        if let Some(item) = self.items.get_mut(place).filter(|item| item.free)
            && !self.choices.is_empty()
        {
            item.picked ^= true;
            self.item = place;
            self.match_picked();
        }
    }

    /// Moves the cursor to the choice that is what is picked.
    fn match_picked(&mut self) {
        let picked = self.values(|item| item.picked);
        let is_picked = |choice: &Choice| picks(&choice.target).as_ref() == Some(&picked);
        let found = self.choices.iter().position(is_picked);
        match found {
            Some(choice) => self.picker.point(choice),
            None if picked.is_empty() => self.picker.point(0),
            None => {}
        }
        self.astray = found.is_none() && !picked.is_empty();
    }

    /// Returns the values of some items, in order.
    fn values(&self, which: impl Fn(&PickItem) -> bool) -> Vec<u8> {
        let items = self.items.iter().filter(|item| which(item));
        let mut values: Vec<u8> = items.map(|item| item.value).collect();
        values.sort_unstable();
        values
    }

    /// Puts everything back; says whether anything was picked by hand.
    pub(super) fn put_back(&mut self) -> bool {
        let any = self.astray || self.from.is_some() || self.picker.cursor() != 0;
        self.point(0);
        any
    }

    /// Picks what the choice under the cursor is done to.
    fn follow(&mut self) {
        self.astray = false;
        self.from = None;
        let choice = self.choices.get(self.picker.cursor());
        let mut left = choice
            .and_then(|choice| picks(&choice.target))
            .unwrap_or_default();
        for item in &mut self.items {
            let found = left
                .iter()
                .position(|value| item.free && *value == item.value);
            item.picked = found.map(|place| left.swap_remove(place)).is_some();
        }
    }
}

/// Returns the dice or tiles that a choice is done to, in order.
fn picks(target: &Target) -> Option<Vec<u8>> {
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
    let item = |value: u8, free: bool| PickItem {
        value,
        free,
        picked: false,
    };
    match kind {
        PickKind::Dice => tray(scene)
            .iter()
            .map(|die| item(die.face.index() as u8 + 1, die.mark != Mark::Held))
            .collect(),
        PickKind::Tiles => {
            let mut parts = scene.parts.iter();
            let tiles = parts.find_map(|part| match part {
                Part::Tiles(tiles) => Some(&tiles.tiles[..]),
                _ => None,
            });
            let tiles = tiles.unwrap_or_default().iter();
            tiles.map(|tile| item(tile.number, tile.open)).collect()
        }
    }
}

/// Letters that mean something else at a table.
const TAKEN: &str = "acdeghijklnqsuvGx:?";

/// Gives letters to the choices that need nothing else: the first of their words, or else the next one that is free.
fn letters(choices: &[Choice]) -> Vec<Option<char>> {
    let words = |choice: &Choice| match choice.target {
        Target::Nothing => choice.notation.clone(),
        _ => String::new(),
    };
    let first = |choice: &Choice| words(choice).chars().next();
    let firsts: Vec<Option<char>> = choices.iter().map(first).collect();
    let mut given: Vec<char> = Vec::new();
    let mut give = |choice: &Choice| {
        let is_free = |letter: &char| {
            let others = firsts.iter().filter(|first| **first == Some(*letter));
            let own = usize::from(first(choice) == Some(*letter));
            letter.is_alphabetic()
                && !TAKEN.contains(*letter)
                && !given.contains(letter)
                && others.count() == own
        };
        let letter = words(choice).chars().find(is_free);
        given.extend(letter);
        letter
    };
    choices.iter().map(&mut give).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotdice_core::{Dice, Seat, Tile, Tiles, Tray};

    fn choice(notation: &str, target: Target) -> Choice {
        let (label, notation) = (notation.to_owned(), notation.to_owned());
        Choice {
            label,
            notation,
            hint: String::new(),
            target,
            points: None,
            then: Vec::new(),
        }
    }

    fn dice(text: &str) -> Dice {
        text.parse().unwrap()
    }

    fn selection() -> Selection {
        let tray = Tray::new("roll", dice("1 5 5 6"), Dice::default(), Mark::Held);
        let choices = vec![
            choice("bank", Target::Nothing),
            choice("keep 1 5", Target::Dice(dice("1 5"))),
            choice("keep 5", Target::Dice(dice("5"))),
        ];
        let parts = vec![Part::Tray(tray)];
        Selection::new(&Scene {
            turn: Some(Seat::FIRST),
            parts,
            choices,
        })
    }

    #[track_caller]
    fn check(keys: &str, chosen: Option<&str>) {
        let mut selection = selection();
        keys.chars()
            .for_each(|key| assert!(selection.press(KeyCode::Char(key)), "{key}"));
        assert_eq!(
            selection.chosen().map(|choice| choice.notation.as_str()),
            chosen
        );
    }

    #[test]
    fn picked_dice_are_the_choice_of_these_dice() {
        check("", Some("bank"));
        check("2", Some("keep 5"));
        check("3", Some("keep 5"));
        check("31", Some("keep 1 5"));
        check("1", None);
        check("11", Some("bank"));
        check("ll ", Some("keep 5"));
        check("ll h ", None);
        check("j2", None);
    }

    #[test]
    fn the_cursor_picks_the_dice_of_its_choice() {
        let mut selection = selection();
        selection.press(KeyCode::Down);
        let picked: Vec<bool> = (0..4).map(|place| selection.is_picked(place)).collect();
        assert_eq!(picked, [true, true, false, false]);
    }

    #[test]
    fn letters_choose_what_needs_no_dice() {
        let selection = selection();
        assert_eq!(selection.by_letter('b'), Some(0));
        assert_eq!(selection.by_letter('k'), None);
    }

    #[test]
    fn a_walk_is_its_first_cell_and_its_last() {
        let way = |notation, cells: &[&str]| {
            choice(
                notation,
                Target::Way(cells.iter().map(|cell| (*cell).to_owned()).collect()),
            )
        };
        let choices = vec![
            choice("place 11", Target::Cell("11".to_owned())),
            way("move 21-23", &["21", "22", "23"]),
            way("move 21-31", &["21", "31"]),
        ];
        let mut selection = Selection::new(&Scene {
            turn: None,
            parts: Vec::new(),
            choices,
        });
        let click = |selection: &mut Selection, cell: &str| {
            selection.click(&ClickTarget::Cell(cell.to_owned()));
            selection.chosen().unwrap().notation.clone()
        };
        assert_eq!(click(&mut selection, "21"), "move 21-23");
        assert_eq!(selection.open_cells(), ["23", "31"]);
        assert_eq!(click(&mut selection, "31"), "move 21-31");
        assert_eq!(click(&mut selection, "11"), "place 11");
    }

    #[test]
    fn dice_that_were_held_stay_picked_until_they_are_lifted() {
        let tray = Tray::new("roll", dice("1 5 5 6"), dice("5 5"), Mark::Held);
        let parts = vec![Part::Tray(tray)];
        let choices = vec![
            choice("place chance", Target::Row("chance".to_owned())),
            choice("hold 5 5", Target::Dice(dice("5 5"))),
            choice("hold 5 5 6", Target::Dice(dice("5 5 6"))),
            choice("hold 5", Target::Dice(dice("5"))),
        ];
        let turn = Some(Seat::FIRST);
        let mut selection = Selection::new(&Scene {
            turn,
            parts,
            choices,
        });
        assert_eq!(selection.chosen().unwrap().notation, "hold 5 5");
        selection.press(KeyCode::Char('4'));
        assert_eq!(selection.chosen().unwrap().notation, "hold 5 5 6");
        selection.press(KeyCode::Char('4'));
        selection.press(KeyCode::Char('2'));
        assert_eq!(selection.chosen().unwrap().notation, "hold 5");
    }

    #[test]
    fn tiles_are_picked_by_their_numbers_and_by_clicks() {
        let tile = |number| Tile {
            number,
            open: number != 3,
        };
        let tiles = Tiles {
            name: "tiles".to_owned(),
            tiles: (1..=9).map(tile).collect(),
        };
        let choices = vec![
            choice("shut 9", Target::Tiles(vec![9])),
            choice("shut 2 7", Target::Tiles(vec![2, 7])),
        ];
        let mut selection = Selection::new(&Scene {
            turn: Some(Seat::FIRST),
            parts: vec![Part::Tiles(tiles)],
            choices,
        });
        assert_eq!(selection.tile(8), (true, false));
        for key in ['9', '7', '3'] {
            selection.press(KeyCode::Char(key));
        }
        assert!(selection.is_astray());
        selection.click(&ClickTarget::Tile(1));
        assert_eq!(selection.chosen().unwrap().notation, "shut 2 7");
        assert_eq!(selection.tile(6), (true, false));
    }

    #[test]
    fn a_choice_whose_letter_is_taken_has_the_next_one() {
        let given = |words: &[&str]| {
            let choices = words.iter().map(|word| choice(word, Target::Nothing));
            letters(&choices.collect::<Vec<_>>())
        };
        assert_eq!(given(&["roll", "hold"]), [Some('r'), Some('o')]);
        assert_eq!(given(&["bank", "hob"]), [Some('b'), Some('o')]);
        // What two begin with chooses neither, and what is taken nothing.
        assert_eq!(given(&["roll", "rob"]), [Some('o'), Some('b')]);
        assert_eq!(given(&["cd", "keep"]), [None, Some('p')]);
    }
}
