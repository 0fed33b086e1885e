//! What a server sends, as a session shows it.

use hotdice_core::{Line, Name, Scene, Seat, SeatSet};
use hotdice_wire::{Emote, Event, EventKind, PlayerView, Presence, Stage, TableView};

use crate::session::link::Link;
use crate::session::{
    Connectivity, PersonStatus, SessionEvent, SessionEventKind, TablePhase, TableStatus, faces,
};

/// Returns a seat from its number on the wire.
pub(super) fn seat(number: u8) -> Option<Seat> {
    Seat::new(number.checked_sub(1)?)
}

/// Returns the table after the last event that was told.
pub(super) fn status(link: &Link) -> TableStatus {
    let view = link.view();
    let phase = if link.is_caught_up() {
        phase(view)
    } else {
        TablePhase::Moving
    };
    let blank = Scene {
        turn: None,
        parts: Vec::new(),
        choices: Vec::new(),
    };
    let mut scene = view.scene.clone().unwrap_or(blank);
    // The picture has the choices of whoever decides; only they are offered them.
    if !matches!(phase, TablePhase::Yours(_)) {
        scene.choices.clear();
    }
    TableStatus {
        rules: view.rules.clone(),
        names: view.players.iter().map(name).collect(),
        scene,
        phase,
        people: view
            .players
            .iter()
            .map(|player| person(player, view))
            .collect(),
        watching: view.watching,
        connection: match link.lost() {
            Some(cause) => Connectivity::Lost(cause.to_owned()),
            None => Connectivity::Good,
        },
        deadline: view.deadline.map(|at| link.clock.instant(at)),
        offers: match view.you {
            Some(you) if !view.offers.contains(&you) => {
                view.offers.iter().copied().filter_map(seat).collect()
            }
            _ => Vec::new(),
        },
        unsaved: None,
    }
}

fn name(player: &PlayerView) -> Name {
    let nobody = || "somebody".parse().expect("a plain word is a name");
    player.name.parse().unwrap_or_else(|_| nobody())
}

fn phase(view: &TableView) -> TablePhase {
    let winners = || view.winners.iter().copied().filter_map(seat);
    match (view.stage, view.waiting.seat.and_then(seat)) {
        _ if view.closed.is_some() => TablePhase::Closed,
        (Stage::Over, _) => TablePhase::Over(winners().collect::<SeatSet>()),
        (_, Some(seat)) if view.waiting.seat == view.you && !is_replaced(view) => {
            TablePhase::Yours(seat)
        }
        (_, Some(seat)) => TablePhase::Theirs(seat),
        (_, None) => TablePhase::Moving,
    }
}

/// Tells whether a bot plays on for whoever looks.
fn is_replaced(view: &TableView) -> bool {
    let mut players = view.players.iter();
    let me = players.find(|player| Some(player.seat) == view.you);
    me.is_some_and(|me| me.presence == Presence::Replaced)
}

fn person(player: &PlayerView, view: &TableView) -> PersonStatus {
    let presence = match player {
        PlayerView { bot: Some(_), .. } => "bot",
        PlayerView {
            presence: Presence::Replaced,
            ..
        } => "a bot plays on",
        PlayerView {
            presence: Presence::Away,
            ..
        } => "away",
        PlayerView { online: true, .. } => "here",
        PlayerView { .. } => "not connected",
    };
    PersonStatus {
        presence,
        you: view.you == Some(player.seat),
        replaced: player.presence == Presence::Replaced,
    }
}

/// Returns an event as something to be shown.
pub(super) fn event(event: Event, you: Option<u8>) -> SessionEvent {
    let own = event.kind == EventKind::Acted && you.is_some() && event.seat == you;
    let kind = match event.kind {
        EventKind::Rolled => SessionEventKind::Rolled(faces(&event.dice)),
        EventKind::Acted => SessionEventKind::Acted,
        _ => SessionEventKind::Other,
    };
    let story = event.story;
    SessionEvent { story, kind, own }
}

/// Returns an emote as something to be shown.
pub(super) fn emote(number: u8, emote: Emote) -> SessionEvent {
    let words = emote.in_words();
    let line = match seat(number) {
        Some(seat) => Line::of(seat, format!(": {words}")),
        None => words.into(),
    };
    SessionEvent {
        story: vec![line],
        kind: SessionEventKind::Other,
        own: false,
    }
}

/// Says who wants to play again.
pub(super) fn invitation(view: &TableView) -> String {
    let others = view
        .players
        .iter()
        .filter(|player| player.bot.is_none() && view.you != Some(player.seat));
    let names: Vec<&str> = others.map(|player| player.name.as_str()).collect();
    match (view.you, names.as_slice()) {
        (Some(_), [other]) => format!("{other} wants to play again: n"),
        (Some(_), _) => "Somebody wants to play again: n".to_owned(),
        (None, _) => "They meet again: n".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_table_waits_for_nobody() {
        let mut view = crate::full::online_table();
        view.stage = Stage::Playing;
        view.you = Some(1);
        view.waiting.seat = Some(1);
        view.closed = Some("This table is closed.".to_owned());
        assert_eq!(phase(&view), TablePhase::Closed);
    }
}
