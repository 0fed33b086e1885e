//! The parameters of the family, how a rules line writes them, and which of them do not go together.

use std::ops::RangeInclusive;

use hotdice_core::{Parameter, RulesError, SeatRange};

use super::base::Base;
use super::score_box::ScoreBox;

/// A set of house rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The game they start from.
    pub base: Base,
    /// How many dice there are.
    pub dice: u8,
    /// How many rolls a turn has.
    pub rolls: u8,
    /// The boxes of the sheet, without those added.
    pub boxes: Vec<ScoreBox>,
    /// The boxes added at the end of the sheet.
    pub added: Vec<ScoreBox>,
    /// What a high upper sum earns, if anything.
    pub bonus: Option<Bonus>,
    /// What a further roll of equal dice does, if anything.
    pub joker: Option<Joker>,
    /// What becomes of rolls that a turn did not use.
    pub unused: UnusedRolls,
    /// How many can play.
    pub seats: SeatRange,
}

/// What a high upper sum earns, written as `50/63`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bonus {
    /// The points.
    pub points: u16,
    /// The least upper sum that earns them.
    pub at: u16,
}

/// Where a further roll of equal dice goes once the box for it is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joker {
    /// In the matching upper box, or else in a lower box, which it fits; or else in any.
    Forced,
    /// Anywhere; it fits lower boxes once the matching upper box is filled.
    Free,
    /// In a lower box, which it fits; or else in any.
    Original,
}

/// What becomes of rolls that a turn did not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnusedRolls {
    /// They may be spent in later turns.
    Saved,
    /// Nothing.
    Lost,
}

/// The most boxes a sheet has.
pub const MOST_BOXES: usize = 32;

const DICE: RangeInclusive<u8> = 1..=6;
const ROLLS: RangeInclusive<u8> = 1..=9;

/// The most points that a bonus pays or asks for.
const MOST_BONUS: u16 = 10_000;

pub(super) const PARAMETERS: &[Parameter<Rules>] = &[
    Parameter {
        name: "dice",
        meaning: "Number of dice",
        accepts: "a number from 1 to 6",
        examples: &["1", "2", "3", "6"],
        get: |rules| rules.dice.to_string(),
        set: |rules, value| read_number(value, DICE).map(|dice| rules.dice = dice),
    },
    Parameter {
        name: "rolls",
        meaning: "Rolls per turn, including the first",
        accepts: "a number from 1 to 9",
        examples: &["1", "2", "4"],
        get: |rules| rules.rolls.to_string(),
        set: |rules, value| read_number(value, ROLLS).map(|rolls| rules.rolls = rolls),
    },
    Parameter {
        name: "boxes",
        meaning: "All boxes of the sheet, from top to bottom",
        accepts: BOX_LIST,
        examples: BOX_LISTS,
        get: |rules| rules.base.write_list(&rules.boxes),
        set: |rules, value| rules.base.read_list(value).map(|list| rules.boxes = list),
    },
    Parameter {
        name: "add",
        meaning: "Extra boxes at the end of the sheet",
        accepts: BOX_LIST,
        examples: ADDED_LISTS,
        get: |rules| rules.base.write_list(&rules.added),
        set: |rules, value| rules.base.read_list(value).map(|list| rules.added = list),
    },
    Parameter {
        name: "bonus",
        meaning: "Upper bonus: its points and the upper sum it takes",
        accepts: "none, or points/least upper sum as 50/63",
        examples: &["none", "9/2", "50/63"],
        get: |rules| rules.bonus.map_or("none".to_owned(), Bonus::text),
        set: |rules, value| unless_none(value, Bonus::read).map(|bonus| rules.bonus = bonus),
    },
    Parameter {
        name: "joker",
        meaning: "Where another roll of equal dice goes, once their box is filled; each earns 100 points",
        accepts: "forced, free, original or none",
        examples: &["forced", "free", "original", "none"],
        get: |rules| rules.joker.map_or("none", Joker::word).to_owned(),
        set: |rules, value| unless_none(value, Joker::read).map(|joker| rules.joker = joker),
    },
    Parameter {
        name: "saved_rolls",
        meaning: "Whether unused rolls are saved for later turns",
        accepts: "on or off",
        examples: &["on", "off"],
        get: |rules| rules.unused.word().to_owned(),
        set: |rules, value| UnusedRolls::read(value).map(|unused| rules.unused = unused),
    },
    Parameter {
        name: "seats",
        meaning: "Players",
        accepts: "1, 1+ or 2-4",
        examples: &["1", "1+", "2-4"],
        get: |rules| rules.seats.to_string(),
        set: |rules, value| value.parse().ok().map(|seats| rules.seats = seats),
    },
];

const BOX_LIST: &str = "boxes joined with +, each a known name such as full-house or name:pattern:pay \
    (pattern: any, 5-of-135, all-of-123, sets-3-2, has-12345 or run-4; \
    pay: sum, dice or a number from 1 to 1000)";

