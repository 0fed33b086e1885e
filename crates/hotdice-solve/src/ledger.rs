//! How much of a game was luck, and how much was skill.
//!
//! The luck of a roll is what it was worth above the average of all rolls that could have come; the skill of a decision
//! is what it was worth below the best choice. For every seat
//!
//! ```text
//! value at the start + luck + own skill + what the others gave away = result
//! ```
//!
//! to the last digits. Where values are exact, luck is measured against an average that is worked out from all outcomes, not from
//! the value before, so the sum only comes out if the values of the solver are right.
//!
//! Estimates of two positions do not fit together like that. There every decision is looked at once: the chosen and the best action
//! are read from the same list of values, so the best is never below the chosen, and what the chosen one is worth by that list is
//! carried to the next position. Whatever the next look makes of it, by the roll or by seeing further, goes to luck. Each step
//! then adds exactly what the value changes by, and the sum comes out by construction; luck includes the error of the estimates.

use hotdice_core::{
    AgreementRefused, AnyPosition, CheckedRoll, EventRefused, ResignRefused, Seat, Standing, Turn,
};

use crate::generic::Aim;
use crate::oracle::{AMONG_BOTS, ActionValue, Certainty, Oracle, UNSOLVED};

/// One event of a game that is analysed, in the notation of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerEvent {
    /// Chance decided.
    Rolled(String),
    /// A player chose.
    Acted(String),
    /// All players agreed to stop.
    Agreed,
    /// The player of a seat gave up.
    Resigned(Seat),
}

/// The accounts of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    /// What values count.
    pub aim: Aim,
    /// How far they can be trusted.
    pub certainty: Certainty,
    /// One account for each seat.
    pub accounts: Vec<Account>,
    /// Every roll, in order.
    pub rolls: Vec<Luck>,
    /// Every decision between two actions or more, in order.
    pub decisions: Vec<Decision>,
    /// What the position was worth to each seat before the first event and after every one.
    pub values: Vec<Vec<f64>>,
    /// Whether the game was over at the end; otherwise results are values.
    pub finished: bool,
}

/// The account of one seat.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Account {
    /// What the game was worth before it began.
    pub start: f64,
    /// What all rolls were worth.
    pub luck: f64,
    /// The exact variance of that luck, roll by roll along this game.
    pub luck_variance: f64,
    /// What the seat's own decisions gave away; never more than 0.
    pub skill: f64,
    /// What the decisions of the others were worth to this seat.
    pub gifts: f64,
    /// What came of it.
    pub result: f64,
    /// How much there was to lose in the seat's own decisions: the best choices less the worst.
    pub at_stake: f64,
}

/// The luck of one roll.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    /// The number of the event, counted from 1.
    pub event: usize,
    /// The roll.
    pub roll: String,
    /// What it was worth to each seat.
    pub worth: Vec<f64>,
}

/// One decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The number of the event, counted from 1.
    pub event: usize,
    /// Who decided.
    pub seat: Seat,
    /// The state, in the notation of its game.
    pub state: String,
    /// What was chosen.
    pub chosen: String,
    /// What it was worth.
    pub chosen_value: f64,
    /// What was best.
    pub best: String,
    /// What that was worth.
    pub best_value: f64,
    /// How far the difference of both may be off; 0 for exact values.
    pub margin: f64,
}

impl Decision {
    /// Returns what the decision gave away; 0 for the best.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.best_value - self.chosen_value
    }

    /// Tells whether the decision gave something away that can be seen: more than its margin, and than the digits that are shown.
    #[must_use]
    pub fn is_mistake(&self, aim: Aim) -> bool {
        let shown = match aim {
            Aim::Win => 0.000_05,
            Aim::Points => 0.005,
        };
        self.loss() > self.margin.max(shown)
    }
}

impl Account {
    /// Returns how far the account is from coming out: 0 but for the last digits.
    #[must_use]
    pub fn imbalance(&self) -> f64 {
        self.start + self.luck + self.skill + self.gifts - self.result
    }

    /// Returns the luck in standard deviations; nothing where there was no chance.
    #[must_use]
    pub fn luck_z(&self) -> Option<f64> {
        (self.luck_variance > 0.0).then(|| self.luck / self.luck_variance.sqrt())
    }

