//! A place at a table of a server: played from, or watched from.

mod follow;

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;

use hotdice_client::{Client, Error, Patience, record_name};
use hotdice_core::Record;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Certainty};
use hotdice_wire::{ActionRequest, DiceKind, Emote, Happened, Hint, Presence, Stage, TableView};

use super::arrival::{Arrival, meet_again, note_seen};
use super::link::{Link, TableAccess};
use super::{
    Abilities, Coaching, Farewell, GameRecord, Leaving, NextGame, PlayerAction, Session,
    SessionEvent, SessionEventKind, TablePhase, TableStatus, Update, words,
};
use crate::job::BackgroundJob;
use crate::services::{Services, UiError};

/// A place at a table of a server.
pub struct OnlineSession {
    link: Link,
    status: TableStatus,
    /// The revision of the link's view that the status was taken from.
    adopted: u64,
    /// Whether the rules know a draw by agreement, as far as this program can tell.
    draws: bool,
    /// What is still to be shown, besides events.
    updates: VecDeque<Update>,
    sent: Option<Sent>,
    hints: Hints,
    record: RecordFetch,
    meeting: Option<BackgroundJob<Result<Arrival, UiError>>>,
    services: Arc<dyn Services>,
}

/// Something that was sent and has not been answered yet.
struct Sent {
    what: RequestKind,
    answer: BackgroundJob<Result<Happened, Error>>,
}

/// What can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequestKind {
    Act,
    Offer,
    Decline,
    ComeBack,
    Emote,
}

/// However a table is left, how it stands and what its log was are remembered.
impl Drop for OnlineSession {
    fn drop(&mut self) {
        self.note_seen();
    }
}

impl OnlineSession {
    /// Sits down at a table whose game has begun.
    #[must_use]
    pub fn new(link: Link, services: Arc<dyn Services>) -> Self {
        let status = follow::status(&link);
        let mut session = Self {
            draws: knows_draws(link.view()),
            link,
            status,
            adopted: 0,
            updates: VecDeque::new(),
            sent: None,
            hints: Hints::default(),
            record: RecordFetch::default(),
            meeting: None,
            services,
        };
        if session.link.view().dice == DiceKind::Linked {
            let note = format!("{} ✓ means checked here.", session.link.view().dice_note);
            session.updates.push_back(Update::Notice(note));
        }
        session.come_back();
        session
    }

    fn note_seen(&self) {
        if self.link.access.seat.is_some() {
            let (access, view) = (&self.link.access, self.link.view());
            note_seen(access, view, self.link.seen_log(), &*self.services);
        }
    }

    /// Sends something with the token of the seat, and hears of it later.
    fn send(
        &mut self,
        what: RequestKind,
        request: impl FnOnce(&Client, &str, &hotdice_client::Token) -> Result<Happened, Error>
        + Send
        + 'static,
    ) -> Result<(), UiError> {
        let (client, access) = (self.link.client(), self.link.access.clone());
        let token = access.token().cloned().ok_or("you only watch this game")?;
        if self.sent.is_some() {
            return Err("the table has not answered yet".into());
        }
        let answer = BackgroundJob::start(&self.link.bell, move || {
            request(&client, &access.table, &token)
        });
        self.sent = Some(Sent { what, answer });
        Ok(())
    }

    /// Hears what became of something that was sent.
    fn hear_answer(&mut self) {
        let Some(sent) = &mut self.sent else { return };
        let (what, Some(answer)) = (sent.what, sent.answer.poll()) else {
            return;
        };
        self.sent = None;
        // Whatever came of it, the table is drawn again.
        self.adopted = 0;
        let failure = match answer {
            Ok(Ok(happened)) => {
                if what == RequestKind::Offer && happened.events.len() == 1 {
                    let text = "You offer a draw. It stands until the next move.";
                    self.updates.push_back(Update::Notice(text.to_owned()));
                }
                return self.link.note_all(happened);
            }
            Ok(Err(error)) => error.into(),
            Err(broken) => broken.into(),
        };
        self.updates.push_back(Update::Failure(failure));
        self.link.look();
    }

    /// Takes over the table after everything that was told.
    fn adopt(&mut self) {
        if self.adopted != self.link.revision() {
            self.status = follow::status(&self.link);
            self.adopted = self.link.revision();
        }
        if matches!(&self.sent, Some(sent) if sent.what == RequestKind::Act) {
            self.status.phase = TablePhase::Moving;
        }
    }

