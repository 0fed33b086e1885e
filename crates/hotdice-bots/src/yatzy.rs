//! Players of the yatzy family.

mod quick;

use hotdice_core::{Dice, Face, Odds, Open};
use hotdice_games::yatzy::{Action, BoxIndex, Column, Phase, Placing, State, Yatzy};

use crate::player::{Player, RandomSource};

pub(crate) use quick::{simulate_contest, simulate_for_points, simulate_greedy};

/// Writes the first roll of every turn where it pays most.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

/// Looks one turn ahead: it wants the dice to pay more than a turn spent on that box alone does on average.
#[derive(Clone, Debug)]
pub struct Careful {
    /// What a turn spent on each box alone brings on average.
    pars: Vec<f64>,
}

impl Player<Yatzy> for Greedy {
    fn choose(
        &self,
        game: &Yatzy,
        Open(state): &Open<State>,
        _luck: &mut dyn RandomSource,
    ) -> Action {
        let (place, _) = best_place(game, state, on_the_table(state), |_| 0.0);
        Action::Place(place)
    }
}

impl Careful {
    /// Returns a careful player of a game.
    #[must_use]
    pub fn new(game: &Yatzy) -> Self {
        let dice = game.rules().dice;
        let rolls = game.rules().rolls;
        let par = |(place, _)| {
            let paid = Dice::all(dice).map(|roll| f64::from(game.table().points(place, roll)));
            let mut worth = Worth::of_rolls(dice, paid.collect());
            for _ in 1..rolls {
                worth = worth.before_rolling();
            }
            worth.keep(Dice::NONE)
        };
        let pars = game.places().map(par).collect();
        Self { pars }
    }
}

impl Player<Yatzy> for Careful {
    fn choose(
        &self,
        game: &Yatzy,
        Open(state): &Open<State>,
        _luck: &mut dyn RandomSource,
    ) -> Action {
        let table = on_the_table(state);
        let net = |roll| best_place(game, state, roll, |place| self.pars[place.index()]);
        let (place, now) = net(table);
        if state.left() == 0 {
            return Action::Place(place);
        }
        let rolls = Dice::all(game.rules().dice).map(|roll| net(roll).1);
        let mut worth = Worth::of_rolls(game.rules().dice, rolls.collect());
        for _ in 1..state.left() {
            worth = worth.before_rolling();
        }
        let mut best = (Action::Place(place), now);
        table.for_each_part(|held| {
            let value = worth.keep(held);
            if held != table && value > best.1 {
                best = (Action::Hold(held), value);
            }
        });
        best.0
    }
}

fn on_the_table(state: &State) -> Dice {
    match state.phase() {
        Phase::Choosing { dice } => dice,
        Phase::Rolling { held } => held,
    }
}

/// Returns where a roll pays most above what the box is expected to bring, and how much.
fn best_place(
    game: &Yatzy,
    state: &State,
    roll: Dice,
    expected: impl Fn(BoxIndex) -> f64,
) -> (BoxIndex, f64) {
    let column: &Column = state.column(state.seat());
    best_of(game, &game.placing(column, roll), expected)
}

/// Returns the same for a roll of which it is known where it may go.
fn best_of(game: &Yatzy, placing: &Placing, expected: impl Fn(BoxIndex) -> f64) -> (BoxIndex, f64) {
    let net = |place| f64::from(game.pays(placing, place)) - expected(place);
    let places = placing.allowed.iter().map(|place| (place, net(place)));
    places
        .reduce(|best, other| if other.1 > best.1 { other } else { best })
        .expect("an open box while the game goes on")
}

/// What every handful is worth: a whole roll as it lies, fewer dice when the others are rolled.
struct Worth {
    dice: u8,
    /// By number of dice, then by rank.
    handfuls: Vec<Vec<f64>>,
}

impl Worth {
    /// Works out all handfuls from what whole rolls are worth, in the order of their ranks.
    fn of_rolls(dice: u8, rolls: Vec<f64>) -> Self {
        let mut handfuls = vec![rolls];
        for len in (0..dice).rev() {
            let more = &handfuls[handfuls.len() - 1];
            let average = |held: Dice| {
                let with = |face| {
                    held.with(face)
                        .map_or(0.0, |more_dice| more[more_dice.rank()])
                };
                Face::ALL.into_iter().map(with).sum::<f64>() / 6.0
            };
            handfuls.push(Dice::all(len).map(average).collect());
        }
        handfuls.reverse();
        Self { dice, handfuls }
    }

    /// Returns what it is worth to hold these dice and roll the others.
    fn keep(&self, held: Dice) -> f64 {
        self.handfuls[usize::from(held.len())][held.rank()]
    }

    /// Returns what handfuls are worth with one more roll in hand.
    fn before_rolling(&self) -> Self {
        let best = |roll: &Dice| {
            let mut best = f64::NEG_INFINITY;
            roll.for_each_part(|held| best = best.max(self.keep(held)));
            best
        };
        let rolls = Odds::of_dice(self.dice).iter().map(|(roll, _)| best(roll));
        Self::of_rolls(self.dice, rolls.collect())
    }
}
