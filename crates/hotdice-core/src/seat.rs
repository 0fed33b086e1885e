//! Places at the table.

use std::fmt;
use std::str::FromStr;

/// A place at the table. Seats are counted from 0 in code and from 1 in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const FIRST: Self = Self(0);

    /// The most seats a table can have.
    pub const MOST: u8 = 64;

    /// Returns the seat with this place, counted from 0, or nothing when no table is that large.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::MOST {
            Some(Self(index))
        } else {
            None
        }
    }

    /// Returns the place of this seat, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the seat that acts next at a table of `seats`.
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        Self((self.0 + 1) % seats)
    }

    /// Returns all seats of a table in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats.min(Self::MOST)).map(Self)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).fmt(f)
    }
}

/// A text that is not the number of a seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a seat: use a number from 1 to {most}", most = Seat::MOST)]
pub struct NotASeat(String);

impl FromStr for Seat {
    type Err = NotASeat;

    fn from_str(text: &str) -> Result<Self, NotASeat> {
        text.parse::<u8>()
            .ok()
            .and_then(|number| number.checked_sub(1))
            .and_then(Self::new)
            .ok_or_else(|| NotASeat(text.to_owned()))
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u64);

impl SeatSet {
    /// Tells whether `seat` is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Returns how many seats are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Tells whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(Seat::MOST).filter(move |&seat| self.contains(seat))
    }

    /// Returns every seat of a table whose score is the highest there.
    #[must_use]
    pub fn highest<T: Ord>(scores: impl IntoIterator<Item = T>) -> Self {
        let scores: Vec<T> = scores.into_iter().collect();
        let best = scores.iter().max();
        std::iter::zip(Seat::all(Seat::MOST), &scores)
            .filter(|(_, score)| Some(*score) == best)
            .map(|(seat, _)| seat)
            .collect()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        Self(seats.into_iter().fold(0, |set, seat| set | 1 << seat.0))
    }
}

/// How many seats a game allows, written as `2`, `2+` or `2-4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatRange {
    least: u8,
    most: u8,
}

impl SeatRange {
    /// Returns the range from `least` to `most` seats, or nothing when no table fits it.
    #[must_use]
    pub const fn new(least: u8, most: u8) -> Option<Self> {
        if least >= 1 && least <= most && most <= Seat::MOST {
            Some(Self { least, most })
        } else {
            None
        }
    }

    /// Returns the range from `least` seats to the largest table.
    ///
    /// # Panics
    /// When `least` is 0 or more than the largest table.
    #[must_use]
    pub const fn at_least(least: u8) -> Self {
        Self::new(least, Seat::MOST).expect("a table of that size")
    }

    /// Returns the range of exactly `seats`.
    ///
    /// # Panics
    /// When `seats` is 0 or more than the largest table.
    #[must_use]
    pub const fn exactly(seats: u8) -> Self {
        Self::new(seats, seats).expect("a table of that size")
    }

    /// Returns the least number of seats.
    #[must_use]
    pub const fn least(self) -> u8 {
        self.least
    }

    /// Returns the greatest number of seats.
    #[must_use]
    pub const fn most(self) -> u8 {
        self.most
    }

    /// Tells whether a table of `seats` is allowed.
    #[must_use]
    pub const fn contains(self, seats: u8) -> bool {
        self.least <= seats && seats <= self.most
    }

    /// Says the range in words: `2 or more`.
    #[must_use]
    pub fn in_words(self) -> String {
        match (self.least, self.most) {
            (least, Seat::MOST) => format!("{least} or more"),
            (least, most) if least == most => format!("exactly {least}"),
            (least, most) => format!("{least} to {most}"),
        }
    }
}

impl fmt::Display for SeatRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (least, Seat::MOST) => write!(f, "{least}+"),
            (least, most) if least == most => write!(f, "{least}"),
            (least, most) => write!(f, "{least}-{most}"),
        }
    }
}

/// A text that is not a range of seats.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a number of seats: use 2, 2+ or 2-4")]
pub struct NotASeatRange;

impl FromStr for SeatRange {
    type Err = NotASeatRange;

    fn from_str(text: &str) -> Result<Self, NotASeatRange> {
        let number = |digits: &str| digits.parse::<u8>().map_err(|_| NotASeatRange);
        let (least, most) = match (text.strip_suffix('+'), text.split_once('-')) {
            (Some(least), _) => (number(least)?, Seat::MOST),
            (None, Some((least, most))) => (number(least)?, number(most)?),
            (None, None) => (number(text)?, number(text)?),
        };
        Self::new(least, most).ok_or(NotASeatRange)
    }
}

/// Someone who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player, who sees what their seat may see.
    Seat(Seat),
    /// Anybody else.
    Spectator,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_print_and_parse_back() {
        for text in ["1+", "2+", "2", "2-4", "64+"] {
            let printed = text.parse::<SeatRange>().unwrap().to_string();
            assert_eq!(printed, text);
        }
        for text in ["", "0", "4-2", "65", "two", "+"] {
            assert_eq!(text.parse::<SeatRange>(), Err(NotASeatRange), "{text}");
        }
    }

    #[test]
    fn the_highest_share() {
        let winners = SeatSet::highest([3, 7, 7, 1]);
        assert_eq!(
            winners
                .iter()
                .map(|seat| seat.to_string())
                .collect::<String>(),
            "23"
        );
    }
}
