//! Choosing what one adds last, when everything else is known.

use hotdice_core::Bytes32;
use hotdice_table::TableId;
use hotdice_table::fair::Croupier;
use hotdice_verify::formulas;

use crate::odds::{ONE, assert_chance, assert_knowledge, bytes, table};

const TABLES: u64 = 1_000;
const CANDIDATES: u64 = 40;

/// Tries many additions and takes the one whose first die, as far as the attacker can tell, is a six.
fn choose(die: impl Fn(Bytes32) -> u16) -> Bytes32 {
    let candidates = (0..CANDIDATES).map(|number| bytes("candidate", number));
    let mut candidates = candidates.collect::<Vec<_>>().into_iter();
    let first = candidates.next().unwrap();
    if die(first) == 5 {
        first
    } else {
        candidates.find(|added| die(*added) == 5).unwrap_or(first)
    }
}

fn first_die(key: Bytes32) -> u16 {
    formulas::dice(key, 0, ONE).unwrap()[0]
}

/// Counts the sixes of somebody who joins after Ada, knowing what `known` takes for the seed.
fn sixes(
    known: impl Fn(&Croupier) -> Bytes32,
    key: impl Fn(&Croupier, TableId, &[Bytes32]) -> Bytes32,
) -> usize {
    let six = |number: &u64| {
        let table = table(*number);
        let croupier = Croupier::new(table, bytes("seed", *number).0);
        let (ada, seed) = (bytes("Ada", *number), known(&croupier));
        let added = choose(|added| first_die(formulas::key(table.as_str(), seed, &[ada, added])));
        first_die(key(&croupier, table, &[ada, added])) == 5
    };
    (0..TABLES).filter(six).count()
}

/// The key as it is; that the table's own dice have the same key is tested elsewhere.
fn fair(croupier: &Croupier, table: TableId, entropy: &[Bytes32]) -> Bytes32 {
    formulas::key(table.as_str(), croupier.reveal(), entropy)
}

#[test]
fn whoever_joins_last_cannot_steer() {
    assert_chance(sixes(Croupier::commitment, fair), TABLES as usize);
    assert_chance(sixes(|_| Bytes32([0; 32]), fair), TABLES as usize);
}

/// Without a secret of the server, the last to join chooses the dice.
#[test]
fn without_a_seed_the_last_to_join_chooses() {
    let no_seed = |_: &Croupier, table: TableId, entropy: &[Bytes32]| {
        formulas::key(table.as_str(), Bytes32([0; 32]), entropy)
    };
    assert_knowledge(sixes(|_| Bytes32([0; 32]), no_seed), TABLES as usize);
}

/// What the scheme does not prevent, and docs/fair-dice.md says so: a server whose friend joins last.
#[test]
fn a_friend_who_knows_the_seed_and_joins_last_chooses() {
    assert_knowledge(sixes(Croupier::reveal, fair), TABLES as usize);
}

/// The server cannot steer once an honest person has joined last: it would have to change the seed.
#[test]
fn an_honest_person_who_joins_last_undoes_what_was_chosen_before() {
    let six = |number: &u64| {
        let table = table(*number);
        let croupier = Croupier::new(table, bytes("seed", *number).0);
        let friend =
            choose(|added| first_die(formulas::key(table.as_str(), croupier.reveal(), &[added])));
        let honest = bytes("honest", *number);
        let dice = croupier.dice(&[Some(friend), Some(honest)]);
        dice.roll(0, ONE).unwrap()[0] == 5
    };
    let sixes = (0..TABLES).filter(six).count();
    assert_chance(sixes, TABLES as usize);
}
