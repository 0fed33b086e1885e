//! One search, from its first position to the last.

use hotdice_games::tridice::{Action, State, TriDice};

use super::transposition_table::{Bound, TableEntry, TranspositionTable};
use super::window::{FADE, Window};
use crate::Watch;
use crate::tridice::endings::{Ending, Endings};
use crate::tridice::evaluation::guess;
use crate::tridice::order;
use crate::tridice::position::SearchPosition;

/// After this many turns without placement or capture a game is drawn.
const QUIET_TURNS: u8 = State::MOST_QUIET_TURNS as u8;

/// How many positions are looked at between two questions whether to stop.
const PATIENCE: u64 = 256;

/// A search that goes on.
pub(super) struct Expectimax<'a> {
    pub(super) game: &'a TriDice,
    endings: Option<&'a Endings>,
    memory: &'a mut TranspositionTable,
    watch: &'a dyn Watch,
    pub(super) root: SearchPosition,
    /// The keys of all positions up to the present one; enough of them to see repetitions.
    path: Vec<u64>,
    /// For each remaining depth, two actions that were too good for the other player to allow.
    killers: Vec<[Option<Action>; 2]>,
    nodes: u64,
    most_nodes: u64,
    pub(super) depth: u8,
    pub(super) is_stopped: bool,
}

impl<'a> Expectimax<'a> {
    /// Returns a search from a state in which a player has to choose.
    pub(super) fn new(
        game: &'a TriDice,
        endings: Option<&'a Endings>,
        memory: &'a mut TranspositionTable,
        state: &State,
        most_nodes: u64,
        watch: &'a dyn Watch,
    ) -> Self {
        Self {
            game,
            endings,
            memory,
            watch,
            root: SearchPosition::of(state),
            path: SearchPosition::keys_of_past(state),
            killers: vec![[None; 2]; usize::from(u8::MAX)],
            nodes: 0,
            most_nodes,
            depth: 0,
            is_stopped: false,
        }
    }

    /// Returns how many turns ahead every action was looked at.
    pub(super) const fn depth(&self) -> u8 {
        self.depth
    }

    /// Returns how many positions were looked at.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the score of an action.
    pub(super) fn act(
        &mut self,
        field: &SearchPosition,
        action: Action,
        depth: u8,
        window: Window,
    ) -> f32 {
        match action {
            Action::Place(cell) => self.place(field, cell, depth, window),
            Action::Move { from, to } => self.turn(&field.moved(from, to), depth, window),
            Action::Pass => self.turn(&field.passed(), depth, window),
        }
    }

    /// Returns the score for the one who has just moved, `depth` turns ago counted with that one.
    pub(super) fn turn(&mut self, next: &SearchPosition, depth: u8, window: Window) -> f32 {
        self.path.push(next.key());
        let score = self.decide(next, depth - 1, window.after_turn());
        self.path.pop();
        Window::before_turn(score)
    }

    /// Returns the score for the mover, or a bound of it outside the window.
    fn decide(&mut self, field: &SearchPosition, depth: u8, window: Window) -> f32 {
        self.count();
        if self.is_stopped {
            return 0.0;
        }
        if let Some(score) = self.known(field) {
            return score;
        }
        if depth == 0 {
            return self.play_out(field, window);
        }
        let recalled = self.recall(field, depth);
        match recalled {
            Some((bound, score)) if settles(bound, score, window) => score,
            _ => self.best(field, depth, window),
        }
    }

    fn best(&mut self, field: &SearchPosition, depth: u8, window: Window) -> f32 {
        let remembered = self.memory.recall(field.key()).map(|memo| memo.best);
        let killers = self.killers[usize::from(depth)];
        let actions = order::ordered(self.game, field, remembered, killers);
        let mut best = (f32::NEG_INFINITY, actions[0]);
        let mut open = window;
        for action in actions {
            let score = self.act(field, action, depth, open);
            if self.is_stopped {
                return 0.0;
            }
            if score > best.0 {
                best = (score, action);
            }
            open.alpha = open.alpha.max(score);
            if score >= open.beta {
                self.note_killer(depth, action);
                break;
            }
        }
        self.remember(field, depth, window, best);
        best.0
    }

