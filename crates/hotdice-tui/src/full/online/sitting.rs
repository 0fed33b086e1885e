//! A place at a table of a server.

mod afterwards;
mod coach;
mod retelling;
mod seen;

use std::path::PathBuf;

use hotdice_client::Error;
use hotdice_core::Seat;
use hotdice_wire::{ActionRequest, Emote, Happened, Presence, TableView};

use super::super::job::Job;
use super::super::screen::{Cx, Screen};
use super::super::table::{
    Coaching, Connection, Leaving, Moment, MomentKind, Sitting, Stage, Standing,
};
use super::link::Link;
use super::words;
use crate::backstage::Trouble;
use afterwards::{Meeting, Recording};
use coach::Hints;
use retelling::Retelling;

/// A place at a table of a server: played from, or watched from.
pub(super) struct OnlineSitting {
    link: Link,
    standing: Standing,
    /// The look that the standing was taken from.
    adopted: u64,
    /// What is wrong with that look, if anything.
    picture: Connection,
    retelling: Retelling,
    sent: Option<Sent>,
    hints: Hints,
    recording: Recording,
    meeting: Meeting,
}

/// Something that was sent and has not been answered yet.
struct Sent {
    what: Errand,
    answer: Job<Result<Happened, Error>>,
}

/// What can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Errand {
    Act,
    Offer,
    ComeBack,
    Feel,
}

impl OnlineSitting {
    /// Sits down at a table whose game has begun.
    pub(super) fn new(link: Link) -> Self {
        let standing = seen::standing(&link);
        let adopted = if link.is_caught_up() { link.views() } else { 0 };
        let mut sitting = Self {
            retelling: Retelling::new(link.view()),
            link,
            picture: standing.connection.clone(),
            standing,
            adopted,
            sent: None,
            hints: Hints::default(),
            recording: Recording::default(),
            meeting: Meeting::default(),
        };
        if is_away(sitting.link.view()) {
            sitting.return_to_seat();
        }
        sitting
    }

    fn you(&self) -> Option<Seat> {
        seen::seat(self.link.view().you?)
    }

    fn send(
        &mut self,
        what: Errand,
        send: impl FnOnce() -> Result<Happened, Error> + Send + 'static,
    ) -> Result<(), Trouble> {
        if self.sent.is_some() {
            return Err("the table has not answered yet".into());
        }
        let answer = Job::start(&self.link.bell, send);
        self.sent = Some(Sent { what, answer });
        Ok(())
    }

    fn return_to_seat(&mut self) {
        let (client, place) = (self.link.client(), self.link.place.clone());
        if let Some(token) = place.token().cloned() {
            // Nothing is lost if something else is on its way: one can come back later.
            let _ = self.send(Errand::ComeBack, move || {
                client.come_back(&place.table, &token)
            });
        }
    }

    /// Hears what became of something that was sent.
    fn hear_answer(&mut self, cx: &mut Cx) {
        let Some(sent) = &mut self.sent else { return };
        let (what, Some(answer)) = (sent.what, sent.answer.poll()) else {
            return;
        };
        self.sent = None;
        // Whatever came of it, the table is looked at again.
        self.adopted = 0;
        match answer {
            Ok(Ok(happened)) => {
                if what == Errand::Offer && happened.events.len() == 1 {
                    cx.say("You offer to stop here, until somebody moves.");
                }
                self.link.note_all(happened);
            }
            Ok(Err(error)) => {
                cx.complain(words::of(&error));
                self.link.look();
            }
            Err(broken) => {
                cx.complain(format!("Nothing was sent: {broken}."));
                self.link.look();
            }
        }
    }

    /// Takes over how the table stands, once everything that led there has been told.
    fn adopt(&mut self) {
        if self.link.is_caught_up() && self.adopted != self.link.views() {
            self.standing = seen::standing(&self.link);
            self.picture = self.standing.connection.clone();
            self.adopted = self.link.views();
        }
        if matches!(&self.sent, Some(sent) if sent.what == Errand::Act) {
            self.standing.stage = Stage::Moving;
        }
        self.standing.connection = match self.link.lost() {
            Some(cause) => Connection::Lost(cause.to_owned()),
            None => self.picture.clone(),
        };
    }

