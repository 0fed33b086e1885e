//! How much of a game was luck, and how much was skill, in words.

use std::io::{self, Write};

use hotdice_bots::turn_points;
use hotdice_core::{AnyGame, Record, RecordEvent, Seat, Viewer};
use hotdice_solve::generic::Aim;
use hotdice_solve::ledger::{Account, Decision, Ledger};
use hotdice_solve::oracle::Certainty;

use super::draw::{longest, name};
use super::words::{difference_in_words, worth_in_words, wrap};
use crate::playthrough::{Playthrough, is_bot};

/// How many decisions of each player are shown.
const WORST: usize = 3;

/// Writes the accounts of a game, and the decisions that gave most away.
///
/// # Errors
/// When the output is gone.
pub fn write_ledger(
    out: &mut dyn Write,
    game: &dyn AnyGame,
    record: &Record,
    ledger: &Ledger,
) -> io::Result<()> {
    let unit = match ledger.aim {
        Aim::Win => "chances to win",
        Aim::Points => "expected points",
    };
    writeln!(out, "{}: {unit}", record.rules)?;
    match ledger.certainty {
        Certainty::Exact => {}
        Certainty::Rounded => writeln!(out, "The values are right to about 0.0001.")?,
        Certainty::Estimate => {
            writeln!(
                out,
                "The values are estimates: {}. A decision is a mistake only if it gave away more than their error.",
                ledger.basis()
            )?;
        }
    }
    if record.events.contains(&RecordEvent::Agreed) {
        writeln!(
            out,
            "The players agreed to end the game; what that changed counts as opponents' mistakes."
        )?;
    } else if let Some(RecordEvent::Resigned(_)) = record.events.iter().rev().nth(1) {
        writeln!(
            out,
            "The game ended by resignation; what that changed counts as opponents' mistakes."
        )?;
    } else if !ledger.finished {
        writeln!(
            out,
            "The game is not over: the last column is what it is worth now."
        )?;
    }
    let width = longest(&record.seats).max(6);
    let alone = record.seats.len() == 1;
    let opponents = if alone { "" } else { "  opponents" };
    writeln!(
        out,
        "\n{:width$}  {:>10} {:>10} {:>10}{opponents} {:>10}",
        "", "start", "luck", "skill", "result"
    )?;
    let players =
        || Seat::all(record.seats.len() as u8).map(|seat| (seat, name(&record.seats, seat)));
    for ((_, name), account) in std::iter::zip(players(), &ledger.accounts) {
        writeln!(out, "{name:width$}  {}", account_row(ledger, account))?;
    }
    writeln!(out, "\n{}", sum_in_words(ledger))?;
    for (seat, name) in players() {
        write_player(out, game, &name, seat, ledger)?;
    }
    Ok(())
}

fn sum_in_words(ledger: &Ledger) -> String {
    let parts = if ledger.accounts.len() == 1 {
        "Start + luck + skill"
    } else {
        "Start + luck + skill + opponents' mistakes"
    };
    let error = match ledger.certainty {
        Certainty::Exact | Certainty::Rounded => "",
        Certainty::Estimate => " Luck includes the error of the estimates.",
    };
    format!("{parts} = result.{error}")
}

fn account_row(ledger: &Ledger, account: &Account) -> String {
    let worth = |value| worth_in_words(ledger.aim, value);
    let change = |value| difference_in_words(ledger.aim, value);
    let mut figures = vec![
        worth(account.start),
        change(account.luck),
        change(account.skill),
    ];
    if ledger.accounts.len() > 1 {
        figures.push(change(account.gifts));
    }
    figures.push(worth(account.result));
    let figures: Vec<String> = figures.iter().map(|text| format!("{text:>10}")).collect();
    figures.join(" ")
}

