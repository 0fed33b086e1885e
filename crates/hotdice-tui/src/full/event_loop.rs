//! The event loop: screens one above the other, and the loop that waits for keys.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;
use std::{env, io, mem};

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::canvas::Canvas;
use super::characters::CharacterSet;
use super::hall::{self, Seating};
use super::look::{Look, Shade, Sight};
use super::review;
use super::screen::{ClickTarget, Cx, KeyHint, Navigation, Remark, Screen};
use super::table;
use super::terminal::{HANG_UP, Ours, listen};
use super::widgets::{EMPTY, Page, RUB_OUT};
use crate::job::{Bell, Signal};
use crate::key_map::KeyMap;
use crate::plain::fold;
use crate::services::Services;
use crate::session::{GameRecord, LocalGame, UnsavedGame};
use crate::settings::{Colours, Theme, UserSettings};

/// What is opened first.
pub enum FirstScreen {
    /// The hall, with something to be said there.
    Hall(Option<String>),
    /// A game on this terminal.
    Game(Box<LocalGame>),
    /// The seats of a game, to be taken before it begins.
    Seats(Seating),
    /// The record of a game, to be looked at again.
    Review(GameRecord),
}

/// How the whole screen was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// What remains to be said.
    pub lines: Vec<String>,
    /// The games that could not be saved.
    pub unsaved: Vec<UnsavedGame>,
    /// The signal that ended it, if the player did not.
    pub signal: Option<u8>,
}

/// Opens the whole screen until the player leaves.
///
/// # Errors
/// When the terminal fails.
pub fn run(
    services: Arc<dyn Services>,
    settings: UserSettings,
    opening: FirstScreen,
) -> io::Result<Parting> {
    let (bell, signals) = Bell::new();
    let cx = Cx::new(services, bell.clone(), settings);
    let mut event_loop = EventLoop::new(cx, opening);
    let asks = event_loop.asks_ground();
    let mut ours = Ours::take(event_loop.cx.settings.mouse, asks)?;
    listen(&bell, asks)?;
    event_loop.run(&mut ours, &signals)?;
    event_loop.close();
    drop(ours);
    Ok(Parting {
        lines: event_loop.cx.parting,
        unsaved: event_loop.cx.unsaved,
        signal: event_loop.signal,
    })
}

/// The screens that are open.
pub(crate) struct EventLoop {
    screens: Vec<Box<dyn Screen>>,
    pub(crate) cx: Cx,
    look: Look,
    characters: CharacterSet,
    /// The settings that both were made for.
    seen: UserSettings,
    spots: Vec<(Rect, ClickTarget)>,
    /// Where the list of all keys is read, if it is shown.
    help: Option<Page>,
    /// Whether the player looks at another window, as far as the terminal says.
    away: bool,
    /// The signal that ended everything.
    signal: Option<u8>,
}

/// Ctrl-C.
const INTERRUPT: u8 = 2;

/// Ctrl-\.
const QUIT: u8 = 3;

/// Whether the event loop goes on open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// It does.
    On,
    /// The program goes to sleep, and stays open.
    Sleep,
    /// Everything is drawn anew, over whatever others wrote.
    Redraw,
    /// It closes.
    Close,
}

impl EventLoop {
    /// Returns an event loop with one screen.
    pub(crate) fn new(mut cx: Cx, opening: FirstScreen) -> Self {
        let first: Box<dyn Screen> = match opening {
            FirstScreen::Hall(remark) => {
                if let Some(remark) = remark {
                    cx.complain(remark);
                }
                hall::home()
            }
            FirstScreen::Game(local) => table::begin(*local, &mut cx),
            FirstScreen::Review(GameRecord { text, path }) => review::open(text, path, &mut cx),
            FirstScreen::Seats(seating) => Box::new(hall::SeatsScreen::of(seating, &cx)),
        };
        Self::of(first, cx)
    }

    /// Returns an event loop with this screen.
    pub(crate) fn of(first: Box<dyn Screen>, cx: Cx) -> Self {
        let mut event_loop = Self {
            screens: vec![first],
            look: look(&cx.settings, None),
            characters: CharacterSet::new(&cx.settings, variable),
            seen: cx.settings.clone(),
            cx,
            spots: Vec::new(),
            help: None,
            away: false,
            signal: None,
        };
        event_loop.wake();
        event_loop
    }

