//! The worked example of docs/fair-dice.md is true, and its commands say the same.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test may fail, and runs the commands of the page"
)]

use std::io::Write;
use std::process::{Command, Stdio};

use hotdice_core::{Bytes32, DiceOrigin, FairOrigin, Record, RecordEvent, Throw};
use hotdice_verify::{Memory, formulas, verify};

const PAGE: &str = include_str!("../../../docs/fair-dice.md");
const RECORD: &str = include_str!("../../../testdata/fair/pig.hotdice");
const LINKED: &str = include_str!("../../../testdata/fair/linked.hotdice");
const ONE: Throw = Throw { dice: 1, sides: 6 };

/// Returns what stands between the fences of a block that begins so.
fn block(begins: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(begins).expect("a block");
    rest.split_once("```").expect("its end").0
}

fn fair() -> FairOrigin {
    let record: Record = RECORD.parse().unwrap();
    match record.dice {
        DiceOrigin::Fair(fair) => *fair,
        _ => panic!("the dice are fair"),
    }
}

fn key() -> Bytes32 {
    let fair = fair();
    let entropy: Vec<Bytes32> = fair.entropy.into_iter().flatten().collect();
    formulas::key(&fair.table, fair.seed.unwrap(), &entropy)
}

#[test]
fn the_record_of_the_page_is_the_golden_one() {
    assert_eq!(
        format!("hotdice record 1{}", block("```text\nhotdice record 1")),
        RECORD
    );
    assert!(verify(RECORD, &Memory::default()).is_verified());
}

#[test]
fn the_key_and_every_row_of_the_table() {
    let key = key();
    assert!(PAGE.contains(&format!("The key is `{key}`")));
    let rolled: Vec<&str> = RECORD
        .lines()
        .filter_map(|line| line.strip_prefix("rolled "))
        .collect();
    assert_eq!(rolled.len(), 5);
    for (roll, shown) in (0..).zip(rolled) {
        let bytes = formulas::block(key, roll, 0);
        let die = formulas::dice(key, roll, ONE).unwrap()[0] + 1;
        assert_eq!(die.to_string(), shown);
        let row = format!("| {roll} | `{}` | {} | {die} |", Bytes32(bytes), bytes[0]);
        assert!(PAGE.contains(&row), "{row}");
    }
}

/// The record of linked dice on the page is the golden one, and every row of its table is true.
#[test]
fn the_example_of_linked_dice() {
    assert_eq!(
        format!("hotdice record 4{}", block("```text\nhotdice record 4")),
        LINKED
    );
    assert!(verify(LINKED, &Memory::default()).is_verified());
    let record: Record = LINKED.parse().unwrap();
    let table = record.dice.promise().unwrap().table.clone();
    let (mut links, mut rolls) = (Vec::new(), 0);
    for event in &record.events {
        match event {
            RecordEvent::Linked(seat, link) => links.push((*seat, *link)),
            RecordEvent::Rolled(told, Some(server)) => {
                rolls += 1;
                links.sort_by_key(|(seat, _)| *seat);
                let key = formulas::linked_key(&table, rolls, *server, &links);
                let (first, die) = (
                    formulas::block(key, rolls, 0)[0],
                    formulas::dice(key, rolls, ONE).unwrap()[0] + 1,
                );
                assert_eq!(die.to_string(), *told);
                let seats: Vec<String> =
                    links.drain(..).map(|(seat, _)| seat.to_string()).collect();
                let seats = seats.join(", ");
                let row = format!("| {rolls} | {seats} | `{key}` | {first} | {die} |");
                assert!(PAGE.contains(&row), "{row}");
            }
            _ => {}
        }
    }
    assert_eq!(rolls, 6);
}

/// Runs a program with a text as its input; nothing when it is not installed.
fn run(program: &str, input: &str) -> Option<String> {
    let spawned = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = spawned.ok()?;
    child.stdin.take()?.write_all(input.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    assert!(output.status.success(), "{program}");
    String::from_utf8(output.stdout).ok()
}

fn is_installed(program: &str, argument: &str) -> bool {
    let mut command = Command::new(program);
    command
        .arg(argument)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok()
}

#[test]
fn the_commands_of_the_page_say_the_same() {
    if !["openssl", "xxd"]
        .iter()
        .all(|program| is_installed(program, "-v"))
    {
        return;
    }
    let said = run("sh", block("```sh\n")).expect("a shell");
    let words: Vec<&str> = said
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    let bytes = Bytes32(formulas::block(key(), 0, 0));
    let expected = [fair().commitment, key(), bytes].map(|bytes| bytes.to_string());
    assert_eq!(words, expected);
}

#[test]
fn the_python_of_the_page_says_the_same() {
    let Some(said) = run("python3", block("```python\n")) else {
        return;
    };
    let expected = format!("{}\n{}\n6 3 1 3 3\n", fair().commitment, key());
    assert_eq!(said, expected);
}
