//! What may be solved unasked: whatever is small; for the rest somebody decides.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hotdice_bots::{Key, SolveCost, Unsolvable};

/// Who decides whether something costly is solved.
pub enum SolvePolicy {
    /// Nobody: everything is solved that is asked for.
    Always,
    /// Only what is small is solved, and what was [allowed](crate::SolutionCache::allow).
    OnlySmall,
    /// Somebody is asked, once for each thing; they are waited for.
    Ask(AskFn),
}

/// Asks somebody whether something is to be solved.
pub type AskFn = Box<dyn Fn(&CostlySolve) -> bool + Send + Sync>;

/// Something that takes long or much to solve.
#[derive(Clone, Debug, PartialEq)]
pub struct CostlySolve {
    /// Its name.
    pub key: Key,
    /// What it costs, about.
    pub cost: SolveCost,
}

impl CostlySolve {
    /// Returns the rules line; the keys of some solutions have the number of players after it.
    #[must_use]
    pub fn rules(&self) -> &str {
        let rules = &self.key.rules;
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        match rules.rsplit_once(' ') {
            Some((line, seats)) if is_number(seats) => line,
            _ => rules,
        }
    }

    /// Tells whether it is solved for three players.
    fn is_for_three(&self) -> bool {
        self.key.rules.ends_with(" 3")
    }

    fn refusal(&self) -> String {
        let seats = if self.is_for_three() {
            " --seats 3"
        } else {
            ""
        };
        format!(
            "{self}; hotdice solve '{}'{seats} --keep solves it once and for all",
            self.rules()
        )
    }
}

impl fmt::Display for CostlySolve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = if self.is_for_three() {
            " for three"
        } else {
            ""
        };
        write!(f, "solving {}{seats} takes {}", self.rules(), self.cost)
    }
}

/// A policy, and what was decided so far.
pub(crate) struct Decisions {
    pub(crate) policy: SolvePolicy,
    decided: Mutex<HashMap<Key, bool>>,
    declined: Mutex<Vec<CostlySolve>>,
}

impl Decisions {
    pub(crate) fn by(policy: SolvePolicy) -> Self {
        Self {
            policy,
            decided: Mutex::default(),
            declined: Mutex::default(),
        }
    }

    /// Decides whether something is solved.
    pub(crate) fn permit(&self, key: &Key, cost: SolveCost) -> Result<(), Unsolvable> {
        if cost.is_small() {
            return Ok(());
        }
        let solve = CostlySolve {
            key: key.clone(),
            cost,
        };
        if self.allows(&solve) {
            return Ok(());
        }
        let why = solve.refusal();
        let mut declined = held(&self.declined);
        if declined.iter().all(|known| known.key != solve.key) {
            declined.push(solve);
        }
        Err(Unsolvable::Refused(why))
    }

    fn allows(&self, solve: &CostlySolve) -> bool {
        let known = held(&self.decided).get(&solve.key).copied();
        match (&self.policy, known) {
            (SolvePolicy::Always, _) => true,
            (_, Some(decided)) => decided,
            (SolvePolicy::OnlySmall, None) => false,
            (SolvePolicy::Ask(ask), None) => {
                let answer = ask(solve);
                held(&self.decided).insert(solve.key.clone(), answer);
                answer
            }
        }
    }

    pub(crate) fn allow(&self, key: &Key) {
        held(&self.decided).insert(key.clone(), true);
        held(&self.declined).retain(|known| known.key != *key);
    }

    pub(crate) fn declined(&self) -> Vec<CostlySolve> {
        held(&self.declined).clone()
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
