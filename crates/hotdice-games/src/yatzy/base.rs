//! The four games that have a name of their own, and the boxes that they bring.

use std::sync::LazyLock;

use hotdice_core::SeatRange;

use super::rules::{Bonus, Joker, Rules, UnusedRolls};
use super::score_box::ScoreBox;

/// A game with a name of its own, from which house rules start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The programming exercise: fifteen boxes, no bonus.
    Kata,
    /// The Scandinavian game.
    Yatzy,
    /// The American game.
    Yahtzee,
    /// The Scandinavian game with six dice.
    MaxiYatzy,
}

const YATZY: &str = "ones:1-of-1:dice+twos:1-of-2:dice+threes:1-of-3:dice+fours:1-of-4:dice+\
    fives:1-of-5:dice+sixes:1-of-6:dice+pair:sets-2:dice+two-pairs:sets-2-2:dice+\
    three-of-a-kind:sets-3:dice+four-of-a-kind:sets-4:dice+small-straight:has-12345:15+\
    large-straight:has-23456:20+full-house:sets-3-2:dice+yatzy:sets-5:50+chance:any:sum";

const YAHTZEE: &str = "ones:1-of-1:dice+twos:1-of-2:dice+threes:1-of-3:dice+fours:1-of-4:dice+\
    fives:1-of-5:dice+sixes:1-of-6:dice+three-of-a-kind:sets-3:sum+four-of-a-kind:sets-4:sum+\
    full-house:sets-3-2:25+small-straight:run-4:30+large-straight:run-5:40+yahtzee:sets-5:50+\
    chance:any:sum";

const MAXI_YATZY: &str = "ones:1-of-1:dice+twos:1-of-2:dice+threes:1-of-3:dice+fours:1-of-4:dice+\
    fives:1-of-5:dice+sixes:1-of-6:dice+pair:sets-2:dice+two-pairs:sets-2-2:dice+\
    three-pairs:sets-2-2-2:dice+three-of-a-kind:sets-3:dice+four-of-a-kind:sets-4:dice+\
    five-of-a-kind:sets-5:dice+small-straight:has-12345:15+large-straight:has-23456:20+\
    full-straight:has-123456:21+full-house:sets-3-2:dice+villa:sets-3-3:dice+\
    tower:sets-4-2:dice+yatzy:sets-6:100+chance:any:sum";

impl Base {
    /// Lists all of them.
    pub const ALL: [Self; 4] = [Self::Kata, Self::Yatzy, Self::Yahtzee, Self::MaxiYatzy];

    /// Returns the base with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|base| base.name() == name)
    }

    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kata => "kata",
            Self::Yatzy => "yatzy",
            Self::Yahtzee => "yahtzee",
            Self::MaxiYatzy => "maxi-yatzy",
        }
    }

    /// Returns its boxes.
    #[must_use]
    pub fn boxes(self) -> &'static [ScoreBox] {
        static LISTS: LazyLock<[Vec<ScoreBox>; 4]> =
            LazyLock::new(|| Base::ALL.map(|base| read_own(base.list())));
        &LISTS[self as usize]
    }

    /// Returns the box that a bare name means: one of its own, or else one of another base.
    #[must_use]
    pub fn find(self, name: &str) -> Option<&'static ScoreBox> {
        [self, Self::Yatzy, Self::MaxiYatzy, Self::Yahtzee]
            .into_iter()
            .flat_map(Self::boxes)
            .find(|known| known.name.as_str() == name)
    }

    /// Returns its rules.
    #[must_use]
    pub fn rules(self) -> Rules {
        let bonus = |points, at| Some(Bonus { points, at });
        let (dice, bonus, joker, unused) = match self {
            Self::Kata => (5, None, None, UnusedRolls::Lost),
            Self::Yatzy => (5, bonus(50, 63), None, UnusedRolls::Lost),
            Self::Yahtzee => (5, bonus(35, 63), Some(Joker::Forced), UnusedRolls::Lost),
            Self::MaxiYatzy => (6, bonus(100, 84), None, UnusedRolls::Saved),
        };
        Rules {
            base: self,
            dice,
            rolls: 3,
            boxes: self.boxes().to_vec(),
            added: Vec::new(),
            bonus,
            joker,
            unused,
            seats: SeatRange::at_least(1),
        }
    }

    const fn list(self) -> &'static str {
        match self {
            Self::Kata | Self::Yatzy => YATZY,
            Self::Yahtzee => YAHTZEE,
            Self::MaxiYatzy => MAXI_YATZY,
        }
    }
}

fn read_own(list: &str) -> Vec<ScoreBox> {
    list.split('+')
        .map(|text| text.parse().expect("the boxes above are written well"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_base_has_its_boxes() {
        let counts = Base::ALL.map(|base| base.boxes().len());
        assert_eq!(counts, [15, 15, 13, 20]);
    }

    #[test]
    fn a_bare_name_means_the_box_of_the_base_first() {
        let written = |base: Base, name| base.find(name).map(ToString::to_string);
        let full_house = |pay| Some(format!("full-house:sets-3-2:{pay}"));
        assert_eq!(written(Base::Yahtzee, "full-house"), full_house("25"));
        assert_eq!(written(Base::MaxiYatzy, "full-house"), full_house("dice"));
        let yahtzee = Some("yahtzee:sets-5:50".to_owned());
        assert_eq!(written(Base::Kata, "yahtzee"), yahtzee);
        assert_eq!(written(Base::Kata, "ful-house"), None);
    }
}