    fn run(&mut self, ours: &mut Ours, signals: &Receiver<Signal>) -> io::Result<()> {
        let mut flow = Flow::On;
        loop {
            // Everything that waits already is answered before the next picture.
            while flow == Flow::On
                && let Ok(signal) = signals.try_recv()
            {
                flow = self.answer(signal, ours)?;
            }
            match flow {
                Flow::On => ours.listen_to_mouse(self.cx.settings.mouse)?,
                Flow::Sleep => ours.suspend()?,
                Flow::Redraw => ours.retake()?,
                Flow::Close => return Ok(()),
            }
            ours.terminal.draw(|frame| self.draw(frame))?;
            self.tell(ours)?;
            flow = match self.wait(signals) {
                Some(signal) => self.answer(signal, ours)?,
                None => self.wake(),
            };
        }
    }

    /// Tells the window and the desktop what they shall know.
    fn tell(&mut self, ours: &mut Ours) -> io::Result<()> {
        let title = self.window_title();
        let settings = &self.cx.settings;
        ours.set_title(settings.title.then(|| title.clone()))?;
        if mem::take(&mut self.cx.sound) {
            if self.away && settings.notices {
                ours.notify(&title)?;
            }
            if settings.bell || (self.away && settings.notices) {
                ours.sound()?;
            }
        }
        match self.cx.copied.take() {
            Some(text) => ours.copy(&text),
            None => Ok(()),
        }
    }

    /// Returns the title of the window: what is done first comes first, for windows whose title is cut.
    fn window_title(&self) -> String {
        let Some(top) = self.screens.last() else {
            return String::new();
        };
        let title = top.title();
        let yours = if top.is_your_turn() {
            "Your turn · "
        } else {
            ""
        };
        let name = if title.starts_with("Hot Dice") {
            ""
        } else {
            "Hot Dice · "
        };
        self.characters.text(&format!("{yours}{name}{title}"))
    }

    /// Ends everything as a signal does.
    fn stop(&mut self, signal: u8) -> Flow {
        self.signal = Some(signal);
        Flow::Close
    }

    /// Tells whether the terminal has to say whether it is dark or light.
    fn asks_ground(&self) -> bool {
        let settings = &self.cx.settings;
        let silent = ["linux", "dumb"];
        settings.theme == Theme::Auto
            && settings.colours != Colours::None
            && !env::var("TERM").is_ok_and(|term| silent.contains(&term.as_str()))
    }

    /// Tells all screens that the program ends.
    pub(crate) fn close(&mut self) {
        for screen in self.screens.iter_mut().rev() {
            screen.closing(&mut self.cx);
        }
    }

