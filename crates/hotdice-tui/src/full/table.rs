//! A table: the screen on which games are played, wherever the table stands.

mod advice;
mod asking;
mod coach;
mod draw;
mod hand;
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

use super::after;
use super::canvas::Canvas;
use super::screen::{Cx, Hint, Screen, Spot, Step};
use super::widgets::Field;
use crate::backstage::Trouble;
use crate::settings::Pace;
use advice::Advice;
use asking::{Answer, Asking};
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

    /// Does a choice, after a question if it is plainly bad.
    fn choose(&mut self, notation: &str, cx: &mut Cx) {
        match self.advice.warning(notation).filter(|_| cx.settings.warn) {
            Some(warning) => {
                let notation = notation.to_owned();
                self.asking = Some(Asking::Sure { notation, warning });
            }
            None => self.act(notation, cx),
        }
    }

    fn act(&mut self, notation: &str, cx: &mut Cx) {
        match self.sitting.act(notation, cx) {
            Ok(()) => {
                self.seen = None;
                self.go_on(cx);
            }
            Err(refused) => cx.complain(format!("Not possible: {refused}.")),
        }
    }

    fn enter(&mut self, cx: &mut Cx) -> Step {
        if self.is_over() {
            self.wish = Some(Wish::Record);
            return self.fulfil(cx);
        }
        match self.hand.chosen().map(|choice| choice.notation.clone()) {
            Some(notation) if self.is_yours() => self.choose(&notation, cx),
            None if self.hand.is_astray() => {
                cx.complain("These dice are no choice together: pick others, or u puts them back.");
            }
            _ => {}
        }
        Step::Stay
    }

    fn undo(&mut self, cx: &mut Cx) {
        if self.hand.put_back() {
            return;
        }
        match self.sitting.undo(cx) {
            Ok(()) => {
                self.story.push("Taken back.".into());
                self.seen = None;
                self.look(cx);
            }
            Err(refused) => cx.complain(format!("Not possible: {refused}.")),
        }
    }

    /// Does what takes a while, if it is ready.
    fn fulfil(&mut self, cx: &mut Cx) -> Step {
        let Some(wish) = self.wish else {
            return Step::Stay;
        };
        let screen = match wish {
            Wish::Record => {
                let place = self.sitting.place();
                let record = self.sitting.record(cx);
                record.map(|text| text.map(|text| after::open(text, place, cx)))
            }
            Wish::Rematch => self.sitting.rematch(cx),
        };
        let Some(screen) = screen else {
            cx.say("A moment …");
            return Step::Stay;
        };
        self.wish = None;
        match (screen, wish) {
            (Ok(screen), Wish::Record) => Step::Open(screen),
            (Ok(screen), Wish::Rematch) => {
                self.sitting.leave(Leaving::Pause, cx);
                Step::Become(screen)
            }
            (Err(trouble), _) => {
                cx.complain(trouble);
                Step::Stay
            }
        }
    }

    fn answer(&mut self, answer: Answer, cx: &mut Cx) -> Step {
        match answer {
            Answer::Wait => return Step::Stay,
            Answer::Back => {}
            Answer::Act(notation) => self.act(&notation, cx),
            Answer::Draw => match self.sitting.offer_draw(cx) {
                Ok(()) => self.go_on(cx),
                Err(refused) => cx.complain(format!("Not possible: {refused}.")),
            },
            Answer::Feel(emote) => {
                if let Err(trouble) = self.sitting.feel(emote, cx) {
                    cx.complain(trouble);
                }
            }
            Answer::Leave(how) => {
                self.sitting.leave(how, cx);
                return Step::Back;
            }
        }
        self.asking = None;
        Step::Stay
    }

    fn leave(&mut self, cx: &mut Cx) -> Step {
        if self.is_over() || self.sitting.is_watching() {
            self.sitting.leave(Leaving::Pause, cx);
            return Step::Back;
        }
        self.asking = Some(Asking::Leave {
            online: self.sitting.standing().connection != Connection::Local,
        });
        Step::Stay
    }

    fn press_typing(&mut self, key: KeyCode, cx: &mut Cx) {
        let Some(field) = &mut self.typing else {
            return;
        };
        match key {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let notation = field.text().to_owned();
                self.typing = None;
                if !notation.is_empty() {
                    self.choose(&notation, cx);
                }
            }
            key => drop(field.press(key)),
        }
    }

    fn press_command(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        match key {
            KeyCode::Enter => return self.enter(cx),
            KeyCode::Esc | KeyCode::Char('q') => return self.leave(cx),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(cx),
            KeyCode::Char('c') => {
                self.coach ^= true;
                self.look(cx);
            }
            KeyCode::Char('a') => switch_pace(cx),
            KeyCode::Char(':') if self.is_yours() => self.typing = Some(Field::default()),
            KeyCode::Char('d') if self.may_draw() => self.asking = Some(Asking::Draw),
            KeyCode::Char('e') if self.has_company() => self.asking = Some(Asking::Feeling),
            KeyCode::Char('r') if self.is_over() => {
                self.wish = Some(Wish::Rematch);
                return self.fulfil(cx);
            }
            KeyCode::Char(letter) if self.is_yours() => {
                if let Some(place) = self.hand.by_letter(letter) {
                    let notation = self.hand.choices()[place].notation.clone();
                    self.choose(&notation, cx);
                }
            }
            _ => {}
        }
        Step::Stay
    }
}

