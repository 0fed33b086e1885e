//! Every rule of the family that can be changed.

use std::fmt;
use std::str::FromStr;

use hotdice_core::{Parameter, RulesError, SeatRange};

use super::cards::DeckKind;

/// The largest number of points that a rule may name.
const MOST_POINTS: u32 = 1_000_000;

/// The rules of one push-your-luck game, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Points of each single 1.
    pub ones: u32,
    /// Points of each single 5.
    pub fives: u32,
    /// Points of three 1s; three of any other face are 100 times the face.
    pub three_ones: u32,
    /// Points of four, five and six of a kind.
    pub kinds: Kinds,
    /// Points of 1 2 3 4 5 6; 0 does not score.
    pub straight: u32,
    /// Points of five dice in a row.
    pub short_straight: ShortStraights,
    /// Points of three different pairs; 0 does not score.
    pub three_pairs: u32,
    /// Points of four of a kind and a pair; 0 does not score.
    pub four_and_pair: u32,
    /// Points of two different triplets; 0 counts them as the triples they are.
    pub two_triplets: u32,
    /// Points of six dice that score nothing, which are then rolled again; 0 is a bust.
    pub no_score: u32,
    /// What happens when all six dice have been kept.
    pub hot: Hot,
    /// The points that win.
    pub target: u32,
    /// How the game ends.
    pub end: End,
    /// The points that it takes to get on the board.
    pub opening: u32,
    /// Whether these are made in one turn or in several.
    pub opens: Opens,
    /// The least turn total that may be banked.
    pub bank_min: u32,
    /// The penalty for busts in a row.
    pub busts: BustPenalty,
    /// Whether a player may go on with the dice and the total that the last one left.
    pub piggyback: Piggyback,
    /// Who begins.
    pub first: First,
    /// Which dice of the last roll banking counts.
    pub bank_takes: BankTakes,
    /// How dice are split into combinations.
    pub count: Count,
    /// The cards that are drawn.
    pub deck: DeckKind,
    /// How many can play.
    pub seats: SeatRange,
}

/// Points of four, five and six of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// They are a triple and more dice.
    None,
    /// Four, five and six equal dice pay these points whatever their face.
    Flat(u32, u32, u32),
    /// They pay 2, 4 and 8 times the triple.
    Double,
    /// They pay 2, 3 and 4 times the triple.
    Linear,
}

impl Kinds {
    /// Returns the points of `count` equal dice whose triple pays `triple`; 0 when they are no combination.
    pub(super) fn points(self, count: u8, triple: u32) -> u32 {
        match (self, count) {
            (_, 3) => triple,
            (Self::Flat(four, _, _), 4) => four,
            (Self::Flat(_, five, _), 5) => five,
            (Self::Flat(_, _, six), 6) => six,
            (Self::Double, 4..=6) => triple << (count - 3),
            (Self::Linear, 4..=6) => triple * u32::from(count - 2),
            _ => 0,
        }
    }
}

/// Points of five dice in a row, with or without a sixth die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortStraights {
    /// They do not score.
    None,
    /// 1 2 3 4 5 and 2 3 4 5 6 pay these points; 0 does not score.
    Pay(u32, u32),
}

impl ShortStraights {
    /// Returns the counts of the faces of each, and what it pays.
    pub(super) const fn each(self) -> [([u8; 6], u32); 2] {
        let (low, high) = match self {
            Self::None => (0, 0),
            Self::Pay(low, high) => (low, high),
        };
        [([1, 1, 1, 1, 1, 0], low), ([0, 1, 1, 1, 1, 1], high)]
    }
}

/// What happens when all six dice have been kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hot {
    /// The player may roll all six again.
    Optional,
    /// The turn ends and its points are banked.
    EndsTurn,
    /// The player must roll all six again.
    Forced,
}

/// How the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A roll that would reach the target wins at once.
    OnRoll,
    /// The turn that banks the target wins.
    OnBank,
    /// When the target is banked the others have one more turn; the highest score wins.
    FinalRound,
}

/// How a player gets on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// A player without points needs a turn total of the opening to bank.
    Turn,
    /// Banked points count once there are as many of them as the opening, over however many turns.
    Game,
}

/// Whether a player may go on with the dice and the total that the last one left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piggyback {
    /// Every turn begins with six dice.
    No,
    /// After a bank the next player may pick up the dice that were not kept and begin with what was banked.
    Yes,
}

/// The penalty for busts in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BustPenalty {
    /// There is none.
    None,
    /// So many busts in a row cost so many points; then the count begins again.
    InARow(u8, u32),
}

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The first seat.
    Entered,
    /// A seat drawn by lot.
    Random,
}