    /// Returns the share of what was at stake in the seat's own decisions that it kept: 1 is perfect, 0 always the worst.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.at_stake > 0.0).then(|| (1.0 + self.skill / self.at_stake).clamp(0.0, 1.0))
    }
}

/// A game that cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The solver does not know a position of the game.
    #[error("event {event}: the solver does not know this position: {state}")]
    Unknown {
        /// The number of the event, counted from 1.
        event: usize,
        /// The state, in the notation of its game.
        state: String,
    },
    /// An event cannot have happened.
    #[error("event {event}: {cause}")]
    Impossible {
        /// The number of the event, counted from 1.
        event: usize,
        /// Why not.
        cause: EventRefused,
    },
    /// The players cannot have agreed to stop.
    #[error("event {event}: {cause}")]
    NotAgreed {
        /// The number of the event, counted from 1.
        event: usize,
        /// Why not.
        cause: AgreementRefused,
    },
    /// The player cannot have given up.
    #[error("event {event}: {cause}")]
    NotResigned {
        /// The number of the event, counted from 1.
        event: usize,
        /// Why not.
        cause: ResignRefused,
    },
}

impl Ledger {
    /// Works out the accounts of a game from its first position and its events.
    ///
    /// # Errors
    /// When an event is impossible or the oracle does not know a position.
    pub fn new(
        oracle: &dyn Oracle,
        start: &dyn AnyPosition,
        seats: u8,
        events: &[LedgerEvent],
    ) -> Result<Self, LedgerError> {
        let mut builder = LedgerBuilder {
            oracle,
            seats,
            event: 0,
            position: start.boxed_clone(),
            choices: Vec::new(),
            ledger: Self {
                aim: oracle.aim(),
                certainty: oracle.certainty(),
                accounts: vec![Account::default(); usize::from(seats)],
                rolls: Vec::new(),
                decisions: Vec::new(),
                values: Vec::new(),
                finished: false,
            },
        };
        let values = builder.arrive()?;
        for (account, value) in std::iter::zip(&mut builder.ledger.accounts, &values) {
            account.start = *value;
        }
        builder.ledger.values.push(values);
        for event in events {
            builder.book(event)?;
        }
        Ok(builder.close())
    }

    /// Says why its values are estimates, where they are.
    #[must_use]
    pub fn basis(&self) -> &'static str {
        let has_margin = self.decisions.iter().any(|decision| decision.margin > 0.0);
        match self.aim {
            Aim::Win if self.accounts.len() > 2 && has_margin => AMONG_BOTS,
            Aim::Win | Aim::Points => UNSOLVED,
        }
    }

    /// Returns the decisions of a seat that gave most away, worst first.
    #[must_use]
    pub fn worst_decisions(&self, seat: Seat, most: usize) -> Vec<&Decision> {
        let mut own: Vec<&Decision> = self
            .decisions
            .iter()
            .filter(|decision| decision.seat == seat && decision.is_mistake(self.aim))
            .collect();
        own.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
        own.truncate(most);
        own
    }
}

/// Keeps the accounts while the game is played through.
struct LedgerBuilder<'a> {
    oracle: &'a dyn Oracle,
    seats: u8,
    event: usize,
    position: Box<dyn AnyPosition>,
    /// What can be done in the position, best first, where somebody decides.
    choices: Vec<ActionValue>,
    ledger: Ledger,
}

