//! What dice have to show for a box to pay, as data: `sets-3-2`, `run-4`, `5-of-135`.

use std::fmt;
use std::str::FromStr;

use hotdice_core::{Dice, Face};

/// What dice have to show for a box to pay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Anything: `any`.
    Any,
    /// Enough dice that show one of some faces: `5-of-135`, `all-of-123`.
    Among(Least, FaceSet),
    /// Equal dice, each set of a face of its own: `sets-3-2`.
    Sets(Sizes),
    /// Each of some faces: `has-12345`.
    Faces(FaceSet),
    /// Faces in a row, as many as this: `run-4`.
    Run(u8),
}

/// How many dice have to be among some faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Least {
    /// This many or more.
    Count(u8),
    /// Every one of them.
    All,
}

/// One or more different faces, written as rising digits: `135`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceSet(Dice);

/// The sizes of some sets of equal dice, largest first, six dice at most: `3-2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sizes(Vec<u8>);

/// A text that is not a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a pattern: use any, 5-of-135, all-of-123, sets-3-2, has-12345 or run-4")]
pub struct NotAPattern;

impl FaceSet {
    /// Returns the faces in rising order.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        self.0.faces()
    }

    /// Returns the faces as dice, one of each.
    #[must_use]
    pub fn dice(self) -> Dice {
        self.0
    }

    /// Returns the face if there is no other.
    #[must_use]
    pub fn only(self) -> Option<Face> {
        let mut faces = self.faces();
        faces.next().filter(|_| faces.next().is_none())
    }
}

impl Sizes {
    /// Returns the sizes, largest first.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

impl Pattern {
    /// Returns how many dice it takes at least.
    #[must_use]
    pub fn needs(&self) -> u8 {
        match self {
            Self::Any | Self::Among(Least::All, _) => 1,
            Self::Among(Least::Count(least), _) => *least,
            Self::Sets(Sizes(sizes)) => sizes.iter().sum(),
            Self::Faces(faces) => faces.dice().len(),
            Self::Run(length) => *length,
        }
    }

    /// Returns the dice that the pattern uses, those with the most pips, or nothing when it is not there.
    #[must_use]
    pub fn uses(&self, dice: Dice) -> Option<Dice> {
        match self {
            Self::Any => Some(dice),
            Self::Among(least, faces) => {
                let among = among(dice, *faces);
                let least = match least {
                    Least::Count(count) => *count,
                    Least::All => dice.len(),
                };
                (among.len() >= least).then_some(among)
            }
            Self::Sets(Sizes(sizes)) => best_sets(dice, sizes),
            Self::Faces(faces) => dice.contains(faces.dice()).then_some(faces.dice()),
            Self::Run(length) => best_run(dice, *length),
        }
    }
}

fn among(dice: Dice, faces: FaceSet) -> Dice {
    let others = Face::ALL
        .into_iter()
        .filter(|&face| faces.dice().count(face) == 0)
        .map(|face| Dice::of(face, dice.count(face)));
    others.fold(dice, Dice::beyond)
}

/// Tries every face for the first set, and goes on with the other sets and the other faces.
fn best_sets(dice: Dice, sizes: &[u8]) -> Option<Dice> {
    let Some((&size, smaller)) = sizes.split_first() else {
        return Some(Dice::NONE);
    };
    Face::ALL
        .into_iter()
        .filter(|&face| dice.count(face) >= size)
        .filter_map(|face| {
            let others = dice.beyond(Dice::of(face, dice.count(face)));
            best_sets(others, smaller)?.plus(Dice::of(face, size))
        })
        .max_by_key(|used| used.sum())
}

fn best_run(dice: Dice, length: u8) -> Option<Dice> {
    Face::ALL
        .windows(usize::from(length.max(1)))
        .filter_map(|faces| Dice::try_from(faces).ok())
        .rfind(|&run| dice.contains(run))
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::Among(Least::Count(least), faces) => write!(f, "{least}-of-{faces}"),
            Self::Among(Least::All, faces) => write!(f, "all-of-{faces}"),
            Self::Sets(sizes) => write!(f, "sets-{sizes}"),
            Self::Faces(faces) => write!(f, "has-{faces}"),
            Self::Run(length) => write!(f, "run-{length}"),
        }
    }
}

