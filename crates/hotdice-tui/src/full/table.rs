//! A table: the screen on which games are played, wherever the table stands.

mod acts;
mod advice;
mod dialog;
mod draw;
mod kept;
mod keys;
mod pace;
mod selection;
mod solving;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::time::Instant;

use hotdice_core::{Choice, Face, FollowUp, Line, Seat};
use hotdice_solve::oracle::Certainty;
use ratatui::crossterm::event::KeyCode;

use super::canvas::Canvas;
use super::hall::RulesReader;
use super::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use super::widgets::TextField;
use super::{online, review};
use crate::key_map::KeyMap;
use crate::services::UiError;
use crate::session::{
    Coaching, Connectivity, Leaving, LocalGame, LocalSession, NextGame, Session, SessionEventKind,
    TablePhase, UnsavedGame, Update,
};
use crate::settings::Pace;
use acts::lower;
use dialog::{ConfirmDialog, DialogAnswer, LeaveWhat};
use kept::KeptDice;
use keys::TypeAhead;
use pace::Showing;
use selection::{Confirmed, Selection};
use solving::Solving;

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
    /// Whether the list of choices is open.
    listing: bool,
    /// What follows the choice that was just made, as soon as it can be chosen.
    following: Option<String>,
    /// What was told so far.
    story: Vec<Line>,
    /// How many lines of the story are out of sight below.
    scrolled: usize,
    /// What is being shown.
    showing: Option<Showing>,
    /// The dice that fell last, until somebody chooses.
    fallen: Vec<Face>,
    kept: KeptDice,
    /// Whose turn is being shown, and since when.
    turn: (Option<Seat>, Instant),
    /// Whether cells are marked to which the dice of others could move.
    threats: bool,
    /// Whether the coach's panel is open.
    coach: bool,
    advice: Coaching,
    /// What the coach says about the position after a choice.
    ahead: Option<(String, Coaching)>,
    /// What has to follow choices, so that they are worth as much as the best one.
    then: HashMap<String, String>,
    dialog: Option<ConfirmDialog>,
    /// A choice that is being typed.
    typing: Option<TextField>,
    /// What the table waited for when it was last looked at.
    seen: Option<TablePhase>,
    /// The screen that opens as soon as the session is ready.
    pending: Option<PendingScreen>,
    type_ahead: TypeAhead,
    solving: Solving,
    /// Keys of the player's own.
    key_map: KeyMap,
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
            selection: Selection::new(&session.status().scene, false),
            session,
            listing: false,
            following: None,
            story: Vec::new(),
            scrolled: 0,
            showing: None,
            fallen: Vec::new(),
            kept: KeptDice::default(),
            turn: (None, cx.now),
            threats: false,
            coach,
            advice: Coaching::silent(),
            ahead: None,
            then: HashMap::new(),
            dialog: None,
            typing: None,
            seen: None,
            pending: None,
            type_ahead: TypeAhead::default(),
            solving: Solving::default(),
            key_map: cx.settings.keys.clone(),
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
                Some(Update::Warning(text)) => {
                    cx.complain(text);
                    continue;
                }
                Some(Update::Failure(error)) => {
                    cx.complain(error);
                    continue;
                }
                Some(Update::Event(event)) => event,
            };
            let status = self.session.status();
            // Whoever comes, goes or speaks does not change what somebody is about to choose.
            let moves = matches!(
                event.kind,
                SessionEventKind::Rolled(_) | SessionEventKind::Acted
            );
            if moves || !self.selection.is_beside(&status.scene) {
                self.selection = Selection::new(&status.scene, self.listing);
            }
            self.kept.follow(&status.scene, &event.kind);
            if self.turn.0 != status.scene.turn {
                self.turn = (status.scene.turn, cx.now);
            }
            match &event.kind {
                SessionEventKind::Rolled(dice) => self.fallen.clone_from(dice),
                SessionEventKind::Acted => self.fallen.clear(),
                SessionEventKind::Other | SessionEventKind::Past => {}
            }
            let elapsed = cx.now.duration_since(self.turn.1);
            self.showing = Some(Showing::new(
                event,
                status.phase,
                cx.settings.pace,
                elapsed,
                cx.now,
            ));
        }
        self.look(cx);
        self.follow_up(cx);
    }

    /// Looks at the table: whose turn is it now, and what does the coach say?
    fn look(&mut self, cx: &mut Cx) {
        let status = self.session.status();
        let phase = status.phase;
        if self.showing.is_none() {
            self.type_ahead.look(phase, cx.now);
            if !self.selection.is_about(&status.scene) {
                self.selection = Selection::new(&status.scene, self.listing);
            }
        }
        if self.showing.is_none() && self.seen != Some(phase) {
            self.seen = Some(phase);
            cx.sound |= matches!(phase, TablePhase::Yours(_) | TablePhase::Over(_));
        }
        let wanted = self.coach || (cx.settings.warn && self.session.abilities().coach);
        self.advice = if self.is_yours() && wanted {
            self.session.coach()
        } else {
            Coaching::silent()
        };
        self.solving
            .look(&self.session.status().rules, self.coach, cx);
        self.look_ahead();
        let advice = self.coach.then_some(&self.advice);
        self.selection
            .sort_list(|notation| advice.and_then(|advice| advice.value(notation)));
        self.look_what_follows();
    }

    /// Asks what has to follow choices that are worth as much as the best one, where the coach knows without a simulation.
    fn look_what_follows(&mut self) {
        self.then.clear();
        let knows = |advice: &Coaching| matches!(advice, Coaching::Ready { certainty, .. } if *certainty != Certainty::Estimate);
        if !self.coach || !self.is_yours() || !knows(&self.advice) {
            return;
        }
        let is_best = |choice: &&Choice| self.advice.is_best(&choice.notation);
        let best: Vec<&Choice> = self.selection.choices().iter().filter(is_best).collect();
        // Taking all that scores is worth as much as banking it, so banking follows.
        let banked = best
            .iter()
            .any(|choice| choice.then.is_empty() && choice.points.is_some());
        for choice in best.iter().filter(|choice| !choice.then.is_empty()) {
            let ahead = self.session.coach_ahead(&choice.notation);
            let all = banked && self.selection.takes_all(choice);
            let mut next: Vec<&FollowUp> = choice.then.iter().collect();
            next.sort_by_key(|next| next.points.is_none());
            let next = next.into_iter().find(|next| match next.points {
                Some(_) if all => true,
                _ => ahead.is_best(&next.notation),
            });
            if let Some(next) = next {
                let words = lower(&next.label);
                self.then.insert(choice.notation.clone(), words);
            }
        }
    }

    /// Returns the choice that the coach would make.
    fn best_choice(&self) -> Option<&Choice> {
        let first = self.selection.first_listed()?;
        Some(first).filter(|first| self.advice.is_best(&first.notation))
    }

    /// Asks the coach about the position after the dice that would be kept, where rolling or banking is chosen.
    fn look_ahead(&mut self) {
        let acts = self.selection.acts();
        let kept = acts.iter().find(|act| act.steps.len() > 1);
        self.ahead = match kept {
            Some(act) if self.coach && self.is_yours() => {
                let first = act.steps[0].clone();
                let said = self.session.coach_ahead(&first);
                Some((first, said))
            }
            _ => None,
        };
    }

    /// Does what was chosen together with the choice before it.
    fn follow_up(&mut self, cx: &mut Cx) {
        if self.showing.is_some() || self.session.is_sending() || !self.is_yours() {
            return;
        }
        let Some(notation) = self.following.take() else {
            return;
        };
        let mut choices = self.selection.choices().iter();
        if choices.any(|choice| choice.notation == notation) {
            self.act(&notation, cx);
        }
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
        format!("{} · {}", status.waits_for(), status.rules)
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        self.draw_table(canvas);
        if let Some(dialog) = &self.dialog {
            dialog.draw(canvas);
        }
    }

    fn keys(&self) -> Vec<KeyHint> {
        self.key_hints()
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        self.press_key(key, cx)
    }

    fn scroll(&mut self, up: bool, _cx: &mut Cx) -> Navigation {
        self.scroll_story(if up { 3 } else { -3 });
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        if self.dialog.is_some() || !self.is_yours() {
            return Navigation::Stay;
        }
        let confirmed = self.selection.click(spot);
        self.confirmed(confirmed, cx);
        Navigation::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        self.hear_of_solving(cx);
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
        let solving = self.solving.is_busy().then_some(self.now + pace::SECOND);
        [showing, clock, solving].into_iter().flatten().min()
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn notice(&self) -> Option<String> {
        let unsaved = self.session.status().unsaved.as_ref();
        unsaved.map(UnsavedGame::notice)
    }

    fn is_your_turn(&self) -> bool {
        self.is_yours()
    }

    fn closing(&mut self, cx: &mut Cx) {
        self.depart(Leaving::Pause, cx);
    }

    fn uncovered(&mut self, cx: &mut Cx) {
        self.go_on(cx);
    }
}

