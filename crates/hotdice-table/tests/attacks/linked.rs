//! The server and its friends against one honest player, with committed dice and with linked ones: real games of pig.

use hotdice_core::{Bytes32, Name, Seat};
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_table::{PlayerId, Table, TableDice, TableEvent, TableId, Waiting, Who};
use hotdice_verify::formulas;

use crate::common::host::Host;
use crate::common::seat;
use crate::odds::{ONE, bytes, surprise};

const GAMES: u64 = 300;
const MANY_GAMES: u64 = 3_000;
const CANDIDATES: usize = 200;
const TARGET: u32 = 50;

/// Every game is at a table of the same name, so that the friend's candidates need not be worked out anew for each.
fn table() -> TableId {
    crate::odds::table(0)
}

/// A game of pig: what both have, what lies on the table, and whose turn it is.
#[derive(Clone, Default)]
pub(crate) struct Pig {
    scores: [u32; 2],
    total: u32,
    turn: usize,
}

impl Pig {
    /// Reads what is new in a log.
    pub(crate) fn read(&mut self, log: &[TableEvent]) {
        for event in log {
            match event {
                TableEvent::Rolled(roll, _) => self.fell(roll.parse().unwrap()),
                TableEvent::Acted(_, action) if action == "hold" => self.hold(),
                _ => {}
            }
        }
    }

    fn fell(&mut self, pips: u32) {
        if pips == 1 {
            self.pass();
        } else {
            self.total += pips;
        }
    }

    fn hold(&mut self) {
        self.scores[self.turn] += self.total;
        if self.winner().is_none() {
            self.pass();
        }
    }

    fn pass(&mut self) {
        (self.turn, self.total) = (1 - self.turn, 0);
    }

    fn winner(&self) -> Option<usize> {
        self.scores.iter().position(|score| *score >= TARGET)
    }

    /// What a sensible player does who knows nothing.
    pub(crate) fn holds(&self) -> bool {
        self.total >= 20 || self.scores[self.turn] + self.total >= TARGET
    }
}

/// Plays a game in the head, with dice by their numbers counted from 0, and returns who wins.
fn imagine(die: impl Fn(u64) -> u32) -> usize {
    let mut pig = Pig::default();
    let mut rolls = 0;
    while pig.winner().is_none() {
        if pig.total == 0 || !pig.holds() {
            pig.fell(die(rolls));
            rolls += 1;
        } else {
            pig.hold();
        }
    }
    pig.winner().unwrap()
}

fn pips(key: Bytes32, number: u64) -> u32 {
    u32::from(formulas::dice(key, number, ONE).unwrap()[0]) + 1
}

/// What the friend takes for Ada's link of a roll.
type Guess<'a> = &'a dyn Fn(u64) -> Bytes32;

/// What the friend knows: all that the server does, and what comes of it.
struct Friend<'a> {
    host: &'a Host,
    ada: Bytes32,
    guess: Guess<'a>,
}

impl Friend<'_> {
    /// Foresees a die by its number, counted from 0, with what the friend brings.
    fn foresees(&self, number: u64, entropy: Bytes32, chain: Option<&SecretChain>) -> u32 {
        match chain {
            None => {
                let seed = self.host.croupier.reveal();
                pips(
                    formulas::key(table().as_str(), seed, &[self.ada, entropy]),
                    number,
                )
            }
            Some(chain) => {
                let roll = number + 1;
                let links = [
                    (seat(1), (self.guess)(roll)),
                    (seat(2), chain.link(roll).unwrap()),
                ];
                let server = self.host.croupier.link(roll).unwrap();
                pips(
                    formulas::linked_key(table().as_str(), roll, server, &links),
                    roll,
                )
            }
        }
    }
}

/// What the friend brings to a table: bytes, or a chain.
struct Candidates(Vec<(Bytes32, Option<SecretChain>)>);

impl Candidates {
    fn of(dice: TableDice, count: usize) -> Self {
        let candidate = |number| match (dice, bytes("candidate", number)) {
            (TableDice::Committed, bytes) => (bytes, None),
            (TableDice::Linked, secret) => {
                let chain = SecretChain::new(owner("Friend"), secret);
                (chain.anchor(), Some(chain))
            }
        };
        Self((0..count as u64).map(candidate).collect())
    }
}