impl FromStr for Pattern {
    type Err = NotAPattern;

    fn from_str(text: &str) -> Result<Self, NotAPattern> {
        if text == "any" {
            return Ok(Self::Any);
        }
        if let Some((least, faces)) = text.split_once("-of-") {
            return Ok(Self::Among(least.parse()?, faces.parse()?));
        }
        match text.split_once('-') {
            Some(("sets", sizes)) => Ok(Self::Sets(sizes.parse()?)),
            Some(("has", faces)) => Ok(Self::Faces(faces.parse()?)),
            Some(("run", length)) => Ok(Self::Run(number(length, 2)?)),
            _ => Err(NotAPattern),
        }
    }
}

/// Reads a number from `least` to six.
fn number(digits: &str, least: u8) -> Result<u8, NotAPattern> {
    digits
        .parse()
        .ok()
        .filter(|number| (least..=6).contains(number))
        .ok_or(NotAPattern)
}

impl FromStr for Least {
    type Err = NotAPattern;

    fn from_str(text: &str) -> Result<Self, NotAPattern> {
        match text {
            "all" => Ok(Self::All),
            count => number(count, 1).map(Self::Count),
        }
    }
}

impl fmt::Display for FaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.digits())
    }
}

impl FromStr for FaceSet {
    type Err = NotAPattern;

    fn from_str(text: &str) -> Result<Self, NotAPattern> {
        let faces = text.parse::<Dice>().map_err(|_| NotAPattern)?;
        let once = faces.counts().iter().all(|&count| count <= 1);
        (once && !faces.is_empty())
            .then_some(Self(faces))
            .ok_or(NotAPattern)
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.0.iter().map(u8::to_string).collect();
        f.write_str(&sizes.join("-"))
    }
}

impl FromStr for Sizes {
    type Err = NotAPattern;

    fn from_str(text: &str) -> Result<Self, NotAPattern> {
        let sizes = text.split('-').map(|size| number(size, 1));
        let mut sizes = sizes.collect::<Result<Vec<u8>, _>>()?;
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        let dice: usize = sizes.iter().map(|&size| usize::from(size)).sum();
        (dice <= 6).then_some(Self(sizes)).ok_or(NotAPattern)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, dice: &str, used: Option<&str>) {
        let pattern: Pattern = pattern.parse().unwrap();
        let used = used.map(|used| used.parse().unwrap());
        assert_eq!(pattern.uses(dice.parse().unwrap()), used);
    }

    #[test]
    fn takes_the_best_dice() {
        check("any", "11245", Some("11245"));
        check("1-of-4", "11244", Some("44"));
        check("5-of-135", "11355", Some("11355"));
        check("5-of-135", "11356", None);
        check("all-of-123", "112233", Some("112233"));
        check("all-of-123", "112234", None);
        check("sets-2", "33344", Some("44"));
        check("sets-2-2", "112233", Some("2233"));
        check("sets-3-2", "55566", Some("55566"));
        check("sets-3-2", "44444", None);
        check("sets-2-2", "33333", None);
        check("sets-3-3", "111666", Some("111666"));
        check("has-12345", "123455", Some("12345"));
        check("run-4", "12345", Some("2345"));
        check("run-4", "12356", None);
    }

    #[test]
    fn writes_one_way_only() {
        for (text, written) in [
            ("any", "any"),
            ("5-of-531", "5-of-135"),
            ("all-of-321", "all-of-123"),
            ("sets-2-3", "sets-3-2"),
            ("has-54321", "has-12345"),
            ("run-06", "run-6"),
        ] {
            assert_eq!(text.parse::<Pattern>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn refuses_what_is_no_pattern() {
        for text in [
            "",
            "all",
            "0-of-1",
            "7-of-1",
            "1-of-",
            "1-of-11",
            "1-of-7",
            "1-of-none",
            "sets-",
            "sets-0",
            "sets-4-3",
            "has-",
            "has-116",
            "run-1",
            "run-7",
            "run-",
            "sets",
            "run-4-4",
        ] {
            assert_eq!(text.parse::<Pattern>(), Err(NotAPattern), "{text}");
        }
    }
}