/// Switches the animation off, or on again.
fn switch_pace(cx: &mut Cx) {
    cx.settings.pace = match cx.settings.pace {
        Pace::Off => Pace::Usual,
        _ => Pace::Off,
    };
    cx.say(match cx.settings.pace {
        Pace::Off => "Dice lie at once from now on.",
        _ => "Dice roll from now on.",
    });
    cx.keep_settings();
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
        if let Some(asking) = &self.asking {
            return asking.keys();
        }
        let mut keys = Vec::new();
        if self.is_over() {
            keys.push(Hint::new(KeyCode::Enter, "Enter", "how it went"));
            keys.push(Hint::new(KeyCode::Char('r'), "r", "again"));
        } else if self.is_yours() {
            keys.push(Hint::new(KeyCode::Down, "↑↓", "choose"));
            keys.push(Hint::new(KeyCode::Enter, "Enter", "do it"));
            if self.hand.takes_dice() {
                keys.push(Hint::new(KeyCode::Char(' '), "1-6", "pick dice"));
            }
            keys.push(Hint::new(KeyCode::Char('u'), "u", "undo"));
        }
        keys.push(Hint::new(KeyCode::Char('c'), "c", "coach"));
        keys.push(Hint::new(KeyCode::Char('q'), "q", "leave"));
        keys.push(Hint::new(KeyCode::Char('a'), "a", "animation"));
        if self.is_yours() {
            keys.push(Hint::new(KeyCode::Char(':'), ":", "type a choice"));
            if self.hand.takes_dice() {
                keys.push(Hint::new(
                    KeyCode::Right,
                    "←→ Space",
                    "pick dice one by one",
                ));
            }
        }
        if self.may_draw() {
            keys.push(Hint::new(KeyCode::Char('d'), "d", "offer a draw"));
        }
        if self.has_company() {
            keys.push(Hint::new(KeyCode::Char('e'), "e", "show a feeling"));
        }
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Step {
        self.now = cx.now;
        self.sitting.come_back(cx);
        if let Some(asking) = &self.asking {
            let answer = asking.press(key);
            return self.answer(answer, cx);
        }
        if self.typing.is_some() {
            self.press_typing(key, cx);
            return Step::Stay;
        }
        let mut skipped = false;
        if let Some(showing) = &mut self.showing {
            showing.hurry();
            skipped = true;
            self.go_on(cx);
        }
        // A key that cut an animation short was not meant for a choice that nobody has seen yet.
        if skipped && matches!(key, KeyCode::Enter | KeyCode::Char(' ')) {
            return Step::Stay;
        }
        match self.is_yours() && self.hand.press(key) {
            true => Step::Stay,
            false => self.press_command(key, cx),
        }
    }

    fn point(&mut self, spot: &Spot, cx: &mut Cx) -> Step {
        let chosen = |hand: &Hand| hand.chosen().map(|choice| choice.notation.clone());
        if self.asking.is_some() || !self.is_yours() {
            return Step::Stay;
        }
        let before = chosen(&self.hand);
        self.hand.click(spot);
        // A second click on the same line does it.
        match spot {
            Spot::Item(_) | Spot::Row(_) if before.is_some() && before == chosen(&self.hand) => {
                self.enter(cx)
            }
            _ => Step::Stay,
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