fn owner(name: &str) -> ChainOwner {
    ChainOwner::person(table(), &name.parse().unwrap())
}

/// What the friend does with what they know.
#[derive(Clone, Copy, PartialEq)]
enum Attack {
    /// Tries what to bring until the game that follows is won, and joins last.
    ChooseLast,
    /// Looks at the next die before deciding.
    Peek,
}

/// What Ada lets out.
#[derive(Clone, Copy, PartialEq)]
enum Ada {
    /// What her client shows: the anchor, and links of rolls that are due.
    Honest,
    /// Her secret: a client that gives it away.
    Leaky,
}

/// Plays a real game against the friend, and returns who wins.
fn play(
    number: u64,
    dice: TableDice,
    attack: Attack,
    leaky: Ada,
    candidates: &Candidates,
) -> usize {
    let mut settings = Table::settings_for(&format!("pig(target={TARGET})"), Some(2)).unwrap();
    settings.dice = dice;
    let mut host = Host::with(settings, table(), bytes("seed", number).0);
    let secret = bytes("Ada", number);
    let ada = match dice {
        TableDice::Committed => secret,
        TableDice::Linked => {
            let chain = SecretChain::new(owner("Ada"), secret);
            let anchor = chain.anchor();
            host.chains.insert("Ada".parse().unwrap(), chain);
            anchor
        }
    };
    join(&mut host, "Ada", ada);
    let chain = host.chains.get(&"Ada".parse::<Name>().unwrap()).cloned();
    let guess = move |roll| match (leaky, &chain) {
        (Ada::Leaky, Some(chain)) => chain.link(roll).unwrap(),
        _ => ada,
    };
    let knows = Friend {
        host: &host,
        ada,
        guess: &guess,
    };
    let wins = |(entropy, chain): &&(Bytes32, Option<SecretChain>)| {
        imagine(|roll| knows.foresees(roll, *entropy, chain.as_ref())) == 1
    };
    let chosen = match attack {
        Attack::ChooseLast => candidates.0.iter().find(wins),
        Attack::Peek => None,
    };
    let (entropy, chain) = chosen.unwrap_or(&candidates.0[0]).clone();
    if let Some(chain) = &chain {
        let name = "Friend".parse().unwrap();
        host.chains.insert(name, chain.clone());
    }
    join(&mut host, "Friend", entropy);
    host.add_links();
    let mut seen = 0;
    let mut pig = Pig::default();
    while !host.is_over() {
        pig.read(&host.log[seen..]);
        seen = host.log.len();
        let next = host.rolls() as u64;
        let peeks = attack == Attack::Peek && pig.turn == 1;
        let holds = if peeks {
            let knows = Friend {
                host: &host,
                ada,
                guess: &guess,
            };
            let enough = pig.scores[1] + pig.total >= TARGET;
            enough || knows.foresees(next, entropy, chain.as_ref()) == 1
        } else {
            pig.holds()
        };
        host.act(if holds { "hold" } else { "roll" }).unwrap();
    }
    let winner = host.game().turn();
    let hotdice_core::Turn::Over(standing) = winner else {
        panic!("the game is over");
    };
    usize::from(standing.winners.contains(seat(2)))
}

fn join(host: &mut Host, name: &str, entropy: Bytes32) -> PlayerId {
    let name = name.parse().unwrap();
    host.join(Who::Person { name, entropy }).unwrap()
}

/// Counts the games that the friend wins.
fn wins(games: u64, dice: TableDice, attack: Attack, ada: Ada) -> usize {
    let candidates = Candidates::of(
        dice,
        if attack == Attack::Peek {
            1
        } else {
            CANDIDATES
        },
    );
    let won = |number: &u64| play(*number, dice, attack, ada, &candidates) == 1;
    (0..games).filter(won).count()
}

/// Expects as many wins as somebody has who plays the same way and knows nothing.
#[track_caller]
fn assert_no_better(won: usize, games: u64, chance: f64) {
    let games = games as f64;
    let deviation = (games * chance * (1.0 - chance)).sqrt();
    let surprise = (won as f64 - games * chance) / deviation;
    assert!(
        surprise < 4.0,
        "{won} of {games}: {surprise:.1} deviations above chance"
    );
}

