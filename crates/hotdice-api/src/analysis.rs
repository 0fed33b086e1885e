//! Luck and skill of a recorded game.

use hotdice_bots::{Library, Unsolvable, oracle_with_aim};
use hotdice_core::{AnyPosition, Name, Record, RecordEvent, Seat};
use hotdice_solve::generic::Aim;
use hotdice_solve::ledger::{Account, Decision, Ledger, LedgerError, LedgerEvent, Luck};
use hotdice_solve::oracle::{ActionValue, Certainty, Oracle};
use hotdice_solve::{Unwatched, Watch};
use hotdice_table::{Match, ReplayError};
use hotdice_wire::{ActionWorth, Analysis, AskedAim, DecisionWorth, RollLuck, SeatAccount};

/// A game that cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum NotAnalysed {
    /// The record is no game of its rules.
    #[error("the record is damaged: {0}")]
    Replay(#[from] ReplayError),
    /// The game is not solved.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// The ledger does not come out.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// Works out the ledger of a game, and returns it with the match it is of.
///
/// # Errors
/// When the record is damaged or the game is not solved.
pub fn ledger(record: &Record, library: &dyn Library) -> Result<(Match, Ledger), NotAnalysed> {
    ledger_with_aim(record, None, library)
}

/// Works out the ledger of a game for players with this aim, or with the usual one.
///
/// # Errors
/// When the record is damaged or the game is not solved for that aim.
pub fn ledger_with_aim(
    record: &Record,
    aim: Option<Aim>,
    library: &dyn Library,
) -> Result<(Match, Ledger), NotAnalysed> {
    ledger_until(record, aim, library, &Unwatched)
}

/// Works out the same until a watch says stop.
///
/// # Errors
/// When the record is damaged, the game is not solved for that aim, or somebody stopped it.
pub fn ledger_until(
    record: &Record,
    aim: Option<Aim>,
    library: &dyn Library,
    watch: &dyn Watch,
) -> Result<(Match, Ledger), NotAnalysed> {
    let game = Match::replay(record)?;
    let seats = record.seats.len() as u8;
    let oracle = oracle_with_aim(&**game.game(), seats, aim, library)?;
    let oracle = Interruptible {
        oracle: &*oracle,
        watch,
    };
    let ledger = Ledger::new(&oracle, &*game.start(), seats, &events(record));
    let ledger = ledger.map_err(|error| match watch.go_on() {
        Ok(()) => NotAnalysed::from(error),
        Err(stopped) => Unsolvable::from(stopped).into(),
    })?;
    Ok((game, ledger))
}

/// An oracle that knows nothing any more once somebody says stop. A long game that is not solved takes minutes, a little for each
/// of its positions.
struct Interruptible<'a> {
    oracle: &'a dyn Oracle,
    watch: &'a dyn Watch,
}

impl Oracle for Interruptible<'_> {
    fn aim(&self) -> Aim {
        self.oracle.aim()
    }

    fn certainty(&self) -> Certainty {
        self.oracle.certainty()
    }

    fn certainty_at(&self, position: &dyn AnyPosition) -> Certainty {
        self.oracle.certainty_at(position)
    }

    fn basis(&self) -> &'static str {
        self.oracle.basis()
    }

    fn value(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        self.watch.go_on().ok()?;
        self.oracle.value(position, seat)
    }

    fn action_values(&self, position: &dyn AnyPosition) -> Vec<ActionValue> {
        if self.watch.is_stopped() {
            return Vec::new();
        }
        self.oracle.action_values(position)
    }

    fn margin(&self, position: &dyn AnyPosition) -> f64 {
        self.oracle.margin(position)
    }

    fn result(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        self.oracle.result(position, seat)
    }
}

fn events(record: &Record) -> Vec<LedgerEvent> {
    let event = |event: &RecordEvent| match event {
        RecordEvent::Rolled(roll, _) => Some(LedgerEvent::Rolled(roll.clone())),
        RecordEvent::Acted(_, action) => Some(LedgerEvent::Acted(action.clone())),
        RecordEvent::Agreed => Some(LedgerEvent::Agreed),
        RecordEvent::Resigned(seat) => Some(LedgerEvent::Resigned(*seat)),
        RecordEvent::Attended(..)
        | RecordEvent::Linked(..)
        | RecordEvent::Absent(_)
        | RecordEvent::Anchored(..)
        | RecordEvent::Ended(_) => None,
    };
    record.events.iter().filter_map(event).collect()
}

/// Returns a ledger as it is sent.
#[must_use]
pub fn to_wire(record: &Record, ledger: &Ledger) -> Analysis {
    Analysis {
        rules: record.rules.clone(),
        aim: aim_in_words(ledger.aim),
        exact: ledger.certainty == Certainty::Exact,
        certainty: ledger.certainty.name(),
        finished: ledger.finished,
        seats: std::iter::zip(&record.seats, &ledger.accounts)
            .map(|(name, account)| seat(name, account))
            .collect(),
        rolls: ledger.rolls.iter().map(roll).collect(),
        decisions: ledger.decisions.iter().map(decision).collect(),
        values: ledger.values.clone(),
    }
}

/// Returns what a choice is worth, as it is sent.
pub(crate) fn worth(each: ActionValue) -> ActionWorth {
    ActionWorth {
        action: each.action,
        value: each.value,
        margin: each.margin,
    }
}

/// Returns what values count, as it is sent.
pub(crate) fn aim_in_words(aim: Aim) -> &'static str {
    match aim {
        Aim::Win => "win",
        Aim::Points => "points",
    }
}

/// Reads what values should count, as it is asked for.
#[must_use]
pub fn aim_of(aim: AskedAim) -> Aim {
    match aim {
        AskedAim::Win => Aim::Win,
        AskedAim::Points => Aim::Points,
    }
}

fn seat(name: &Name, account: &Account) -> SeatAccount {
    SeatAccount {
        name: name.to_string(),
        start: account.start,
        luck: account.luck,
        skill: account.skill,
        gifts: account.gifts,
        result: account.result,
        imbalance: account.imbalance(),
        luck_z: account.luck_z(),
        luck_variance: account.luck_variance,
        accuracy: account.accuracy(),
    }
}

fn roll(luck: &Luck) -> RollLuck {
    RollLuck {
        event: luck.event,
        roll: luck.roll.clone(),
        luck: luck.worth.clone(),
    }
}

fn decision(decision: &Decision) -> DecisionWorth {
    DecisionWorth {
        event: decision.event,
        seat: decision.seat.index() + 1,
        state: decision.state.clone(),
        chosen: decision.chosen.clone(),
        chosen_value: decision.chosen_value,
        best: decision.best.clone(),
        best_value: decision.best_value,
        loss: decision.loss(),
        margin: decision.margin,
    }
}
