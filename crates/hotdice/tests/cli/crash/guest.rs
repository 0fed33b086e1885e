//! Somebody who plays on whatever happens to the server, and remembers every answer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hotdice_client::{Client, Patience, Token, entropy};
use hotdice_wire::{ActionRequest, Event, OpenRequest, Stage, TableView, WaitingFor};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// What is played.
const RULES: [&str; 4] = [
    "zilch(target=2000)",
    "farkle(target=1500)",
    "kata",
    "pig(target=50)",
];

/// Somebody who plays both seats of a table, or one against a bot.
pub(crate) struct Guest {
    client: Client,
    over: Arc<AtomicBool>,
    luck: ChaCha8Rng,
    history: History,
}

/// Every event that the server has told of as an answer, by table and number.
#[derive(Default)]
pub(crate) struct History {
    pub(crate) tables: BTreeMap<String, BTreeMap<u64, String>>,
}

impl History {
    /// Returns how many events there are.
    pub(crate) fn len(&self) -> usize {
        self.tables.values().map(BTreeMap::len).sum()
    }

    /// Notes what the server has answered; it must never say two things about one event.
    pub(crate) fn note(&mut self, table: &str, events: &[Event]) {
        let log = self.tables.entry(table.to_owned()).or_default();
        for event in events {
            let before = log.insert(event.seq, event.line.clone());
            assert!(
                before.is_none_or(|before| before == event.line),
                "{table}: {event:?}"
            );
        }
    }
}

impl Guest {
    pub(crate) fn new(number: u64, url: &str, over: Arc<AtomicBool>) -> Self {
        let patience = Patience {
            tries: 60,
            first_pause: Duration::from_millis(20),
            longest_pause: Duration::from_millis(300),
            ..Patience::default()
        };
        Self {
            client: Client::of(url.parse().expect("an address"), patience),
            over,
            luck: ChaCha8Rng::seed_from_u64(number),
            history: History::default(),
        }
    }

    /// Plays games until it is over, the last one to its end.
    pub(crate) fn play(mut self) -> History {
        while !self.over.load(Ordering::Relaxed) {
            self.play_one();
        }
        self.history
    }

    fn play_one(&mut self) {
        let rules = RULES[self.luck.next_u32() as usize % RULES.len()].to_owned();
        let opened = self.client.open(&OpenRequest {
            rules,
            ..OpenRequest::default()
        });
        let opened = opened.expect("a table");
        let table = opened.table;
        let mut tokens = vec![self.join(&table, "Ada")];
        if self.luck.next_u32().is_multiple_of(2) {
            tokens.push(self.join(&table, "Bo"));
        } else {
            let host = token(&opened.host_token);
            self.client.add_bot(&table, &host, "greedy").expect("a bot");
        }
        while let Some((seat, view)) = self.turn(&table, &tokens) {
            let action = self.choose(&view);
            let happened = self.client.act(&table, &tokens[seat], &action);
            let happened = happened.unwrap_or_else(|error| panic!("{table}: {action:?}: {error}"));
            self.history.note(&table, &happened.events);
        }
    }

    fn join(&self, table: &str, name: &str) -> Token {
        let added = entropy().expect("randomness");
        let joined = self.client.join(table, name, added, None).expect("a seat");
        token(&joined.token.expect("a token"))
    }

    /// Waits until one of our seats decides, and returns it; nothing when the game is over.
    fn turn(&self, table: &str, tokens: &[Token]) -> Option<(usize, TableView)> {
        loop {
            let view = self.client.view(table, Some(&tokens[0])).expect("a view");
            match (view.stage, view.waiting.whom, view.waiting.seat) {
                (Stage::Over, _, _) => return None,
                (_, WaitingFor::Person, Some(1)) => return Some((0, view)),
                (_, WaitingFor::Person, Some(2)) => {
                    let view = self.client.view(table, Some(&tokens[1])).expect("a view");
                    assert_eq!(view.you, Some(2), "everybody has their own seat");
                    return Some((1, view));
                }
                _ => std::thread::sleep(Duration::from_millis(2)),
            }
        }
    }

    fn choose(&mut self, view: &TableView) -> ActionRequest {
        let choices = &view.scene.as_ref().expect("a picture").choices;
        let choice = &choices[self.luck.next_u32() as usize % choices.len()];
        ActionRequest {
            seq: view.seq,
            action: choice.notation.clone(),
            expect: None,
        }
    }
}

fn token(text: &str) -> Token {
    text.parse().expect("a token")
}
