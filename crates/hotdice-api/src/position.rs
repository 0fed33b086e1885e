//! What the choices of a position are worth: at a table, anywhere, and on a day.

use hotdice_bots::{Day, Library, daily, oracle_at};
use hotdice_core::{AnyGame, AnyPosition, Turn, Viewer};
use hotdice_games::find;
use hotdice_solve::oracle::Certainty;
use hotdice_table::{Match, PlayerId, Table};
use hotdice_wire::{AskedAim, Code, DailyAnswer, Hint, PositionAnswer, PositionRequest};

use crate::analysis::{aim_in_words, aim_of, worth};
use crate::{Rejected, seat_number};

/// Shows a position, with what every choice in it is worth.
///
/// # Errors
/// When there is no such game or position, or no values for the aim that was asked for.
pub fn position_answer(
    asked: &PositionRequest,
    library: &dyn Library,
) -> Result<PositionAnswer, Rejected> {
    let game = find(&asked.rules).map_err(Rejected::invalid)?;
    let position = game.read_state(&asked.state).map_err(Rejected::invalid)?;
    show(&*game, &*position, asked.aim, library)
}

/// Shows the decision of a day.
///
/// # Errors
/// When its game cannot be solved.
pub fn daily_answer(day: Day, library: &dyn Library) -> Result<DailyAnswer, Rejected> {
    let decision = daily(day, library).map_err(Rejected::invalid)?;
    Ok(DailyAnswer {
        date: day.to_string(),
        rules: decision.game.rules_line(),
        state: decision.position.state(),
        position: show(&*decision.game, &*decision.position, None, library)?,
    })
}

/// Draws a position, with values where somebody decides and they are known; whoever asks for an aim hears why not.
fn show(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    wanted: Option<AskedAim>,
    library: &dyn Library,
) -> Result<PositionAnswer, Rejected> {
    let seat = match position.turn() {
        Turn::Decide(seat) => Some(seat),
        Turn::Roll | Turn::Over(_) => None,
    };
    let scene = position.scene(seat.map_or(Viewer::Spectator, Viewer::Seat));
    let mut answer = PositionAnswer {
        seat: seat.map(seat_number),
        scene,
        aim: None,
        exact: None,
        choices: Vec::new(),
    };
    if seat.is_none() {
        return Ok(answer);
    }
    match oracle_at(game, position, wanted.map(aim_of), library) {
        Ok(oracle) => {
            answer.aim = Some(aim_in_words(oracle.aim()).to_owned());
            answer.exact = Some(oracle.certainty_at(position) == Certainty::Exact);
            let values = oracle.action_values(position);
            answer.choices = values.into_iter().map(worth).collect();
        }
        Err(why) if wanted.is_some() => return Err(Rejected::invalid(why)),
        Err(_) => {}
    }
    Ok(answer)
}

/// Says what every choice is worth after an event of a table.
///
/// # Errors
/// When the game has no values.
pub fn hint(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    seq: u64,
    wanted: Option<AskedAim>,
    library: &dyn Library,
) -> Result<Hint, Rejected> {
    let oracle = oracle_at(game, position, wanted.map(aim_of), library)?;
    let values = oracle.action_values(position);
    let certainty = oracle.certainty_at(position);
    Ok(Hint {
        seq,
        aim: aim_in_words(oracle.aim()).to_owned(),
        exact: certainty == Certainty::Exact,
        certainty: certainty.name().to_owned(),
        choices: values.into_iter().map(worth).collect(),
    })
}

/// Returns the game in which a player may be advised now.
///
/// # Errors
/// When the table has no coach, or it is not the player's turn.
pub fn advised(table: &Table, player: PlayerId) -> Result<&Match, Rejected> {
    if !table.settings().coach {
        let detail = "this table has no coach: it was opened without one";
        return Err(Rejected::new(Code::IllegalAction, detail));
    }
    let seat = table.seat_of(player);
    let game = table.game_on();
    let game = game.ok_or_else(|| Rejected::invalid("the game hasn't started yet"))?;
    match game.turn() {
        Turn::Over(_) => Err(Rejected::new(Code::Over, "the game is over")),
        Turn::Decide(decides) if Some(decides) != seat => {
            Err(Rejected::new(Code::NotYourTurn, "it isn't your turn"))
        }
        Turn::Decide(_) | Turn::Roll => Ok(game),
    }
}
