//! What players do at a table: choose, take back, leave, play again.

use super::dialog::{ConfirmDialog, DialogAnswer};
use super::{PendingScreen, TableScreen};
use crate::full::hall::RulesReader;
use crate::full::online;
use crate::full::screen::{Cx, Navigation, Screen};
use crate::full::{after, table};
use crate::services::UiError;
use crate::session::{Connectivity, Leaving, LocalGame, NextGame};

impl TableScreen {
    /// Does a choice, after a question if it is plainly bad; says whether it is one.
    pub(super) fn choose(&mut self, notation: &str, cx: &mut Cx) -> bool {
        match self.advice.warning(notation).filter(|_| cx.settings.warn) {
            Some(warning) => {
                let notation = notation.to_owned();
                self.dialog = Some(ConfirmDialog::Sure { notation, warning });
                true
            }
            None => self.act(notation, cx),
        }
    }

    fn act(&mut self, notation: &str, cx: &mut Cx) -> bool {
        let done = self.session.act(&notation.into());
        match &done {
            Ok(()) => {
                self.seen = None;
                self.go_on(cx);
            }
            Err(refused) => cx.refuse(refused),
        }
        done.is_ok()
    }

    pub(super) fn enter(&mut self, cx: &mut Cx) -> Navigation {
        if self.is_over() {
            self.pending = Some(PendingScreen::Record);
            return self.fulfil(cx);
        }
        match self
            .selection
            .chosen()
            .map(|choice| choice.notation.clone())
        {
            Some(notation) if self.is_yours() => {
                self.choose(&notation, cx);
            }
            None if self.selection.is_astray() => {
                let items = self.selection.items_in_words();
                cx.complain(format!(
                    "These {items} are no choice together: pick others, or u puts them back."
                ));
            }
            _ => {}
        }
        Navigation::Stay
    }

    pub(super) fn undo(&mut self, cx: &mut Cx) {
        if self.selection.put_back() {
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
    pub(super) fn fulfil(&mut self, cx: &mut Cx) -> Navigation {
        let Some(pending) = self.pending else {
            return Navigation::Stay;
        };
        let screen = match pending {
            PendingScreen::Record => {
                let record = self.session.record();
                record.map(|found| found.map(|record| after::open(record.text, record.path, cx)))
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

    pub(super) fn answer(&mut self, answer: DialogAnswer, cx: &mut Cx) -> Navigation {
        match answer {
            DialogAnswer::Wait => return Navigation::Stay,
            DialogAnswer::Back => {}
            DialogAnswer::Act(notation) => {
                self.act(&notation, cx);
            }
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
    pub(super) fn read_rules(&self, cx: &mut Cx) -> Navigation {
        match hotdice_games::find(&self.session.status().rules) {
            Ok(game) => Navigation::Open(Box::new(RulesReader::new(&*game))),
            Err(unknown) => {
                cx.complain(format!("This program does not know these rules: {unknown}"));
                Navigation::Stay
            }
        }
    }

    pub(super) fn leave(&mut self, cx: &mut Cx) -> Navigation {
        if self.is_over() || !self.session.abilities().play {
            self.depart(Leaving::Pause, cx);
            return Navigation::Back;
        }
        self.dialog = Some(ConfirmDialog::Leave {
            online: self.session.status().connection != Connectivity::Local,
        });
        Navigation::Stay
    }
}

/// Opens the next game of the same players.
fn go_to(next: NextGame, cx: &mut Cx) -> Result<Box<dyn Screen>, UiError> {
    match next {
        NextGame::Online(arrival) => Ok(online::enter(*arrival, cx)),
        NextGame::Local { game, names } => {
            let local = LocalGame::new(game, names, None, None, &*cx.services)?;
            Ok(table::begin(local, cx))
        }
    }
}
