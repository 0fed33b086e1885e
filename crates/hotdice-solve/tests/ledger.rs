//! The ledger comes out when values are right, and does not when they are not.

use hotdice_core::{AnyGame, AnyPosition, Game, Seat, Turn};
use hotdice_games::pig::Pig;
use hotdice_solve::Unwatched;
use hotdice_solve::generic::{Aim, Solution};
use hotdice_solve::ledger::{Ledger, LedgerError, LedgerEvent};
use hotdice_solve::oracle::{ActionValue, Certainty, Oracle};

const PIG: Pig = Pig {
    target: 25,
    ..Pig::USUAL
};

fn oracle() -> impl Oracle {
    let solution = Solution::solve(&PIG, &PIG.start(2), 2, Aim::Win, 1_000_000, &Unwatched);
    solution.expect("pig is small")
}

/// Plays a game of pig in which one seat always rolls on to 20 and the other holds at once.
fn game() -> (Box<dyn AnyPosition>, Vec<LedgerEvent>) {
    let start = AnyGame::open(&PIG, 2).expect("two can play");
    let mut position = start.clone();
    let mut events = Vec::new();
    let mut word = 12_345_u64;
    loop {
        let event = match position.turn() {
            Turn::Over(_) => return (start, events),
            Turn::Roll => {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                LedgerEvent::Rolled(((word >> 33) % 6 + 1).to_string())
            }
            Turn::Decide(seat) => {
                let rolls = seat == Seat::FIRST && !position.state().contains("total=2");
                LedgerEvent::Acted(if rolls { "roll" } else { "hold" }.to_owned())
            }
        };
        match &event {
            LedgerEvent::Rolled(event) | LedgerEvent::Acted(event) => {
                position.play(event).expect("a legal event")
            }
            LedgerEvent::Agreed | LedgerEvent::Resigned(_) => {
                unreachable!("nobody stops early here")
            }
        };
        events.push(event);
    }
}

#[test]
fn start_and_luck_and_skill_make_the_result() {
    let (start, events) = game();
    let ledger = Ledger::new(&oracle(), &*start, 2, &events).expect("a game");
    assert!(ledger.finished);
    for account in &ledger.accounts {
        assert!(account.imbalance().abs() < 1e-9, "{account:?}");
        assert!(account.skill <= 0.0 && account.luck_variance > 0.0);
        assert!((0.0..=1.0).contains(&account.accuracy().expect("there were decisions")));
        assert!(account.luck_z().expect("there was chance").abs() < 10.0);
    }
    assert!(
        ledger.accounts[1].skill < -0.01,
        "holding at once is not perfect"
    );
    let worst = ledger.worst_decisions(Seat::FIRST, 3);
    assert!(worst.is_sorted_by(|a, b| a.loss() >= b.loss()));
    assert_eq!(ledger.values.len(), events.len() + 1);
}

/// An oracle that is wrong about every position by a little, more the richer the first seat is.
struct Liar<O>(O);

impl<O: Oracle> Oracle for Liar<O> {
    fn aim(&self) -> Aim {
        self.0.aim()
    }

    fn certainty(&self) -> Certainty {
        self.0.certainty()
    }

    fn value(&self, position: &dyn AnyPosition, seat: Seat) -> Option<f64> {
        let lie = f64::from(position.points(Seat::FIRST)) * 1e-4;
        Some(self.0.value(position, seat)? + lie)
    }

    fn action_values(&self, position: &dyn AnyPosition) -> Vec<ActionValue> {
        self.0.action_values(position)
    }
}

#[test]
fn wrong_values_do_not_come_out() {
    let (start, events) = game();
    let ledger = Ledger::new(&Liar(oracle()), &*start, 2, &events).expect("a game");
    assert!(
        ledger
            .accounts
            .iter()
            .any(|account| account.imbalance().abs() > 1e-6)
    );
}

#[test]
fn impossible_events_are_named() {
    let (start, _) = game();
    let events = [
        LedgerEvent::Rolled("3".to_owned()),
        LedgerEvent::Rolled("3".to_owned()),
    ];
    let error = Ledger::new(&oracle(), &*start, 2, &events).expect_err("a decision was due");
    assert!(
        matches!(error, LedgerError::Impossible { event: 2, .. }),
        "{error}"
    );
}