    fn next_event(&mut self) -> Option<SessionEvent> {
        if let Some((seat, emote)) = self.link.next_emote() {
            return Some(follow::emote(seat, emote));
        }
        let event = self.link.next_event()?;
        let is_verified = event.links.is_some() && self.link.is_verified(&event);
        let mut event = follow::event(event, self.link.view().you);
        if let Some(line) = event.story.pop_if(|_| is_verified) {
            event.story.push(line.then(" ✓"));
        }
        if self.link.tells_the_past() {
            event.kind = SessionEventKind::Past;
        }
        // Whose turn it is now is said when everything that has happened is told.
        self.status = follow::status(&self.link);
        self.status.phase = TablePhase::Moving;
        self.status.deadline = None;
        self.status.scene.choices.clear();
        self.adopted = 0;
        Some(event)
    }
}

/// Tells whether a game can end in a draw by agreement; rules that are not known here are left to the server.
fn knows_draws(view: &TableView) -> bool {
    let seats = u8::try_from(view.players.len()).unwrap_or_default();
    let game = hotdice_games::find(&view.rules).ok();
    let position = game.and_then(|game| game.open(seats).ok());
    position.is_none_or(|mut position| position.agree().is_ok())
}

/// Tells whether whoever asks has a seat and is not taken to be there.
fn is_away(view: &TableView) -> bool {
    let mut players = view.players.iter();
    let me = players.find(|player| Some(player.seat) == view.you);
    view.stage == Stage::Playing
        && me.is_some_and(|me| me.presence != Presence::Here && !me.resigned)
}

impl Session for OnlineSession {
    fn next(&mut self) -> Option<Update> {
        self.link.hear();
        self.hear_answer();
        self.hints.hear_course();
        if let Some(alarm) = self.link.next_alarm() {
            return Some(Update::Failure(format!("Alarm: {alarm}").into()));
        }
        if let Some(update) = self.updates.pop_front() {
            return Some(update);
        }
        if let Some(event) = self.next_event() {
            return Some(Update::Event(event));
        }
        self.adopt();
        if let TablePhase::Over(_) = self.status.phase {
            self.record.begin(&self.link, &self.services);
        }
        self.record.hear()
    }

    fn status(&self) -> &TableStatus {
        &self.status
    }

    fn abilities(&self) -> Abilities {
        let play = self.link.access.seat.is_some();
        Abilities {
            play,
            undo: false,
            draw: play && self.draws,
            coach: play && self.link.view().coach,
            emote: play,
        }
    }

    fn act(&mut self, action: &PlayerAction) -> Result<(), UiError> {
        let TablePhase::Yours(_) = self.status.phase else {
            return Err("it isn't your turn".into());
        };
        let link = self.link.link_with(&action.notation);
        let request = ActionRequest {
            link: link.map(|link| link.to_string()),
            seq: self.link.view().seq,
            action: action.notation.clone(),
            expect: action.expect,
        };
        self.send(RequestKind::Act, move |client, table, token| {
            client.act(table, token, &request)
        })?;
        self.status.phase = TablePhase::Moving;
        Ok(())
    }

    fn offer_draw(&mut self) -> Result<(), UiError> {
        let seq = self.link.view().seq;
        self.send(RequestKind::Offer, move |client, table, token| {
            client.offer(table, token, seq)
        })
    }

    fn decline_draw(&mut self) -> Result<(), UiError> {
        let seq = self.link.view().seq;
        self.send(RequestKind::Decline, move |client, table, token| {
            client.decline(table, token, seq)
        })
    }

    fn coach(&mut self) -> Coaching {
        self.hints.ask(&self.link, self.status.phase)
    }

    fn course(&self) -> &[f64] {
        self.hints.course()
    }

    fn record(&mut self) -> Option<Result<GameRecord, UiError>> {
        self.record.begin(&self.link, &self.services);
        if let Some(update) = self.record.hear() {
            self.updates.push_back(update);
        }
        self.record.get()
    }

    fn rematch(&mut self) -> Option<Result<NextGame, UiError>> {
        let Some(job) = &mut self.meeting else {
            let (access, next) = (self.link.access.clone(), self.link.view().rematch.clone());
            let services = self.services.clone();
            self.meeting = Some(BackgroundJob::start(&self.link.bell, move || {
                meet_again(&access, next.as_deref(), &*services)
            }));
            return None;
        };
        let found = job.poll()?;
        self.meeting = None;
        let found = found.map_err(UiError::from).flatten();
        Some(found.map(|arrival| NextGame::Online(Box::new(arrival))))
    }

