//! The only list of games.

use std::sync::Arc;

use hotdice_core::{AnyGame, RulesError, RulesLine, meant};

use crate::{pig, push_luck, shut_the_box, tridice, yatzy};

/// Every family of games.
pub const FAMILIES: &[Family] = &[
    push_luck::FAMILY,
    yatzy::FAMILY,
    tridice::FAMILY,
    pig::FAMILY,
    shut_the_box::FAMILY,
];

/// Games that share one engine and one set of parameters.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// What the family is called.
    pub name: &'static str,
    /// The games that have a name of their own.
    pub presets: &'static [Preset],
    /// Rules lines of games that are small enough to be solved from their rules alone, of every kind that the family has.
    ///
    /// The solvers made for the family are checked on these, with every parameter set to each of its examples.
    pub small: &'static [&'static str],
    /// Makes a game from a rules line that names one of the presets.
    pub read: fn(&RulesLine) -> Result<Arc<dyn AnyGame>, RulesError>,
}

/// A game that has a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, which is also its rules line.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub sentence: &'static str,
}

/// Returns every preset with its family.
pub fn presets() -> impl Iterator<Item = (&'static Family, &'static Preset)> {
    FAMILIES
        .iter()
        .flat_map(|family| family.presets.iter().map(move |preset| (family, preset)))
}

/// Returns the game that a rules line describes.
///
/// # Errors
/// When the line is malformed, names no game, or has parameters that the game does not take.
pub fn find(rules: &str) -> Result<Arc<dyn AnyGame>, RulesError> {
    let line: RulesLine = rules.parse()?;
    let (family, _) = presets()
        .find(|(_, preset)| preset.name == line.name)
        .ok_or_else(|| unknown_game(rules, &line.name))?;
    (family.read)(&line)
}

/// Quotes the name of a game as it was typed.
fn unknown_game(rules: &str, name: &str) -> RulesError {
    let names = presets().map(|(_, preset)| preset.name);
    let typed = rules.split('(').next().unwrap_or_default();
    RulesError::UnknownGame {
        name: typed.trim().to_owned(),
        nearest: meant(name, names).map(str::to_owned),
    }
}
