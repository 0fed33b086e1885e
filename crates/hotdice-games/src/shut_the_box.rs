//! Shut the Box: shut numbered tiles that add up to the dice, and leave as little open as you can.
//!
//! The rules are here, the text forms in `notation`, the picture and the words in `show`.

mod notation;
mod show;
#[cfg(test)]
mod tests;
mod tiles;

use std::sync::Arc;

use hotdice_core::{
    AnyGame, Dice, Face, Game, Odds, Open, Parameter, RulesError, RulesLine, Seat, SeatRange,
    SeatSet, Standing, Throw, Turn, Viewer, counted, read_rules,
};

use crate::registry::{Family, Preset};

pub use tiles::TileSet;

/// The family for the registry.
pub const FAMILY: Family = Family {
    name: "shut-the-box",
    presets: &[Preset {
        name: "shut-the-box",
        sentence: "Two dice, nine tiles: shut tiles that add up to your roll. Leave as little open as you can.",
    }],
    small: &[
        "shut-the-box(tiles=4,seats=1-2)",
        "shut-the-box(tiles=5,one_die=high,seats=1-2)",
    ],
    read,
};

/// The game of Shut the Box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShutTheBox {
    /// How many tiles there are, numbered from 1.
    pub tiles: u8,
    /// When one die may be rolled instead of two.
    pub one_die: OneDie,
    /// Whether one die *must* be rolled when it may be.
    pub one_die_forced: bool,
    /// The most tiles that one roll may shut; 0 for no limit.
    pub most: u8,
    /// How many turns each player has.
    pub rounds: u8,
    /// Whether shutting every tile wins at once.
    pub shut_wins: bool,
    /// How many can play.
    pub seats: SeatRange,
}

/// When one die may be rolled instead of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneDie {
    /// Never.
    Never,
    /// When the open tiles add up to 6 or less.
    Six,
    /// When every tile above 6 is shut.
    High,
}

impl OneDie {
    const ALL: [Self; 3] = [Self::Never, Self::Six, Self::High];

    fn word(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Six => "six",
            Self::High => "high",
        }
    }

    fn allows(self, open: TileSet) -> bool {
        match self {
            Self::Never => false,
            Self::Six => open.sum() <= 6,
            Self::High => open.highest() <= 6,
        }
    }
}

impl ShutTheBox {
    /// The usual game.
    pub const USUAL: Self = Self {
        tiles: 9,
        one_die: OneDie::Six,
        one_die_forced: false,
        most: 0,
        rounds: 1,
        shut_wins: true,
        seats: SeatRange::at_least(1),
    };

    /// Visits every set of open tiles that a roll may shut.
    fn for_each_shut(&self, open: TileSet, dice: Dice, visit: impl FnMut(TileSet)) {
        let most = if self.most == 0 {
            TileSet::MOST
        } else {
            self.most
        };
        open.for_each_part(dice.sum(), most, visit);
    }

    fn fits(&self, open: TileSet, dice: Dice) -> bool {
        let mut fits = false;
        self.for_each_shut(open, dice, |_| fits = true);
        fits
    }

    /// Returns what the seat in turn does before its next roll.
    fn before_roll(&self, open: TileSet) -> Phase {
        match (self.one_die.allows(open), self.one_die_forced) {
            (true, false) => Phase::ChoosingDice,
            (true, true) => Phase::Rolling { dice: 1 },
            (false, _) => Phase::Rolling { dice: 2 },
        }
    }

    /// Counts the open tiles, and passes the dice to the next seat if anybody has a turn left.
    fn end_turn(&self, state: &mut State) {
        state.totals[state.seat.index()] += state.open.sum();
        let is_last_seat = state.seat.index() + 1 == state.totals.len();
        if is_last_seat && state.round == self.rounds {
            state.phase = Phase::Over;
            return;
        }
        state.round += u8::from(is_last_seat);
        state.seat = state.seat.next(state.seats());
        state.open = TileSet::up_to(self.tiles);
        state.phase = self.before_roll(state.open);
    }
}

/// Returns a parameter that is a number in a range.
macro_rules! number {
    ($name:ident, $least:literal ..= $most:literal, $examples:expr, $meaning:literal) => {
        Parameter {
            name: stringify!($name),
            meaning: $meaning,
            accepts: concat!("a number from ", $least, " to ", $most),
            examples: $examples,
            get: |game| game.$name.to_string(),
            set: |game, value| {
                let number = value.parse().ok()?;
                game.$name = Some(number).filter(|number| ($least..=$most).contains(number))?;
                Some(())
            },
        }
    };
}

