//! A game that is about to begin: its rules and its players, wherever they are changed.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use hotdice_core::AnyGame;

use super::seat_list::SeatList;
use super::{Begin, Seating};
use crate::full::screen::Cx;
use crate::session::LocalGame;

/// A game that is about to begin. The seats and the house rules share it: what is changed on one screen is so on the other.
#[derive(Clone)]
pub(in crate::full::hall) struct GamePlan {
    draft: Rc<RefCell<PlanDraft>>,
}

/// What is planned.
pub(super) struct PlanDraft {
    pub(super) seating: Seating,
    pub(super) seat_list: SeatList,
}

impl GamePlan {
    /// Returns the plan of a new game.
    pub(in crate::full::hall) fn new(game: Arc<dyn AnyGame>, cx: &Cx) -> Self {
        let begin: Begin =
            Box::new(|game, names, services| LocalGame::new(game, names, None, None, services));
        Self::of(Seating { game, begin }, cx)
    }

    /// Returns the plan of a game that begins in its own way.
    pub(super) fn of(seating: Seating, cx: &Cx) -> Self {
        let seat_list = SeatList::new(seating.game.seats(), &cx.settings.name);
        let draft = PlanDraft { seating, seat_list };
        Self {
            draft: Rc::new(RefCell::new(draft)),
        }
    }

    /// Returns the game.
    pub(in crate::full::hall) fn game(&self) -> Arc<dyn AnyGame> {
        self.draft.borrow().seating.game.clone()
    }

    /// Plays by other rules; everybody stays where they are.
    pub(in crate::full::hall) fn play_by(&self, game: &Arc<dyn AnyGame>) {
        self.draft.borrow_mut().seating.game = game.clone();
    }

    /// Looks at what is planned.
    pub(super) fn look<T>(&self, look: impl FnOnce(&PlanDraft) -> T) -> T {
        look(&self.draft.borrow())
    }

    /// Changes who plays.
    pub(super) fn seat<T>(&self, change: impl FnOnce(&mut SeatList, &dyn AnyGame) -> T) -> T {
        let PlanDraft { seating, seat_list } = &mut *self.draft.borrow_mut();
        change(seat_list, &*seating.game)
    }
}
