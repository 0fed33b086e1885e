//! What the player is about to choose.

use hotdice_core::{Choice, Dice, Face, Mark, Part, Scene, Target};
use ratatui::crossterm::event::KeyCode;

use super::super::screen::Spot;
use super::super::widgets::Picker;
use super::letters::letters;

/// The choices of a decision, the one under the cursor, and the dice that are picked for it.
#[derive(Default)]
pub(super) struct Hand {
    choices: Vec<Choice>,
    /// The letters that make choices at once.
    letters: Vec<Option<char>>,
    pub(super) picker: Picker,
    /// The dice of the first tray, and whether they can be picked.
    dice: Vec<(Face, bool)>,
    picked: Vec<bool>,
    /// The die under the cursor.
    die: usize,
    /// The cell from which a walk begins.
    from: Option<String>,
    /// Whether the picked dice are no choice.
    astray: bool,
}

impl Hand {
    /// Returns the hand of whoever decides in a scene.
    pub(super) fn new(scene: &Scene) -> Self {
        let tray = scene.parts.iter().find_map(|part| match part {
            Part::Tray(tray) => Some(tray),
            _ => None,
        });
        let dice = tray.map_or(&[][..], |tray| &tray.dice).iter();
        let dice: Vec<_> = dice.map(|die| (die.face, die.mark != Mark::Held)).collect();
        let mut hand = Self {
            choices: scene.choices.clone(),
            letters: letters(&scene.choices),
            picked: vec![false; dice.len()],
            dice,
            ..Self::default()
        };
        hand.follow();
        hand
    }

    /// Returns all choices.
    pub(super) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Returns the choice under the cursor; nothing while the picked dice are none.
    pub(super) fn chosen(&self) -> Option<&Choice> {
        match self.astray {
            true => None,
            false => self.choices.get(self.picker.cursor()),
        }
    }

    /// Tells whether a die is picked.
    pub(super) fn is_picked(&self, place: usize) -> bool {
        self.picked.get(place).copied().unwrap_or_default()
    }

    /// Tells whether the cursor is on a die.
    pub(super) fn is_pointed(&self, place: usize) -> bool {
        self.takes_dice() && self.die == place
    }

    /// Tells whether the picked dice are no choice.
    pub(super) fn is_astray(&self) -> bool {
        self.astray
    }

