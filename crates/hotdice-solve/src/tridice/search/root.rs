//! The actions of the position that is asked about, looked at further and further.

use super::Wanted;
use super::advice::{ActionScore, RatingCertainty};
use super::expectimax::Expectimax;
use super::window::{FADE, Window};
use crate::tridice::order;

impl Expectimax<'_> {
    /// Looks ahead further and further, and returns the scores of all actions, the best first.
    pub(super) fn deepen(&mut self, wanted: Wanted, deepest: u8) -> Vec<ActionScore> {
        let mut scores = Vec::new();
        let actions = order::ordered(self.game, &self.root, None, [None; 2]);
        for action in actions {
            let (score, certainty) = (0.0, RatingCertainty::Estimate);
            scores.push(ActionScore {
                action,
                score,
                certainty,
            });
        }
        for depth in 1..=deepest.max(1) {
            let complete = scores.clone();
            self.rate_all(&mut scores, depth, wanted);
            if self.is_stopped {
                // Values that are compared come from the same depth; for the best action alone every one that was seen counts.
                if wanted == Wanted::Every && depth > 1 {
                    scores = complete;
                }
                break;
            }
            self.depth = depth;
            if wanted == Wanted::Best && is_decided(&scores) {
                break;
            }
        }
        scores
    }

    /// Looks at every action to the same depth. When stopped on the way, those that were looked at come first.
    fn rate_all(&mut self, scores: &mut [ActionScore], depth: u8, wanted: Wanted) {
        let root = self.root;
        let mut window = Window::FULL;
        let mut rated = 0;
        for score in scores.iter_mut() {
            let found = self.act(&root, score.action, depth, window);
            if self.is_stopped {
                break;
            }
            rated += 1;
            let is_full = window.alpha <= -1.0 || found > window.alpha;
            score.score = found;
            score.certainty = if is_full {
                RatingCertainty::Estimate
            } else {
                RatingCertainty::AtMost
            };
            if wanted == Wanted::Best {
                window.alpha = window.alpha.max(found);
            }
        }
        sort(&mut scores[..rated]);
    }
}

/// Puts the best first; among equals the order stays.
fn sort(scores: &mut [ActionScore]) {
    scores.sort_by(|one, other| {
        let is_bound = |score: &ActionScore| score.certainty == RatingCertainty::AtMost;
        let by_score = other.score.total_cmp(&one.score);
        by_score.then(is_bound(one).cmp(&is_bound(other)))
    });
}

/// Tells whether looking further cannot change the choice: there is only one, or the best wins at once.
fn is_decided(scores: &[ActionScore]) -> bool {
    scores.len() == 1 || scores[0].score >= FADE
}
