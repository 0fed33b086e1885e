//! Playing: one's own turns, and the story of the others'.

use hotdice_core::Seat;
use hotdice_tui::plain::draw;
use hotdice_wire::{Presence, Stage, TableView};

use super::decide::{decide, offer};
use super::ending::tell_ending;
use super::seen::Seen;
use crate::outcome::Outcome;

/// How long somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// To the end of the game.
    TheEnd,
    /// To the end of their own turn.
    TurnOver,
}

/// How playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// The game is over.
    Over,
    /// The turn is over.
    TurnOver,
    /// The player stopped.
    Quit,
    /// There was no more input.
    InputEnded,
}

/// Follows a table to its end, and plays the turns of the seat.
pub(super) fn follow(seen: &mut Seen<'_, '_>, until: Until) -> Outcome<Left> {
    come_back(seen)?;
    let (mut gathering, mut played, mut refused) = (false, false, None);
    loop {
        let mut view = seen.look()?;
        match view.scene.take() {
            None => {
                if !std::mem::replace(&mut gathering, true) {
                    tell_gathering(seen, &view)?;
                }
                seen.wait("Waiting for players")?;
            }
            Some(scene) => {
                seen.show_board_if_changed(&scene)?;
                let mine = view.you.is_some() && view.waiting.seat == view.you;
                let turn = scene.turn.map(|seat| seat.index() as u8 + 1);
                match (view.stage, until) {
                    (Stage::Over, _) => {
                        tell_ending(seen, &view)?;
                        return Ok(Left::Over);
                    }
                    (_, Until::TurnOver) if played && turn != view.you => {
                        return Ok(Left::TurnOver);
                    }
                    _ if mine => {
                        played = true;
                        if let Some(left) = decide(seen, &view, &scene)? {
                            return Ok(left);
                        }
                    }
                    _ if is_offered(&view) && refused != Some(view.seq) => {
                        refused = Some(view.seq);
                        if let Some(left) = answer_offer(seen, &view)? {
                            return Ok(left);
                        }
                    }
                    _ => seen.wait(&waiting_for(seen, &view))?,
                }
            }
        }
    }
}

/// Says that a player who was away is there again.
fn come_back(seen: &mut Seen<'_, '_>) -> Outcome {
    let Some(seat) = seen.seat else { return Ok(()) };
    let view = seen.look()?;
    let me = view
        .players
        .iter()
        .find(|player| Some(player.seat) == view.you);
    let away = me.is_some_and(|me| me.presence != Presence::Here);
    if away && view.stage == Stage::Playing {
        let table = seen.table;
        seen.server.ask("Coming back", |client| {
            client.come_back(table.as_str(), &seat.token)
        })?;
    }
    Ok(())
}

fn tell_gathering(seen: &mut Seen<'_, '_>, view: &TableView) -> Outcome {
    let table = seen.table;
    let here: Vec<&str> = view
        .players
        .iter()
        .map(|player| player.name.as_str())
        .collect();
    let here = match here.as_slice() {
        [] => "Nobody is here yet".to_owned(),
        names => format!("Here: {}", names.join(", ")),
    };
    let open = usize::from(view.seats).saturating_sub(view.players.len());
    seen.console.say(&format!(
        "{here}. The game begins when {open} more have joined: hotdice online join {table} NAME"
    ))?;
    if view.host {
        seen.console
            .say(&format!("Begin without them: hotdice online start {table}"))?;
    }
    Ok(())
}

fn waiting_for(seen: &Seen<'_, '_>, view: &TableView) -> String {
    let seat = view
        .waiting
        .seat
        .and_then(|seat| Seat::new(seat.checked_sub(1)?));
    match seat {
        Some(seat) => format!("Waiting for {}", draw::name(&seen.names, seat)),
        None => "Waiting".to_owned(),
    }
}

/// Tells whether somebody else offers to stop.
fn is_offered(view: &TableView) -> bool {
    view.you
        .is_some_and(|you| !view.offers.is_empty() && !view.offers.contains(&you))
}

fn answer_offer(seen: &mut Seen<'_, '_>, view: &TableView) -> Outcome<Option<Left>> {
    match seen.console.ask_whether("Do you agree to stop here?")? {
        Some(true) => offer(seen, view)?,
        Some(false) => seen.console.say("The game goes on.")?,
        None => return Ok(Some(Left::InputEnded)),
    }
    Ok(None)
}
