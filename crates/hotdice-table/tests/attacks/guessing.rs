//! Guessing dice from what is public: the commitment, the table, what the players added, the time.

use hotdice_core::Bytes32;
use hotdice_table::TableId;
use hotdice_table::fair::Croupier;
use hotdice_verify::formulas;

use crate::odds::{ONE, assert_chance, assert_knowledge, bytes, table};

const TABLES: u64 = 2_000;

/// All that is public when a game begins.
struct Public {
    table: TableId,
    commitment: Bytes32,
    entropy: Vec<Bytes32>,
}

/// A way to guess the first die from what is public.
type Guess = fn(&Public) -> u16;

const GUESSES: [(&str, Guess); 6] = [
    ("the commitment is the key", |public| {
        first_die(public.commitment)
    }),
    ("the commitment is the seed", |public| {
        first_die(formulas::key(
            public.table.as_str(),
            public.commitment,
            &public.entropy,
        ))
    }),
    ("the commitment begins with the dice", |public| {
        u16::from(public.commitment.0[0]) % 6
    }),
    ("the seed is empty", |public| {
        first_die(formulas::key(
            public.table.as_str(),
            Bytes32([0; 32]),
            &public.entropy,
        ))
    }),
    ("what was added is the seed", |public| {
        first_die(formulas::key(
            public.table.as_str(),
            public.entropy[0],
            &public.entropy,
        ))
    }),
    ("what was added last is the key", |public| {
        first_die(public.entropy[1])
    }),
];

fn first_die(key: Bytes32) -> u16 {
    formulas::dice(key, 0, ONE).unwrap()[0]
}

/// Returns what is public about a table, and the first die of its scheme.
fn play(number: u64, scheme: impl Fn(&Croupier, &Public) -> u16) -> (Public, u16) {
    let table = table(number);
    let croupier = Croupier::new(table, bytes("seed", number).0);
    let public = Public {
        table,
        commitment: croupier.commitment(),
        entropy: vec![bytes("Ada", number), bytes("Bo", number)],
    };
    let die = scheme(&croupier, &public);
    (public, die)
}

fn hits(guess: Guess, scheme: impl Fn(&Croupier, &Public) -> u16) -> usize {
    let tables = (0..TABLES).map(|number| play(number, &scheme));
    tables.filter(|(public, die)| guess(public) == *die).count()
}

/// The dice as they are.
fn fair(croupier: &Croupier, public: &Public) -> u16 {
    let entropy: Vec<_> = public.entropy.iter().copied().map(Some).collect();
    croupier.dice(&entropy).roll(0, ONE).unwrap()[0]
}

#[test]
fn what_is_public_says_nothing_about_the_dice() {
    for (_, guess) in GUESSES {
        assert_chance(hits(guess, fair), TABLES as usize);
    }
}

/// The same guesses against dice that are made from the commitment, or from what the players added alone.
#[test]
fn the_same_guesses_are_right_about_broken_dice() {
    let broken: [fn(&Croupier, &Public) -> u16; 6] = [
        |_, public| first_die(public.commitment),
        |_, public| {
            first_die(formulas::key(
                public.table.as_str(),
                public.commitment,
                &public.entropy,
            ))
        },
        |_, public| u16::from(public.commitment.0[0]) % 6,
        |_, public| {
            first_die(formulas::key(
                public.table.as_str(),
                Bytes32([0; 32]),
                &public.entropy,
            ))
        },
        |_, public| {
            first_die(formulas::key(
                public.table.as_str(),
                public.entropy[0],
                &public.entropy,
            ))
        },
        |_, public| first_die(public.entropy[1]),
    ];
    for ((name, guess), broken) in std::iter::zip(GUESSES, broken) {
        let hits = hits(guess, broken);
        assert_eq!(hits, TABLES as usize, "{name}");
    }
}

/// Tries every second of an hour as the seed, in the ways in which people make seeds of the time.
fn seed_by_time(table: TableId, commitment: Bytes32, around: u64) -> Option<[u8; 32]> {
    let moments = (around - 1_800)..(around + 1_800);
    let seeds = moments.flat_map(seeds_of_time);
    seeds
        .into_iter()
        .find(|seed| Croupier::new(table, *seed).commitment() == commitment)
}

fn seeds_of_time(seconds: u64) -> [[u8; 32]; 3] {
    let mut low = [0; 32];
    low[..8].copy_from_slice(&seconds.to_le_bytes());
    let mut high = [0; 32];
    high[24..].copy_from_slice(&seconds.to_be_bytes());
    [low, high, bytes("time", seconds).0]
}

const OPENED: u64 = 1_750_000_000;

#[test]
fn a_seed_from_the_clock_would_be_found_and_ours_is_not() {
    for (form, number) in (0..3).zip([7, 900, 1_700]) {
        let seed = seeds_of_time(OPENED + number)[form];
        let croupier = Croupier::new(table(number), seed);
        let found = seed_by_time(table(number), croupier.commitment(), OPENED);
        assert_eq!(found, Some(seed), "a seed from the clock is no secret");
    }
    for number in 0..3 {
        let croupier = Croupier::new(table(number), bytes("seed", number).0);
        assert_eq!(
            seed_by_time(table(number), croupier.commitment(), OPENED),
            None
        );
    }
}

/// What has been rolled says nothing about what comes: whoever bets on the last die, or against it, merely guesses.
#[test]
fn past_dice_say_nothing_about_those_to_come() {
    let rolls = 20_000_u64;
    let bets: [fn(u16) -> u16; 3] = [|last| last, |last| (last + 1) % 6, |last| 5 - last];
    let dice = Croupier::new(table(1), bytes("seed", 1).0).dice(&[]);
    let fair = |roll: u64| dice.roll(roll, ONE).unwrap()[0];
    let broken = |roll: u64| (roll * 5 % 6) as u16;
    let hits = |bet: fn(u16) -> u16, die: &dyn Fn(u64) -> u16| {
        (0..rolls)
            .filter(|&roll| bet(die(roll)) == die(roll + 1))
            .count()
    };
    for bet in bets {
        assert_chance(hits(bet, &fair), rolls as usize);
    }
    let best = bets.iter().map(|bet| hits(*bet, &broken)).max();
    assert_knowledge(best.unwrap(), rolls as usize);
}
