//! Pig for two players, solved for every score at which a turn can begin.
//!
//! Inside a turn the total only grows, so one pass from the largest total down finds the best choice at each, as soon as it is known
//! what a bust leads to. Holding leads to more points in all and busting to the same scores with the die at the other player, so
//! scores are solved by falling sum, and the two that differ only by who rolls are solved together.
//!
//! Those two are found by policy iteration. As long as choices stay the same a turn is worth `safe + bust · w`, where `w` is what a
//! bust leads to: with one such equation for each player the two chances are plain to solve, and then tell what the best choices
//! are. When they change nothing any more every choice is the best reply to the others. A turn is worth the most of many rising
//! linear functions of `w`, a convex function, of which this is Newton's method: three or four rounds are enough.

use hotdice_core::Seat;
use hotdice_games::pig::{Action, Pig, State};

use crate::generic::Aim;
use crate::oracle::{Certainty, Evaluator};
use crate::parallel::map_with;
use crate::{Stopped, Watch};

/// The chance to win at pig at the start of every turn, when two play perfectly.
#[derive(Clone, Debug, PartialEq)]
pub struct PigRace {
    target: usize,
    /// The chance of the player who rolls, by their score and that of the other.
    chances: Vec<f64>,
}

/// The largest target that is solved: time grows with its cube, and this one takes some ten seconds.
const MOST_POINTS: u32 = 1_000;

/// The most rounds of policy iteration at one score; four are enough but for the last digit.
const MOST_ROUNDS: usize = 20;

/// Chances that differ by no more are the same.
const SAME: f64 = 1e-15;

/// Two scores: that of the player who rolls, and that of the other.
type Scores = [usize; 2];

impl PigRace {
    /// Returns how many bytes it takes to solve a game; nothing where it would take too long.
    #[must_use]
    pub fn bytes_needed(game: &Pig) -> Option<u64> {
        let Pig { target, seats: _ } = *game;
        let bytes = u64::from(target).pow(2) * size_of::<f64>() as u64;
        (target <= MOST_POINTS).then_some(bytes)
    }

    /// Solves a game.
    ///
    /// # Errors
    /// When the watch says stop.
    pub fn solve(game: &Pig, watch: &dyn Watch) -> Result<Self, Stopped> {
        let mut race = Self::unsolved(game);
        let most = race.target - 1;
        for sum in (0..=2 * most).rev() {
            watch.progress((2 * most - sum) as u64, 2 * most as u64 + 1);
            watch.go_on()?;
            let lower = sum.saturating_sub(most)..=sum / 2;
            let pairs: Vec<Scores> = lower.map(|score| [score, sum - score]).collect();
            let solved = map_with(pairs, |turns: &mut [BestTurn; 2], scores| {
                (scores, race.solve_pair(turns, scores))
            });
            for ([one, other], [first, second]) in solved {
                *race.chance_mut([one, other]) = first;
                *race.chance_mut([other, one]) = second;
            }
        }
        Ok(race)
    }

    fn unsolved(game: &Pig) -> Self {
        let Pig { target, seats: _ } = *game;
        let target = target as usize;
        let chances = vec![0.5; target * target];
        Self { target, chances }
    }

    /// Returns the chance of the player who rolls at the start of a turn.
    fn chance(&self, [rolls, waits]: Scores) -> f64 {
        self.chances[rolls * self.target + waits]
    }

    fn chance_mut(&mut self, [rolls, waits]: Scores) -> &mut f64 {
        &mut self.chances[rolls * self.target + waits]
    }

    /// Returns the chances of whoever rolls, at two scores and at the same two when the other one rolls.
    fn solve_pair(&self, turns: &mut [BestTurn; 2], [one, other]: Scores) -> [f64; 2] {
        let [mine, yours] = turns;
        // With a point more the other one has nearly the same chance.
        let mut chance = if one + 1 < self.target {
            self.chance([other, one + 1])
        } else {
            0.5
        };
        for _ in 0..MOST_ROUNDS {
            let first = mine.work_out(self, [one, other], 1.0 - chance);
            let reply = first.worth(1.0 - chance);
            let second = yours.work_out(self, [other, one], 1.0 - reply);
            // second = safe + bust · (1 - first), first = safe + bust · (1 - second)
            let safe = second.safe + second.bust * (1.0 - first.safe - first.bust);
            let found = safe / (1.0 - first.bust * second.bust);
            let change = (found - chance).abs();
            chance = found;
            if change <= SAME {
                break;
            }
        }
        let first = mine.work_out(self, [one, other], 1.0 - chance);
        [first.worth(1.0 - chance), chance]
    }

    /// Works out the rest of the turn of a state; nothing after the end of a game, or where more than two play.
    fn rest_of_turn(&self, state: &State) -> Option<RestOfTurn> {
        let other = state.seat().next(2);
        let scores = [state.seat(), other].map(|seat| state.score(seat) as usize);
        if state.seats() != 2 || scores.iter().any(|score| *score >= self.target) {
            return None;
        }
        let after_bust = 1.0 - self.chance([scores[1], scores[0]]);
        let mut turn = BestTurn::default();
        turn.work_out(self, scores, after_bust);
        let total = (state.total() as usize).min(self.target - scores[0]);
        let hold = turn.hold(self, scores, total);
        Some(RestOfTurn {
            roll: turn.rolling[total].worth(after_bust),
            hold: state.is_choosing().then_some(hold),
        })
    }

    /// Returns the chance of the first player.
    #[must_use]
    pub fn first_wins(&self) -> f64 {
        self.chance([0, 0])
    }

