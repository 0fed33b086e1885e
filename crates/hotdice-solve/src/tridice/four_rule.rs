//! The four-rule player of the game's first program, mended.

use hotdice_core::{Game, Seat, Turn};
use hotdice_games::tridice::{Action, Board, Cell, CellSet, State, TriDice};

/// Returns what the four-rule player does, or nothing where nobody has to choose.
///
/// It captures the highest number within reach; else it brings a die that any enemy die can reach to safety; else it
/// places a die on a safe cell; else it gets a 4 on top. Where no rule applies it moves to safety, and where that is
/// not possible either it does anything. Among equal actions `tie` chooses, any number: the same one, the same choice.
#[must_use]
pub fn four_rule(game: &TriDice, state: &State, tie: u64) -> Option<Action> {
    let Turn::Decide(seat) = game.turn(state) else {
        return None;
    };
    let mut actions = Vec::new();
    game.for_each_action(state, |action| actions.push(action));
    let eye = Eye { game, state, seat };
    let best = actions.iter().map(|&action| eye.rank(action)).max()?;
    actions.retain(|&action| eye.rank(action) == best);
    let chosen = tie % actions.len() as u64;
    actions.get(chosen as usize).copied()
}

/// Which rule speaks for an action; later ones are stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Anything,
    SafeMove,
    Four { is_safe: bool },
    SafePlacement,
    Escape,
    Capture { number: u8 },
}

/// How the player sees the position.
struct Eye<'a> {
    game: &'a TriDice,
    state: &'a State,
    seat: Seat,
}

impl Eye<'_> {
    fn rank(&self, action: Action) -> Rank {
        match action {
            Action::Place(cell) if self.threatened(self.state.board()).contains(cell) => {
                Rank::Anything
            }
            Action::Place(_) => Rank::SafePlacement,
            Action::Move { from, to } => self.rank_move(from, to),
            Action::Pass => Rank::Anything,
        }
    }

    fn rank_move(&self, from: Cell, to: Cell) -> Rank {
        let board = self.state.board();
        if let Some(number) = board.number(to) {
            return Rank::Capture { number };
        }
        let mut after = *self.state;
        self.game.act(&mut after, &Action::Move { from, to });
        let is_safe = !self.threatened(after.board()).contains(to);
        if is_safe && self.threatened(board).contains(from) {
            Rank::Escape
        } else if after.board().number(to) == Some(4) {
            Rank::Four { is_safe }
        } else if is_safe {
            Rank::SafeMove
        } else {
            Rank::Anything
        }
    }

    /// Returns the cells that any enemy die can reach.
    fn threatened(&self, board: &Board) -> CellSet {
        board
            .of(self.seat.next(2))
            .iter()
            .map(|from| self.game.targets(board, from))
            .fold(CellSet::NONE, CellSet::or)
    }
}
