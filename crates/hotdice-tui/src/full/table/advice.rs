//! What the coach says, ready to be drawn.

use hotdice_core::capitalized;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{AMONG_BOTS, Certainty, basis_of};

use crate::plain::{difference_in_words, estimate_in_words};
use crate::session::Coaching;

/// A choice that gives away this much of a chance is plainly bad.
const BAD_CHANCE: f64 = 0.08;

/// The same for points.
const BAD_POINTS: f64 = 8.0;

/// Values that are closer to each other than this are the same.
pub(super) const TIE: f64 = 5e-5;

impl Coaching {
    /// Returns a coach who was not asked.
    pub(super) fn silent() -> Self {
        Self::None(String::new())
    }

    /// Tells whether values are chances.
    pub(super) fn is_chance(&self) -> bool {
        matches!(self, Self::Ready { aim: Aim::Win, .. })
    }

    /// Tells whether no choice is better than this one.
    pub(super) fn is_best(&self, notation: &str) -> bool {
        let Self::Ready { values, .. } = self else {
            return false;
        };
        let best = values.first().map(|best| best.value);
        best.zip(self.value(notation))
            .is_some_and(|(best, value)| best - value < TIE)
    }

    /// Returns what a choice is worth.
    pub(super) fn value(&self, notation: &str) -> Option<f64> {
        match self {
            Self::Ready { values, .. } => {
                let value = values.iter().find(|value| value.action == notation)?;
                Some(value.value)
            }
            Self::None(_) | Self::Working => None,
        }
    }

    /// Says what values are and how far they can be trusted, or why there are none.
    pub(super) fn heading(&self) -> String {
        match self {
            Self::None(why) if why.is_empty() => String::new(),
            Self::Working => "the coach is working it out …".to_owned(),
            Self::None(why) if why.contains("coach") => why.clone(),
            Self::None(why) => format!("no coach: {why}"),
            Self::Ready { aim, certainty, .. } => {
                let what = match aim {
                    Aim::Win => "chance to win",
                    Aim::Points => "points",
                };
                match certainty {
                    Certainty::Exact => format!("{what}, exact"),
                    Certainty::Rounded => format!("{what}, to about 0.0001"),
                    Certainty::Estimate => format!("{what}, estimated"),
                }
            }
        }
    }

    /// Says at a table of so many what estimates are that can be far off, if they are.
    pub(super) fn caution(&self, seats: usize) -> Option<String> {
        let Self::Ready {
            aim,
            certainty: Certainty::Estimate,
            values,
        } = self
        else {
            return None;
        };
        let basis = basis_of(*aim, seats, values);
        (basis == AMONG_BOTS).then(|| format!("{}.", capitalized(basis)))
    }

    /// Writes what a choice is worth: its value, and what it gives away.
    pub(super) fn worth(&self, notation: &str) -> Option<WorthText> {
        let Self::Ready { aim, values, .. } = self else {
            return None;
        };
        let (best, worst) = (values.first()?, values.last()?);
        let value = values.iter().find(|value| value.action == notation)?;
        let loss = value.value - best.value;
        let range = (best.value - worst.value).max(f64::EPSILON);
        Some(WorthText {
            value: estimate_in_words(*aim, value.value, value.margin),
            loss: if -loss < TIE {
                "best".to_owned()
            } else {
                match aim {
                    Aim::Win => format!("{:+.2}", 100.0 * loss),
                    Aim::Points => difference_in_words(*aim, loss),
                }
            },
            share: match aim {
                Aim::Win => value.value.clamp(0.0, 1.0),
                Aim::Points => (value.value - worst.value) / range,
            },
        })
    }

    /// Returns what a plainly bad choice gives away, in a sentence.
    pub(super) fn warning(&self, notation: &str) -> Option<String> {
        let Self::Ready { aim, values, .. } = self else {
            return None;
        };
        let best = values.first()?;
        let value = values.iter().find(|value| value.action == notation)?;
        let loss = best.value - value.value;
        let bad = match aim {
            Aim::Win => BAD_CHANCE,
            Aim::Points => BAD_POINTS,
        };
        (loss >= bad).then(|| match aim {
            Aim::Win => format!("It costs {:.2} points of your chance to win.", 100.0 * loss),
            Aim::Points => format!("It costs {loss:.2} points on average."),
        })
    }
}

/// What a choice is worth, in words.
pub(super) struct WorthText {
    pub(super) value: String,
    pub(super) loss: String,
    /// How long a bar for it is, between 0 and 1.
    pub(super) share: f64,
}
