//! The way from a form to a table: it can be stopped, it leads there, or it says why not.

use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use super::lobby;
use crate::full::look::Look;
use crate::full::screen::{Cx, Navigation};
use crate::job::BackgroundJob;
use crate::services::{Services, UiError};
use crate::session::Arrival;

/// What a form says about a way to a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sayings {
    /// What goes on meanwhile.
    pub(super) on_the_way: &'static str,
    /// What has not come about when something broke.
    pub(super) not_there: &'static str,
}

/// A way to a table, or what was wrong with the last one.
pub(super) struct Journey {
    sayings: Sayings,
    job: Option<BackgroundJob<Result<Arrival, UiError>>>,
    trouble: Option<String>,
}

impl Journey {
    /// Returns a form's way before anybody has set out.
    pub(super) fn new(sayings: Sayings, trouble: Option<String>) -> Self {
        Self {
            sayings,
            job: None,
            trouble,
        }
    }

    /// Sets out.
    pub(super) fn set_out(
        &mut self,
        way: impl FnOnce(&dyn Services) -> Result<Arrival, UiError> + Send + 'static,
        cx: &Cx,
    ) {
        let services = cx.services.clone();
        self.trouble = None;
        self.job = Some(BackgroundJob::start(&cx.bell, move || way(&*services)));
    }

    /// Says why nobody sets out.
    pub(super) fn refuse(&mut self, trouble: String) {
        self.trouble = Some(trouble);
    }

    /// Forgets what was wrong.
    pub(super) fn forget(&mut self) {
        self.trouble = None;
    }

    /// Answers a key that is not for the form: Esc, and any other while somebody is on the way.
    pub(super) fn press(&mut self, key: KeyCode) -> Option<Navigation> {
        match (key, self.job.is_some()) {
            (KeyCode::Esc, true) => {
                self.job = None;
                Some(Navigation::Stay)
            }
            (KeyCode::Esc, false) => Some(Navigation::Back),
            (_, true) => Some(Navigation::Stay),
            (_, false) => None,
        }
    }

    /// Enters the table once the way has led there.
    pub(super) fn wake(&mut self, cx: &mut Cx) -> Navigation {
        let Some(found) = self.job.as_mut().and_then(BackgroundJob::poll) else {
            return Navigation::Stay;
        };
        self.job = None;
        match found {
            Ok(Ok(arrival)) => return Navigation::Become(lobby::enter(arrival, cx)),
            Ok(Err(trouble)) => self.refuse(trouble.to_string()),
            Err(broken) => self.refuse(format!("{}: {broken}.", self.sayings.not_there)),
        }
        Navigation::Stay
    }

    /// Says what goes on, or what was wrong.
    pub(super) fn line(&self, look: &Look) -> Option<Line<'static>> {
        if self.job.is_some() {
            let text = format!("{} … Esc stops.", self.sayings.on_the_way);
            return Some(Line::styled(text, look.accent));
        }
        let trouble = self.trouble.as_ref()?;
        Some(Line::styled(format!("! {trouble}"), look.bad))
    }
}
