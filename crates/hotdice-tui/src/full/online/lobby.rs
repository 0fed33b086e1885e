//! Before the game: who is here, and how others get here.

use hotdice_bots::Level;
use hotdice_client::Error;
use hotdice_core::Line as Story;
use hotdice_core::Span as Word;
use hotdice_wire::{Happened, PlayerView, Stage, TableView};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use super::address::{command, grouped, link};
use super::qr::QrPicture;
use crate::full::canvas::Canvas;
use crate::full::event_loop::centred;
use crate::full::look::Look;
use crate::full::screen::{Cx, KeyHint, Navigation, Screen};
use crate::full::table;
use crate::job::BackgroundJob;
use crate::services::UiError;
use crate::session::{Arrival, Link, OnlineSession, TableAccess, note_seen, words};

/// Enters a room: waits there until the game begins, or sits down at a table that is played at.
pub(crate) fn enter(arrival: Arrival, cx: &mut Cx) -> Box<dyn Screen> {
    let Arrival { access, view } = arrival;
    if let Some(remark) = access.hosted.as_ref().and_then(|hosted| hosted.remark()) {
        cx.say(remark);
    }
    if access.seat.is_some() {
        note_seen(&access, &view, None, &*cx.services);
    }
    let stage = view.stage;
    let link = Link::new(access, view, &cx.bell, &*cx.services);
    match stage {
        Stage::Gathering => Box::new(Lobby::new(link)),
        Stage::Playing | Stage::Over => sit(link, cx),
    }
}

fn sit(link: Link, cx: &mut Cx) -> Box<dyn Screen> {
    table::sit(Box::new(OnlineSession::new(link, cx.services.clone())), cx)
}

/// The waiting room.
pub(super) struct Lobby {
    /// Nothing once the game has begun.
    link: Option<Link>,
    /// What happened here.
    story: Vec<String>,
    /// What the next bot plays like.
    level: usize,
    asked: Option<LobbyRequest>,
    /// How the code of the link is shown.
    code: CodeView,
    /// What is asked next: keys are pressed faster than a server answers.
    next: Option<LobbyAction>,
}

/// How the code of the link is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CodeView {
    /// It fits nowhere, or stands beside everything else.
    Fixed,
    /// It takes all of the screen when it is asked for.
    Hidden,
    /// It takes all of the screen.
    Whole,
}

/// Something that was asked of the server.
struct LobbyRequest {
    what: LobbyAction,
    answer: BackgroundJob<Result<Happened, Error>>,
}

/// What can be asked here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LobbyAction {
    Start,
    AddBot,
    GetUp,
}

impl Lobby {
    fn new(link: Link) -> Self {
        Self {
            link: Some(link),
            story: Vec::new(),
            level: 2,
            asked: None,
            code: CodeView::Fixed,
            next: None,
        }
    }

    /// Returns a room in which this has happened, to be drawn in tests.
    #[cfg(test)]
    pub(super) fn scripted(link: Link, story: &[&str]) -> Self {
        Self {
            story: story.iter().map(|line| (*line).to_owned()).collect(),
            ..Self::new(link)
        }
    }

    fn is_host(&self) -> bool {
        self.link
            .as_ref()
            .is_some_and(|link| link.access.host.is_some())
    }

    fn has_room(&self) -> bool {
        let room = |link: &Link| link.view().players.len() < usize::from(link.view().seats);
        self.link.as_ref().is_some_and(room)
    }

    fn is_seated(&self) -> bool {
        self.link
            .as_ref()
            .is_some_and(|link| link.access.seat.is_some())
    }

    fn level(&self) -> Level {
        Level::ALL[self.level % Level::ALL.len()]
    }