impl LedgerBuilder<'_> {
    fn book(&mut self, event: &LedgerEvent) -> Result<(), LedgerError> {
        self.event += 1;
        match event {
            LedgerEvent::Rolled(roll) => self.book_roll(roll),
            LedgerEvent::Acted(action) => self.book_action(action),
            LedgerEvent::Agreed => {
                let event = self.event;
                let refused = |cause| LedgerError::NotAgreed { event, cause };
                self.position.agree().map_err(refused)?;
                self.book_players_end()
            }
            LedgerEvent::Resigned(seat) => {
                let event = self.event;
                let refused = |cause| LedgerError::NotResigned { event, cause };
                self.position.resign(*seat).map_err(refused)?;
                self.book_players_end()
            }
        }
    }

    fn book_roll(&mut self, roll: &str) -> Result<(), LedgerError> {
        let (mean, variance) = self.expected()?;
        let number = self.event;
        let impossible = |cause| LedgerError::Impossible {
            event: number,
            cause,
        };
        self.position.play(roll).map_err(impossible)?;
        let after = self.arrive()?;
        let worth: Vec<f64> = std::iter::zip(&after, &mean)
            .map(|(after, mean)| after - mean)
            .collect();
        for ((account, worth), variance) in
            self.ledger.accounts.iter_mut().zip(&worth).zip(variance)
        {
            account.luck += worth;
            account.luck_variance += variance;
        }
        self.ledger.rolls.push(Luck {
            event: self.event,
            roll: roll.to_owned(),
            worth,
        });
        self.ledger.values.push(after);
        Ok(())
    }

    /// Books an agreement or a resignation: what it changes is a gift, of all to all or of the one to the others. Where the
    /// game goes on the position is the same as before, and nothing changes. Oracles know what the rules say of a state, not what
    /// players have settled, so they are not asked.
    fn book_players_end(&mut self) -> Result<(), LedgerError> {
        let before = self.last_values();
        let after = match self.position.turn() {
            Turn::Over(standing) => Seat::all(self.seats)
                .map(|seat| paid(self.oracle.aim(), &*self.position, standing, seat))
                .collect(),
            Turn::Decide(_) | Turn::Roll => before.clone(),
        };
        for (account, (before, after)) in
            std::iter::zip(&mut self.ledger.accounts, std::iter::zip(before, &after))
        {
            account.gifts += after - before;
        }
        self.ledger.values.push(after);
        Ok(())
    }

    /// Returns what the next roll brings each seat on average, and its variance where that is known.
    fn expected(&self) -> Result<(Vec<f64>, Vec<f64>), LedgerError> {
        let carried = self.last_values();
        Ok(match self.ledger.certainty {
            Certainty::Exact => self.moments()?,
            Certainty::Rounded => (carried, self.moments()?.1),
            Certainty::Estimate => {
                let unknown = vec![0.0; carried.len()];
                (carried, unknown)
            }
        })
    }

    /// Returns the mean and the variance of what the next roll brings each seat, from all rolls that can come.
    fn moments(&self) -> Result<(Vec<f64>, Vec<f64>), LedgerError> {
        let outcomes = self.outcomes()?;
        let average = |of: &dyn Fn(&[f64], usize) -> f64| -> Vec<f64> {
            let sum = |seat| {
                outcomes
                    .iter()
                    .map(|(chance, values)| chance * of(values, seat))
                    .sum()
            };
            (0..usize::from(self.seats)).map(sum).collect()
        };
        let mean = average(&|values, seat| values[seat]);
        let variance = average(&|values, seat| (values[seat] - mean[seat]).powi(2));
        Ok((mean, variance))
    }

    /// Returns the chance of every possible roll with what it would bring each seat.
    fn outcomes(&self) -> Result<Vec<(f64, Vec<f64>)>, LedgerError> {
        let rolls = self.position.rolls();
        let total: u64 = rolls.iter().map(|(_, weight)| weight).sum();
        let event = self.event;
        let outcome = |(roll, weight): (CheckedRoll, u64)| {
            let mut next = self.position.clone();
            next.settle(&roll)
                .map_err(|cause| LedgerError::Impossible { event, cause })?;
            Ok((weight as f64 / total as f64, self.values(&*next)?))
        };
        rolls.into_iter().map(outcome).collect()
    }

    fn book_action(&mut self, action: &str) -> Result<(), LedgerError> {
        let before = self.last_values();
        let choices = std::mem::take(&mut self.choices);
        let turn = self.position.turn();
        let state = self.position.state();
        let number = self.event;
        let impossible = |cause| LedgerError::Impossible {
            event: number,
            cause,
        };
        let mut after = self.position.clone();
        let played = after.play(action).map_err(impossible)?;
        let chosen = choices
            .iter()
            .find(|choice| choice.action == played.kind.notation());
        let (Turn::Decide(decides), Some(chosen), Some(best), Some(worst)) =
            (turn, chosen, choices.first(), choices.last())
        else {
            return Err(LedgerError::Unknown {
                event: self.event,
                state,
            });
        };
        let brings = match self.ledger.certainty {
            Certainty::Exact => self.values(&*after)?,
            Certainty::Rounded | Certainty::Estimate => self.everyone(chosen, &*after, decides)?,
        };
        for (seat, account) in std::iter::zip(Seat::all(self.seats), &mut self.ledger.accounts) {
            if seat == decides {
                account.skill += brings[seat.index()] - best.value;
                account.at_stake += best.value - worst.value;
            } else {
                account.gifts += brings[seat.index()] - before[seat.index()];
            }
        }
        if choices.len() > 1 {
            let chosen_value = brings[decides.index()];
            self.ledger.decisions.push(Decision {
                event: self.event,
                seat: decides,
                state,
                chosen: action.to_owned(),
                chosen_value,
                best: best.action.clone(),
                // The same action may differ in the last digit of an exact value.
                best_value: best.value.max(chosen_value),
                margin: chosen.margin.hypot(best.margin),
            });
        }
        self.position = after;
        self.ledger.values.push(brings);
        self.look_again()
    }

    /// Looks at the position after an action, unless dice are due: what the new look changes is luck, if of a kind of its own.
    fn look_again(&mut self) -> Result<(), LedgerError> {
        if self.ledger.certainty == Certainty::Exact {
            self.choices = self.oracle.action_values(&*self.position);
            return Ok(());
        }
        if self.position.turn() == Turn::Roll {
            return Ok(());
        }
        let carried = self.last_values();
        let seen = self.arrive()?;
        let changes = std::iter::zip(&seen, carried).map(|(seen, carried)| seen - carried);
        for (account, change) in std::iter::zip(&mut self.ledger.accounts, changes) {
            account.luck += change;
        }
        self.ledger.values.pop();
        self.ledger.values.push(seen);
        Ok(())
    }

    /// Looks at the position that was come to, and returns what it is worth to each seat.
    fn arrive(&mut self) -> Result<Vec<f64>, LedgerError> {
        self.choices = self.oracle.action_values(&*self.position);
        match (
            self.position.turn(),
            self.ledger.certainty,
            self.choices.first(),
        ) {
            (Turn::Decide(decides), Certainty::Rounded | Certainty::Estimate, Some(best)) => {
                let number = self.event;
                let impossible = |cause| LedgerError::Impossible {
                    event: number,
                    cause,
                };
                let mut after = self.position.clone();
                after.play(&best.action).map_err(impossible)?;
                self.everyone(best, &*after, decides)
            }
            _ => self.values(&*self.position),
        }
    }

    /// Returns what an action is worth to each seat, by the look that valued it for the seat that decides.
    fn everyone(
        &self,
        action: &ActionValue,
        after: &dyn AnyPosition,
        decides: Seat,
    ) -> Result<Vec<f64>, LedgerError> {
        if !action.everyone.is_empty() {
            return Ok(action.everyone.clone());
        }
        let mut values = match (self.ledger.aim, self.seats) {
            (_, 1) => vec![action.value],
            (Aim::Win, 2) => vec![1.0 - action.value; 2],
            _ => self.values(after)?,
        };
        values[decides.index()] = action.value;
        Ok(values)
    }

    fn last_values(&self) -> Vec<f64> {
        self.ledger.values.last().cloned().unwrap_or_default()
    }

    fn values(&self, position: &dyn AnyPosition) -> Result<Vec<f64>, LedgerError> {
        let values = Seat::all(self.seats).map(|seat| match position.turn() {
            Turn::Over(standing) => {
                let result = self.oracle.result(position, seat);
                Some(result.unwrap_or_else(|| paid(self.oracle.aim(), position, standing, seat)))
            }
            Turn::Decide(_) | Turn::Roll => self.oracle.value(position, seat),
        });
        values
            .collect::<Option<_>>()
            .ok_or_else(|| LedgerError::Unknown {
                event: self.event,
                state: position.state(),
            })
    }

    fn close(mut self) -> Ledger {
        let last = self.last_values();
        for (account, value) in std::iter::zip(&mut self.ledger.accounts, last) {
            account.result = value;
        }
        self.ledger.finished = matches!(self.position.turn(), Turn::Over(_));
        self.ledger
    }
}

/// Returns what the end of a game is worth to a seat; where few points are good they count below zero.
fn paid(aim: Aim, position: &dyn AnyPosition, standing: Standing, seat: Seat) -> f64 {
    let points = f64::from(position.points(seat));
    match aim {
        Aim::Points if position.is_fewest_best() => -points,
        Aim::Points => points,
        Aim::Win if standing.winners.contains(seat) => 1.0 / f64::from(standing.winners.len()),
        Aim::Win => 0.0,
    }
}