    fn invitation(&self) -> Option<String> {
        let view = self.link.view();
        view.rematch.as_ref().map(|_| follow::invitation(view))
    }

    /// Those who do not want to come back say so, as far as the line allows.
    fn leave(&mut self, how: Leaving) -> Result<Farewell, UiError> {
        let access = &self.link.access;
        let (Some(token), Stage::Playing) = (access.token().cloned(), self.link.view().stage)
        else {
            return Ok(Farewell::Nothing);
        };
        let (table, server) = (access.table.clone(), access.server.clone());
        let way = match access.hosted {
            // The server closes with this program, and only the hall opens it again.
            Some(_) => "from the hall: hotdice".to_owned(),
            None => {
                let table = crate::full::grouped(&table);
                format!("from the hall, or with: hotdice online --server {server} turn {table}")
            }
        };
        if how == Leaving::Abandon {
            let client = Client::of(server, Patience::default());
            let table = table.clone();
            // Nobody waits for it: the others will see that the seat is empty in any case.
            thread::spawn(move || drop(client.leave(&table, &token)));
        }
        Ok(Farewell::SeatWaits { table, way })
    }

    fn emote(&mut self, emote: Emote) -> Result<(), UiError> {
        self.send(RequestKind::Emote, move |client, table, token| {
            client.emote(table, token, emote)?;
            Ok(Happened::default())
        })
    }

    fn come_back(&mut self) {
        if is_away(self.link.view()) {
            // Nothing is lost if something else is on its way: one can come back later.
            let _ = self.send(RequestKind::ComeBack, |client, table, token| {
                client.come_back(table, token)
            });
        }
    }

    fn is_sending(&self) -> bool {
        self.sent.is_some()
    }
}

/// What the coach was asked, and what it has said.
#[derive(Default)]
struct Hints {
    asked: Option<HintRequest>,
    /// The course of the game, which is asked for after a hint.
    tracing: Option<BackgroundJob<Option<Vec<f64>>>>,
    course: Vec<f64>,
    /// Whether some values of this game were estimates: near the end they may be exact all the same.
    estimated: bool,
}

struct HintRequest {
    /// The event after which the question stands.
    seq: u64,
    job: BackgroundJob<Result<Hint, Error>>,
    answer: Option<Coaching>,
}

impl Hints {
    /// Returns what the coach says about the decision that is due.
    fn ask(&mut self, link: &Link, phase: TablePhase) -> Coaching {
        let view = link.view();
        let Some(token) = link.access.token().filter(|_| view.coach) else {
            return Coaching::None("This table has no coach.".to_owned());
        };
        if !matches!(phase, TablePhase::Yours(_)) {
            return Coaching::None("The coach waits for your turn.".to_owned());
        }
        if self
            .asked
            .as_ref()
            .is_none_or(|asked| asked.seq != view.seq)
        {
            let (client, table, token) = (link.client(), link.access.table.clone(), token.clone());
            let job = BackgroundJob::start(&link.bell, move || client.hint(&table, &token));
            self.asked = Some(HintRequest {
                seq: view.seq,
                job,
                answer: None,
            });
        }
        self.hear(link)
    }

    /// Returns what the seat was worth before every event, as far as it was asked for.
    fn course(&self) -> &[f64] {
        &self.course
    }

    /// Hears whether the course of the game has come.
    fn hear_course(&mut self) {
        let Some(traced) = self.tracing.as_mut().and_then(BackgroundJob::poll) else {
            return;
        };
        self.tracing = None;
        // Without an answer the curve stays where it was.
        if let Ok(Some(course)) = traced {
            self.course = course;
        }
    }

    fn hear(&mut self, link: &Link) -> Coaching {
        let Some(asked) = &mut self.asked else {
            return Coaching::Working;
        };
        if let Some(answer) = asked.job.poll() {
            asked.answer = Some(match answer {
                Ok(Ok(hint)) => {
                    self.estimated |= !hint.exact;
                    // Where values are estimates, a whole game would take the server too long at every turn.
                    if !self.estimated && self.tracing.is_none() {
                        self.tracing = trace(link);
                    }
                    read(hint)
                }
                Ok(Err(error)) => Coaching::None(words::of(&error)),
                Err(broken) => Coaching::None(format!("The coach says nothing: {broken}.")),
            });
        }
        asked.answer.clone().unwrap_or(Coaching::Working)
    }
}

