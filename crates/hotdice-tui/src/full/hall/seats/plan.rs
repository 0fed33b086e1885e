//! A game that is about to begin: its rules and its players, wherever they are changed.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use hotdice_core::AnyGame;

use super::super::super::screen::Cx;
use super::super::super::table::Start;
use super::company::Company;
use super::{Begin, Seating};

/// A game that is about to begin. The seats and the house rules share it: what is changed on one screen is so on the other.
#[derive(Clone)]
pub(in super::super) struct Plan {
    draft: Rc<RefCell<Draft>>,
}

/// What is planned.
pub(super) struct Draft {
    pub(super) seating: Seating,
    pub(super) company: Company,
}

impl Plan {
    /// Returns the plan of a new game.
    pub(in super::super) fn new(game: Arc<dyn AnyGame>, cx: &Cx) -> Self {
        let begin: Begin = Box::new(Start::fresh);
        Self::of(Seating { game, begin }, cx)
    }

    /// Returns the plan of a game that begins in its own way.
    pub(super) fn of(seating: Seating, cx: &Cx) -> Self {
        let company = Company::new(seating.game.seats(), &cx.settings.name);
        let draft = Draft { seating, company };
        Self {
            draft: Rc::new(RefCell::new(draft)),
        }
    }

    /// Returns the game.
    pub(in super::super) fn game(&self) -> Arc<dyn AnyGame> {
        self.draft.borrow().seating.game.clone()
    }

    /// Plays by other rules; everybody stays where they are.
    pub(in super::super) fn play_by(&self, game: &Arc<dyn AnyGame>) {
        self.draft.borrow_mut().seating.game = game.clone();
    }

    /// Looks at what is planned.
    pub(super) fn look<T>(&self, look: impl FnOnce(&Draft) -> T) -> T {
        look(&self.draft.borrow())
    }

    /// Changes who plays.
    pub(super) fn seat<T>(&self, change: impl FnOnce(&mut Company, &dyn AnyGame) -> T) -> T {
        let Draft { seating, company } = &mut *self.draft.borrow_mut();
        change(company, &*seating.game)
    }
}
