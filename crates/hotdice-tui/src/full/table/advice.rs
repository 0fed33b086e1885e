//! What the coach says, ready to be drawn.

use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Certainty};

use super::sitting::Coaching;
use crate::plain::{difference_in_words, worth_in_words};

/// A choice that gives away this much of a chance is plainly bad.
const BAD_CHANCE: f64 = 0.08;

/// The same for points.
const BAD_POINTS: f64 = 8.0;

/// What the coach says.
pub(super) enum Advice {
    /// Nothing.
    None,
    /// It is being worked out.
    Working,
    /// There is no coach, and why.
    Absent(String),
    /// What every choice is worth, best first.
    Ready {
        aim: Aim,
        certainty: Certainty,
        values: Vec<ActionValue>,
    },
}

impl Advice {
    /// Takes what a coach says.
    pub(super) fn new(coaching: Coaching) -> Self {
        match coaching {
            Coaching::Working => Self::Working,
            Coaching::None(why) => Self::Absent(why),
            Coaching::Ready {
                aim,
                certainty,
                values,
            } => Self::Ready {
                aim,
                certainty,
                values,
            },
        }
    }

    /// Returns the best choice.
    pub(super) fn best(&self) -> Option<&str> {
        match self {
            Self::Ready { values, .. } => values.first().map(|best| best.action.as_str()),
            Self::None | Self::Working | Self::Absent(_) => None,
        }
    }

    /// Says what values are and how far they can be trusted, or why there are none.
    pub(super) fn heading(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Working => "the coach is working it out …".to_owned(),
            Self::Absent(why) => format!("no coach: {why}"),
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

    /// Writes what a choice is worth: its value, and what it gives away.
    pub(super) fn worth(&self, notation: &str) -> Option<Worth> {
        let Self::Ready { aim, values, .. } = self else {
            return None;
        };
        let (best, worst) = (values.first()?, values.last()?);
        let value = values.iter().find(|value| value.action == notation)?;
        let loss = value.value - best.value;
        let range = (best.value - worst.value).max(f64::EPSILON);
        Some(Worth {
            value: worth_in_words(*aim, value.value),
            loss: match loss > -5e-5 {
                true => "best".to_owned(),
                false => difference_in_words(*aim, loss),
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
        (loss >= bad).then(|| {
            let loss = difference_in_words(*aim, loss);
            let loss = loss.trim_start_matches('+');
            format!("{} is better: this gives away {loss}.", best.action)
        })
    }
}

/// What a choice is worth, in words.
pub(super) struct Worth {
    pub(super) value: String,
    pub(super) loss: String,
    /// How long a bar for it is, between 0 and 1.
    pub(super) share: f64,
}