    fn ask(&mut self, what: LobbyAction) {
        let Some(link) = &self.link else { return };
        if self.asked.is_some() {
            self.next = Some(what);
            return;
        }
        let (client, access, level) = (link.client(), link.access.clone(), self.level());
        let answer = BackgroundJob::start(&link.bell, move || {
            let table = &access.table;
            match (what, &access.host, access.token()) {
                (LobbyAction::Start, Some(host), _) => client.start(table, host),
                (LobbyAction::AddBot, Some(host), _) => client
                    .add_bot(table, host, &level.to_string())
                    .map(|_| Happened::default()),
                (LobbyAction::GetUp, _, Some(seat)) => client.leave(table, seat),
                _ => Ok(Happened::default()),
            }
        });
        self.asked = Some(LobbyRequest { what, answer });
    }

    fn answered(&mut self, cx: &mut Cx) -> Navigation {
        let Some(asked) = &mut self.asked else {
            return Navigation::Stay;
        };
        let (what, Some(answer)) = (asked.what, asked.answer.poll()) else {
            return Navigation::Stay;
        };
        self.asked = None;
        if let Some(next) = self.next.take() {
            self.ask(next);
        }
        match answer {
            Ok(Ok(happened)) => return self.done(what, happened, cx),
            Ok(Err(error)) => cx.complain(UiError::from(error)),
            Err(broken) => cx.complain(format!("Nothing came of it: {broken}.")),
        }
        Navigation::Stay
    }

    fn done(&mut self, what: LobbyAction, happened: Happened, cx: &mut Cx) -> Navigation {
        let Some(link) = &mut self.link else {
            return Navigation::Stay;
        };
        if what == LobbyAction::GetUp {
            forget_seat(link, cx);
            return Navigation::Back;
        }
        link.note_all(happened);
        Navigation::Stay
    }

    /// Returns the link that others come by.
    fn invitation(&self) -> Option<String> {
        let access = &self.link.as_ref()?.access;
        Some(link(&addresses(access).swap_remove(0), &access.table))
    }

    /// Hears what happened, up to the beginning of the game.
    fn hear(&mut self) {
        if let Some(link) = &mut self.link {
            let told = link.gather();
            let lines = told.iter().flat_map(|event| &event.story);
            self.story.extend(lines.map(in_words));
        }
    }
}

/// Forgets a seat that was given back.
fn forget_seat(link: &Link, cx: &mut Cx) {
    let access = &link.access;
    let Some(seat) = &access.seat else { return };
    let forgotten = cx.services.remember(&mut |memory| {
        let known = memory.entry(&access.server, &access.table);
        known.seats.retain(|known| known.token != seat.token);
        if known.seats.is_empty() && known.host.is_none() {
            memory.tables.pop();
        }
    });
    match forgotten {
        Ok(()) => cx.say("You left the table, and your seat is free."),
        Err(trouble) => cx.complain(format!(
            "You left the table, but it is still remembered: {trouble}"
        )),
    }
}

impl Screen for Lobby {
    fn title(&self) -> String {
        self.link.as_ref().map_or(String::new(), |link| {
            let view = link.view();
            format!("Table {}: {}", grouped(&view.table), view.rules)
        })
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let (Some(link), Some(invitation)) = (&self.link, self.invitation()) else {
            return;
        };
        let code = QrPicture::of(&invitation).filter(|_| canvas.look.code.is_some());
        let Some(code) = code else {
            self.code = CodeView::Fixed;
            return draw(canvas, link, &self.story);
        };
        let ((width, height), area) = (code.size(), canvas.area);
        let is_beside = area.width >= LEAST_BESIDE + width + 2 && area.height >= height + 2;
        let is_whole = area.width >= width && area.height > height;
        self.code = match self.code {
            _ if is_beside || !is_whole => CodeView::Fixed,
            CodeView::Whole => CodeView::Whole,
            CodeView::Fixed | CodeView::Hidden => CodeView::Hidden,
        };
        if is_beside {
            let columns = [Constraint::Min(0), Constraint::Length(width + 2)];
            let [room, side] = Layout::horizontal(columns).areas(area);
            draw(&mut canvas.part(room), link, &self.story);
            let side = Rect {
                height: height + 2,
                ..side
            };
            code.draw(&mut canvas.framed(side, "Scan to join"));
        } else if self.code == CodeView::Whole {
            let place = centred(area, width, height + 1);
            code.draw(&mut canvas.part(place));
            let row = place.bottom() - 1 - area.y;
            let line = Line::styled(invitation, canvas.look.strong).centered();
            canvas.line(row, line);
        } else {
            draw(canvas, link, &self.story);
        }
    }

