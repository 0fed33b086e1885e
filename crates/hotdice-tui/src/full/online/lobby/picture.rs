//! How a waiting room looks.

use hotdice_core::{Line as Story, Span as Word};
use hotdice_wire::{PlayerView, TableView};
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use crate::full::canvas::Canvas;
use crate::full::look::Look;
use crate::full::online::address::{command, grouped, link};
use crate::session::{Link, TableAccess, words};

/// Draws a room: on a small screen the most important lines, in this order.
pub(super) fn draw(canvas: &mut Canvas<'_, '_>, link: &Link, story: &[String]) {
    if canvas.is_roomy() {
        draw_room(canvas, link, story);
    } else {
        let mut lines = vec![state(link, canvas.look)];
        lines.extend(ways(&link.access, canvas.look));
        lines.extend(people(link, canvas.look));
        canvas.lines(lines);
    }
}

fn draw_room(canvas: &mut Canvas<'_, '_>, link: &Link, story: &[String]) {
    let look = canvas.look;
    let (people, ways) = (people(link, look), ways(&link.access, look));
    let rows = [
        Constraint::Length(2),
        Constraint::Length(people.len() as u16 + 2),
        Constraint::Length(ways.len() as u16 + 2),
        Constraint::Min(0),
    ];
    let [head, seats, invitation, rest] = Layout::vertical(rows).areas(canvas.area);
    canvas
        .part(head)
        .lines(vec![state(link, look), terms(link.view(), look)]);
    for (area, heading, lines) in [
        (seats, "Who is here", people),
        (invitation, "To give away", ways),
    ] {
        canvas.framed(area, heading).lines(lines);
    }
    let latest = story.len().saturating_sub(usize::from(rest.height));
    let latest = story[latest..]
        .iter()
        .map(|line| Line::styled(format!(" {line}"), look.faint));
    canvas.part(rest).lines(latest);
}

/// Says what everybody waits for, or that the table cannot be reached.
fn state(link: &Link, look: &Look) -> Line<'static> {
    let view = link.view();
    if let Some(cause) = link.lost() {
        return Line::styled(format!("Reconnecting … {cause}"), look.bad);
    }
    let missing = usize::from(view.seats).saturating_sub(view.players.len());
    let text = match missing {
        0 => "Everybody is here.".to_owned(),
        1 => "Waiting for one more.".to_owned(),
        missing => format!("Waiting for {missing} more."),
    };
    let watching = match view.watching {
        0 => String::new(),
        watching => format!("  {watching} watching"),
    };
    Line::from(vec![
        Span::styled(text, look.accent),
        Span::styled(watching, look.faint),
    ])
}

/// Says what was agreed.
fn terms(view: &TableView, look: &Look) -> Line<'static> {
    let clock = match view.clock {
        Some(seconds) => format!("A decision may take {}.", words::clock_in_words(seconds)),
        None => "There is no clock.".to_owned(),
    };
    let coach = if view.coach {
        "The coach may be asked."
    } else {
        "There is no coach."
    };
    Line::styled(format!("{clock} {coach}"), look.faint)
}

fn people(link: &Link, look: &Look) -> Vec<Line<'static>> {
    let view = link.view();
    let line = |seat: u8| match view.players.get(usize::from(seat)) {
        Some(player) => Line::from(vec![
            Span::styled(
                format!(" {} {}", seat + 1, player.name),
                look.seat(usize::from(seat)),
            ),
            Span::styled(format!("  {}", remark(view, player)), look.faint),
        ]),
        None => Line::styled(format!(" {} free", seat + 1), look.faint),
    };
    (0..view.seats).map(line).collect()
}

fn remark(view: &TableView, player: &PlayerView) -> &'static str {
    match player {
        _ if view.you == Some(player.seat) => "you",
        PlayerView { bot: Some(_), .. } => "a bot",
        PlayerView { online: true, .. } => "here",
        PlayerView { .. } => "not connected",
    }
}

/// Returns how others get here.
fn ways(place: &TableAccess, look: &Look) -> Vec<Line<'static>> {
    let line = |name: &str, text: String| {
        let name = Span::styled(format!(" {name:<8}"), look.faint);
        Line::from(vec![name, Span::styled(text, look.strong)])
    };
    let mut addresses = addresses(place);
    let main = addresses.remove(0);
    let mut lines = vec![
        line("Code", grouped(&place.table)),
        line("Address", main.clone()),
    ];
    lines.extend(addresses.into_iter().map(|address| line("or", address)));
    lines.push(line("Link", link(&main, &place.table)));
    lines.push(Line::styled(
        format!(" {}", command(&main, &place.table)),
        look.strong,
    ));
    lines
}

/// Returns the addresses under which others find the server; there is at least one.
fn addresses(place: &TableAccess) -> Vec<String> {
    let known = place.hosted.as_ref().map(|hosted| hosted.addresses());
    match known {
        Some(addresses) if !addresses.is_empty() => addresses,
        _ => vec![place.server.to_string()],
    }
}

/// Writes a line of a story; before the game there are no seats to be named.
pub(super) fn in_words(line: &Story) -> String {
    let word = |word: &Word| match word {
        Word::Text(text) => text.to_string(),
        Word::Seat(seat) => format!("Seat {seat}"),
        Word::Dice(dice) => dice.to_string(),
    };
    line.spans.iter().map(word).collect()
}