/// Returns a parameter that is `yes` or `no`.
macro_rules! yes_or_no {
    ($name:ident, $meaning:literal) => {
        Parameter {
            name: stringify!($name),
            meaning: $meaning,
            accepts: "yes or no",
            examples: &["yes", "no"],
            get: |game| if game.$name { "yes" } else { "no" }.to_owned(),
            set: |game, value| {
                game.$name = match value {
                    "yes" => true,
                    "no" => false,
                    _ => return None,
                };
                Some(())
            },
        }
    };
}

const PARAMETERS: &[Parameter<ShutTheBox>] = &[
    number!(
        tiles,
        1..=12,
        &["1", "4", "6", "9", "12"],
        "Number of tiles"
    ),
    Parameter {
        name: "one_die",
        meaning: "When you can roll one die: never, when the open tiles add up to 6 or less, or when all tiles above 6 are shut",
        accepts: "never, six or high",
        examples: &["never", "six", "high"],
        get: |game| game.one_die.word().to_owned(),
        set: |game, value| {
            game.one_die = OneDie::ALL.into_iter().find(|rule| rule.word() == value)?;
            Some(())
        },
    },
    yes_or_no!(one_die_forced, "Whether you must roll one die when you can"),
    number!(
        most,
        0..=12,
        &["0", "1", "2"],
        "Most tiles a roll can shut; 0 for no limit"
    ),
    number!(rounds, 1..=20, &["1", "2"], "Turns per player"),
    yes_or_no!(shut_wins, "Whether shutting every tile wins on the spot"),
    Parameter {
        name: "seats",
        meaning: "Players",
        accepts: "2, 2+ or 2-4",
        examples: &["1", "2+", "2-4"],
        get: |game| game.seats.to_string(),
        set: |game, value| {
            game.seats = value.parse().ok()?;
            Some(())
        },
    },
];

fn read(line: &RulesLine) -> Result<Arc<dyn AnyGame>, RulesError> {
    let game = read_rules(ShutTheBox::USUAL, PARAMETERS, line)?;
    if game.one_die == OneDie::Never && game.one_die_forced {
        return Err(RulesError::Conflict(
            "one die cannot be forced where it is never rolled (one_die=never)",
        ));
    }
    Ok(Arc::new(game))
}

/// A state of Shut the Box.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What each seat has left open so far.
    totals: Vec<u16>,
    seat: Seat,
    /// The round, counted from 1.
    round: u8,
    /// The open tiles of the seat in turn.
    open: TileSet,
    phase: Phase,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The seat in turn chooses between one die and two.
    ChoosingDice,
    /// Dice are rolled.
    Rolling {
        /// How many.
        dice: u8,
    },
    /// The seat in turn shuts tiles that add up to these dice.
    Shutting {
        /// The dice on the table.
        dice: Dice,
    },
    /// Nothing: the last tiles stay as they are.
    Over,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Rolls so many dice.
    Roll(u8),
    /// Shuts these tiles.
    Shut(TileSet),
}

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Tiles have to be shut first.
    #[error("first shut tiles that add up to {0}")]
    ShutFirst(u32),
    /// The dice have to be chosen first.
    #[error("say how many dice you roll: roll 1 or roll 2")]
    RollFirst,
    /// Only one die or two can be rolled.
    #[error("choose roll 1 or roll 2: there are no {0} dice")]
    Dice(u8),
    /// A tile is shut already, or there is none with this number.
    #[error("tile {0} is not open")]
    NotOpen(u8),
    /// The tiles do not add up to the roll.
    #[error("these tiles add up to {given}, but the dice show {needed}")]
    Sum {
        /// What the tiles add up to.
        given: u16,
        /// What the dice show.
        needed: u32,
    },
    /// Too many tiles at once.
    #[error("one roll shuts at most {}", counted(*.most, "tile", "tiles"))]
    TooMany {
        /// How many are allowed.
        most: u8,
    },
}

impl Game for ShutTheBox {
    type State = State;
    type Action = Action;
    type Roll = Dice;
    type View = Open<State>;
    type Refusal = Refusal;

    fn seats(&self) -> SeatRange {
        self.seats
    }

    fn start(&self, seats: u8) -> State {
        let open = TileSet::up_to(self.tiles);
        State {
            totals: vec![0; usize::from(seats)],
            seat: Seat::FIRST,
            round: 1,
            open,
            phase: self.before_roll(open),
        }
    }