    /// Returns the chances at the start of every turn as little-endian numbers of eight bytes each.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.chances.iter();
        numbers.flat_map(|chance| chance.to_le_bytes()).collect()
    }

    /// Returns the race of these rules from the bytes of [`PigRace::to_bytes`]; nothing where they are of another game.
    #[must_use]
    pub fn from_bytes(game: &Pig, bytes: &[u8]) -> Option<Self> {
        let mut race = Self::unsolved(game);
        let (numbers, rest) = bytes.as_chunks::<8>();
        if numbers.len() != race.chances.len() || !rest.is_empty() {
            return None;
        }
        race.chances = numbers.iter().copied().map(f64::from_le_bytes).collect();
        let are_chances = race
            .chances
            .iter()
            .all(|chance| (0.0..=1.0).contains(chance));
        are_chances.then_some(race)
    }
}

/// What is left of a turn, to the player in turn.
struct RestOfTurn {
    roll: f64,
    /// Nothing where the die is to be rolled.
    hold: Option<f64>,
}

impl Evaluator<Pig> for PigRace {
    fn aim(&self) -> Aim {
        Aim::Win
    }

    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }

    fn value(&self, state: &State, seat: Seat) -> Option<f64> {
        let rest = self.rest_of_turn(state)?;
        let value = rest.hold.map_or(rest.roll, |hold| hold.max(rest.roll));
        Some(if seat == state.seat() {
            value
        } else {
            1.0 - value
        })
    }

    fn action_values(&self, state: &State) -> Vec<(Action, f64)> {
        match self.rest_of_turn(state) {
            Some(RestOfTurn {
                roll,
                hold: Some(hold),
            }) => {
                vec![(Action::Roll, roll), (Action::Hold, hold)]
            }
            _ => Vec::new(),
        }
    }
}

/// The best turn of a player, at every total.
#[derive(Default)]
struct BestTurn {
    /// When the die is rolled.
    rolling: Vec<Outlook>,
    /// When the better of rolling and holding is chosen, up to the largest total that a roll can reach.
    choosing: Vec<Outlook>,
}

impl BestTurn {
    /// Works out a turn from the largest total down, and returns what its first roll is worth.
    fn work_out(&mut self, race: &PigRace, scores: Scores, after_bust: f64) -> Outlook {
        let missing = race.target - scores[0];
        self.choosing.clear();
        self.choosing.resize(missing + 7, Outlook::certain(1.0));
        self.rolling.clear();
        self.rolling
            .resize(missing + 1, Outlook::of_roll(&[Outlook::certain(1.0); 5]));
        for total in (0..missing).rev() {
            let roll = Outlook::of_roll(&self.choosing[total + 2..total + 7]);
            let hold = self.hold(race, scores, total);
            self.rolling[total] = roll;
            self.choosing[total] = if hold > roll.worth(after_bust) {
                Outlook::certain(hold)
            } else {
                roll
            };
        }
        self.rolling[0]
    }

    /// Returns what holding is worth.
    fn hold(&self, race: &PigRace, [rolls, waits]: Scores, total: usize) -> f64 {
        if rolls + total >= race.target {
            1.0
        } else {
            1.0 - race.chance([waits, rolls + total])
        }
    }
}

/// What a turn is worth, but for what a bust leads to.
#[derive(Clone, Copy, Debug)]
struct Outlook {
    /// The chance to win without a bust in this turn.
    safe: f64,
    /// The chance to bust.
    bust: f64,
}

impl Outlook {
    fn certain(safe: f64) -> Self {
        Self { safe, bust: 0.0 }
    }

    /// Returns what a roll is worth, from what its five good faces lead to.
    fn of_roll(good: &[Self]) -> Self {
        let safe: f64 = good.iter().map(|outlook| outlook.safe).sum();
        let bust: f64 = good.iter().map(|outlook| outlook.bust).sum();
        Self {
            safe: safe / 6.0,
            bust: (1.0 + bust) / 6.0,
        }
    }

    fn worth(self, after_bust: f64) -> f64 {
        self.safe + self.bust * after_bust
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unwatched, watch::Impatient};

    fn solve(target: u32) -> (Pig, PigRace) {
        let seats = Pig::USUAL.seats;
        let game = Pig { target, seats };
        let race = PigRace::solve(&game, &Unwatched).expect("nobody stops it");
        (game, race)
    }

    #[test]
    fn published_values() {
        // The last one is that of Neller and Presser, 2004.
        let values = [
            (10, 0.709424322598),
            (25, 0.588109237294),
            (100, 0.530592725274),
        ];
        for (target, expected) in values {
            let found = solve(target).1.first_wins();
            assert!((found - expected).abs() < 1e-12, "{target}: {found}");
        }
    }

    #[test]
    fn bytes_are_read_back_and_others_are_not() {
        let (game, race) = solve(12);
        let bytes = race.to_bytes();
        assert_eq!(PigRace::from_bytes(&game, &bytes), Some(race));
        assert_eq!(PigRace::from_bytes(&game, &bytes[8..]), None);
        assert_eq!(PigRace::from_bytes(&solve(13).0, &bytes), None);
        let no_chance = [&2.0_f64.to_le_bytes(), &bytes[8..]].concat();
        assert_eq!(PigRace::from_bytes(&game, &no_chance), None);
    }

    #[test]
    fn what_takes_too_long_is_not_begun_and_the_rest_can_be_stopped() {
        let long = Pig {
            target: MOST_POINTS + 1,
            ..Pig::USUAL
        };
        assert_eq!(PigRace::bytes_needed(&long), None);
        assert_eq!(PigRace::solve(&Pig::USUAL, &Impatient), Err(Stopped));
    }
}
