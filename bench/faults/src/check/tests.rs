//! A true history has no flaw; broken in any way, the flaw is found.

use std::time::Duration;

use hotdice_core::{Bytes32, Seat};
use hotdice_table::fair::Croupier;
use hotdice_table::{CheckedEvent, Table, TableEvent, TableId, Waiting, Who};
use hotdice_wire::Code;

use super::*;
use crate::history::{Answer, Request, Stream};

/// A game of two people at one table: its log and everything that they were told.
struct Played {
    logs: Logs,
    history: History,
}

const TABLE: &str = "k7w2m9x4ab";

fn played() -> Played {
    let id: TableId = TABLE.parse().unwrap();
    let croupier = Croupier::new(id, [7; 32]);
    let settings = Table::settings_for("pig(target=30)", Some(2)).unwrap();
    let opened = TableEvent::Opened(settings, croupier.commitment());
    let mut table = Table::open(id, &opened).unwrap();
    let mut rows = vec![heard(1, &opened)];
    let mut write = |table: &mut Table, events: Vec<CheckedEvent>| {
        let first = rows.len();
        for event in &events {
            table.apply(event).unwrap();
            rows.push(heard(table.seq(), event));
        }
        rows[first..].to_vec()
    };
    for (name, added) in [("Ada", 1), ("Bo", 2)] {
        let entropy = Bytes32([added; 32]);
        let name = name.parse().unwrap();
        let joined = table.join(Who::Person { name, entropy }, None, &croupier);
        write(&mut table, joined.unwrap().1);
    }
    let mut requests = Vec::new();
    while let Waiting::Person(seat) = table.waiting() {
        let actions = table.game_on().unwrap().position().actions();
        let action = actions[requests.len() / 2 % actions.len()].to_string();
        let player = table.players()[seat.index()].id;
        let events = table.act(player, table.seq(), &action, &croupier).unwrap();
        let answer = Answer::Happened(write(&mut table, events));
        requests.push(request(seat, &action, answer));
    }
    let stream = |after: usize, to: usize| Stream {
        table: TABLE.to_owned(),
        after: after as u64,
        heard: rows[after..to].to_vec(),
        delays: Vec::new(),
    };
    let history = History {
        requests,
        streams: vec![stream(0, 7), stream(7, 7), stream(7, rows.len())],
        tables: vec![TABLE.to_owned()],
        ..History::default()
    };
    let logs = Logs::from([(TABLE.to_owned(), rows)]);
    Played { logs, history }
}

fn heard(seq: u64, event: &TableEvent) -> Heard {
    let line = event.to_string();
    Heard { seq, line }
}

fn request(seat: Seat, action: &str, answer: Answer) -> Request {
    Request {
        table: TABLE.to_owned(),
        seat,
        action: action.to_owned(),
        answer,
        sent: std::time::Instant::now(),
        took: Duration::ZERO,
    }
}

impl Played {
    fn rows(&mut self) -> &mut Vec<Heard> {
        self.logs.get_mut(TABLE).unwrap()
    }

    /// Returns the place in the log of the first line that begins so.
    fn place(&mut self, start: &str) -> usize {
        let rows = self.rows();
        rows.iter()
            .position(|row| row.line.starts_with(start))
            .unwrap()
    }

    #[track_caller]
    fn finds(self, flaw: impl Fn(&Flaw) -> bool) {
        let flaws = check(&self.logs, &self.history);
        assert!(flaws.iter().any(flaw), "{flaws:#?}");
    }
}

#[test]
fn a_true_history_has_no_flaw() {
    let Played { logs, history } = played();
    assert!(history.acknowledged() > 5);
    assert_eq!(check(&logs, &history), []);
}

#[test]
fn a_lost_action_is_found() {
    let mut played = played();
    let last = played.rows().len() - 3;
    played.rows().truncate(last);
    played.finds(|flaw| matches!(flaw, Flaw::Lost { kept: None, .. }));
}

#[test]
fn an_action_that_became_another_is_found() {
    let mut played = played();
    let place = played.place("acted 1 hold");
    played.rows()[place].line = "acted 1 roll".to_owned();
    played.finds(
        |flaw| matches!(flaw, Flaw::Lost { kept: Some(line), .. } if line == "acted 1 roll"),
    );
}

#[test]
fn a_number_that_is_there_twice_is_found() {
    let mut played = played();
    let row = played.rows()[5].clone();
    played.rows().insert(5, row);
    played.finds(|flaw| matches!(flaw, Flaw::Twice { seq: 6, .. }));
}