    fn seated(&self, state: &State) -> u8 {
        state.seats()
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::ChoosingDice | Phase::Shutting { .. } => Turn::Decide(state.seat),
            Phase::Rolling { .. } => Turn::Roll,
            Phase::Over if self.shut_wins && state.open.is_empty() => {
                Turn::Over(Standing::won_by(state.seat))
            }
            Phase::Over => {
                let rests = state.totals.iter().map(|&total| std::cmp::Reverse(total));
                let winners = SeatSet::highest(rests);
                Turn::Over(Standing { winners })
            }
        }
    }

    fn for_each_action(&self, state: &State, mut visit: impl FnMut(Action)) {
        match state.phase {
            Phase::ChoosingDice => [2, 1]
                .into_iter()
                .for_each(|dice| visit(Action::Roll(dice))),
            Phase::Shutting { dice } => {
                self.for_each_shut(state.open, dice, |tiles| visit(Action::Shut(tiles)));
            }
            Phase::Rolling { .. } | Phase::Over => {}
        }
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Refusal> {
        match (state.phase, *action) {
            (Phase::Shutting { dice }, Action::Shut(tiles)) => {
                if let Some(tile) = tiles.without(state.open).iter().next() {
                    return Err(Refusal::NotOpen(tile));
                }
                let (given, needed) = (tiles.sum(), dice.sum());
                if u32::from(given) != needed {
                    return Err(Refusal::Sum { given, needed });
                }
                if self.most > 0 && tiles.len() > self.most {
                    return Err(Refusal::TooMany { most: self.most });
                }
                Ok(())
            }
            (Phase::Shutting { dice }, Action::Roll(_)) => Err(Refusal::ShutFirst(dice.sum())),
            (_, Action::Roll(1 | 2)) => Ok(()),
            (_, Action::Roll(dice)) => Err(Refusal::Dice(dice)),
            (_, Action::Shut(_)) => Err(Refusal::RollFirst),
        }
    }

    fn act(&self, state: &mut State, action: &Action) {
        match *action {
            Action::Roll(dice) => state.phase = Phase::Rolling { dice },
            Action::Shut(tiles) => {
                state.open = state.open.without(tiles);
                if !state.open.is_empty() {
                    state.phase = self.before_roll(state.open);
                } else if self.shut_wins {
                    state.phase = Phase::Over;
                } else {
                    self.end_turn(state);
                }
            }
        }
    }

    fn for_each_roll(&self, state: &State, mut visit: impl FnMut(Dice, u64)) {
        if let Phase::Rolling { dice } = state.phase {
            let odds = Odds::of_dice(dice).iter();
            odds.for_each(|(dice, weight)| visit(*dice, weight));
        }
    }

    fn throw(&self, state: &State) -> Throw {
        let dice = match state.phase {
            Phase::Rolling { dice } => dice,
            Phase::ChoosingDice | Phase::Shutting { .. } | Phase::Over => 0,
        };
        Throw { dice, sides: 6 }
    }

    fn read_throw(&self, _state: &State, lying: &[u16]) -> Dice {
        Dice::lying(lying)
    }

    fn settle(&self, state: &mut State, roll: &Dice) {
        if self.fits(state.open, *roll) {
            state.phase = Phase::Shutting { dice: *roll };
        } else {
            self.end_turn(state);
        }
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        i32::from(state.totals[seat.index()])
    }

    fn is_fewest_best(&self) -> bool {
        true
    }

    /// Merges rolls that add up to the same: nothing else about them matters.
    fn canonical(&self, state: &State) -> State {
        let mut state = state.clone();
        if let Phase::Shutting { dice } = &mut state.phase {
            *dice = usual_dice(*dice);
        }
        state
    }

    fn view(&self, state: &State, _viewer: Viewer) -> Open<State> {
        Open(state.clone())
    }
}

/// Returns the dice that stand for all two dice with the same sum: one as high as can be, and what is left.
fn usual_dice(dice: Dice) -> Dice {
    let sum = dice.sum() as u8;
    let high = sum.saturating_sub(1).min(6);
    match (dice.len(), Face::new(high), Face::new(sum - high)) {
        (2, Some(high), Some(low)) => Dice::of(high, 1).with(low).unwrap_or(dice),
        _ => dice,
    }
}

impl State {
    /// Returns how many seats there are.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.totals.len() as u8
    }

    /// Returns the open tiles of the seat in turn.
    #[must_use]
    pub fn open(&self) -> TileSet {
        self.open
    }

    /// Returns the seat in turn.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the round, counted from 1.
    #[must_use]
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Returns what happens next.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }
}