/// Writes the mistakes of a game one after the other: those of people, or of everybody where bots play among themselves.
///
/// # Errors
/// When the output is gone.
pub fn write_mistakes(
    out: &mut dyn Write,
    played: &Playthrough,
    ledger: &Ledger,
    you: Option<Seat>,
) -> io::Result<()> {
    let bots_only = played.names.iter().all(is_bot);
    let counts = |seat: Seat| bots_only || !is_bot(&played.names[seat.index()]);
    let mistakes = played.mistakes(ledger, counts);
    if mistakes.is_empty() {
        let decided = ledger
            .decisions
            .iter()
            .any(|decision| counts(decision.seat));
        let words = if decided {
            "Every decision was the best."
        } else {
            "There was nothing to decide."
        };
        return writeln!(out, "{words}");
    }
    for decision in mistakes {
        let setting = played.setting(decision);
        let verdict = played.verdict(ledger.aim, decision, you);
        writeln!(out, "{}", wrap(&format!("{setting}: {verdict}"), 4))?;
        for reason in reasons(&*played.game, decision) {
            writeln!(out, "    {reason}")?;
        }
    }
    Ok(())
}

/// Says how well a player chose, and how lucky the dice were where that can be said.
#[must_use]
pub fn account_in_words(account: &Account) -> String {
    let accuracy = account
        .accuracy()
        .map_or("no decisions".to_owned(), |accuracy| {
            format!("accuracy {:.1}%", 100.0 * accuracy)
        });
    match account.luck_z() {
        Some(z) => format!("{accuracy}; luck: {} ({z:+.2} σ)", luck_in_words(z)),
        None if account.luck == 0.0 => format!("{accuracy}; no chance involved"),
        // How far estimates spread by themselves is not known.
        None => accuracy,
    }
}

fn write_player(
    out: &mut dyn Write,
    game: &dyn AnyGame,
    name: &str,
    seat: Seat,
    ledger: &Ledger,
) -> io::Result<()> {
    let account = &ledger.accounts[seat.index()];
    writeln!(out, "\n{name}: {}", account_in_words(account))?;
    let worst = ledger.worst_decisions(seat, WORST);
    if account.accuracy().is_none() {
        return Ok(());
    }
    if worst.is_empty() {
        let words = match ledger.certainty {
            Certainty::Estimate => "  no decision was a mistake beyond the error of the estimates",
            Certainty::Exact | Certainty::Rounded => "  every decision was the best",
        };
        return writeln!(out, "{words}");
    }
    for decision in worst {
        writeln!(out, "  {}", decision_in_words(ledger.aim, decision))?;
        for reason in reasons(game, decision) {
            writeln!(out, "      {reason}")?;
        }
    }
    Ok(())
}

fn decision_in_words(aim: Aim, decision: &Decision) -> String {
    format!(
        "event {}: {} is worth {}, {} {} ({} given away{})\n      {}",
        decision.event,
        decision.chosen,
        worth_in_words(aim, decision.chosen_value),
        decision.best,
        worth_in_words(aim, decision.best_value),
        difference_in_words(aim, decision.loss()).trim_start_matches('+'),
        match aim {
            _ if decision.margin == 0.0 => String::new(),
            Aim::Win => format!(", ± {:.1}", 100.0 * decision.margin),
            Aim::Points => format!(", ± {:.1}", decision.margin),
        },
        decision.state
    )
}

/// Says what speaks for the best action and what for the one that was chosen.
#[must_use]
pub fn reasons(game: &dyn AnyGame, decision: &Decision) -> Vec<String> {
    let Ok(position) = game.read_state(&decision.state) else {
        return Vec::new();
    };
    let scene = position.scene(Viewer::Seat(decision.seat));
    let points = turn_points(game, &*position);
    let reason = |action: &String| {
        let choice = scene
            .choices
            .iter()
            .find(|choice| choice.notation == *action)?;
        let points = points.iter().find(|value| value.action == *action);
        let points = points.map(|value| format!("brings {:.0} points on average", value.value));
        let parts: Vec<String> = Some(choice.hint.clone())
            .filter(|hint| !hint.is_empty())
            .into_iter()
            .chain(points)
            .collect();
        (!parts.is_empty()).then(|| format!("{} · {}", choice.label, parts.join(" · ")))
    };
    [&decision.best, &decision.chosen]
        .into_iter()
        .filter_map(reason)
        .collect()
}

/// Says how surprising luck is: honest dice are within one deviation two times in three.
#[must_use]
pub fn luck_in_words(z: f64) -> &'static str {
    match z.abs() {
        ..1.0 => "average",
        1.0..2.0 if z > 0.0 => "lucky",
        1.0..2.0 => "unlucky",
        2.0..3.5 if z > 0.0 => "very lucky",
        2.0..3.5 => "very unlucky",
        _ => "hard to believe",
    }
}