    /// Waits for a signal, at most until a screen wants to be woken.
    fn wait(&mut self, signals: &Receiver<Signal>) -> Option<Signal> {
        let waited = match self.next_wake() {
            None => signals.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(at) => signals.recv_timeout(at.saturating_duration_since(Instant::now())),
        };
        match waited {
            Ok(signal) => Some(signal),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Signal::Stop(HANG_UP)),
        }
    }

    fn answer(&mut self, signal: Signal, ours: &mut Ours) -> io::Result<Flow> {
        Ok(match signal {
            Signal::Input(event) => self.input(&event),
            Signal::Ground(ground) => {
                self.cx.ground = Some(ground);
                self.look = look(&self.seen, self.cx.ground);
                Flow::On
            }
            Signal::Ring => self.wake(),
            Signal::Stop(signal) => self.stop(signal),
            Signal::Suspend => Flow::Sleep,
            Signal::Resumed => {
                ours.retake()?;
                Flow::On
            }
        })
    }

    /// Answers what the player did.
    pub(crate) fn input(&mut self, event: &Event) -> Flow {
        self.cx.now = Instant::now();
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Paste(text) => self.paste(text),
            Event::FocusGained | Event::FocusLost => {
                self.away = *event == Event::FocusLost;
                Flow::On
            }
            _ => Flow::On,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let typing = self.screens.last().is_some_and(|top| top.is_typing());
            return match key.code {
                KeyCode::Char('c') => self.stop(INTERRUPT),
                // Terminals send Ctrl-4 and Ctrl-\ as one.
                KeyCode::Char('4' | '\\') => self.stop(QUIT),
                KeyCode::Char('z') => Flow::Sleep,
                KeyCode::Char('l') => Flow::Redraw,
                KeyCode::Char('a') if typing => self.press(KeyCode::Home),
                KeyCode::Char('e') if typing => self.press(KeyCode::End),
                KeyCode::Char('h') if typing => self.press(KeyCode::Backspace),
                KeyCode::Char('u') if typing => self.press(EMPTY),
                KeyCode::Char('w') if typing => self.press(RUB_OUT),
                _ => Flow::On,
            };
        }
        match key.code {
            KeyCode::Char(_) if key.modifiers.contains(KeyModifiers::ALT) => Flow::On,
            KeyCode::F(1) => {
                self.help = Some(Page::default());
                Flow::On
            }
            code => {
                let code = self.meaning(code);
                self.press(code)
            }
        }
    }

    /// Returns the built-in key that the player means: keys of their own stand for it, and capitals that nothing is done with are small
    /// letters, for whoever left Caps Lock on.
    fn meaning(&self, code: KeyCode) -> KeyCode {
        let Some(top) = self.screens.last() else {
            return code;
        };
        if top.is_typing() {
            return code;
        }
        let hints = top.keys().into_iter();
        let used: Vec<(KeyCode, String)> = hints.map(|hint| (hint.key, hint.does)).collect();
        let is_used = |key: KeyCode| used.iter().any(|(known, _)| *known == key);
        match self.cx.settings.keys.built_in(code, &used) {
            // Lists go to their end with G.
            KeyCode::Char(capital)
                if capital.is_ascii_uppercase()
                    && capital != 'G'
                    && !is_used(KeyCode::Char(capital)) =>
            {
                let small = KeyCode::Char(capital.to_ascii_lowercase());
                self.cx.settings.keys.built_in(small, &used)
            }
            meant => meant,
        }
    }

    /// Answers a key.
    pub(crate) fn press(&mut self, key: KeyCode) -> Flow {
        self.cx.remark = None;
        if let Some(page) = &mut self.help {
            if !page.press(key) {
                self.help = None;
            }
            return Flow::On;
        }
        let Some(top) = self.screens.last_mut() else {
            return Flow::Close;
        };
        if key == KeyCode::Char('?') && !top.is_typing() {
            self.help = Some(Page::default());
            return Flow::On;
        }
        let step = top.press(key, &mut self.cx);
        self.step(step)
    }

    fn paste(&mut self, text: &str) -> Flow {
        if self.help.is_some() {
            return Flow::On;
        }
        let typed = text.chars().filter(|letter| !letter.is_control());
        for letter in typed {
            if self.screens.last().is_some_and(|top| top.is_typing()) {
                self.press(KeyCode::Char(letter));
            }
        }
        Flow::On
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(Position {
                x: mouse.column,
                y: mouse.row,
            }),
            MouseEventKind::ScrollUp => self.scroll(true),
            MouseEventKind::ScrollDown => self.scroll(false),
            _ => Flow::On,
        }
    }

    fn scroll(&mut self, up: bool) -> Flow {
        let Some(top) = self.screens.last_mut() else {
            return Flow::Close;
        };
        let step = top.scroll(up, &mut self.cx);
        self.step(step)
    }

    /// Answers a click: the last thing that was drawn there is on top.
    pub(crate) fn click(&mut self, at: Position) -> Flow {
        let mut hits = self.spots.iter().rev();
        let hit = hits.find(|(area, _)| area.contains(at));
        let Some((_, spot)) = hit.cloned() else {
            return Flow::On;
        };
        match spot {
            ClickTarget::Key(key) => self.press(key),
            _ if self.help.is_some() => self.press(KeyCode::Esc),
            spot => {
                self.cx.remark = None;
                let Some(top) = self.screens.last_mut() else {
                    return Flow::Close;
                };
                let step = top.point(&spot, &mut self.cx);
                self.step(step)
            }
        }
    }

    /// Lets the uppermost screen look around.
    pub(crate) fn wake(&mut self) -> Flow {
        self.cx.now = self.cx.now.max(Instant::now());
        match self.screens.last_mut() {
            None => Flow::Close,
            Some(top) => {
                let step = top.wake(&mut self.cx);
                self.step(step)
            }
        }
    }

    /// Returns when the uppermost screen wants to be woken.
    pub(crate) fn next_wake(&self) -> Option<Instant> {
        self.screens.last()?.next_wake()
    }

    fn step(&mut self, step: Navigation) -> Flow {
        match step {
            Navigation::Stay => return self.settled(),
            Navigation::Open(screen) => self.screens.push(screen),
            Navigation::Become(screen) => {
                self.screens.pop();
                self.screens.push(screen);
            }
            Navigation::Back => return self.uncover(),
            Navigation::Quit => return Flow::Close,
        }
        self.wake()
    }

    /// Closes the uppermost screen.
    fn uncover(&mut self) -> Flow {
        self.screens.pop();
        match self.screens.last_mut() {
            None => Flow::Close,
            Some(top) => {
                top.uncovered(&mut self.cx);
                self.wake()
            }
        }
    }

    fn settled(&mut self) -> Flow {
        if self.seen != self.cx.settings {
            self.seen = self.cx.settings.clone();
            self.look = look(&self.seen, self.cx.ground);
            self.characters = CharacterSet::new(&self.seen, variable);
        }
        Flow::On
    }

    /// Draws everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        self.spots.clear();
        let Some(top) = self.screens.last_mut() else {
            return;
        };
        draw(frame, &mut **top, &self.cx, &self.look, &mut self.spots);
        if let Some(page) = &mut self.help {
            let keys = &self.cx.settings.keys;
            let width = frame.area().width.min(HELP_WIDTH);
            let lines = help(&**top, keys, &self.look, usize::from(width));
            let area = centred(frame.area(), width, lines.len() as u16 + 2);
            frame.render_widget(Clear, area);
            let mut canvas = Canvas::new(frame, area, &self.look, &mut self.spots);
            let mut inside = canvas.framed(area, "Keys");
            page.draw(&mut inside, &lines);
        }
        self.characters.translate(frame.buffer_mut());
    }
}