    fn next_moment(&mut self) -> Option<Moment> {
        if let Some((seat, emote)) = self.link.next_feeling() {
            return Some(seen::feeling(seat, emote));
        }
        let you = self.you();
        let event = self.link.next_event()?;
        self.standing.stage = Stage::Moving;
        self.standing.deadline = None;
        match self.retelling.follow(&event) {
            // What had happened before the first look is in it already.
            _ if self.link.tells_the_past() => self.standing.scene.choices.clear(),
            Some(scene) => self.standing.scene = scene,
            None => seen::leave_scores(&mut self.standing.scene),
        }
        let mut moment = seen::moment(event, you);
        if self.link.tells_the_past() {
            moment.kind = MomentKind::Other;
        }
        Some(moment)
    }
}

/// Tells whether whoever asks has a seat and is not taken to be there.
fn is_away(view: &TableView) -> bool {
    let me = view
        .players
        .iter()
        .find(|player| Some(player.seat) == view.you);
    let playing = view.stage == hotdice_wire::Stage::Playing;
    playing && me.is_some_and(|me| me.presence != Presence::Here)
}

impl Sitting for OnlineSitting {
    fn next(&mut self, cx: &mut Cx) -> Option<Moment> {
        self.link.hear();
        self.hear_answer(cx);
        self.hints.hear_course();
        let moment = self.next_moment();
        if moment.is_none() {
            self.adopt();
            if let Stage::Over(_) = self.standing.stage {
                self.recording.begin(&self.link, cx);
            }
            self.recording.hear(cx);
        }
        moment
    }

    fn standing(&self) -> &Standing {
        &self.standing
    }

    fn act(&mut self, notation: &str, _cx: &mut Cx) -> Result<(), Trouble> {
        let Stage::Yours(_) = self.standing.stage else {
            return Err("it is not your turn".into());
        };
        let (client, place) = (self.link.client(), self.link.place.clone());
        let token = place.token().cloned().ok_or("you only watch this game")?;
        let request = ActionRequest {
            seq: self.link.view().seq,
            action: notation.to_owned(),
            expect: None,
        };
        self.send(Errand::Act, move || {
            client.act(&place.table, &token, &request)
        })?;
        self.standing.stage = Stage::Moving;
        Ok(())
    }

    fn undo(&mut self, _cx: &mut Cx) -> Result<(), Trouble> {
        Err("what a server has heard cannot be taken back".into())
    }

    fn may_draw(&self) -> bool {
        self.retelling.may_draw()
    }

    fn offer_draw(&mut self, _cx: &mut Cx) -> Result<(), Trouble> {
        let (client, place) = (self.link.client(), self.link.place.clone());
        let token = place.token().cloned().ok_or("you only watch this game")?;
        let seq = self.link.view().seq;
        self.send(Errand::Offer, move || {
            client.offer(&place.table, &token, seq)
        })
    }

    fn may_coach(&self) -> bool {
        self.link.view().coach && self.link.place.seat.is_some()
    }

    fn coach(&mut self, _cx: &mut Cx) -> Coaching {
        self.hints.ask(&self.link, self.standing.stage)
    }

    fn course(&self) -> &[f64] {
        self.hints.course()
    }

    fn record(&mut self, cx: &mut Cx) -> Option<Result<String, Trouble>> {
        self.recording.begin(&self.link, cx);
        self.recording.hear(cx);
        self.recording.text()
    }

    fn rematch(&mut self, cx: &mut Cx) -> Option<Result<Box<dyn Screen>, Trouble>> {
        self.meeting.ask(&self.link, cx)
    }

    fn call(&self) -> Option<String> {
        let view = self.link.view();
        view.rematch.as_ref().map(|_| seen::call(view))
    }

    fn place(&self) -> Option<PathBuf> {
        self.recording.place()
    }

    fn is_watching(&self) -> bool {
        self.link.place.seat.is_none()
    }

    fn leave(&mut self, how: Leaving, cx: &mut Cx) {
        afterwards::leave(&self.link, how, cx);
    }

    fn feel(&mut self, emote: Emote, _cx: &mut Cx) -> Result<(), Trouble> {
        let (client, place) = (self.link.client(), self.link.place.clone());
        let token = place.token().cloned().ok_or("you only watch this game")?;
        self.send(Errand::Feel, move || {
            client.emote(&place.table, &token, emote)?;
            Ok(Happened {
                seq: 0,
                events: Vec::new(),
            })
        })
    }

    fn come_back(&mut self, _cx: &mut Cx) {
        if is_away(self.link.view()) {
            self.return_to_seat();
        }
    }
}