/// Switches the animation off, or on again.
fn switch_pace(cx: &mut Cx) {
    cx.settings.pace = match cx.settings.pace {
        Pace::Off => cx.moving,
        pace => {
            cx.moving = pace;
            Pace::Off
        }
    };
    cx.say(match cx.settings.pace {
        Pace::Off => "Dice lie at once from now on.",
        _ => "Dice roll from now on.",
    });
    cx.save_settings();
}

impl TableScreen {
    /// Does choices one after the other, after a question if they are plainly bad; says whether the first is one.
    fn choose(&mut self, steps: &[String], cx: &mut Cx) -> bool {
        let warning = self.warning(steps).filter(|_| cx.settings.warn);
        match warning {
            Some(warning) => {
                let (steps, label) = (steps.to_vec(), self.label_of(steps));
                self.dialog = Some(ConfirmDialog::Sure {
                    steps,
                    label,
                    warning,
                });
                true
            }
            None => self.act_steps(steps, cx),
        }
    }

    /// Returns what choices give away if that is plainly bad.
    fn warning(&self, steps: &[String]) -> Option<String> {
        match (steps, &self.ahead) {
            ([first, second, ..], Some((kept, ahead))) if kept == first => {
                self.advice.warning(first).or_else(|| ahead.warning(second))
            }
            ([first, ..], _) => self.advice.warning(first),
            ([], _) => None,
        }
    }

