//! Games, rules and scores.

use hotdice_core::{Dice, ParameterValue, Section};
use hotdice_games::{find, presets};
use hotdice_wire::{
    GameList, GameSummary, Parameter, RulesAnswer, RulesSection, ScoreAnswer, ScoreRequest,
};

use crate::Rejected;

/// Lists all games that have a name.
///
/// # Errors
/// When one of them is not in the registry, which is a defect.
pub fn game_list() -> Result<GameList, Rejected> {
    let mut games = Vec::new();
    for (family, preset) in presets() {
        let game = find(preset.name).map_err(Rejected::invalid)?;
        games.push(GameSummary {
            rules: preset.name.to_owned(),
            family: family.name.to_owned(),
            seats: game.seats().into(),
            sentence: preset.sentence.to_owned(),
        });
    }
    Ok(GameList { games })
}

/// Explains rules, and lists everything that can be changed about them.
///
/// # Errors
/// When there is no such game.
pub fn rules_answer(rules: &str) -> Result<RulesAnswer, Rejected> {
    let game = find(rules).map_err(Rejected::invalid)?;
    let section = |section: Section| RulesSection {
        heading: section.heading.to_owned(),
        lines: section.lines,
    };
    let parameter = |parameter: ParameterValue| Parameter {
        name: parameter.name.to_owned(),
        value: parameter.value,
        values: parameter.accepts.to_owned(),
        sentence: parameter.meaning.to_owned(),
    };
    Ok(RulesAnswer {
        rules: game.rules_line(),
        seats: game.seats().into(),
        sections: game.explain().into_iter().map(section).collect(),
        parameters: game.parameters().into_iter().map(parameter).collect(),
    })
}

/// Scores dice that lie on a table.
///
/// # Errors
/// When the game, the dice or the box do not exist.
pub fn score_answer(asked: &ScoreRequest) -> Result<ScoreAnswer, Rejected> {
    let game = find(&asked.rules).map_err(Rejected::invalid)?;
    let dice: Dice = asked.dice.parse().map_err(Rejected::invalid)?;
    let score = game.score(dice, asked.in_box.as_deref());
    Ok(score.map_err(Rejected::invalid)?.into())
}
