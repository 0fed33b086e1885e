//! A box as data: `full-house:sets-3-2:25`.

use std::fmt;
use std::str::FromStr;

use hotdice_core::{Dice, Face, capitalized};

use super::pattern::{FaceSet, Least, NotAPattern, Pattern};

/// A box of the sheet: its name, what it asks of the dice and what it pays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScoreBox {
    /// What players call it.
    pub name: BoxName,
    /// What the dice have to show.
    pub pattern: Pattern,
    /// What it pays when they do.
    pub pay: Pay,
}

/// The name of a box: 1 to 24 lower-case letters, digits and hyphens, the first a letter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoxName(String);

/// What a box pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pay {
    /// The sum of all dice: `sum`.
    Sum,
    /// The sum of the dice that the pattern uses: `dice`.
    Dice,
    /// Always the same: a number.
    Flat(u16),
}

/// A text that is not a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotABox {
    /// It does not have three parts.
    #[error("a box is name:pattern:pay")]
    Parts,
    /// The name is not one.
    #[error(
        "a box has a name of 1 to {} lower-case letters, digits and hyphens",
        BoxName::MOST
    )]
    Name,
    /// The pattern is not one.
    #[error(transparent)]
    Pattern(#[from] NotAPattern),
    /// The pay is not one.
    #[error("a box pays sum, dice or a number from 1 to {}", Pay::MOST)]
    Pay,
}

impl ScoreBox {
    /// Returns what the box pays for these dice.
    #[must_use]
    pub fn points(&self, dice: Dice) -> u16 {
        match (self.pattern.uses(dice), self.pay) {
            (None, _) => 0,
            (Some(_), Pay::Sum) => dice.sum() as u16,
            (Some(used), Pay::Dice) => used.sum() as u16,
            (Some(_), Pay::Flat(points)) => points,
        }
    }

    /// Returns the face of an upper box, one that pays the dice of a single face whatever the others show.
    #[must_use]
    pub fn upper_face(&self) -> Option<Face> {
        match (&self.pattern, self.pay) {
            (Pattern::Among(Least::Count(1), faces), Pay::Dice) => FaceSet::only(*faces),
            _ => None,
        }
    }

    /// Tells whether the box asks for `dice` equal dice and nothing else.
    #[must_use]
    pub fn wants_equal(&self, dice: u8) -> bool {
        matches!(&self.pattern, Pattern::Sets(sizes) if sizes.as_slice() == [dice])
    }
}

impl BoxName {
    /// The most characters a name has.
    pub const MOST: usize = 24;

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name as people say it: `Two pairs`.
    #[must_use]
    pub fn title(&self) -> String {
        capitalized(&self.0.replace('-', " "))
    }
}

impl Pay {
    /// The most that a box pays always.
    pub const MOST: u16 = 1000;
}

impl fmt::Display for ScoreBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.name, self.pattern, self.pay)
    }
}

impl FromStr for ScoreBox {
    type Err = NotABox;

    fn from_str(text: &str) -> Result<Self, NotABox> {
        let (name, rest) = text.split_once(':').ok_or(NotABox::Parts)?;
        let (pattern, pay) = rest.split_once(':').ok_or(NotABox::Parts)?;
        Ok(Self {
            name: name.parse()?,
            pattern: pattern.parse()?,
            pay: pay.parse()?,
        })
    }
}

impl fmt::Display for BoxName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for BoxName {
    type Err = NotABox;

    fn from_str(text: &str) -> Result<Self, NotABox> {
        let begins = text.starts_with(|first: char| first.is_ascii_lowercase());
        let fits = text.len() <= Self::MOST;
        let plain = text.bytes().all(is_plain);
        // An empty list of boxes is written so.
        let taken = text == "none";
        (begins && fits && plain && !taken)
            .then(|| Self(text.to_owned()))
            .ok_or(NotABox::Name)
    }
}

fn is_plain(letter: u8) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-'
}

impl fmt::Display for Pay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum => f.write_str("sum"),
            Self::Dice => f.write_str("dice"),
            Self::Flat(points) => points.fmt(f),
        }
    }
}

impl FromStr for Pay {
    type Err = NotABox;

    fn from_str(text: &str) -> Result<Self, NotABox> {
        match text {
            "sum" => Ok(Self::Sum),
            "dice" => Ok(Self::Dice),
            number => number
                .parse()
                .ok()
                .filter(|points| (1..=Self::MOST).contains(points))
                .map(Self::Flat)
                .ok_or(NotABox::Pay),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, dice: &str, points: u16) {
        let score_box: ScoreBox = text.parse().unwrap();
        assert_eq!(score_box.points(dice.parse().unwrap()), points);
        assert_eq!(score_box.to_string(), text);
    }

    #[test]
    fn pays_for_what_nobody_wrote_code_for() {
        check("five-odd:5-of-135:30", "11355", 30);
        check("five-odd:5-of-135:30", "11356", 0);
        check("low:all-of-123:sum", "11233", 10);
        check("two-triplets:sets-3-3:dice", "222555", 21);
        check("high-run:run-3:dice", "12456", 15);
        check("ends:has-16:sum", "11346", 15);
    }

    #[test]
    fn says_what_is_wrong_with_a_box() {
        for (text, wrong) in [
            ("full-house", NotABox::Parts),
            ("full-house:sets-3-2", NotABox::Parts),
            ("Full:any:sum", NotABox::Name),
            (":any:sum", NotABox::Name),
            ("none:any:sum", NotABox::Name),
            ("a-name-of-twenty-five-lett:any:sum", NotABox::Name),
            ("x:pairs:sum", NotABox::Pattern(NotAPattern)),
            ("x:any:all", NotABox::Pay),
            ("x:any:0", NotABox::Pay),
            ("x:any:1001", NotABox::Pay),
            ("x:any:sum:sum", NotABox::Pay),
        ] {
            assert_eq!(text.parse::<ScoreBox>(), Err(wrong), "{text}");
        }
    }

    #[test]
    fn knows_upper_boxes() {
        let upper = |text: &str| text.parse::<ScoreBox>().unwrap().upper_face();
        assert_eq!(upper("fours:1-of-4:dice"), Some(Face::Four));
        assert_eq!(upper("fours:2-of-4:dice"), None);
        assert_eq!(upper("fours:1-of-4:12"), None);
        assert_eq!(upper("low:1-of-12:dice"), None);
    }
}
