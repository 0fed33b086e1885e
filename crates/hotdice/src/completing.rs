//! What shells complete: games, their parameters, players and saved games.

use std::ffi::OsStr;
use std::fs;

use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use hotdice_bots::Level;
use hotdice_games::presets;
use hotdice_tui::plain::level_in_words;

use crate::data_folder;

/// Completes a rules line: a game, then parameters in parentheses, then values to try.
pub(crate) fn rules() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| rules_like(&current.to_string_lossy()))
}

/// Completes a player: a bot, while anybody may have any name.
pub(crate) fn players() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| levels_like("bot:", &current.to_string_lossy()))
}

/// Completes the level of a bot.
pub(crate) fn levels() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| levels_like("", &current.to_string_lossy()))
}

/// Completes a record: a saved game, the latest first, or any file where no saved game is meant.
pub(crate) fn records() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let saved = saved_like(&current.to_string_lossy());
        if saved.is_empty() {
            return PathCompleter::file().complete(current);
        }
        saved
    })
}

fn rules_like(current: &str) -> Vec<CompletionCandidate> {
    let small = current.to_lowercase();
    let Some((game, _)) = small.split_once('(') else {
        let like = presets().filter(|(_, preset)| preset.name.starts_with(&small));
        return like
            .map(|(_, preset)| candidate(preset.name, preset.sentence))
            .collect();
    };
    let Ok(game) = hotdice_games::find(game) else {
        return Vec::new();
    };
    let start = small.rfind(['(', ',']).unwrap_or_default() + 1;
    let (before, last) = small.split_at(start);
    let parameters = game.parameters();
    if let Some((name, value)) = last.split_once('=') {
        let known = parameters.iter().filter(|known| known.name == name);
        let examples = known.flat_map(|known| known.examples);
        let like = examples.filter(|example| example.starts_with(value));
        return like
            .map(|example| CompletionCandidate::new(format!("{before}{name}={example})")))
            .collect();
    }
    let like = parameters
        .iter()
        .filter(|known| known.name.starts_with(last));
    like.map(|known| candidate(&format!("{before}{}=", known.name), known.meaning))
        .collect()
}

fn levels_like(prefix: &str, current: &str) -> Vec<CompletionCandidate> {
    let small = current.to_lowercase();
    let levels = Level::ALL.into_iter();
    let named = levels.map(|level| (format!("{prefix}{level}"), level));
    let like = named.filter(|(name, _)| name.starts_with(&small));
    like.map(|(name, level)| candidate(&name, level_in_words(level)))
        .collect()
}

fn saved_like(current: &str) -> Vec<CompletionCandidate> {
    let folder = data_folder::games().and_then(|folder| fs::read_dir(folder).ok());
    let files = folder.into_iter().flatten().flatten();
    let games = files.map(|file| file.path()).filter(|path| {
        let is_game = path.extension().is_some_and(|ending| ending == "hotdice");
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let whole = path.to_string_lossy();
        is_game && (name.starts_with(current) || whole.starts_with(current))
    });
    let mut games: Vec<_> = games.collect();
    games.sort_by_key(|path| fs::metadata(path).and_then(|about| about.modified()).ok());
    games.reverse();
    games.into_iter().map(CompletionCandidate::new).collect()
}

fn candidate(text: &str, help: &str) -> CompletionCandidate {
    CompletionCandidate::new(text).help(Some(help.to_owned().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(current: &str, expected: &[&str]) {
        let found = rules_like(current);
        let found: Vec<_> = found.iter().map(CompletionCandidate::get_value).collect();
        assert_eq!(found, expected, "{current}");
    }

    #[test]
    fn games_parameters_and_values_are_completed() {
        check("farkle-", &["farkle-classic", "farkle-minimal"]);
        check("TRI", &["tridice"]);
        check("pig(t", &["pig(target="]);
        check("farkle(target=5000,ta", &["farkle(target=5000,target="]);
        check("nope(", &[]);
        check("nope", &[]);
        assert!(!rules_like("farkle(target=").is_empty());
    }

    #[test]
    fn bots_are_completed() {
        let found = levels_like("bot:", "bot:s");
        let found: Vec<_> = found.iter().map(CompletionCandidate::get_value).collect();
        assert_eq!(found, ["bot:strong"]);
        assert_eq!(levels_like("bot:", "Ada").len(), 0);
        assert_eq!(levels_like("", "").len(), 5);
    }
}
