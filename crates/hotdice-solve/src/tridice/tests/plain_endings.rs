//! Endings solved in the plainest way, turn by turn from the 40-turn draw, over the rules themselves.

use std::collections::HashMap;

use hotdice_core::{Game, Notation, Seat};
use hotdice_games::tridice::{Action, Board, Cell, Imprint, State, TriDice};

/// What a position comes to for the player in turn: 1, 0 or −1.
pub(super) type Worth = i8;

/// Every position with the given dice on the board, with what it comes to after 0 to 40 quiet turns.
pub(super) struct Plain {
    pub(super) states: Vec<State>,
    /// By quiet turns, then by position.
    pub(super) worth: Vec<Vec<Worth>>,
}

enum Next {
    Quiet(usize),
    Settled(Worth),
}

type Fresh = HashMap<(Board, Seat), Worth>;

impl Plain {
    /// Solves all positions with so many dice of the first and the second seat.
    pub(super) fn new(game: &TriDice, dice: [usize; 2]) -> Self {
        let mut fresh = Fresh::new();
        for smaller in smaller(dice) {
            let plain = Self::new(game, smaller);
            fresh.extend(plain.fresh());
        }
        let states = every_state(game, dice);
        let index: HashMap<_, _> = (0..).zip(&states).map(|(i, s)| (place(s), i)).collect();
        let nexts: Vec<Vec<Next>> = states
            .iter()
            .map(|state| nexts(game, state, &index, &fresh))
            .collect();
        let mut worth = vec![vec![0; states.len()]];
        for _ in 0..40 {
            let later = &worth[worth.len() - 1];
            let best = |nexts: &Vec<Next>| nexts.iter().map(|next| -next.worth(later)).max();
            let now = nexts.iter().map(|nexts| best(nexts).unwrap()).collect();
            worth.push(now);
        }
        worth.reverse();
        Self { states, worth }
    }

    fn fresh(&self) -> impl Iterator<Item = ((Board, Seat), Worth)> {
        let worth = self.worth[0].iter().copied();
        self.states.iter().map(place).zip(worth)
    }
}

impl Next {
    fn worth(&self, later: &[Worth]) -> Worth {
        match *self {
            Self::Quiet(index) => later[index],
            Self::Settled(worth) => worth,
        }
    }
}

fn smaller([one, other]: [usize; 2]) -> Vec<[usize; 2]> {
    [(one - 1, other), (one, other - 1)]
        .into_iter()
        .filter(|&(one, other)| one > 0 && other > 0)
        .map(|(one, other)| [one, other])
        .collect()
}

fn place(state: &State) -> (Board, Seat) {
    (*state.board(), state.seat())
}

fn nexts(
    game: &TriDice,
    state: &State,
    index: &HashMap<(Board, Seat), usize>,
    fresh: &Fresh,
) -> Vec<Next> {
    let mut nexts = Vec::new();
    game.for_each_action(state, |action| {
        let mut after = *state;
        game.act(&mut after, &action);
        nexts.push(if after.loser().is_some() {
            Next::Settled(-1)
        } else if action == Action::Pass && is_stuck(game, &after) {
            Next::Settled(0)
        } else if after.quiet_turns() == 0 {
            Next::Settled(fresh[&place(&after)])
        } else {
            Next::Quiet(index[&place(&after)])
        });
    });
    nexts
}

fn is_stuck(game: &TriDice, state: &State) -> bool {
    game.check(state, &Action::Pass).is_ok()
}

fn every_state(game: &TriDice, dice: [usize; 2]) -> Vec<State> {
    let mut boards = vec![String::new()];
    for (seat, count) in (1..).zip(dice) {
        for nth in 0..count {
            boards = boards
                .iter()
                .flat_map(|board| more(game, board, seat, nth > 0))
                .collect();
        }
    }
    let texts = boards.iter().flat_map(|board| {
        [1, 2].map(|turn| format!("turn={turn} hands=0,0 board={}", &board[1..]))
    });
    texts.map(|text| game.read_state(&text).unwrap()).collect()
}

/// Returns the board with one more die of a seat, in all ways; after another of that seat only on later cells.
fn more(game: &TriDice, board: &str, seat: u8, is_after: bool) -> Vec<String> {
    let last = board.rsplit(',').next().and_then(|die| die.get(..2));
    let last: Option<Cell> = last.and_then(|cell| cell.parse().ok());
    game.rows()
        .cells()
        .iter()
        .filter(|&cell| !is_after || last.is_none_or(|last| last < cell))
        .filter(|cell| !board.contains(&format!(",{cell}:")))
        .flat_map(|cell| {
            Imprint::all().map(move |imprint| format!("{board},{cell}:{seat}={imprint}"))
        })
        .collect()
}