#[track_caller]
fn assert_succeeds(won: usize, games: u64) {
    assert!(won as u64 * 100 >= games * 95, "{won} of {games}");
}

/// Whoever begins has the better chances, and the friend, who joins last, does not begin: half of the games would be
/// better than chance.
#[expect(clippy::disallowed_macros, reason = "the figures are worth reading")]
fn compare(attack: Attack, games: u64) {
    let linked = wins(games, TableDice::Linked, attack, Ada::Honest);
    let committed = wins(games, TableDice::Committed, attack, Ada::Honest);
    println!("of {games} games won: {linked} with linked dice, {committed} with committed ones");
    assert_no_better(linked, games, 0.5);
    assert_succeeds(committed, games);
}

#[test]
fn choosing_last_wins_with_committed_dice_and_not_with_linked_ones() {
    compare(Attack::ChooseLast, GAMES);
}

#[test]
fn peeking_wins_with_committed_dice_and_not_with_linked_ones() {
    compare(Attack::Peek, GAMES);
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn thousands_of_games() {
    compare(Attack::ChooseLast, MANY_GAMES);
    compare(Attack::Peek, MANY_GAMES);
}

/// The same friend, against a client that gives its secret away: what the attack lacks is Ada's links and nothing else.
#[test]
fn who_has_everybodys_links_knows_linked_dice() {
    let games = 100;
    for attack in [Attack::ChooseLast, Attack::Peek] {
        let won = wins(games, TableDice::Linked, attack, Ada::Leaky);
        assert_succeeds(won, games);
    }
}

/// Whether the friend foresees single dice, whatever that is good for.
#[test]
fn nobody_foresees_a_linked_die_without_every_link() {
    let mut host = Host::linked("pig(target=1000000)", 2, 5);
    let ada = host.person("Ada", 1);
    let Who::Person { entropy: ada, .. } = ada else {
        panic!("a person");
    };
    join(&mut host, "Ada", ada);
    host.sit("Friend", 2).unwrap();
    let (mut hits, mut leaked, mut tries) = (0, 0, 0);
    while tries < 3_000 {
        let missing = host.table.missing_links();
        if !missing.contains(seat(1)) {
            host.act("roll").unwrap();
            continue;
        }
        let roll = host.table.due().unwrap();
        let die = |link: Bytes32| {
            let links = [(seat(1), link), (seat(2), host.link_of(seat(2), roll))];
            let server = host.croupier.link(roll).unwrap();
            let key = formulas::linked_key(host.table.id().as_str(), roll, server, &links);
            pips(key, roll).to_string()
        };
        // The last link that Ada has shown is all that there is to go by.
        let (guess, truth) = (
            die(last_shown(&host, ada)),
            die(host.link_of(seat(1), roll)),
        );
        host.add_links();
        let fell = host.log.iter().rev().find_map(|event| match event {
            TableEvent::Rolled(fell, _) => Some(fell.clone()),
            _ => None,
        });
        // Several rolls may have fallen since: only the first of them was foreseen.
        if host.rolls() as u64 == roll {
            hits += usize::from(fell.as_ref() == Some(&guess));
            leaked += usize::from(fell.as_ref() == Some(&truth));
            tries += 1;
        }
        if let Waiting::Person(_) = host.table.waiting() {
            let acted = act_without_links(&host);
            host.write(acted);
        }
    }
    let surprise = surprise(hits, tries);
    assert!(surprise.abs() < 4.0, "{hits} of {tries}");
    assert_eq!(leaked, tries, "with her link it is known");
}

fn act_without_links(host: &Host) -> Vec<hotdice_table::CheckedEvent> {
    let Waiting::Person(decides) = host.table.waiting() else {
        panic!("somebody decides");
    };
    let player = host.table.players()[decides.index()].id;
    let acted = host
        .table
        .act(player, host.table.seq(), "roll", &host.croupier);
    acted.unwrap()
}

fn last_shown(host: &Host, anchor: Bytes32) -> Bytes32 {
    let shown = host.log.iter().rev().find_map(|event| match event {
        TableEvent::Linked(by, link) if *by == Seat::FIRST => Some(*link),
        _ => None,
    });
    shown.unwrap_or(anchor)
}