fn look(settings: &UserSettings, ground: Option<Shade>) -> Look {
    let mut look = Look::new(Sight::new(settings, ground, variable));
    if CharacterSet::new(settings, variable) == CharacterSet::Ascii {
        look.code = None;
    }
    look
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

/// Less than this shows nothing but a request for more.
const LEAST: (u16, u16) = (20, 5);

/// The most lines of a remark.
const MOST_REMARK: usize = 3;

/// Draws a screen with its title and its keys.
fn draw(
    frame: &mut Frame<'_>,
    screen: &mut dyn Screen,
    cx: &Cx,
    look: &Look,
    spots: &mut Vec<(Rect, ClickTarget)>,
) {
    let whole = frame.area();
    if whole.width < LEAST.0 || whole.height < LEAST.1 {
        frame.render_widget(Paragraph::new("Too small: enlarge the window"), whole);
        return;
    }
    let remark = cx.remark.as_ref().map(|remark| fold_remark(remark, whole));
    let last = remark.as_ref().map_or(1, Vec::len) as u16;
    let notice = screen.notice().map(|text| format!(" ! {text}"));
    let rows = [
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(u16::from(notice.is_some())),
        Constraint::Length(last),
    ];
    let [title, body, noticed, keys] = Layout::vertical(rows).areas(whole);
    frame.render_widget(
        Line::styled(format!(" {}", screen.title()), look.bar),
        title,
    );
    frame.buffer_mut().set_style(title, look.bar);
    let mut canvas = Canvas::new(frame, body, look, spots);
    screen.draw(&mut canvas);
    if let Some(notice) = notice {
        Canvas::new(frame, noticed, look, spots).line(0, Span::styled(notice, look.bad));
    }
    let mut canvas = Canvas::new(frame, keys, look, spots);
    let style = match &cx.remark {
        Some(Remark::Good(_)) => look.good,
        Some(Remark::Bad(_)) => look.bad,
        None => look.plain,
    };
    match remark {
        Some(lines) => canvas.lines(lines.into_iter().map(|line| Span::styled(line, style))),
        None => draw_keys(
            &mut canvas,
            &screen.keys(),
            &cx.settings.keys,
            screen.is_typing(),
        ),
    }
}

/// Folds a remark into as many lines as the screen can spare; what is left over stands in the last of them, to be cut.
fn fold_remark(remark: &Remark, whole: Rect) -> Vec<String> {
    let text = match remark {
        Remark::Good(text) => format!(" {text}"),
        Remark::Bad(text) => format!(" ! {text}"),
    };
    let room = usize::from(whole.height.saturating_sub(LEAST.1 - 1)).clamp(1, MOST_REMARK);
    let mut lines = fold(&text, usize::from(whole.width), 3);
    let rest = lines.split_off(room.min(lines.len()));
    if let Some(last) = lines.last_mut() {
        rest.iter().for_each(|line| *last += line);
    }
    lines
}

/// Draws as many keys as there is room for; the others are in the help, which is only a sign where letters are typed.
fn draw_keys(canvas: &mut Canvas<'_, '_>, hints: &[KeyHint], keys: &KeyMap, typing: bool) {
    let help = KeyHint::new(KeyCode::Char('?'), "?", "help");
    let label = |hint: &KeyHint| keys.label(hint.key, hint.label, &hint.does);
    let width =
        |hint: &KeyHint| (label(hint).chars().count() + hint.does.chars().count() + 3) as u16;
    let helps = if typing { 0 } else { width(&help) };
    let end = canvas.area.right().saturating_sub(helps);
    let mut x = canvas.area.x;
    for hint in hints {
        if x + width(hint) > end {
            break;
        }
        draw_key(canvas, x, &label(hint), hint);
        x += width(hint);
    }
    if !typing {
        draw_key(canvas, x.min(end), &label(&help), &help);
    }
}

fn draw_key(canvas: &mut Canvas<'_, '_>, x: u16, label: &str, hint: &KeyHint) {
    let (y, wide) = (canvas.area.y, label.chars().count() as u16);
    let (key, does) = (canvas.look.accent, canvas.look.faint);
    canvas.write(x + 1, y, label, key);
    canvas.write(x + 2 + wide, y, &hint.does, does);
    let width = wide + hint.does.chars().count() as u16 + 1;
    canvas.spot(Rect::new(x + 1, y, width, 1), ClickTarget::Key(hint.key));
}

/// The keys that turn pages, unless a screen has another use for them.
const PAGES: &str = "PgUp PgDn";

/// Keys that every screen has.
const EVERYWHERE: [(&str, &str); 7] = [
    ("g G", "to the beginning, to the end"),
    (PAGES, "a page up, a page down"),
    ("F1", "this help, also where something is typed"),
    ("Ctrl-C", "quit; an unfinished game is saved"),
    ("Ctrl-Z", "suspend; fg in the shell resumes"),
    ("Ctrl-L", "draw everything again"),
    ("Ctrl-U Ctrl-W", "clear the field, delete a word"),
];

/// How wide the help is where there is room.
const HELP_WIDTH: u16 = 64;

/// Returns all keys of a screen, in lines that fit into a frame.
fn help(screen: &dyn Screen, keys: &KeyMap, look: &Look, width: usize) -> Vec<Line<'static>> {
    let room = width.saturating_sub(18).max(8);
    let lines = |label: &str, does: &str| -> Vec<Line<'static>> {
        let folded = fold(does, room, 0);
        let labels = [label].into_iter().chain([""].into_iter().cycle());
        let line = |(label, does): (&str, String)| {
            let label = Span::styled(format!("{label:>14}  "), look.accent);
            Line::from(vec![label, Span::raw(does)])
        };
        labels.zip(folded).map(line).collect()
    };
    let hints = screen.keys();
    let own = hints.iter().flat_map(|hint| {
        let label = keys.label(hint.key, hint.label, &hint.does);
        lines(&label, &hint.does)
    });
    let turned = |hint: &KeyHint| matches!(hint.key, KeyCode::PageUp | KeyCode::PageDown);
    let turns = !hints.iter().any(turned);
    let everywhere = EVERYWHERE
        .iter()
        .filter(|(label, _)| turns || *label != PAGES)
        .flat_map(|(label, does)| lines(label, does));
    own.chain(everywhere).collect()
}