#[test]
fn a_number_that_is_missing_is_found() {
    let mut played = played();
    played.rows().remove(5);
    played.finds(|flaw| matches!(flaw, Flaw::Gap { seq: 6, .. }));
}

#[test]
fn a_table_that_is_gone_is_found() {
    let mut played = played();
    played.logs.clear();
    played.finds(|flaw| matches!(flaw, Flaw::Gap { seq: 1, .. }));
}

#[test]
fn one_event_for_two_requests_is_found() {
    let mut played = played();
    let again = played.history.requests[0].clone();
    played.history.requests.push(again);
    played.finds(|flaw| matches!(flaw, Flaw::Shared { .. }));
}

#[test]
fn an_action_that_was_refused_and_happened_is_found() {
    let mut played = played();
    played.history.requests[0].answer = Answer::Refused(Code::Stale);
    played.finds(|flaw| matches!(flaw, Flaw::Unasked { .. }));
}

#[test]
fn an_action_without_an_answer_may_have_happened_once() {
    let mut played = played();
    played.history.requests[0].answer = Answer::Unanswered;
    assert_eq!(check(&played.logs, &played.history), []);
    played.history.requests[2].answer = Answer::Refused(Code::Stale);
    played.finds(|flaw| matches!(flaw, Flaw::Unasked { .. }));
}

#[test]
fn an_answer_to_another_question_is_found() {
    let mut played = played();
    "nonsense".clone_into(&mut played.history.requests[0].action);
    played.finds(|flaw| matches!(flaw, Flaw::Another { .. }));
}

#[test]
fn a_stream_that_repeats_something_is_found() {
    let mut played = played();
    let again = played.history.streams[0].heard[3].clone();
    played.history.streams[0].heard.insert(4, again);
    played.finds(|flaw| {
        matches!(
            flaw,
            Flaw::Disorder {
                due: 5,
                heard: 4,
                ..
            }
        )
    });
}

#[test]
fn a_stream_that_leaves_something_out_is_found() {
    let mut played = played();
    played.history.streams[0].heard.remove(2);
    played.finds(|flaw| {
        matches!(
            flaw,
            Flaw::Disorder {
                due: 3,
                heard: 4,
                ..
            }
        )
    });
}

#[test]
fn a_stream_that_changes_the_order_is_found() {
    let mut played = played();
    played.history.streams[2].heard.swap(0, 1);
    played.finds(|flaw| {
        matches!(
            flaw,
            Flaw::Disorder {
                due: 8,
                heard: 9,
                ..
            }
        )
    });
}

#[test]
fn a_stream_that_tells_something_else_is_found() {
    let mut played = played();
    "acted 2 bank".clone_into(&mut played.history.streams[2].heard[0].line);
    played.finds(|flaw| matches!(flaw, Flaw::Misheard { seq: 8, .. }));
}

#[test]
fn streams_that_end_too_early_are_found() {
    let mut played = played();
    played.history.streams.pop();
    played.finds(|flaw| matches!(flaw, Flaw::Unheard { heard: 7, .. }));
}

#[test]
fn other_dice_are_found() {
    let mut played = played();
    let place = played.place("rolled ");
    let row = &mut played.rows()[place];
    let other = if row.line == "rolled 5" {
        "rolled 4"
    } else {
        "rolled 5"
    };
    other.clone_into(&mut row.line);
    played.finds(|flaw| matches!(flaw, Flaw::Dice { .. } | Flaw::Unreplayable { .. }));
}

#[test]
fn a_game_that_does_not_end_is_found() {
    let mut played = played();
    let end = played.place("ended ");
    played.rows().truncate(end);
    played.finds(|flaw| matches!(flaw, Flaw::Unfinished { .. }));
}

#[test]
fn trouble_is_passed_on() {
    let mut played = played();
    played
        .history
        .troubles
        .push("Ada was told nonsense".to_owned());
    played.finds(|flaw| matches!(flaw, Flaw::Trouble(_)));
}

#[test]
fn what_bots_do_needs_no_request() {
    let mut played = played();
    played
        .history
        .requests
        .retain(|request| request.seat == Seat::FIRST);
    let place = played.place("joined 2 ");
    "joined 2 bot:careful".clone_into(&mut played.rows()[place].line);
    let flaws = check(&played.logs, &played.history);
    assert!(
        !flaws
            .iter()
            .any(|flaw| matches!(flaw, Flaw::Unasked { .. })),
        "{flaws:#?}"
    );
}