    fn keys(&self) -> Vec<KeyHint> {
        let mut keys = Vec::new();
        let can_seat = self.is_host() && self.has_room();
        if self.is_host() {
            keys.push(KeyHint::new(KeyCode::Char('s'), "s", "start"));
        }
        if can_seat {
            let does = format!("add a {} bot", self.level());
            keys.push(KeyHint::new(KeyCode::Char('b'), "b", does));
        }
        keys.push(KeyHint::new(KeyCode::Char('y'), "y", "copy link"));
        if self.code == CodeView::Hidden {
            keys.push(KeyHint::new(KeyCode::Char('v'), "v", "QR code"));
        }
        keys.push(KeyHint::new(KeyCode::Esc, "Esc", "back"));
        if self.is_seated() {
            keys.push(KeyHint::new(KeyCode::Char('x'), "x", "leave the table"));
        }
        if can_seat {
            keys.push(KeyHint::new(KeyCode::Right, "←→", "other bot"));
        }
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        let levels = Level::ALL.len();
        match key {
            KeyCode::Esc | KeyCode::Char('q') if self.code == CodeView::Whole => {
                self.code = CodeView::Hidden;
            }
            KeyCode::Esc | KeyCode::Char('q') => {
                if let Some(link) = self.link.as_ref().filter(|_| self.is_seated()) {
                    note_seen(&link.access, link.view(), link.seen_log(), &*cx.services);
                    cx.say("Your seat waits for you among the saved games.");
                }
                return Navigation::Back;
            }
            KeyCode::Char('s') if self.is_host() => self.ask(LobbyAction::Start),
            KeyCode::Char('b') if self.is_host() && self.has_room() => {
                self.ask(LobbyAction::AddBot);
            }
            KeyCode::Char('v') => {
                self.code = match self.code {
                    CodeView::Hidden => CodeView::Whole,
                    CodeView::Whole => CodeView::Hidden,
                    CodeView::Fixed => CodeView::Fixed,
                };
            }
            KeyCode::Char('y') => {
                cx.copied = self.invitation();
                cx.say("The link is in the clipboard, if the terminal allows it.");
            }
            KeyCode::Char('x') if self.is_seated() => self.ask(LobbyAction::GetUp),
            KeyCode::Right | KeyCode::Char('l') => self.level = (self.level + 1) % levels,
            KeyCode::Left | KeyCode::Char('h') => self.level = (self.level + levels - 1) % levels,
            _ => {}
        }
        Navigation::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        self.hear();
        if let Navigation::Back = self.answered(cx) {
            return Navigation::Back;
        }
        self.hear();
        let ready = |link: &mut Link| link.has_begun();
        match self.link.take_if(ready) {
            Some(link) => {
                cx.sound = true;
                Navigation::Become(sit(link, cx))
            }
            None => Navigation::Stay,
        }
    }
}

/// The least width of a room beside the code of its link.
const LEAST_BESIDE: u16 = 76;

/// Draws a room: on a small screen the most important lines, in this order.
fn draw(canvas: &mut Canvas<'_, '_>, link: &Link, story: &[String]) {
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
    for (area, heading, lines) in [(seats, "Who is here", people), (invitation, "Invite", ways)] {
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
        Some(seconds) => format!("Time for a decision: {}", words::clock_in_words(seconds)),
        None => "No time limit".to_owned(),
    };
    let coach = if view.coach { "on" } else { "off" };
    Line::styled(format!("{clock} · coach {coach}"), look.faint)
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
fn in_words(line: &Story) -> String {
    let word = |word: &Word| match word {
        Word::Text(text) => text.to_string(),
        Word::Seat(seat) => format!("Seat {seat}"),
        Word::Dice(dice) => dice.to_string(),
    };
    line.spans.iter().map(word).collect()
}
