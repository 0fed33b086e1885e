//! The last turn of a final round, at any table: one player's choice among shares of a win that is otherwise settled.

use std::ops::RangeInclusive;

use hotdice_core::Seat;
use hotdice_games::push_luck::{Action, DeckKind, PushLuck, State};

use super::in_turn::{self, KnownTurns, RecentTurn};
use super::options::KeepFilter;
use super::race::chased_for;
use super::rules::SolverRules;
use super::turn::{SPOTS, Turns};

/// The chances of all seats in the last turn of a final round without cards.
#[derive(Clone, Debug)]
pub struct LastTurn {
    game: PushLuck,
    rules: SolverRules,
    turns: Turns,
    recent: RecentTurn,
}

impl LastTurn {
    /// Returns the last turns of a game.
    #[must_use]
    pub fn new(game: &PushLuck) -> Self {
        let rules = SolverRules::of(game);
        Self {
            game: game.clone(),
            turns: Turns::new(game, KeepFilter::to_win(&rules), 0),
            rules,
            recent: RecentTurn::default(),
        }
    }

    /// Returns the rules as solvers see them.
    pub(super) const fn rules(&self) -> &SolverRules {
        &self.rules
    }

    /// Returns the chance of each seat to win from any state of a last turn; nothing for other states.
    #[must_use]
    pub fn value(&self, state: &State) -> Option<Vec<f64>> {
        in_turn::value(self, state)
    }

    /// Returns every legal action of a last turn with the chance of the seat in turn.
    #[must_use]
    pub fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        in_turn::action_values(self, state)
    }

    /// Returns the seats that lead and by how much; nothing where this is not a last turn.
    fn lead(&self, state: &State) -> Option<Lead> {
        let SolverRules {
            deck,
            target,
            // Turns have these.
            no_score: _,
            hot: _,
            bank_takes: _,
            // Only a final round has a closer.
            end: _,
            least: _,
            // Whoever busts has lost whatever that costs, and nobody is left to pick anything up.
            busts: _,
            counts_from: _,
            piggyback: _,
            first: _,
        } = self.rules;
        let (me, seats) = (state.seat(), state.seats());
        let mine = state.score(me);
        let is_last =
            deck == DeckKind::None && state.closer() == Some(me.next(seats)) && mine < target;
        let others = || Seat::all(seats).filter(|seat| *seat != me);
        let most = others().map(|seat| state.score(seat)).max()?;
        let points = most.checked_sub(mine)?;
        let is_whole = points.is_multiple_of(self.turns.step);
        (is_last && most >= target && is_whole).then(|| Lead {
            steps: (points / self.turns.step) as usize,
            leaders: others().filter(|seat| state.score(*seat) == most).collect(),
        })
    }
}

/// The lead over the last player.
struct Lead {
    steps: usize,
    leaders: Vec<Seat>,
}

impl Lead {
    /// Returns the share of a tie.
    fn tie(&self) -> f64 {
        1.0 / (self.leaders.len() + 1) as f64
    }
}

impl KnownTurns for LastTurn {
    fn game(&self) -> &PushLuck {
        &self.game
    }

    fn turns(&self) -> &Turns {
        &self.turns
    }

    fn recent(&self) -> &RecentTurn {
        &self.recent
    }

    fn begun(&self, state: &State) -> Option<Vec<f64>> {
        let rolls = self.rolls(state, 0..=0)?;
        Some(self.everyone(state, rolls[0][5]))
    }

    fn rolls(&self, state: &State, totals: RangeInclusive<usize>) -> Option<Vec<[[f64; 2]; 6]>> {
        let lead = self.lead(state)?;
        // Only what is missing matters, and whoever is ahead cannot be further ahead.
        let (start, ahead) = match lead.steps.checked_sub(*totals.start()) {
            Some(ahead) => (0, ahead),
            None => (1, 0),
        };
        let least = self.rules.least_to_bank(state.score(state.seat()));
        let least = least.div_ceil(self.turns.step) as usize;
        let least = (least + start).saturating_sub(*totals.start());
        let totals = start..=start + totals.end() - totals.start();
        let levels = chased_for(&self.turns, ahead, least, totals.clone(), lead.tie());
        let rolled = |total: usize| self.turns.rolled(&levels[(total - start) * SPOTS..], [0.0]);
        let mine = |rolled: [[f64; 1]; 6]| rolled.map(|[mine]| [mine, 0.0]);
        Some(totals.map(|total| mine(rolled(total))).collect())
    }

    /// Whoever leads has the same share of the rest.
    fn everyone(&self, state: &State, [mine, _]: [f64; 2]) -> Vec<f64> {
        let leaders = self.lead(state).map_or(Vec::new(), |lead| lead.leaders);
        let share = |seat: Seat| match seat {
            seat if seat == state.seat() => mine,
            seat if leaders.contains(&seat) => (1.0 - mine) / leaders.len() as f64,
            _ => 0.0,
        };
        Seat::all(state.seats()).map(share).collect()
    }
}
