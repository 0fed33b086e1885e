//! What rules do to a game, worked out while somebody looks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hotdice_core::AnyGame;
use hotdice_wire::ExploreAnswer;

use crate::full::screen::Cx;
use crate::job::BackgroundJob;
use crate::services::Depth;

/// What is known about some rules so far.
#[derive(Default)]
pub(super) struct RulesOutlook {
    answer: Option<ExploreAnswer>,
    questions: Vec<Question>,
}

/// A question that is being worked on; the work stops when nobody wants the answer any more.
struct Question {
    job: BackgroundJob<ExploreAnswer>,
    depth: Depth,
    unwanted: Arc<AtomicBool>,
}

impl Drop for Question {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }
}

impl RulesOutlook {
    /// Asks about a game, and drops what was asked before.
    pub(super) fn new(game: &Arc<dyn AnyGame>, cx: &Cx) -> Self {
        let ask = |depth| question(game.clone(), depth, cx);
        Self {
            answer: None,
            questions: vec![ask(Depth::Turn), ask(Depth::Game)],
        }
    }

    /// Asks only for what is known at once.
    pub(super) fn at_once(game: &Arc<dyn AnyGame>, cx: &Cx) -> Self {
        Self {
            answer: None,
            questions: vec![question(game.clone(), Depth::Turn, cx)],
        }
    }

    /// Returns what is known.
    pub(super) fn answer(&self) -> Option<&ExploreAnswer> {
        self.answer.as_ref()
    }

    /// Tells whether more is to come.
    pub(super) fn is_busy(&self) -> bool {
        !self.questions.is_empty()
    }

    /// Takes what has become known.
    pub(super) fn look(&mut self) {
        let answer = &mut self.answer;
        self.questions.retain_mut(|question| {
            let Some(found) = question.job.poll() else {
                return true;
            };
            // What takes seconds says all that is known at once as well.
            let deeper = question.depth == Depth::Game;
            if let Ok(found) = found
                && (deeper || answer.is_none())
            {
                *answer = Some(found);
            }
            false
        });
    }
}

fn question(game: Arc<dyn AnyGame>, depth: Depth, cx: &Cx) -> Question {
    let (services, unwanted) = (cx.services.clone(), Arc::<AtomicBool>::default());
    let asked = unwanted.clone();
    let job = BackgroundJob::start(&cx.bell, move || services.explore(&*game, depth, &asked));
    Question {
        job,
        depth,
        unwanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::full::testing::Backdrop;
    use crate::job::Bell;
    use crate::settings::UserSettings;

    #[test]
    fn nobody_works_for_an_answer_that_is_not_wanted_any_more() {
        let (bell, _signals) = Bell::new();
        let cx = Cx::new(Arc::new(Backdrop::default()), bell, UserSettings::default());
        let game = hotdice_games::find("pig").unwrap();
        let outlook = RulesOutlook::new(&game, &cx);
        let unwanted: Vec<_> = outlook
            .questions
            .iter()
            .map(|asked| asked.unwanted.clone())
            .collect();
        assert!(unwanted.iter().all(|flag| !flag.load(Ordering::Relaxed)));
        drop(outlook);
        assert!(unwanted.iter().all(|flag| flag.load(Ordering::Relaxed)));
    }
}