/// Every kind of pattern and of pay, in sheets for few dice.
const BOX_LISTS: &[&str] = &[
    "ones+twin:sets-2:50",
    "twos+low:all-of-123:sum+odd:1-of-135:dice",
    "ones+step:has-12:7+run:run-2:20",
    "ones+pair+full-house+yatzy+chance",
];

const ADDED_LISTS: &[&str] = &["none", "all:any:sum", "full-house", "last:sets-2:50+chance"];

fn read_number(digits: &str, allowed: RangeInclusive<u8>) -> Option<u8> {
    digits
        .parse()
        .ok()
        .filter(|number| allowed.contains(number))
}

/// Reads `none` as nothing there, and anything else with `read`.
fn unless_none<T>(text: &str, read: fn(&str) -> Option<T>) -> Option<Option<T>> {
    match text {
        "none" => Some(None),
        text => read(text).map(Some),
    }
}

impl Base {
    fn write_list(self, boxes: &[ScoreBox]) -> String {
        let written: Vec<String> = boxes.iter().map(|listed| self.write_box(listed)).collect();
        if written.is_empty() {
            "none".to_owned()
        } else {
            written.join("+")
        }
    }

    fn write_box(self, listed: &ScoreBox) -> String {
        match self.find(listed.name.as_str()) {
            Some(known) if known == listed => listed.name.to_string(),
            _ => listed.to_string(),
        }
    }

    fn read_list(self, text: &str) -> Option<Vec<ScoreBox>> {
        match text {
            "none" => Some(Vec::new()),
            list => list.split('+').map(|text| self.read_box(text)).collect(),
        }
    }

    fn read_box(self, text: &str) -> Option<ScoreBox> {
        self.find(text).cloned().or_else(|| text.parse().ok())
    }
}

impl Rules {
    /// Returns the rules in the form in which equal rules are written alike, all boxes in order.
    ///
    /// # Errors
    /// When the parameters do not go together.
    pub(super) fn settled(mut self) -> Result<Self, RulesError> {
        self.boxes.append(&mut self.added);
        if let Some(flaw) = self.flaw() {
            return Err(RulesError::Conflict(flaw));
        }
        if self.boxes.starts_with(self.base.boxes()) {
            self.added = self.boxes.split_off(self.base.boxes().len());
        }
        Ok(self)
    }

    /// Returns every box of the sheet, from top to bottom.
    pub fn sheet(&self) -> impl Iterator<Item = &ScoreBox> {
        self.boxes.iter().chain(&self.added)
    }

    /// Says why nobody could play by these rules.
    fn flaw(&self) -> Option<&'static str> {
        let has = |found: fn(&Self, &ScoreBox) -> bool| self.sheet().any(|one| found(self, one));
        if !DICE.contains(&self.dice) || !ROLLS.contains(&self.rolls) {
            Some("a game has 1 to 6 dice and 1 to 9 rolls in a turn")
        } else if self.sheet().next().is_none() {
            Some("there is no box: list some with boxes=")
        } else if self.sheet().count() > MOST_BOXES {
            Some("there are more than 32 boxes")
        } else if self.has_namesakes() {
            Some("two boxes have the same name")
        } else if has(|rules, one| one.pattern.needs() > rules.dice) {
            Some(
                "a box needs more dice than there are: change dice= or list other boxes with boxes=",
            )
        } else if self.bonus.is_some() && !has(|_, one| one.upper_face().is_some()) {
            Some("the bonus needs an upper box such as ones: add one or set bonus=none")
        } else if self.joker.is_some() && !has(|rules, one| one.wants_equal(rules.dice)) {
            Some(
                "jokers need a box for all dice equal, such as yahtzee for five dice: add one or set joker=none",
            )
        } else {
            None
        }
    }

    fn has_namesakes(&self) -> bool {
        let mut names: Vec<&str> = self.sheet().map(|one| one.name.as_str()).collect();
        names.sort_unstable();
        names.windows(2).any(|pair| pair[0] == pair[1])
    }
}

impl Bonus {
    fn text(self) -> String {
        format!("{}/{}", self.points, self.at)
    }

    fn read(text: &str) -> Option<Self> {
        let number = |digits: &str| {
            let number = digits.parse().ok()?;
            (1..=MOST_BONUS).contains(&number).then_some(number)
        };
        let (points, at) = text.split_once('/')?;
        Some(Self {
            points: number(points)?,
            at: number(at)?,
        })
    }
}

impl Joker {
    const fn word(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Free => "free",
            Self::Original => "original",
        }
    }

    fn read(word: &str) -> Option<Self> {
        [Self::Forced, Self::Free, Self::Original]
            .into_iter()
            .find(|joker| joker.word() == word)
    }
}

impl UnusedRolls {
    const fn word(self) -> &'static str {
        match self {
            Self::Saved => "on",
            Self::Lost => "off",
        }
    }

    fn read(word: &str) -> Option<Self> {
        [Self::Saved, Self::Lost]
            .into_iter()
            .find(|unused| unused.word() == word)
    }
}
