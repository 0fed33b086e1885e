//! `hotdice --plain`: the hall line by line. Everything can be done that is not a picture.

mod house;

use std::io;
use std::sync::Arc;

use anyhow::anyhow;
use hotdice_bots::{Scope, figures};
use hotdice_client::ServerUrl;
use hotdice_core::{AnyGame, Tone};
use hotdice_games::presets;
use hotdice_tui::journal::{UNASKED, survey};
use hotdice_tui::plain::{Console, age_in_words, ask_names, practise, sentence, wrap, write_rules};
use hotdice_tui::practice::mistakes;
use hotdice_tui::services::{Reach, SavedGame, SavedStage, Services};
use hotdice_tui::session::NewGame;
use hotdice_tui::settings::{Setting, UserSettings};

use super::analyse::Analyse;
use super::replay::ReplayCommand;
use super::review::ReviewCommand;
use super::stats::StatsCommand;
use super::verify::Verify;
use super::{numbered, online, play, with_console};
use crate::Manner;
use crate::cli_result::{CliResult, Stop};
use crate::services::{Here, read_settings};
use crate::waiting;

/// The lines of the first menu: the word, and what it means.
const LINES: [(&str, &str); 10] = [
    ("play", "Play here"),
    ("house", "House rules, and what they do"),
    ("host", "Host on this machine"),
    ("join", "Join a table"),
    ("saved", "Saved games"),
    ("solved", "What is solved"),
    ("settings", "Settings"),
    ("mistakes", "Your mistakes, to be tried again"),
    ("stats", "Your statistics"),
    ("quit", "Leave"),
];

/// The hall, and what its rooms share.
struct Hall<'a, 'b> {
    console: &'a mut Console<'b>,
    here: Arc<Here>,
    settings: UserSettings,
    /// What was said about games that could not be saved.
    unsaved: Vec<String>,
}

/// Lets people choose what to do until they have had enough.
pub(crate) fn plain_hall() -> CliResult {
    with_console(|console| {
        let (settings, not_read) = read_settings();
        console.announce("Hot Dice")?;
        if let Some(not_read) = not_read {
            console.say_in_tone(Tone::Bad, &not_read.whole)?;
        }
        let here = Arc::new(Here::telling());
        let mut hall = Hall {
            console,
            here,
            settings,
            unsaved: Vec::new(),
        };
        hall.open()?;
        match hall.unsaved.as_slice() {
            [] => Ok(()),
            unsaved => Err(Stop::Unsaved(anyhow!(unsaved.join("\n")))),
        }
    })
}

impl Hall<'_, '_> {
    fn open(&mut self) -> CliResult {
        loop {
            self.console.say("")?;
            let Some(word) = numbered::ask(self.console, &LINES)? else {
                return Ok(());
            };
            let done = match word.to_lowercase().as_str() {
                "" => Ok(()),
                "quit" | "exit" | "q" => return Ok(()),
                "play" => self.choose_and_play(),
                "house" => self.choose_and_change(),
                "host" => self.host(),
                "join" => self.join(),
                "saved" => self.saved(),
                "solved" => self.solved(),
                "settings" => self.change_settings(),
                "mistakes" => self.practise(),
                "stats" => StatsCommand::default().run(),
                _ => numbered::no_such(self.console, &word, LINES.len()),
            };
            self.tell(done)?;
        }
    }

    /// Says what went wrong, and remembers games that could not be saved until the hall is left.
    fn tell(&mut self, done: CliResult) -> CliResult {
        if let Err(Stop::Unsaved(error)) = &done {
            self.unsaved.push(error.to_string());
        }
        numbered::tell(self.console, done)
    }

    /// Asks the mistakes of finished games again that are due.
    fn practise(&mut self) -> CliResult {
        let found = {
            let _spinner = self.console.spin("Analysing your games");
            survey(&*self.here, UNASKED, &Arc::default(), |_, _| {})
        };
        let entries = found.map_err(Stop::ui)?;
        let due = mistakes(&entries, &self.settings.name, &*self.here).map_err(Stop::ui)?;
        Ok(practise(self.console, &due, &*self.here)?)
    }