    /// Tells whether dice can be picked.
    pub(super) fn takes_dice(&self) -> bool {
        let of_dice = |choice: &Choice| matches!(choice.target, Target::Dice(_));
        self.choices.iter().any(of_dice)
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

    /// Answers a key, and says whether it was meant for the hand.
    pub(super) fn press(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char(digit @ '1'..='9') => self.press_digit(digit as usize - '1' as usize),
            KeyCode::Left | KeyCode::Char('h') if self.takes_dice() => self.step(-1),
            KeyCode::Right | KeyCode::Char('l') if self.takes_dice() => self.step(1),
            KeyCode::Char(' ') if self.takes_dice() => self.toggle(self.die),
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

    fn press_digit(&mut self, place: usize) {
        match self.takes_dice() {
            true => self.toggle(place),
            false if place < self.choices.len() => self.point(place),
            false => {}
        }
    }

    /// Moves the cursor over the dice that can be picked.
    fn step(&mut self, by: isize) {
        let free: Vec<usize> = (0..self.dice.len())
            .filter(|place| self.dice[*place].1)
            .collect();
        let at = free
            .iter()
            .position(|place| *place == self.die)
            .unwrap_or_default();
        let next = (at as isize + by).rem_euclid(free.len().max(1) as isize) as usize;
        self.die = free.get(next).copied().unwrap_or_default();
    }

    /// Answers a click, and says whether it was meant for the hand.
    pub(super) fn click(&mut self, spot: &Spot) -> bool {
        match spot {
            Spot::Item(place) => self.point(*place),
            Spot::Die(place) if self.takes_dice() => self.toggle(*place),
            Spot::Row(row) => self.point_target(&Target::Row(row.clone())),
            Spot::Cell(cell) => self.point_cell(cell),
            Spot::Die(_) | Spot::Key(_) => return false,
        }
        true
    }

    /// Moves the cursor to a choice.
    pub(super) fn point(&mut self, place: usize) {
        self.picker.point(place);
        self.follow();
    }

    fn point_target(&mut self, target: &Target) {
        let found = self
            .choices
            .iter()
            .position(|choice| choice.target == *target);
        if let Some(place) = found {
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

    /// Picks a die or puts it back, and moves the cursor to the choice that the picked dice are.
    fn toggle(&mut self, place: usize) {
        let Some((_, true)) = self.dice.get(place) else {
            return;
        };
        self.die = place;
        self.picked[place] ^= true;
        let dice = self.picked_dice();
        let found = self
            .choices
            .iter()
            .position(|choice| choice.target == Target::Dice(dice));
        match found {
            Some(choice) => self.picker.point(choice),
            None if dice.is_empty() => self.picker.point(0),
            None => {}
        }
        self.astray = found.is_none() && !dice.is_empty();
    }

    fn picked_dice(&self) -> Dice {
        let dice = self.dice.iter().zip(&self.picked);
        let faces: Vec<Face> = dice
            .filter(|(_, picked)| **picked)
            .map(|((face, _), _)| *face)
            .collect();
        Dice::try_from(&faces[..]).unwrap_or_default()
    }

    /// Puts everything back; says whether anything was picked by hand.
    pub(super) fn put_back(&mut self) -> bool {
        let any = self.astray || self.from.is_some() || self.picker.cursor() != 0;
        self.point(0);
        any
    }

    /// Picks the dice of the choice under the cursor.
    fn follow(&mut self) {
        self.astray = false;
        self.from = None;
        self.picked.fill(false);
        let Some(Target::Dice(wanted)) = self
            .choices
            .get(self.picker.cursor())
            .map(|choice| &choice.target)
        else {
            return;
        };
        let mut left = wanted.counts();
        for ((face, free), picked) in self.dice.iter().zip(&mut self.picked) {
            let count = &mut left[face.index()];
            if *free && *count > 0 {
                *count -= 1;
                *picked = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotdice_core::{Seat, Tray};

    fn choice(notation: &str, target: Target) -> Choice {
        let (label, notation) = (notation.to_owned(), notation.to_owned());
        Choice {
            label,
            notation,
            hint: String::new(),
            target,
            points: None,
        }
    }

    fn dice(text: &str) -> Dice {
        text.parse().unwrap()
    }

    fn hand() -> Hand {
        let tray = Tray::new("roll", dice("1 5 5 6"), Dice::default(), Mark::Held);
        let choices = vec![
            choice("bank", Target::Nothing),
            choice("keep 1 5", Target::Dice(dice("1 5"))),
            choice("keep 5", Target::Dice(dice("5"))),
        ];
        let parts = vec![Part::Tray(tray)];
        Hand::new(&Scene {
            turn: Some(Seat::FIRST),
            parts,
            choices,
        })
    }

    #[track_caller]
    fn check(keys: &str, chosen: Option<&str>) {
        let mut hand = hand();
        keys.chars()
            .for_each(|key| assert!(hand.press(KeyCode::Char(key)), "{key}"));
        assert_eq!(hand.chosen().map(|choice| choice.notation.as_str()), chosen);
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
        let mut hand = hand();
        hand.press(KeyCode::Down);
        let picked: Vec<bool> = (0..4).map(|place| hand.is_picked(place)).collect();
        assert_eq!(picked, [true, true, false, false]);
    }

    #[test]
    fn letters_choose_what_needs_no_dice() {
        let hand = hand();
        assert_eq!(hand.by_letter('b'), Some(0));
        assert_eq!(hand.by_letter('k'), None);
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
        let mut hand = Hand::new(&Scene {
            turn: None,
            parts: Vec::new(),
            choices,
        });
        let click = |hand: &mut Hand, cell: &str| {
            hand.click(&Spot::Cell(cell.to_owned()));
            hand.chosen().unwrap().notation.clone()
        };
        assert_eq!(click(&mut hand, "21"), "move 21-23");
        assert_eq!(hand.open_cells(), ["23", "31"]);
        assert_eq!(click(&mut hand, "31"), "move 21-31");
        assert_eq!(click(&mut hand, "11"), "place 11");
    }
}