/// Which dice of the last roll banking counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BankTakes {
    /// Every die that scores.
    Roll,
    /// Only dice that were kept.
    Kept,
}

/// How dice are split into combinations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The way that pays most.
    Best,
    /// The largest pattern first, even where another way pays more.
    InOrder,
}

impl Rules {
    /// Refuses rules that contradict themselves.
    pub(super) fn check(self) -> Result<Self, RulesError> {
        if self.opening.max(self.bank_min) > self.target {
            return Err(RulesError::Conflict(
                "opening and bank_min cannot be more than target",
            ));
        }
        if self.piggyback == Piggyback::Yes && self.deck != DeckKind::None {
            return Err(RulesError::Conflict(
                "a turn with a card begins with six dice: use piggyback=no or deck=none",
            ));
        }
        Ok(self)
    }

    /// Returns the least turn total that a player with `score` may bank.
    #[must_use]
    pub fn least_to_bank(&self, score: u32) -> u32 {
        match (self.opens, score) {
            (Opens::Turn, 0) => self.opening.max(self.bank_min),
            _ => self.bank_min,
        }
    }

    /// Returns the least number of banked points that count; fewer wait, and nothing takes them away.
    #[must_use]
    pub const fn counts_from(&self) -> u32 {
        match self.opens {
            Opens::Turn => 0,
            Opens::Game => self.opening,
        }
    }

    /// Returns how many of a player's banked points count.
    #[must_use]
    pub const fn counted(&self, banked: u32) -> u32 {
        if banked < self.counts_from() {
            0
        } else {
            banked
        }
    }

    /// Returns the points of three equal dice of this many pips.
    pub(super) fn triple(&self, pips: u8) -> u32 {
        match pips {
            1 => self.three_ones,
            _ => 100 * u32::from(pips),
        }
    }

    /// Returns the points of a single die of this many pips.
    pub(super) fn single(&self, pips: u8) -> u32 {
        match pips {
            1 => self.ones,
            5 => self.fives,
            _ => 0,
        }
    }
}

/// Makes a word for each value of an enum, for both directions.
macro_rules! words {
    ($type:ident { $($value:ident = $word:literal),* $(,)? }) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$value => $word),* })
            }
        }

        impl FromStr for $type {
            type Err = ();

            fn from_str(text: &str) -> Result<Self, ()> {
                match text {
                    $($word => Ok(Self::$value),)*
                    _ => Err(()),
                }
            }
        }
    };
}

words!(Hot { Optional = "optional", EndsTurn = "ends-turn", Forced = "forced" });
words!(End { OnRoll = "on-roll", OnBank = "on-bank", FinalRound = "final-round" });
words!(Opens { Turn = "turn", Game = "game" });
words!(Piggyback { No = "no", Yes = "yes" });
words!(First { Entered = "entered", Random = "random" });
words!(BankTakes { Roll = "roll", Kept = "kept" });
words!(Count { Best = "best", InOrder = "in-order" });
words!(DeckKind { None = "none", Small = "small", Full = "full" });

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Flat(four, five, six) => write!(f, "{four}/{five}/{six}"),
            Self::Double => f.write_str("double"),
            Self::Linear => f.write_str("linear"),
        }
    }
}

impl FromStr for Kinds {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "none" => Ok(Self::None),
            "double" => Ok(Self::Double),
            "linear" => Ok(Self::Linear),
            _ => read_flat(text).ok_or(()),
        }
    }
}

fn read_flat(text: &str) -> Option<Kinds> {
    let mut values = text.split('/').map(read_points);
    let (four, five, six) = (values.next()??, values.next()??, values.next()??);
    values
        .next()
        .is_none()
        .then_some(Kinds::Flat(four, five, six))
}

impl fmt::Display for ShortStraights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Pay(low, high) => write!(f, "{low}/{high}"),
        }
    }
}

impl FromStr for ShortStraights {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == "none" {
            return Ok(Self::None);
        }
        let (low, high) = text.split_once('/').ok_or(())?;
        let points = |text| read_points(text).ok_or(());
        Ok(Self::Pay(points(low)?, points(high)?))
    }
}

impl fmt::Display for BustPenalty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::InARow(busts, points) => write!(f, "{busts}:-{points}"),
        }
    }
}