/// Returns an area in the middle of another.
pub(crate) fn centred(whole: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(whole.width), height.min(whole.height));
    let (x, y) = ((whole.width - width) / 2, (whole.height - height) / 2);
    Rect::new(whole.x + x, whole.y + y, width, height)
}

#[cfg(test)]
mod frame_tests {
    use super::*;

    fn folded(text: &str, width: u16, height: u16) -> Vec<String> {
        let whole = Rect::new(0, 0, width, height);
        fold_remark(&Remark::Bad(text.to_owned()), whole)
    }

    #[test]
    fn a_remark_has_as_many_lines_as_it_needs_and_the_screen_can_spare() {
        let text = "Not possible: these dice are no choice, because the three is alone.";
        assert_eq!(folded(text, 80, 24).len(), 1);
        let lines = folded(text, 40, 24);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with("is alone."), "{lines:?}");
        assert!(lines.iter().all(|line| line.len() <= 40), "{lines:?}");
        // What is left over is there to be cut.
        let lines = folded(&text.repeat(3), 40, 24);
        assert_eq!(lines.len(), 3);
        assert!(lines[2].len() > 40, "{lines:?}");
        assert_eq!(folded(text, 40, 5).len(), 1);
    }
}

#[cfg(test)]
mod input_tests {
    use std::sync::Arc;

