//! What a player likes.

use anyhow::anyhow;
use hotdice_tui::plain::wrap;
use hotdice_tui::services::Services;
use hotdice_tui::settings::{Setting, UserSettings};

use super::Hall;
use crate::cli_result::CliResult;
use crate::commands::numbered;

impl Hall<'_, '_> {
    /// Shows the settings and changes them until people go back.
    pub(super) fn change_settings(&mut self) -> CliResult {
        loop {
            for (number, choice) in (1..).zip(Setting::ALL) {
                let value = choice.value(&self.settings);
                let line = format!(
                    "{number:>3}) {}: {value}. {}",
                    choice.name(),
                    choice.words()
                );
                self.console.say(&wrap(&line, 5))?;
            }
            let prompt = "Which one shall change? Enter to go back";
            let Some(answer) = self.console.ask(prompt)? else {
                return Ok(());
            };
            if let "" | "back" | "quit" | "q" = answer.as_str() {
                return Ok(());
            }
            match numbered::nth(&Setting::ALL, &answer) {
                None => numbered::no_such(self.console, &answer, Setting::ALL.len())?,
                Some(Setting::Name) => self.ask_own_name()?,
                Some(choice) => {
                    choice.turn(&mut self.settings, true);
                    self.save_settings()?;
                }
            }
        }
    }

    fn ask_own_name(&mut self) -> CliResult {
        let Some(answer) = self.console.ask("What are you called?")? else {
            return Ok(());
        };
        match UserSettings::read_name(&answer) {
            Ok(name) => {
                self.settings.name = name;
                self.save_settings()
            }
            Err(refused) => Ok(self.console.say(&format!("{refused}."))?),
        }
    }

    fn save_settings(&mut self) -> CliResult {
        let kept = self.here.save_settings(&self.settings);
        let kept = kept.map_err(|trouble| anyhow!("The settings are not saved: {trouble}"));
        let kept = kept.map_err(Into::into);
        numbered::tell(self.console, kept)
    }
}
