//! The coach of a table on a server, where there is one.

use hotdice_client::Error;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Certainty};
use hotdice_wire::Hint;

use crate::job::BackgroundJob;
use crate::session::link::Link;
use crate::session::{Coaching, TablePhase, words};

/// What the coach was asked, and what it has said.
#[derive(Default)]
pub(super) struct Hints {
    asked: Option<HintRequest>,
    /// The course of the game, which is asked for after a hint.
    tracing: Option<BackgroundJob<Option<Vec<f64>>>>,
    course: Vec<f64>,
}

struct HintRequest {
    /// The event after which the question stands.
    seq: u64,
    job: BackgroundJob<Result<Hint, Error>>,
    answer: Option<Coaching>,
}

impl Hints {
    /// Returns what the coach says about the decision that is due.
    pub(super) fn ask(&mut self, link: &Link, phase: TablePhase) -> Coaching {
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
    pub(super) fn course(&self) -> &[f64] {
        &self.course
    }

    /// Hears whether the course of the game has come.
    pub(super) fn hear_course(&mut self) {
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
                    // Where values are estimates, a whole game would take the server too long at every turn.
                    if hint.exact && self.tracing.is_none() {
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
    let worth = |choice: hotdice_wire::ActionWorth| ActionValue::exact(choice.action, choice.value);
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
