//! What a server sends, as the table screen shows it.

use hotdice_core::{Line, Name, Part, Scene, Seat, SeatSet, Span};
use hotdice_wire::{Emote, Event, EventKind, PlayerView, Presence, TableView};

use super::super::super::table::{Connection, Moment, MomentKind, Person, Stage, Standing};
use super::super::link::Link;

/// Returns a seat from its number on the wire.
pub(super) fn seat(number: u8) -> Option<Seat> {
    Seat::new(number.checked_sub(1)?)
}

/// Returns how a table stands, as the latest look shows it.
pub(super) fn standing(link: &Link) -> Standing {
    let view = link.view();
    let mut scene = view.scene.clone().unwrap_or_else(blank);
    let settled = link.is_caught_up();
    if !settled {
        scene.choices.clear();
    }
    Standing {
        rules: view.rules.clone(),
        names: view.players.iter().map(name).collect(),
        scene,
        stage: if settled { stage(view) } else { Stage::Moving },
        people: view
            .players
            .iter()
            .map(|player| person(player, view))
            .collect(),
        watching: view.watching,
        connection: Connection::Good,
        deadline: view.deadline.map(|at| link.clock.instant(at)),
    }
}

fn blank() -> Scene {
    Scene {
        turn: None,
        parts: Vec::new(),
        choices: Vec::new(),
    }
}

/// Takes everything from a picture that is not true any more when something else has happened.
pub(super) fn leave_scores(scene: &mut Scene) {
    scene.turn = None;
    scene.choices.clear();
    scene
        .parts
        .retain(|part| matches!(part, Part::Track(_) | Part::Sheet(_) | Part::Triangle(_)));
}

fn name(player: &PlayerView) -> Name {
    let nobody = || "somebody".parse().expect("a plain word is a name");
    player.name.parse().unwrap_or_else(|_| nobody())
}

fn stage(view: &TableView) -> Stage {
    let winners = || view.winners.iter().copied().filter_map(seat);
    match (view.stage, view.waiting.seat.and_then(seat)) {
        (hotdice_wire::Stage::Over, _) => Stage::Over(winners().collect::<SeatSet>()),
        (_, Some(seat)) if view.waiting.seat == view.you && !is_replaced(view) => {
            Stage::Yours(seat)
        }
        (_, Some(seat)) => Stage::Theirs(seat),
        (_, None) => Stage::Moving,
    }
}

/// Tells whether a bot plays on for whoever looks.
fn is_replaced(view: &TableView) -> bool {
    let mut players = view.players.iter();
    let me = players.find(|player| Some(player.seat) == view.you);
    me.is_some_and(|me| me.presence == Presence::Replaced)
}

fn person(player: &PlayerView, view: &TableView) -> Person {
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
    Person {
        presence,
        you: view.you == Some(player.seat),
    }
}

/// Returns an event as something to be shown.
pub(super) fn moment(event: Event, you: Option<Seat>) -> Moment {
    let own = event.kind == EventKind::Acted && you.is_some() && actor(&event.line) == you;
    let story = event.story;
    let kind = match event.kind {
        EventKind::Rolled => MomentKind::Rolled(dice(&story)),
        EventKind::Acted => MomentKind::Acted,
        _ => MomentKind::Other,
    };
    Moment { story, kind, own }
}

/// Returns who acted, from a line of the log such as `acted 2 bank`.
fn actor(line: &str) -> Option<Seat> {
    line.split_whitespace().nth(1)?.parse().ok()
}

fn dice(story: &[Line]) -> Option<hotdice_core::Dice> {
    let mut spans = story.iter().flat_map(|line| &line.spans);
    spans.find_map(|span| match span {
        Span::Dice(dice) => Some(*dice),
        Span::Text(_) | Span::Seat(_) => None,
    })
}

/// Returns a feeling as something to be shown.
pub(super) fn feeling(number: u8, emote: Emote) -> Moment {
    let words = emote.in_words();
    let line = match seat(number) {
        Some(seat) => Line::of(seat, format!(": {words}")),
        None => words.into(),
    };
    Moment {
        story: vec![line],
        kind: MomentKind::Other,
        own: false,
    }
}

/// Says who wants to play again.
pub(super) fn call(view: &TableView) -> String {
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