    /// Opens a server, and the menu of games on it.
    fn host(&mut self) -> CliResult {
        let question = "Shall others on the network be able to come?";
        let reach = match self.console.ask_whether(question)? {
            None => return Ok(()),
            Some(true) => Reach::Network,
            Some(false) => Reach::Here,
        };
        let hosted = self.here.host(reach).map_err(Stop::ui)?;
        let console = &mut *self.console;
        console.announce(&format!("A server is open at {}", hosted.url()))?;
        for address in hosted.addresses() {
            console.say(&format!("Others come to {address}"))?;
        }
        if let Some(remark) = hosted.remark() {
            console.say(&remark)?;
        }
        console.say(
            "Start a new game below, and give its table's name away with the address.\n\
             The server closes when you leave Hot Dice; games on it are kept.",
        )?;
        online::visit(console, Some(hosted.url().parse()?), self.here.clone())
    }

    /// Asks for a server, and opens the menu of games on it.
    fn join(&mut self) -> CliResult {
        let prompt = "Address of the server, or nothing for the last one";
        loop {
            let Some(answer) = self.console.ask(prompt)? else {
                return Ok(());
            };
            let server = match answer.as_str() {
                "back" => return Ok(()),
                "" => None,
                text => match text.parse::<ServerUrl>() {
                    Ok(server) => Some(server),
                    Err(error) => {
                        self.console.say(&format!("{error}."))?;
                        continue;
                    }
                },
            };
            return online::visit(self.console, server, self.here.clone());
        }
    }
}

impl Hall<'_, '_> {
    /// Lets people choose a game, and plays it.
    fn choose_and_play(&mut self) -> CliResult {
        loop {
            show_games(self.console)?;
            self.console.say(
                "Type a number, or house rules such as farkle(target=5000).\n\
                 To read the rules first type rules and the number. To go back press Enter.",
            )?;
            let Some(answer) = self.console.ask("What do you want to play?")? else {
                return Ok(());
            };
            match answer.split_once(' ').unwrap_or((&answer, "")) {
                ("" | "back" | "quit" | "q", "") => return Ok(()),
                ("rules", choice) => self.show_rules(choice)?,
                _ => {
                    if let Some(game) = self.find(&answer)? {
                        return self.play(game);
                    }
                }
            }
        }
    }

    /// Asks who plays, and plays.
    fn play(&mut self, game: Arc<dyn AnyGame>) -> CliResult {
        match ask_names(self.console, &*game, &self.settings.name)? {
            Some(names) => {
                let local = play::start(NewGame::of(game, names), &self.here)?;
                play::play_local(self.console, local, &self.here)
            }
            None => Ok(()),
        }
    }

    /// Returns the game of a choice from the list, or says why there is none.
    fn find(&mut self, choice: &str) -> io::Result<Option<Arc<dyn AnyGame>>> {
        match hotdice_games::find(rules_of(choice)) {
            Ok(game) => Ok(Some(game)),
            Err(error) => {
                self.console.say(&sentence(&error.to_string()))?;
                Ok(None)
            }
        }
    }

    fn show_rules(&mut self, choice: &str) -> CliResult {
        if let Some(game) = self.find(choice)? {
            self.tell_rules(&*game)?;
            self.console.ask("Enter to go back")?;
        }
        Ok(())
    }

    fn tell_rules(&mut self, game: &dyn AnyGame) -> io::Result<()> {
        let mut text = Vec::new();
        write_rules(&mut text, game)?;
        self.console.say(&String::from_utf8_lossy(&text))
    }
}

impl Hall<'_, '_> {
    /// Solves games until people go back.
    fn solved(&mut self) -> CliResult {
        show_games(self.console)?;
        loop {
            let prompt = "What is perfect play worth in? A number or a rules line";
            let Some(answer) = self.console.ask(prompt)? else {
                return Ok(());
            };
            if let "" | "back" | "quit" | "q" = answer.as_str() {
                return Ok(());
            }
            if let Some(game) = self.find(&answer)? {
                match figures(&*game, Scope::Game, &waiting::tables()) {
                    Err(why) => self.console.say(&sentence(&why.to_string()))?,
                    Ok(figures) => {
                        self.console.announce(&game.rules_line())?;
                        for figure in figures {
                            let value = figure.value_in_words();
                            self.console.say(&format!("  {value}  {}", figure.words))?;
                        }
                    }
                }
            }
        }
    }
}

