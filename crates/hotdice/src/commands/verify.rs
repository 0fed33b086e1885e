//! `hotdice verify`: whether a server threw the dice that it had promised.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use hotdice_core::{Bytes32, counted};
use hotdice_verify::{Absences, Found, Memory, Verdict, verify};
use serde_json::{Value, json};

use crate::cli_result::{CliResult, Stop};
use crate::completing;
use crate::game_file;

/// Verify that the dice of a recorded game were fair
#[derive(Args)]
pub(crate) struct Verify {
    /// A game record
    #[arg(add = completing::records())]
    file: PathBuf,
    /// The commitment the table showed when you joined, or the server's anchor with linked dice
    #[arg(long, value_name = "HEX")]
    commitment: Option<Bytes32>,
    /// The random bytes you added when you joined, or your anchor with linked dice
    #[arg(long, value_name = "HEX")]
    entropy: Vec<Bytes32>,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

impl Verify {
    /// Returns the check of a game in words.
    pub(super) fn of(file: PathBuf) -> Self {
        Self {
            file,
            commitment: None,
            entropy: Vec::new(),
            json: false,
        }
    }

    pub(crate) fn run(self) -> CliResult {
        let text = game_file::read_text(&self.file)?;
        let memory = Memory {
            commitment: self.commitment,
            entropy: self.entropy,
        };
        let verdict = verify(&text, &memory);
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", to_json(&verdict))?;
        } else if verdict.is_verified() {
            write_text(&mut out, &verdict, &memory)?;
        }
        match verdict.problem {
            None => Ok(()),
            Some(found) => Err(Stop::Verdict(anyhow!(
                "{} is not verified: {found}",
                self.file.display()
            ))),
        }
    }
}

fn write_text(out: &mut impl Write, verdict: &Verdict, memory: &Memory) -> std::io::Result<()> {
    let (rolls, dice) = (verdict.rolls, verdict.dice);
    let (source, published) = match verdict.absences {
        Some(_) => ("revealed links", "anchor"),
        None => ("commitment", "commitment"),
    };
    writeln!(
        out,
        "Verified: all {dice} dice in {rolls} rolls match the {source}."
    )?;
    for Absences { name, rolls } in verdict.absences.iter().flatten() {
        if *rolls > 0 {
            let times = counted(*rolls as i64, "roll", "rolls");
            let without = match rolls {
                1 => "that roll does",
                _ => "those rolls do",
            };
            writeln!(
                out,
                "{name} was absent for {times}: {without} not include their link."
            )?;
        }
    }
    if let (Some(table), Some(commitment)) = (&verdict.table, verdict.commitment) {
        writeln!(out, "table {table}\n{published} {commitment}")?;
    }
    if memory.commitment.is_none() {
        writeln!(
            out,
            "Is this the {published} you saw before the game? Pass --commitment and --entropy to compare what you noted."
        )?;
    }
    Ok(())
}

fn to_json(verdict: &Verdict) -> Value {
    let mut object = json!({
        "verified": verdict.is_verified(),
        "rolls": verdict.rolls,
        "dice": verdict.dice,
        "table": verdict.table,
        "commitment": verdict.commitment.map(|bytes| bytes.to_string()),
        "problem": verdict.problem.as_ref().map(Found::to_string),
    });
    if let Some(absences) = &verdict.absences {
        let each = absences.iter();
        let each =
            each.map(|Absences { name, rolls }| json!({ "name": name.as_str(), "rolls": rolls }));
        object["absences"] = each.collect();
    }
    object
}
