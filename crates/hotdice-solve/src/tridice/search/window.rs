//! The scores that still matter to both players.

/// The range between what the mover has already and what the other player will not allow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: f32,
    pub(super) beta: f32,
}

/// How much of a score is left one turn earlier, so that a near win is better than a far one.
pub(super) const FADE: f32 = 0.9995;

impl Window {
    /// Every score.
    pub(super) const FULL: Self = Self {
        alpha: -1.0,
        beta: 1.0,
    };

    /// Returns the window as the other player sees it after a turn.
    pub(super) fn after_turn(self) -> Self {
        Self {
            alpha: -self.beta / FADE,
            beta: -self.alpha / FADE,
        }
    }

    /// Returns the score for the mover when the other player comes to `score` a turn later.
    pub(super) fn before_turn(score: f32) -> f32 {
        -score * FADE
    }
}