/// Lists all games by family.
fn show_games(console: &mut Console<'_>) -> io::Result<()> {
    let mut last = "";
    for (number, (family, preset)) in (1..).zip(presets()) {
        if family.name != last {
            console.say(&format!("\n{}", family.name))?;
            last = family.name;
        }
        let game = format!("{number:>3}) {:<15} {}", preset.name, preset.sentence);
        console.say(&wrap(&game, 21))?;
    }
    Ok(())
}

/// Returns the rules line of a choice from the list, or what was typed as one.
fn rules_of(choice: &str) -> &str {
    let number = choice.parse::<usize>().ok();
    let listed = number.and_then(|number| presets().nth(number.checked_sub(1)?));
    listed.map_or(choice, |(_, preset)| preset.name)
}

impl Hall<'_, '_> {
    /// Lists the saved games until people go back.
    fn saved(&mut self) -> CliResult {
        loop {
            let games = self.here.saved_games().map_err(Stop::ui)?;
            if games.is_empty() {
                let words = "No game is saved yet: games are saved while they are played.";
                return Ok(self.console.say(words)?);
            }
            for (number, game) in (1..).zip(&games) {
                self.console.say(&in_words(number, game))?;
            }
            self.console.say(
                "Type play, review, replay, analyse, verify or delete and a number. To go back press Enter.",
            )?;
            let Some(answer) = self.console.ask("Which game?")? else {
                return Ok(());
            };
            let (word, number) = match answer.split_once(' ') {
                Some((word, number)) => (word, number.trim()),
                None => ("", answer.as_str()),
            };
            if let ("", "" | "back" | "quit" | "q") = (word, number) {
                return Ok(());
            }
            let done = match numbered::nth(&games, number) {
                Some(game) => self.do_with(word, game),
                None => numbered::no_such(self.console, number, games.len()),
            };
            self.tell(done)?;
        }
    }

    fn do_with(&mut self, word: &str, game: &SavedGame) -> CliResult {
        let place = game.place.clone();
        match (word, game.stage) {
            ("" | "play", SavedStage::Paused) => play::resume(self.console, &place, &self.here),
            ("play", _) => Err(Stop::Failed(anyhow!("this game does not go on: replay it"))),
            ("" | "replay", _) => ReplayCommand::of(place).run(),
            ("review", _) => ReviewCommand::of(place).run(Manner::Plain),
            ("analyse", _) => Analyse::of(place).run(),
            ("verify", _) => Verify::of(place).run(),
            ("delete", _) => self.delete(game),
            _ => Err(Stop::Failed(anyhow!(
                "{word:?} cannot be done with a game: type play, review, replay, analyse, verify or delete"
            ))),
        }
    }

    fn delete(&mut self, game: &SavedGame) -> CliResult {
        let place = game.place.display().to_string();
        let question = format!("Throw {place} away for good?");
        if self.console.ask_whether(&question)? == Some(true) {
            self.here.delete_game(&game.place).map_err(Stop::ui)?;
            self.console.say(&format!("{place} is gone."))?;
        }
        Ok(())
    }
}

fn in_words(number: usize, game: &SavedGame) -> String {
    let stage = match game.stage {
        SavedStage::Fair => "over, its dice can be checked",
        SavedStage::Paused | SavedStage::Over => game.stage.in_words(),
        SavedStage::Damaged => return format!("{number:>3}) {}, damaged", game.place.display()),
    };
    let rules = game.rules.as_deref().unwrap_or_default();
    let (names, age) = (game.names.join(", "), age_in_words(game.age));
    format!("{number:>3}) {rules}: {names}; {stage}, {age}")
}

impl Hall<'_, '_> {
    /// Shows the settings and changes them until people go back.
    fn change_settings(&mut self) -> CliResult {
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