/// Asks for the course of the game of whoever sits here.
fn trace(link: &Link) -> Option<BackgroundJob<Option<Vec<f64>>>> {
    let seat = usize::from(link.view().you?.checked_sub(1)?);
    let (client, table) = (link.client(), link.access.table.clone());
    Some(BackgroundJob::start(&link.bell, move || {
        let record = client.record(&table).ok()?;
        let analysis = client.analyse(&record).ok()?;
        let values = analysis.get("values")?.as_array()?.iter();
        values.map(|seats| seats.get(seat)?.as_f64()).collect()
    }))
}

fn read(hint: Hint) -> Coaching {
    let worth = |choice: hotdice_wire::ActionWorth| ActionValue {
        margin: choice.margin,
        ..ActionValue::exact(choice.action, choice.value)
    };
    let aim = match hint.aim.as_str() {
        "win" => Aim::Win,
        "points" => Aim::Points,
        other => {
            return Coaching::None(format!("This program does not know what {other:?} counts."));
        }
    };
    Coaching::Ready {
        aim,
        certainty: match hint.certainty.as_str() {
            "exact" => Certainty::Exact,
            "rounded" => Certainty::Rounded,
            _ if hint.exact => Certainty::Exact,
            _ => Certainty::Estimate,
        },
        values: hint.choices.into_iter().map(worth).collect(),
    }
}

/// The record, or the way to it.
#[derive(Default)]
struct RecordFetch {
    job: Option<BackgroundJob<Result<Fetched, UiError>>>,
    record: Option<GameRecord>,
    failure: Option<UiError>,
}

/// A record, and what is wrong with it.
struct Fetched {
    record: GameRecord,
    warning: Option<String>,
}

impl RecordFetch {
    /// Begins to fetch the record, unless it is here or on its way.
    fn begin(&mut self, link: &Link, services: &Arc<dyn Services>) {
        if self.job.is_some() || self.record.is_some() || self.failure.is_some() {
            return;
        }
        let (client, access, rules) = (
            link.client(),
            link.access.clone(),
            link.view().rules.clone(),
        );
        let services = services.clone();
        self.job = Some(BackgroundJob::start(&link.bell, move || {
            fetch(&client, &access, &rules, &*services)
        }));
    }

    /// Hears whether it has come.
    fn hear(&mut self) -> Option<Update> {
        let fetched = self.job.as_mut().and_then(BackgroundJob::poll)?;
        self.job = None;
        match fetched.map_err(UiError::from).flatten() {
            Ok(Fetched { record, warning }) => {
                let path = record.path.as_ref();
                let saved =
                    path.map(|path| Update::Notice(format!("The record is in {}", path.display())));
                self.record = Some(record);
                warning
                    .map(|warning| Update::Failure(warning.into()))
                    .or(saved)
            }
            Err(error) => {
                let text = format!("There is no record: {error}");
                self.failure = Some(error);
                Some(Update::Failure(text.into()))
            }
        }
    }

    /// Returns the record, or once what is wrong with it.
    fn get(&mut self) -> Option<Result<GameRecord, UiError>> {
        match (&self.record, self.failure.take()) {
            (Some(record), _) => Some(Ok(record.clone())),
            (None, Some(failure)) => Some(Err(failure)),
            (None, None) => None,
        }
    }
}

/// Fetches a record; those who played save it, and look whether their own bytes are in the dice.
fn fetch(
    client: &Client,
    access: &TableAccess,
    rules: &str,
    services: &dyn Services,
) -> Result<Fetched, UiError> {
    let text = client.record(&access.table)?;
    let record: Record = text
        .parse()
        .map_err(|error| format!("The record of the server is damaged: {error}"))?;
    let (mut path, mut warning) = (None, None);
    if let Some(seat) = &access.seat {
        match services.save_record(&record_name(rules, &access.table), &text) {
            Ok(saved) => path = Some(saved),
            Err(error) => warning = Some(format!("The record is not saved: {error}")),
        }
        if !seat.is_in(&record) {
            let careful = "Careful: your own bytes are not in the record. The dice of this server cannot be trusted.";
            warning = Some(careful.to_owned());
        }
    }
    let record = GameRecord { text, path };
    Ok(Fetched { record, warning })
}
