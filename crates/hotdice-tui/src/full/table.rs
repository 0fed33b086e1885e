//! A table: the screen on which games are played, wherever the table stands.

mod advice;
mod asking;
mod coach;
mod deeds;
mod draw;
mod hand;
mod keys;
mod letters;
mod local;
mod pace;
mod retry;
mod sitting;
mod start;
#[cfg(test)]
mod tests;

use std::time::Instant;

use hotdice_core as core;
use ratatui::crossterm::event::KeyCode;

use super::canvas::Canvas;
use super::screen::{Cx, Hint, Screen, Spot, Step};
use super::widgets::Field;
use crate::backstage::Trouble;
use advice::Advice;
use asking::Asking;
use hand::Hand;
use local::Local;
use pace::Showing;

pub(crate) use retry::Retry;
pub(crate) use sitting::{
    Coaching, Connection, Leaving, Moment, MomentKind, Person, Sitting, Stage, Standing,
};
pub use start::Start;

/// Opens the table of a game on this terminal.
pub(crate) fn begin(start: Start, cx: &mut Cx) -> Result<Box<dyn Screen>, Trouble> {
    let story = local::story_so_far(&start.game);
    let promise = local::promise(&start.game);
    let local = Local::new(start, cx);
    let mut screen = TableScreen::new(Box::new(local), cx);
    screen.story.extend(promise);
    screen.story.extend(story);
    Ok(Box::new(screen))
}

/// Opens the screen of a table that somebody sits at or watches.
pub(crate) fn sit(sitting: Box<dyn Sitting>, cx: &mut Cx) -> Box<dyn Screen> {
    Box::new(TableScreen::new(sitting, cx))
}

/// The screen of a table.
struct TableScreen {
    sitting: Box<dyn Sitting>,
    hand: Hand,
    /// What was told so far.
    story: Vec<core::Line>,
    /// What is being shown.
    showing: Option<Showing>,
    /// The dice that fell last, until somebody chooses.
    fallen: Option<core::Dice>,
    /// Whether the coach's panel is open.
    coach: bool,
    advice: Advice,
    asking: Option<Asking>,
    /// A choice that is being typed.
    typing: Option<Field>,
    /// What the table waited for when it was last looked at.
    seen: Option<Stage>,
    /// What the screen does as soon as the sitting is ready.
    wish: Option<Wish>,
    now: Instant,
}

/// Something that may take a while to get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Record,
    Rematch,
}

impl TableScreen {
    fn new(sitting: Box<dyn Sitting>, cx: &Cx) -> Self {
        let coach = cx.settings.coach && sitting.may_coach();
        Self {
            hand: Hand::new(&sitting.standing().scene),
            sitting,
            story: Vec::new(),
            showing: None,
            fallen: None,
            coach,
            advice: Advice::None,
            asking: None,
            typing: None,
            seen: None,
            wish: None,
            now: cx.now,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.sitting.standing().stage, Stage::Over(_))
    }

    /// Tells whether the players may agree to stop.
    fn may_draw(&self) -> bool {
        !self.is_over() && !self.sitting.is_watching() && self.sitting.may_draw()
    }

    /// Tells whether somebody elsewhere can see what is shown.
    fn has_company(&self) -> bool {
        self.sitting.standing().connection != Connection::Local && !self.sitting.is_watching()
    }

    /// Tells whether somebody here has to choose now.
    fn is_yours(&self) -> bool {
        self.showing.is_none() && matches!(self.sitting.standing().stage, Stage::Yours(_))
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
            let Some(moment) = self.sitting.next(cx) else {
                break;
            };
            self.hand = Hand::new(&self.sitting.standing().scene);
            match moment.kind {
                MomentKind::Rolled(dice) => self.fallen = dice,
                MomentKind::Acted => self.fallen = None,
                MomentKind::Other => {}
            }
            let stage = self.sitting.standing().stage;
            self.showing = Some(Showing::new(moment, stage, cx.settings.pace, cx.now));
        }
        self.look(cx);
    }

    /// Looks at the table: whose turn is it now, and what does the coach say?
    fn look(&mut self, cx: &mut Cx) {
        let stage = self.sitting.standing().stage;
        if self.showing.is_none() && self.seen != Some(stage) {
            self.seen = Some(stage);
            self.hand = Hand::new(&self.sitting.standing().scene);
            cx.sound |= matches!(stage, Stage::Yours(_) | Stage::Over(_));
        }
        let wanted = self.coach || (cx.settings.warn && self.sitting.may_coach());
        self.advice = match self.is_yours() && wanted {
            true => Advice::new(self.sitting.coach(cx)),
            false => Advice::None,
        };
    }
}

impl Screen for TableScreen {
    fn title(&self) -> String {
        let standing = self.sitting.standing();
        let name = |seat| crate::plain::draw::name(&standing.names, seat);
        let turn = match standing.stage {
            Stage::Yours(seat) => format!("{}, your turn", name(seat)),
            Stage::Theirs(seat) => format!("{} is thinking", name(seat)),
            Stage::Moving => "the dice roll".to_owned(),
            Stage::Over(_) => "the game is over".to_owned(),
        };
        format!("Hot Dice · {} · {turn}", standing.rules)
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        self.draw_table(canvas);
        if let Some(asking) = &self.asking {
            asking.draw(canvas);
        }
    }

    fn keys(&self) -> Vec<Hint> {
        self.hints()
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        self.press_key(key, cx)
    }

    fn point(&mut self, spot: &Spot, cx: &mut Cx) -> Step {
        let chosen = |hand: &Hand| hand.chosen().map(|choice| choice.notation.clone());
        if self.asking.is_some() || !self.is_yours() {
            return Step::Stay;
        }
        let before = chosen(&self.hand);
        self.hand.click(spot);
        // A second click on the same line or cell does it.
        let does = match spot {
            Spot::Item(_) | Spot::Row(_) => true,
            Spot::Cell(cell) => self.hand.way().last() == Some(&cell.as_str()),
            Spot::Die(_) | Spot::Key(_) => false,
        };
        match does && before.is_some() && before == chosen(&self.hand) {
            true => self.enter(cx),
            false => Step::Stay,
        }
    }

    fn wake(&mut self, cx: &mut Cx) -> Step {
        self.go_on(cx);
        self.fulfil(cx)
    }

    fn next_wake(&self) -> Option<Instant> {
        let showing = self
            .showing
            .as_ref()
            .map(|showing| showing.next_wake(self.now));
        let clock = self
            .sitting
            .standing()
            .deadline
            .map(|_| self.now + pace::SECOND);
        [showing, clock].into_iter().flatten().min()
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn closing(&mut self, cx: &mut Cx) {
        self.sitting.leave(Leaving::Pause, cx);
    }

    fn uncovered(&mut self, cx: &mut Cx) {
        self.go_on(cx);
    }
}