    /// Plays captures out, for whoever wants to capture.
    fn play_out(&mut self, field: &SearchPosition, window: Window) -> f32 {
        let mut best = guess(self.game, field);
        let mut open = window;
        open.alpha = open.alpha.max(best);
        if best >= open.beta {
            return best;
        }
        let mut captures = Vec::new();
        order::for_each_capture(self.game, field, |from, to| captures.push((from, to)));
        for (from, to) in captures {
            let next = field.moved(from, to);
            let score = Window::before_turn(self.capture(&next, open.after_turn()));
            best = best.max(score);
            open.alpha = open.alpha.max(score);
            if self.is_stopped || score >= open.beta {
                break;
            }
        }
        best
    }

    fn capture(&mut self, next: &SearchPosition, window: Window) -> f32 {
        self.count();
        match self.known(next) {
            Some(score) => score,
            None => self.play_out(next, window),
        }
    }

    /// Returns the score of a position that needs no looking ahead.
    fn known(&self, field: &SearchPosition) -> Option<f32> {
        if field.dice_left(field.mover()) == 0 {
            Some(-1.0)
        } else if self.is_drawn(field) {
            Some(0.0)
        } else {
            let ending = self.endings?.look_up(field)?;
            Some(score_of(ending))
        }
    }

    fn is_drawn(&self, field: &SearchPosition) -> bool {
        field.is_passed_twice()
            || field.quiet_turns() >= QUIET_TURNS
            || (field.quiet_turns() >= 8 && self.times(field) >= 3)
    }

    /// Returns how often a position, the last of the path, has stood with the same player to move.
    fn times(&self, field: &SearchPosition) -> usize {
        let quiet = usize::from(field.quiet_turns());
        let past = self.path.iter().rev().take(quiet + 1).step_by(2);
        past.filter(|key| **key == field.key()).count()
    }

    fn count(&mut self) {
        self.nodes += 1;
        // The first depth is always looked at, so that there is something to tell.
        let may_stop = self.depth > 0;
        let is_over = self.nodes >= self.most_nodes
            || (self.nodes.is_multiple_of(PATIENCE) && self.watch.is_stopped());
        self.is_stopped |= may_stop && is_over;
    }

    fn note_killer(&mut self, depth: u8, action: Action) {
        let [first, second] = &mut self.killers[usize::from(depth)];
        if *first != Some(action) {
            *second = *first;
            *first = Some(action);
        }
    }

    /// Returns what is remembered of a position, if it was searched deep enough and no draw by quiet turns is near.
    fn recall(&self, field: &SearchPosition, depth: u8) -> Option<(Bound, f32)> {
        let memo = self.memory.recall(field.key())?;
        let is_enough = memo.depth >= depth && !is_near_draw(field, depth);
        is_enough.then_some((memo.bound, memo.score))
    }

    fn remember(&mut self, field: &SearchPosition, depth: u8, window: Window, best: (f32, Action)) {
        if is_near_draw(field, depth) {
            return;
        }
        let (score, best) = best;
        let bound = if score >= window.beta {
            Bound::AtLeast
        } else if score <= window.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.memory.remember(TableEntry {
            key: field.key(),
            score,
            depth,
            bound,
            best,
        });
    }
}

/// Tells whether the draw after many quiet turns can come within `depth` turns.
const fn is_near_draw(field: &SearchPosition, depth: u8) -> bool {
    field.quiet_turns() + depth >= QUIET_TURNS
}

fn settles(bound: Bound, score: f32, window: Window) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => score >= window.beta,
        Bound::AtMost => score <= window.alpha,
    }
}

fn score_of(ending: Ending) -> f32 {
    match ending {
        Ending::Won { turns } => FADE.powi(turns.into()),
        Ending::Lost { turns } => -FADE.powi(turns.into()),
        Ending::Drawn => 0.0,
    }
}
