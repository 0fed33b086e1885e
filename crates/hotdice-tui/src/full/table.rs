//! A table: the screen on which games are played, wherever the table stands.

mod advice;
mod deeds;
mod dialog;
mod draw;
mod keys;
mod pace;
mod selection;
#[cfg(test)]
mod tests;

use std::time::Instant;

use hotdice_core::{Face, Line};
use ratatui::crossterm::event::KeyCode;

use super::canvas::Canvas;
use super::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use super::widgets::TextField;
use crate::session::{
    Coaching, Leaving, LocalGame, LocalSession, Session, SessionEventKind, TablePhase, Update,
};
use dialog::ConfirmDialog;
use pace::Showing;
use selection::Selection;

/// Opens the table of a game on this terminal.
pub(crate) fn begin(local: LocalGame, cx: &mut Cx) -> Box<dyn Screen> {
    let session = LocalSession::new(local, cx.services.library(), &cx.bell);
    sit(Box::new(session), cx)
}

/// Opens the screen of a table that somebody sits at or watches.
pub(crate) fn sit(session: Box<dyn Session>, cx: &mut Cx) -> Box<dyn Screen> {
    Box::new(TableScreen::new(session, cx))
}

/// The screen of a table.
struct TableScreen {
    session: Box<dyn Session>,
    selection: Selection,
    /// What was told so far.
    story: Vec<Line>,
    /// What is being shown.
    showing: Option<Showing>,
    /// The dice that fell last, until somebody chooses.
    fallen: Vec<Face>,
    /// Whether the coach's panel is open.
    coach: bool,
    advice: Coaching,
    dialog: Option<ConfirmDialog>,
    /// A choice that is being typed.
    typing: Option<TextField>,
    /// What the table waited for when it was last looked at.
    seen: Option<TablePhase>,
    /// The screen that opens as soon as the session is ready.
    pending: Option<PendingScreen>,
    /// When a key last cut an animation short.
    hurried: Option<Instant>,
    now: Instant,
}

/// Something that may take a while to get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingScreen {
    Record,
    Rematch,
}

impl TableScreen {
    fn new(session: Box<dyn Session>, cx: &Cx) -> Self {
        let coach = cx.settings.coach && session.abilities().coach;
        Self {
            selection: Selection::new(&session.status().scene),
            session,
            story: Vec::new(),
            showing: None,
            fallen: Vec::new(),
            coach,
            advice: Coaching::silent(),
            dialog: None,
            typing: None,
            seen: None,
            pending: None,
            hurried: None,
            now: cx.now,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.session.status().phase, TablePhase::Over(_))
    }

    /// Tells whether the players may agree to stop.
    fn may_draw(&self) -> bool {
        !self.is_over() && self.session.abilities().draw
    }

    /// Tells whether somebody here has to choose now.
    fn is_yours(&self) -> bool {
        self.showing.is_none() && matches!(self.session.status().phase, TablePhase::Yours(_))
    }

    /// Shows what has happened, one thing after the other, until somebody has to choose or something is to be seen.
    fn go_on(&mut self, cx: &mut Cx) {
        self.now = cx.now;
        loop {
            if let Some(showing) = &mut self.showing {
                self.story.append(&mut showing.tell(cx.now));
                if showing.is_on(cx.now) {
                    break;
                }
                self.showing = None;
            }
            let event = match self.session.next() {
                None => break,
                Some(Update::Notice(text)) => {
                    cx.say(text);
                    continue;
                }
                Some(Update::Failure(error)) => {
                    cx.complain(error);
                    continue;
                }
                Some(Update::Event(event)) => event,
            };
            self.selection = Selection::new(&self.session.status().scene);
            match &event.kind {
                SessionEventKind::Rolled(dice) => self.fallen.clone_from(dice),
                SessionEventKind::Acted => self.fallen.clear(),
                SessionEventKind::Other | SessionEventKind::Past => {}
            }
            let phase = self.session.status().phase;
            self.showing = Some(Showing::new(event, phase, cx.settings.pace, cx.now));
        }
        self.look(cx);
    }

    /// Looks at the table: whose turn is it now, and what does the coach say?
    fn look(&mut self, cx: &mut Cx) {
        let phase = self.session.status().phase;
        if self.showing.is_none() && self.seen != Some(phase) {
            self.seen = Some(phase);
            self.selection = Selection::new(&self.session.status().scene);
            cx.sound |= matches!(phase, TablePhase::Yours(_) | TablePhase::Over(_));
        }
        let wanted = self.coach || (cx.settings.warn && self.session.abilities().coach);
        self.advice = if self.is_yours() && wanted {
            self.session.coach()
        } else {
            Coaching::silent()
        };
    }

    /// Leaves the table, and says where to find it again.
    fn depart(&mut self, how: Leaving, cx: &mut Cx) {
        match self.session.leave(how) {
            Ok(farewell) => cx.part(&farewell),
            Err(error) => cx.complain(error),
        }
    }
}

impl Screen for TableScreen {
    fn title(&self) -> String {
        let status = self.session.status();
        format!("Hot Dice · {} · {}", status.rules, status.waits_for())
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        self.draw_table(canvas);
        if let Some(dialog) = &self.dialog {
            dialog.draw(canvas);
        }
    }

    fn keys(&self) -> Vec<KeyHint> {
        self.hints()
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        self.press_key(key, cx)
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        let chosen =
            |selection: &Selection| selection.chosen().map(|choice| choice.notation.clone());
        if self.dialog.is_some() || !self.is_yours() {
            return Navigation::Stay;
        }
        let before = chosen(&self.selection);
        self.selection.click(spot);
        // A second click on the same line or cell does it.
        let does = match spot {
            ClickTarget::Item(_) | ClickTarget::Row(_) => true,
            ClickTarget::Cell(cell) => self.selection.way().last() == Some(&cell.as_str()),
            ClickTarget::Die(_) | ClickTarget::Tile(_) | ClickTarget::Key(_) => false,
        };
        if does && before.is_some() && before == chosen(&self.selection) {
            return self.enter(cx);
        }
        Navigation::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        self.go_on(cx);
        self.fulfil(cx)
    }

    fn next_wake(&self) -> Option<Instant> {
        let showing = self
            .showing
            .as_ref()
            .map(|showing| showing.next_wake(self.now));
        let clock = self
            .session
            .status()
            .deadline
            .map(|_| self.now + pace::SECOND);
        [showing, clock].into_iter().flatten().min()
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn closing(&mut self, cx: &mut Cx) {
        self.depart(Leaving::Pause, cx);
    }

    fn uncovered(&mut self, cx: &mut Cx) {
        self.go_on(cx);
    }
}
