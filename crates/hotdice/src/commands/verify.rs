//! `hotdice verify`: whether a server threw the dice that it had promised.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use hotdice_core::{Bytes32, Name, counted, with_commas};
use hotdice_verify::{
    AbsenceEffect, Absences, EffectTally, Found, Memory, Verdict, Withheld, verify,
};
use serde_json::{Value, json};

use crate::cli_result::{CliResult, Stop};
use crate::completing;
use crate::game_file;

/// How seldom accidents must be as one-sided as absences are for it to be said.
const ONE_SIDED: f64 = 0.05;

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
    for absences in verdict.absences.iter().flatten() {
        write_absences(out, absences)?;
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

fn write_absences(out: &mut impl Write, absences: &Absences) -> std::io::Result<()> {
    let Absences { name, rolls, .. } = absences;
    if *rolls == 0 {
        return Ok(());
    }
    let times = counted(*rolls as i64, "roll", "rolls");
    let without = match rolls {
        1 => "that roll does",
        _ => "those rolls do",
    };
    writeln!(
        out,
        "{name} was absent for {times}: {without} not include their link."
    )?;
    let known = absences.withheld.len();
    let effects = in_words(EffectTally::of(&absences.withheld), name);
    match known {
        0 => {
            return writeln!(
                out,
                "  No later link shows what they would have been with it."
            );
        }
        _ if known == *rolls => writeln!(out, "  As later links show, {effects}")?,
        _ => writeln!(out, "  As later links show for {known} of them, {effects}")?,
    }
    let awaited = absences.withheld.iter().filter(|each| each.was_awaited);
    let awaited: Vec<&Withheld> = awaited.collect();
    if (1..known).contains(&awaited.len()) {
        let (count, effects) = (awaited.len(), in_words(EffectTally::of(awaited), name));
        writeln!(
            out,
            "  In {count} the table had waited for {name}: {effects}"
        )?;
    }
    Ok(())
}

/// Says what absences did, and how seldom accidents are that one-sided.
fn in_words(tally: EffectTally, name: &Name) -> String {
    let EffectTally {
        better,
        worse,
        neither,
    } = tally;
    let counts = format!(
        "{better} fell better for {name} than with it, {worse} worse and {neither} neither."
    );
    match tally.chance() {
        chance if chance < ONE_SIDED => {
            let games = with_commas((1.0 / chance).min(1e9).round() as u32);
            format!("{counts} By accident so one-sided: 1 game in {games}.")
        }
        _ => counts,
    }
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
        object["absences"] = absences.iter().map(absences_to_json).collect();
    }
    object
}

fn absences_to_json(absences: &Absences) -> Value {
    let Absences {
        name,
        rolls,
        withheld,
        ..
    } = absences;
    let mut object = json!({ "name": name.as_str(), "rolls": rolls });
    if *rolls > 0 {
        let tally = EffectTally::of(withheld);
        object["better"] = tally.better.into();
        object["worse"] = tally.worse.into();
        object["neither"] = tally.neither.into();
        object["withheld"] = withheld.iter().map(withheld_to_json).collect();
    }
    object
}

fn withheld_to_json(withheld: &Withheld) -> Value {
    json!({
        "roll": withheld.roll,
        "fell": withheld.fell,
        "with_link": withheld.with_link,
        "awaited": withheld.was_awaited,
        "absence": match withheld.effect {
            AbsenceEffect::Better => "better",
            AbsenceEffect::Worse => "worse",
            AbsenceEffect::Neither => "neither",
        },
    })
}