    use super::*;
    use crate::full::testing::{Backdrop, Theatre};

    fn hall(size: (u16, u16)) -> Theatre {
        Theatre::new(size, Arc::new(Backdrop::default()), |_| hall::home())
    }

    /// Presses a key as it comes from a terminal.
    fn press(theatre: &mut Theatre, code: KeyCode) -> Flow {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        theatre.event_loop.input(&Event::Key(key))
    }

    #[test]
    fn keys_of_the_players_own_stand_for_the_built_in_ones_and_are_shown() {
        let mut theatre = hall((80, 24));
        let keys = &mut theatre.event_loop.cx.settings.keys;
        for (action, key) in [("select", "x"), ("down", "n"), ("back", "z")] {
            keys.set(action, key).unwrap();
        }
        assert!(theatre.text().contains("x Enter"), "{}", theatre.text());
        for _ in 0..7 {
            press(&mut theatre, KeyCode::Char('n'));
        }
        press(&mut theatre, KeyCode::Char('x'));
        assert!(
            theatre.text().starts_with(" Settings"),
            "{}",
            theatre.text()
        );
        // Where letters are typed they are letters.
        press(&mut theatre, KeyCode::Char('x'));
        for letter in ['n', 'x', 'z'] {
            press(&mut theatre, KeyCode::Char(letter));
        }
        assert!(
            theatre.text().contains("Your name: nxz"),
            "{}",
            theatre.text()
        );
        press(&mut theatre, KeyCode::Enter);
        press(&mut theatre, KeyCode::Char('z'));
        assert!(
            theatre.text().starts_with(" Hot Dice"),
            "{}",
            theatre.text()
        );
    }

    #[test]
    fn caps_lock_does_no_harm() {
        let mut theatre = hall((80, 24));
        press(&mut theatre, KeyCode::Char('J'));
        press(&mut theatre, KeyCode::Char('K'));
        press(&mut theatre, KeyCode::Enter);
        press(&mut theatre, KeyCode::Char('R'));
        assert!(
            theatre.text().starts_with(" The rules"),
            "{}",
            theatre.text()
        );
        press(&mut theatre, KeyCode::Char('Q'));
        press(&mut theatre, KeyCode::Char('E'));
        assert!(
            theatre.text().starts_with(" House rules"),
            "{}",
            theatre.text()
        );
    }

    #[test]
    fn all_keys_can_be_read_on_every_screen() {
        for size in [(40, 12), (20, 5), (80, 24), (200, 60)] {
            let mut theatre = hall(size);
            press(&mut theatre, KeyCode::Char('?'));
            let mut seen = String::new();
            for _ in 0..60 {
                seen += &theatre.text();
                press(&mut theatre, KeyCode::Down);
            }
            for label in ["Enter", "PgUp PgDn", "Ctrl-C", "Ctrl-Z", "Ctrl-U Ctrl-W"] {
                assert!(seen.contains(label), "{label} at {size:?}");
            }
            press(&mut theatre, KeyCode::Esc);
            assert!(!theatre.text().contains("Ctrl-Z"));
        }
    }

    #[test]
    fn what_is_pasted_is_typed_or_ignored() {
        let mut theatre = hall((80, 24));
        let paste = Event::Paste("q6\nsqlite export".to_owned());
        assert_eq!(theatre.event_loop.input(&paste), Flow::On);
        assert!(
            theatre.text().starts_with(" Hot Dice"),
            "{}",
            theatre.text()
        );
        press(&mut theatre, KeyCode::Char('8'));
        press(&mut theatre, KeyCode::Enter);
        theatre.event_loop.input(&paste);
        let text = theatre.text();
        assert!(text.contains("Your name: q6sqlite export"), "{text}");
    }
}
