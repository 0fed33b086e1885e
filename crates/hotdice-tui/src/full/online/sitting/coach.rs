//! The coach of a table on a server, where there is one.

use hotdice_client::Error;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Certainty};
use hotdice_wire::Hint;

use super::super::super::job::Job;
use super::super::super::table::{Coaching, Stage};
use super::super::link::Link;
use super::super::words;

/// What the coach was asked, and what it has said.
#[derive(Default)]
pub(super) struct Hints {
    asked: Option<Asked>,
    /// The course of the game, which is asked for after a hint.
    tracing: Option<Job<Option<Vec<f64>>>>,
    course: Vec<f64>,
}

struct Asked {
    /// The event after which the question stands.
    seq: u64,
    job: Job<Result<Hint, Error>>,
    answer: Option<Coaching>,
}

impl Hints {
    /// Returns what the coach says about the decision that is due.
    pub(super) fn ask(&mut self, link: &Link, stage: Stage) -> Coaching {
        let view = link.view();
        let Some(token) = link.place.token().filter(|_| view.coach) else {
            return Coaching::None("This table has no coach.".to_owned());
        };
        if !matches!(stage, Stage::Yours(_)) {
            return Coaching::None("The coach waits for your turn.".to_owned());
        }
        if self
            .asked
            .as_ref()
            .is_none_or(|asked| asked.seq != view.seq)
        {
            let (client, table, token) = (link.client(), link.place.table.clone(), token.clone());
            let job = Job::start(&link.bell, move || client.hint(&table, &token));
            self.asked = Some(Asked {
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
        let Some(traced) = self.tracing.as_mut().and_then(Job::poll) else {
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
fn trace(link: &Link) -> Option<Job<Option<Vec<f64>>>> {
    let seat = usize::from(link.view().you?.checked_sub(1)?);
    let (client, table) = (link.client(), link.place.table.clone());
    Some(Job::start(&link.bell, move || {
        let record = client.record(&table).ok()?;
        let analysis = client.analyse(&record).ok()?;
        let values = analysis.get("values")?.as_array()?.iter();
        values.map(|seats| seats.get(seat)?.as_f64()).collect()
    }))
}

fn read(hint: Hint) -> Coaching {
    let worth = |choice: hotdice_wire::ActionWorth| ActionValue {
        action: choice.action,
        value: choice.value,
    };
    Coaching::Ready {
        aim: match hint.aim.as_str() {
            "win" => Aim::Win,
            _ => Aim::Points,
        },
        certainty: match hint.certainty.as_str() {
            "exact" => Certainty::Exact,
            "rounded" => Certainty::Rounded,
            _ if hint.exact => Certainty::Exact,
            _ => Certainty::Estimate,
        },
        values: hint.choices.into_iter().map(worth).collect(),
    }
}
