//! Games that take long to solve: what that costs is said, and nothing is begun unasked.

use hotdice_bots::oracle;

use super::TableScreen;
use super::dialog::ConfirmDialog;
use crate::full::screen::Cx;
use crate::job::BackgroundJob;
use crate::services::SolveProgress;

/// What is known about solving the game of a table.
#[derive(Default)]
pub(super) struct Solving {
    /// What it costs, if it was not solved because of that.
    cost: Option<String>,
    job: Option<BackgroundJob<Result<(), String>>>,
    progress: Option<SolveProgress>,
}

impl Solving {
    /// Asks what solving costs, for a coach who has to do without.
    pub(super) fn look(&mut self, rules: &str, coach: bool, cx: &Cx) {
        if self.is_busy() {
            self.progress = cx.services.solve_progress();
        } else {
            let cost = || cx.services.solve_cost(rules);
            self.cost = coach.then(cost).flatten();
        }
    }

    /// Tells whether the game is being solved.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Returns what solving costs, if it can be begun.
    pub(super) fn cost(&self) -> Option<&str> {
        self.cost.as_deref().filter(|_| !self.is_busy())
    }

    /// Says what can be had, or how far it is.
    pub(super) fn in_words(&self) -> Option<String> {
        if self.is_busy() {
            let far = self.progress.map(|progress| progress.in_words());
            let far = far.unwrap_or_else(|| "just begun".to_owned());
            return Some(format!("Solving the game: {far}"));
        }
        let cost = self.cost()?;
        Some(format!("S for exact values: {cost}"))
    }
}

impl TableScreen {
    /// Asks whether the game is to be solved.
    pub(super) fn solve_dialog(&self) -> Option<ConfirmDialog> {
        Some(ConfirmDialog::Solve {
            rules: self.session.status().rules.clone(),
            cost: self.solving.cost()?.to_owned(),
        })
    }

    /// Begins to solve the game while it is played on.
    pub(super) fn solve(&mut self, cx: &mut Cx) {
        let status = self.session.status();
        let (rules, seats) = (status.rules.clone(), status.names.len() as u8);
        cx.services.allow_solve(&rules);
        let library = cx.services.library();
        self.solving.job = Some(BackgroundJob::start(&cx.bell, move || {
            let game = hotdice_games::find(&rules).map_err(|unknown| unknown.to_string())?;
            let solved = oracle(&*game, seats, &*library);
            solved.map(drop).map_err(|why| why.to_string())
        }));
    }

    /// Takes the solution as soon as there is one.
    pub(super) fn hear_of_solving(&mut self, cx: &mut Cx) {
        let Some(found) = self.solving.job.as_mut().and_then(BackgroundJob::poll) else {
            return;
        };
        self.solving = Solving::default();
        match found.map_err(|broken| broken.to_string()).flatten() {
            Ok(()) => {
                self.session.solved();
                cx.say("The game is solved: coach and bots know every value now.");
            }
            Err(why) => cx.complain(format!("The game is not solved: {why}")),
        }
        self.look(cx);
    }
}
