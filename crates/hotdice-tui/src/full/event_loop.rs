//! The event loop: screens one above the other, and the loop that waits for keys.

mod frame;

use std::env;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::hall::{self, Seating};
use super::look::{Look, Sight};
use super::screen::{ClickTarget, Cx, Navigation, Screen};
use super::table;
use super::terminal::{Ours, listen};
use super::widgets::{EMPTY, RUB_OUT};
use crate::job::{Bell, Signal};
use crate::services::Services;
use crate::session::LocalGame;
use crate::settings::UserSettings;

pub(crate) use frame::centred;

/// What is opened first.
pub enum FirstScreen {
    /// The hall, with something to be said there.
    Hall(Option<String>),
    /// A game on this terminal.
    Game(LocalGame),
    /// The seats of a game, to be taken before it begins.
    Seats(Seating),
}

/// Opens the whole screen until the player leaves; returns what remains to be said afterwards.
///
/// # Errors
/// When the terminal fails.
pub fn run(
    services: Arc<dyn Services>,
    settings: UserSettings,
    opening: FirstScreen,
) -> io::Result<Vec<String>> {
    let (bell, signals) = Bell::new();
    let cx = Cx::new(services, bell.clone(), settings);
    let mut event_loop = EventLoop::new(cx, opening);
    let mut ours = Ours::take(event_loop.cx.settings.mouse)?;
    listen(&bell)?;
    event_loop.run(&mut ours, &signals)?;
    event_loop.close();
    drop(ours);
    Ok(event_loop.cx.parting)
}

/// The screens that are open.
pub(crate) struct EventLoop {
    screens: Vec<Box<dyn Screen>>,
    pub(crate) cx: Cx,
    look: Look,
    /// The settings that the look was made for.
    seen: UserSettings,
    spots: Vec<(Rect, ClickTarget)>,
    /// Whether the list of all keys is shown.
    help: bool,
}

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
            FirstScreen::Game(local) => table::begin(local, &mut cx),
            FirstScreen::Seats(seating) => Box::new(hall::SeatsScreen::of(seating, &cx)),
        };
        Self::of(first, cx)
    }

    /// Returns an event loop with this screen.
    pub(crate) fn of(first: Box<dyn Screen>, cx: Cx) -> Self {
        let mut event_loop = Self {
            screens: vec![first],
            look: look(&cx.settings),
            seen: cx.settings.clone(),
            cx,
            spots: Vec::new(),
            help: false,
        };
        event_loop.wake();
        event_loop
    }

    fn run(&mut self, ours: &mut Ours, signals: &Receiver<Signal>) -> io::Result<()> {
        loop {
            ours.terminal.draw(|frame| self.draw(frame))?;
            if std::mem::take(&mut self.cx.sound) && self.cx.settings.bell {
                ours.sound()?;
            }
            let mut flow = match self.wait(signals) {
                Some(signal) => self.answer(signal, ours)?,
                None => self.wake(),
            };
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
        }
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
            Err(RecvTimeoutError::Disconnected) => Some(Signal::Stop),
        }
    }

    fn answer(&mut self, signal: Signal, ours: &mut Ours) -> io::Result<Flow> {
        Ok(match signal {
            Signal::Input(event) => self.input(&event),
            Signal::Ring => self.wake(),
            Signal::Stop => Flow::Close,
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
            _ => Flow::On,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let typing = self.screens.last().is_some_and(|top| top.is_typing());
            return match key.code {
                KeyCode::Char('c') => Flow::Close,
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
                self.help = true;
                Flow::On
            }
            code => self.press(code),
        }
    }

    /// Answers a key.
    pub(crate) fn press(&mut self, key: KeyCode) -> Flow {
        self.cx.remark = None;
        if self.help {
            self.help = false;
            return Flow::On;
        }
        let Some(top) = self.screens.last_mut() else {
            return Flow::Close;
        };
        if key == KeyCode::Char('?') && !top.is_typing() {
            self.help = true;
            return Flow::On;
        }
        let step = top.press(key, &mut self.cx);
        self.step(step)
    }

    fn paste(&mut self, text: &str) -> Flow {
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
            MouseEventKind::ScrollUp => self.press(KeyCode::Up),
            MouseEventKind::ScrollDown => self.press(KeyCode::Down),
            _ => Flow::On,
        }
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
            _ if self.help => self.press(KeyCode::Esc),
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
        self.cx.now = Instant::now();
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
            self.look = look(&self.seen);
        }
        Flow::On
    }

    /// Draws everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        self.spots.clear();
        let Some(top) = self.screens.last_mut() else {
            return;
        };
        frame::draw(frame, &mut **top, &self.cx, &self.look, &mut self.spots);
        if self.help {
            frame::draw_help(frame, &**top, &self.look);
        }
    }
}

fn look(settings: &UserSettings) -> Look {
    let variable = |name: &str| env::var(name).ok();
    Look::new(Sight::new(settings, variable))
}
