//! Something that turns while people wait.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::waiting;

/// A spinner with a few words, on a terminal only. It goes away when it is dropped.
pub(super) struct Spinner(ProgressBar);

impl Spinner {
    pub(super) fn new(what: &str) -> Self {
        let target = match std::io::stderr().is_terminal() && !waiting::is_plain() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{spinner} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_message(format!("{what} …"));
        bar.enable_steady_tick(Duration::from_millis(120));
        Self(bar)
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
