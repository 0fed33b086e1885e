//! Who plays with the people at the terminal, and who advises them.

use std::error::Error;
use std::sync::Arc;

use hotdice_bots::Bot;
use hotdice_core::{AnyPosition, CheckedAction, Seat};
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Oracle};

use super::worth::{difference_in_words, worth_in_words};

/// The programs at a table: bots in seats, and a coach.
pub struct Company<'a> {
    /// A bot for each seat that has one.
    pub bots: Vec<Option<Box<dyn Bot>>>,
    /// Where a coach comes from when one is asked for.
    pub coach: Coach<'a>,
}

/// Somebody who knows what choices are worth; fetched when first asked, because that may take a while.
pub struct Coach<'a> {
    find: Box<FindCoach<'a>>,
    found: Option<Arc<dyn Oracle>>,
    /// Whether costly choices are remarked on.
    pub(super) remarks: bool,
}

/// Finds a coach, or says why there is none.
type FindCoach<'a> = dyn FnMut() -> Result<Arc<dyn Oracle>, Box<dyn Error>> + 'a;

impl<'a> Company<'a> {
    /// Returns a company of bots, with a coach to be found when asked for.
    pub fn new(
        bots: Vec<Option<Box<dyn Bot>>>,
        find: impl FnMut() -> Result<Arc<dyn Oracle>, Box<dyn Error>> + 'a,
    ) -> Self {
        let coach = Coach {
            find: Box::new(find),
            found: None,
            remarks: false,
        };
        Self { bots, coach }
    }

    /// Returns the company of people who play among themselves.
    #[must_use]
    pub fn nobody() -> Self {
        Self::new(Vec::new(), || Err("nobody was asked to be one".into()))
    }

    /// Returns what a bot chooses for a seat, if a bot sits there.
    pub(super) fn choose(
        &mut self,
        seat: Seat,
        position: &dyn AnyPosition,
    ) -> Option<CheckedAction> {
        self.bots.get_mut(seat.index())?.as_mut()?.choose(position)
    }
}

/// A choice that gives away less than this is not worth a remark.
const COSTLY_CHANCE: f64 = 0.01;

/// The same for points.
const COSTLY_POINTS: f64 = 1.0;

impl Coach<'_> {
    /// Returns the coach.
    pub(super) fn ask(&mut self) -> Result<Arc<dyn Oracle>, Box<dyn Error>> {
        if self.found.is_none() {
            self.found = Some((self.find)()?);
        }
        self.found.clone().ok_or_else(|| "there is no coach".into())
    }

    /// Returns what every action is worth, if the coach remarks on choices.
    pub(super) fn before_choice(
        &self,
        position: &dyn AnyPosition,
    ) -> Option<(Aim, Vec<ActionValue>)> {
        let oracle = self.found.as_ref().filter(|_| self.remarks)?;
        Some((oracle.aim(), oracle.action_values(position)))
    }
}

/// Says so if an action gave much away.
pub(super) fn remark(aim: Aim, values: &[ActionValue], chosen: &str) -> Option<String> {
    let best = values.first()?;
    let chosen = values.iter().find(|value| value.action == chosen)?;
    let loss = best.value - chosen.value;
    let costly = match aim {
        Aim::Win => COSTLY_CHANCE,
        Aim::Points => COSTLY_POINTS,
    };
    (loss >= costly).then(|| {
        let (better, loss) = (&best.action, difference_in_words(aim, -loss));
        format!(
            "Coach: {better} was worth {}, this {loss}.",
            worth_in_words(aim, best.value)
        )
    })
}
