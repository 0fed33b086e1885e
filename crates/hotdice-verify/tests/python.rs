//! `docs/verify.py`, which shares nothing with this crate, comes to the same verdict about every record, whole or damaged,
//! and says the same about links that were held back.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test may fail, and runs a program"
)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use hotdice_core::counted;
use hotdice_verify::{Memory, Verdict, Withheld, verify};

fn records() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fair");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let records = files.filter(|path| path.extension().is_some_and(|kind| kind == "hotdice"));
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    records.map(read).collect()
}

/// Changes one die, or one digit of something secret, on some of the lines.
fn damaged(record: &str) -> Vec<String> {
    let lines: Vec<&str> = record.lines().collect();
    let secret = ["seed ", "entropy ", "anchor ", "linked ", "dice "];
    let changeable = |line: &&str| {
        line.starts_with("rolled ") || secret.iter().any(|word| line.starts_with(word))
    };
    let places = (0..lines.len())
        .filter(|place| changeable(&lines[*place]))
        .step_by(5);
    let change = |place: usize| {
        let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let last = changed[place].pop().unwrap();
        changed[place].push(if last == '1' { '2' } else { '1' });
        changed.join("\n") + "\n"
    };
    places.map(change).collect()
}

#[test]
fn the_verifier_of_the_docs_agrees() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let folder = env::temp_dir().join(format!("hotdice-verify-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut files = Vec::new();
    for (name, record) in records() {
        let damaged = damaged(&record);
        assert!(!damaged.is_empty(), "{name}");
        for (number, text) in std::iter::once(record).chain(damaged).enumerate() {
            let file = folder.join(format!("{name}-{number}"));
            fs::write(&file, &text).unwrap();
            files.push((file, verify(&text, &Memory::default())));
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/verify.py");
    let output = Command::new("python3")
        .arg(script)
        .args(files.iter().map(|(file, _)| file))
        .output()
        .unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let mut said = said.lines().peekable();
    let (mut verified, mut withheld) = (0, 0);
    for (file, verdict) in &files {
        let line = said.next().expect("a line for every file");
        assert!(line.starts_with(file.to_str().unwrap()), "{line}");
        assert_eq!(
            !line.contains("NOT verified"),
            verdict.is_verified(),
            "{line}"
        );
        let about_absences = std::iter::from_fn(|| said.next_if(|line| line.starts_with("  ")));
        let about_absences: Vec<&str> = about_absences.collect();
        let expected = if verdict.is_verified() {
            absences(verdict)
        } else {
            Vec::new()
        };
        assert_eq!(about_absences, expected, "{}", file.display());
        verified += usize::from(verdict.is_verified());
        withheld += expected.len();
    }
    assert_eq!(said.next(), None);
    assert!((1..files.len()).contains(&verified) && withheld > 10);
}

/// Returns what the verifier of the docs should say about those who were absent.
fn absences(verdict: &Verdict) -> Vec<String> {
    let mut lines = Vec::new();
    for each in verdict.absences.iter().flatten() {
        let name = &each.name;
        if each.rolls > 0 {
            let (rolls, known) = (
                counted(each.rolls as i64, "roll", "rolls"),
                each.withheld.len(),
            );
            lines.push(format!(
                "  {name} was absent for {rolls}; later links show {known} of them"
            ));
        }
        for Withheld {
            roll,
            fell,
            with_link,
            was_awaited,
            ..
        } in &each.withheld
        {
            let waited = if *was_awaited {
                "waited"
            } else {
                "did not wait"
            };
            lines.push(format!(
                "  roll {roll} fell {fell}, with {name} it would have been {with_link} (the table {waited})"
            ));
        }
    }
    lines
}
