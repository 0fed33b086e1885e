//! `docs/verify.py`, which shares nothing with this crate, comes to the same verdict about every record, whole or damaged.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test may fail, and runs a program"
)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use hotdice_verify::{Memory, verify};

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
            files.push((file, verify(&text, &Memory::default()).is_verified()));
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
    assert_eq!(said.lines().count(), files.len(), "{said}");
    for (line, (_, is_verified)) in said.lines().zip(&files) {
        assert_eq!(!line.contains("NOT verified"), *is_verified, "{line}");
    }
    assert!(files.iter().any(|(_, is_verified)| *is_verified));
    assert!(files.iter().any(|(_, is_verified)| !is_verified));
}
