//! What players do at a table: choose, take back, leave, play again.

use super::super::after;
use super::super::hall::Reader;
use super::super::screen::{Cx, Step};
use super::asking::{Answer, Asking};
use super::sitting::{Connection, Leaving};
use super::{TableScreen, Wish};

impl TableScreen {
    /// Does a choice, after a question if it is plainly bad; says whether it is one.
    pub(super) fn choose(&mut self, notation: &str, cx: &mut Cx) -> bool {
        match self.advice.warning(notation).filter(|_| cx.settings.warn) {
            Some(warning) => {
                let notation = notation.to_owned();
                self.asking = Some(Asking::Sure { notation, warning });
                true
            }
            None => self.act(notation, cx),
        }
    }

    fn act(&mut self, notation: &str, cx: &mut Cx) -> bool {
        let done = self.sitting.act(notation, cx);
        match &done {
            Ok(()) => {
                self.seen = None;
                self.go_on(cx);
            }
            Err(refused) => cx.complain(format!("Not possible: {refused}.")),
        }
        done.is_ok()
    }

    pub(super) fn enter(&mut self, cx: &mut Cx) -> Step {
        if self.is_over() {
            self.wish = Some(Wish::Record);
            return self.fulfil(cx);
        }
        match self.hand.chosen().map(|choice| choice.notation.clone()) {
            Some(notation) if self.is_yours() => {
                self.choose(&notation, cx);
            }
            None if self.hand.is_astray() => {
                cx.complain("These dice are no choice together: pick others, or u puts them back.");
            }
            _ => {}
        }
        Step::Stay
    }

    pub(super) fn undo(&mut self, cx: &mut Cx) {
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
    pub(super) fn fulfil(&mut self, cx: &mut Cx) -> Step {
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

    pub(super) fn answer(&mut self, answer: Answer, cx: &mut Cx) -> Step {
        match answer {
            Answer::Wait => return Step::Stay,
            Answer::Back => {}
            Answer::Act(notation) => {
                self.act(&notation, cx);
            }
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

    /// Opens the rules of this table, to be read.
    pub(super) fn read_rules(&self, cx: &mut Cx) -> Step {
        match hotdice_games::find(&self.sitting.standing().rules) {
            Ok(game) => Step::Open(Box::new(Reader::new(&*game))),
            Err(unknown) => {
                cx.complain(format!("This program does not know these rules: {unknown}"));
                Step::Stay
            }
        }
    }

    pub(super) fn leave(&mut self, cx: &mut Cx) -> Step {
        if self.is_over() || self.sitting.is_watching() {
            self.sitting.leave(Leaving::Pause, cx);
            return Step::Back;
        }
        self.asking = Some(Asking::Leave {
            online: self.sitting.standing().connection != Connection::Local,
        });
        Step::Stay
    }
}