    /// Returns what choices are called on the screen.
    fn label_of(&self, steps: &[String]) -> String {
        let acts = self.selection.acts();
        if let Some(act) = acts.iter().find(|act| act.steps == steps) {
            return act.label.clone();
        }
        let mut choices = self.selection.choices().iter();
        let choice = choices.find(|choice| steps.first() == Some(&choice.notation));
        choice.map_or_else(|| steps.join(", "), |choice| choice.label.clone())
    }

    fn act_steps(&mut self, steps: &[String], cx: &mut Cx) -> bool {
        let Some((first, rest)) = steps.split_first() else {
            return false;
        };
        self.following = rest.first().cloned();
        let done = self.act(first, cx);
        if !done {
            self.following = None;
        }
        done
    }

    fn act(&mut self, notation: &str, cx: &mut Cx) -> bool {
        let done = self.session.act(&notation.into());
        match &done {
            Ok(()) => {
                self.seen = self.seen.filter(|_| self.following.is_some());
                self.scrolled = 0;
                self.go_on(cx);
            }
            Err(refused) => cx.refuse(refused),
        }
        done.is_ok()
    }

    fn enter(&mut self, cx: &mut Cx) -> Navigation {
        if self.is_over() {
            self.pending = Some(PendingScreen::Record);
            return self.fulfil(cx);
        }
        if self.is_yours() {
            let confirmed = self.selection.confirm();
            self.confirmed(confirmed, cx);
        }
        Navigation::Stay
    }

    fn confirmed(&mut self, confirmed: Confirmed, cx: &mut Cx) {
        match confirmed {
            Confirmed::Act(steps) => {
                self.choose(&steps, cx);
            }
            Confirmed::Picked => self.look_ahead(),
            Confirmed::Unmoved => cx.say("Move the cursor first: Enter plays only what you chose."),
        }
    }

