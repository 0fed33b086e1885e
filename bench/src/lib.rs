//! What is measured: rolls to score, and players who are greedy. And what is [`solved`].

mod chance;
mod greedy;
pub mod solved;

use hotdice_core::{Dice, RulesLine};
use hotdice_games::push_luck::PushLuck;
use hotdice_games::yatzy::Yatzy;

pub use chance::Chance;
pub use greedy::{play_farkle, play_yatzy};

/// Returns rolls of six dice, the same in every run.
#[must_use]
pub fn rolls(count: usize) -> Vec<Dice> {
    let mut chance = Chance::new(1);
    let throws = (0..count).map(|_| chance.throw());
    throws.map(|sides| Dice::lying(&sides)).collect()
}

/// Returns the same rolls as numbers with a digit of base six for each die.
#[must_use]
pub fn ordered_rolls(count: usize) -> Vec<u16> {
    let mut chance = Chance::new(1);
    let throws = (0..count).map(|_| chance.throw());
    throws
        .map(|sides| sides.iter().fold(0, |number, side| number * 6 + side))
        .collect()
}

/// Returns farkle.
#[must_use]
pub fn farkle() -> PushLuck {
    PushLuck::read(&line("farkle")).expect("farkle is a preset")
}

/// Returns zilch, whose rolls have the most ways to score.
#[must_use]
pub fn zilch() -> PushLuck {
    PushLuck::read(&line("zilch")).expect("zilch is a preset")
}

/// Returns yatzy.
#[must_use]
pub fn yatzy() -> Yatzy {
    Yatzy::read(&line("yatzy")).expect("yatzy is a preset")
}

fn line(rules: &str) -> RulesLine {
    rules.parse().expect("a name is a rules line")
}
