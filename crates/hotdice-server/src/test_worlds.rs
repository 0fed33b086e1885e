//! The worlds of a test: all its servers and stores share one, so that no two of them draw the same names.

use std::cell::RefCell;
use std::sync::{Arc, Weak};

use hotdice_testworld::{TestWorld, seed};

thread_local! {
    static STANDING: RefCell<Weak<TestWorld>> = RefCell::default();
    static RUNNING: RefCell<Weak<TestWorld>> = RefCell::default();
}

/// Returns the world whose clock stands until the test moves it.
pub(crate) fn standing() -> Arc<TestWorld> {
    STANDING.with_borrow_mut(|known| shared(known, TestWorld::new))
}

/// Returns the world whose clock runs, for servers on a database that has a clock of its own.
pub(crate) fn running() -> Arc<TestWorld> {
    RUNNING.with_borrow_mut(|known| shared(known, || TestWorld::running(seed())))
}

fn shared(known: &mut Weak<TestWorld>, new: impl FnOnce() -> TestWorld) -> Arc<TestWorld> {
    known.upgrade().unwrap_or_else(|| {
        let world = Arc::new(new());
        *known = Arc::downgrade(&world);
        world
    })
}