    fn undo(&mut self, cx: &mut Cx) {
        if self.selection.put_back() {
            self.look_ahead();
            return;
        }
        match self.session.undo() {
            Ok(()) => {
                self.story.push("Taken back.".into());
                self.seen = None;
                self.look(cx);
            }
            Err(refused) => cx.refuse(&refused),
        }
    }

    /// Does what takes a while, if it is ready.
    fn fulfil(&mut self, cx: &mut Cx) -> Navigation {
        let Some(pending) = self.pending else {
            return Navigation::Stay;
        };
        let screen = match pending {
            PendingScreen::Record => {
                let record = self.session.record();
                record.map(|found| found.map(|record| review::open(record.text, record.path, cx)))
            }
            PendingScreen::Rematch => self
                .session
                .rematch()
                .map(|next| next.and_then(|next| go_to(next, cx))),
        };
        let Some(screen) = screen else {
            cx.say("A moment …");
            return Navigation::Stay;
        };
        self.pending = None;
        match (screen, pending) {
            (Ok(screen), PendingScreen::Record) => Navigation::Open(screen),
            (Ok(screen), PendingScreen::Rematch) => {
                self.depart(Leaving::Pause, cx);
                Navigation::Become(screen)
            }
            (Err(trouble), _) => {
                cx.complain(trouble);
                Navigation::Stay
            }
        }
    }

    fn answer(&mut self, answer: DialogAnswer, cx: &mut Cx) -> Navigation {
        match answer {
            DialogAnswer::Wait => return Navigation::Stay,
            DialogAnswer::Back => {}
            DialogAnswer::Ask(dialog) => {
                self.dialog = Some(dialog);
                return Navigation::Stay;
            }
            DialogAnswer::Act(steps) => {
                self.dialog = None;
                self.act_steps(&steps, cx);
            }
            DialogAnswer::Solve => self.solve(cx),
            DialogAnswer::Decline => match self.session.decline_draw() {
                Ok(()) => self.go_on(cx),
                Err(refused) => cx.refuse(&refused),
            },
            DialogAnswer::Draw => match self.session.offer_draw() {
                Ok(()) => self.go_on(cx),
                Err(refused) => cx.refuse(&refused),
            },
            DialogAnswer::Emote(emote) => {
                if let Err(trouble) = self.session.emote(emote) {
                    cx.complain(trouble);
                }
            }
            DialogAnswer::Leave(how) => {
                self.depart(how, cx);
                return Navigation::Back;
            }
        }
        self.dialog = None;
        Navigation::Stay
    }

    /// Opens the rules of this table, to be read.
    fn read_rules(&self, cx: &mut Cx) -> Navigation {
        let game = hotdice_games::find(&self.session.status().rules);
        let reader = game.map(|game| -> Box<dyn Screen> { Box::new(RulesReader::new(&*game)) });
        cx.open(
            reader.map_err(|unknown| format!("This program does not know these rules: {unknown}")),
        )
    }

    /// Leaves the table, after a question if there is anything to lose.
    fn leave(&mut self, cx: &mut Cx) -> Navigation {
        self.session.save_again();
        let status = self.session.status();
        let what = match &status.unsaved {
            Some(unsaved) => LeaveWhat::Unsaved(unsaved.clone()),
            None if self.is_over() || !self.session.abilities().play => {
                self.depart(Leaving::Pause, cx);
                return Navigation::Back;
            }
            None if status.connection == Connectivity::Local => LeaveWhat::Saved,
            None => LeaveWhat::Seat,
        };
        self.dialog = Some(ConfirmDialog::Leave(what));
        Navigation::Stay
    }
}

/// Opens the next game of the same players.
fn go_to(next: NextGame, cx: &mut Cx) -> Result<Box<dyn Screen>, UiError> {
    match next {
        NextGame::Online(arrival) => Ok(online::enter(*arrival, cx)),
        NextGame::Local(new) => Ok(begin(LocalGame::new(new, &*cx.services)?, cx)),
    }
}