impl FromStr for BustPenalty {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == "none" {
            return Ok(Self::None);
        }
        let (busts, points) = text.split_once(":-").ok_or(())?;
        let busts = busts.parse().ok().filter(|busts| (1..=9).contains(busts));
        let points = read_points(points).filter(|points| *points > 0);
        Ok(Self::InARow(busts.ok_or(())?, points.ok_or(())?))
    }
}

fn read_points(text: &str) -> Option<u32> {
    text.parse().ok().filter(|points| *points <= MOST_POINTS)
}

/// Makes a parameter of the field that has its name.
macro_rules! parameter {
    ($name:ident, $meaning:literal, $accepts:literal, $examples:expr, $read:expr) => {
        Parameter {
            name: stringify!($name),
            meaning: $meaning,
            accepts: $accepts,
            examples: &$examples,
            get: |rules: &Rules| rules.$name.to_string(),
            set: |rules, value| {
                rules.$name = ($read)(value)?;
                Some(())
            },
        }
    };
    ($name:ident, $meaning:literal, points, $examples:expr) => {
        parameter!(
            $name,
            $meaning,
            "points from 0 to 1000000",
            $examples,
            read_points
        )
    };
    ($name:ident, $meaning:literal, $accepts:literal, $examples:expr) => {
        parameter!($name, $meaning, $accepts, $examples, |value: &str| value
            .parse()
            .ok())
    };
}

/// The parameters in the order in which rules lines print them.
pub(super) const PARAMETERS: &[Parameter<Rules>] = &[
    parameter!(ones, "Each single 1", points, ["0", "50", "100"]),
    parameter!(fives, "Each single 5", points, ["0", "50", "100"]),
    parameter!(three_ones, "Three 1s", points, ["0", "50", "300", "1000"]),
    parameter!(
        kinds,
        "Four, five and six of a kind",
        "none, double, linear, or three values such as 1000/2000/3000",
        ["none", "double", "linear", "50/0/100", "1000/2000/3000"]
    ),
    parameter!(
        straight,
        "Straight, 1 to 6; 0 means it doesn't score",
        points,
        ["0", "50", "1500"]
    ),
    parameter!(
        short_straight,
        "Short straights, 1 to 5 and 2 to 6",
        "none, or two values such as 500/750",
        ["none", "50/100", "0/300", "500/750"]
    ),
    parameter!(
        three_pairs,
        "Three pairs; 0 means they don't score",
        points,
        ["0", "50", "1500"]
    ),
    parameter!(
        four_and_pair,
        "Four of a kind and a pair; 0 means they don't score together",
        points,
        ["0", "50", "1500"]
    ),
    parameter!(
        two_triplets,
        "Two triplets; 0 scores each by itself",
        points,
        ["0", "50", "2500"]
    ),
    parameter!(
        no_score,
        "Six dice that score nothing, rolled again; 0 means a bust",
        points,
        ["0", "50", "500"]
    ),
    parameter!(
        hot,
        "When all six dice are kept",
        "optional, ends-turn or forced",
        ["optional", "ends-turn", "forced"]
    ),
    parameter!(
        target,
        "Points to win",
        "points from 50 to 1000000",
        ["50", "130", "150", "10000"],
        |value| { read_points(value).filter(|target| *target >= 50) }
    ),
    parameter!(
        end,
        "How the game ends",
        "on-roll, on-bank or final-round",
        ["on-roll", "on-bank", "final-round"]
    ),
    parameter!(
        opening,
        "Points it takes to get on the board",
        points,
        ["0", "100", "500"]
    ),
    parameter!(
        opens,
        "Whether getting on the board takes one turn or the whole game",
        "turn or game",
        ["turn", "game"]
    ),
    parameter!(
        bank_min,
        "Fewest points you can bank",
        points,
        ["0", "100", "300"]
    ),
    parameter!(
        busts,
        "Penalty for busts in a row",
        "none, or busts and points such as 3:-1000",
        ["none", "1:-50", "2:-100", "3:-1000"]
    ),
    parameter!(
        piggyback,
        "Whether you can take over the dice and points of the player before you",
        "no or yes",
        ["no", "yes"]
    ),
    parameter!(
        first,
        "Who goes first",
        "entered or random",
        ["entered", "random"]
    ),
    parameter!(
        bank_takes,
        "Which dice of the last roll count when you bank",
        "roll or kept",
        ["roll", "kept"]
    ),
    parameter!(
        count,
        "How dice are scored",
        "best or in-order",
        ["best", "in-order"]
    ),
    parameter!(
        deck,
        "Cards",
        "none, small or full",
        ["none", "small", "full"]
    ),
    parameter!(seats, "Players", "2, 2+ or 2-4", ["2", "2+", "2-4"]),
];
