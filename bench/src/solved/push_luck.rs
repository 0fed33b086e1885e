//! Push your luck: busts, turns and races.

use hotdice_games::push_luck::{FAMILY, PushLuck};
use hotdice_solve::Unwatched;
use hotdice_solve::push_luck::{BestTurn, PointsPlan, Race};

use super::Made;
use super::plot::{Axis, Chart, Curve};
use super::table::{code, grouped, line, table};

/// Rules that are solved besides the presets, for one turn.
const WITH_CARDS: [&str; 2] = ["cheese(deck=small)", "cheese(deck=full)"];

/// The presets in which one rule says when to bank: hot dice roll on, only kept dice are banked, busts cost nothing.
const WITH_ROLLING_ON: [&str; 4] = ["zilch", "farkle-classic", "farkle-minimal", "ten-thousand"];

/// The highest total that is asked about.
const FAR: u32 = 20_000;

/// The head of tables by the number of dice.
const DICE: [&str; 7] = [
    "rules", "1 die", "2 dice", "3 dice", "4 dice", "5 dice", "6 dice",
];

/// The most bytes for the table of a race.
pub(super) const MEMORY: u128 = 1 << 30;

/// Head starts are given in steps of so many points, and up to that many.
const HEAD_STARTS: std::ops::RangeInclusive<u32> = 0..=40;
const HEAD_START: u32 = 50;

/// The targets of the table of edges; those of the plot are in [`plotted`].
const LISTED: [u32; 6] = [500, 1000, 2000, 3000, 5000, 10_000];

fn game(rules: &str) -> PushLuck {
    let line = rules.parse().expect("a rules line");
    PushLuck::read(&line).expect("rules of the family")
}

fn presets() -> impl Iterator<Item = &'static str> {
    FAMILY.presets.iter().map(|preset| preset.name)
}

/// Returns how likely one to six dice are to score nothing. Presets with the same odds share a row.
pub(super) fn busts() -> Made {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for preset in presets() {
        let game = game(preset);
        let odds: Vec<String> = (1..=6).map(|dice| fraction(game.bust_odds(dice))).collect();
        match rows.iter_mut().find(|(_, same)| *same == odds) {
            Some((names, _)) => names.push_str(&format!(", {}", code(preset))),
            None => rows.push((code(preset), odds)),
        }
    }
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(names, odds)| std::iter::once(names).chain(odds).collect())
        .collect();
    table(&DICE, &rows).into()
}

fn fraction((some, all): (u64, u64)) -> String {
    if some == 0 {
        return "never".to_owned();
    }
    let (mut divisor, mut rest) = (all, some);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let percent = 100.0 * some as f64 / all as f64;
    format!("{}/{}, {percent:.2} %", some / divisor, all / divisor)
}

/// Returns what a turn is worth on average, and plots what rolling on is worth.
pub(super) fn turns() -> Made {
    let values: Vec<Vec<String>> = presets().chain(WITH_CARDS).map(turn_row).collect();
    let banks: Vec<Vec<String>> = WITH_ROLLING_ON.into_iter().map(bank_row).collect();
    let tables = [
        table(&["rules", "a turn", "a turn that has to open"], &values),
        table(&DICE, &banks),
    ];
    Made {
        table: tables.join("\n"),
        plots: vec![("rolling.svg", rolling_plot())],
    }
}

fn turn_row(rules: &str) -> Vec<String> {
    let game = game(rules);
    let turn = BestTurn::of(&game);
    let opening = match game.rules().opening {
        0 => "the same".to_owned(),
        _ => format!("{:.9}", turn.opening()),
    };
    vec![code(rules), format!("{:.9}", turn.value()), opening]
}

/// Returns from which total on banking is as good as rolling one to six dice.
fn bank_row(rules: &str) -> Vec<String> {
    let plan = PointsPlan::new(&game(rules));
    let totals = || (0..=FAR / 50).rev().map(|steps| steps * 50);
    let from = (1..=6).map(|dice| {
        let rolls = |total: &u32| plan.rolling(*total, dice) > f64::from(*total);
        match totals().find(rolls) {
            Some(FAR) => format!("beyond {}", grouped(FAR.into())),
            Some(total) => grouped(u64::from(total) + 50),
            None => "0".to_owned(),
        }
    });
    std::iter::once(code(rules)).chain(from).collect()
}

fn rolling_plot() -> String {
    const STEPS: u32 = 40;
    let totals = || (0..=STEPS).map(|step| step * 50);
    let plan = PointsPlan::new(&game("farkle-minimal"));
    let bank = Curve::dashed(
        "bank",
        totals().map(|total| (f64::from(total), f64::from(total))),
    );
    let rolling = (1..=6).map(|dice| {
        let values = totals().map(|total| (f64::from(total), plan.rolling(total, dice)));
        let plural = if dice == 1 { "die" } else { "dice" };
        Curve::solid(&format!("{dice} {plural}"), values)
    });
    Chart {
        title: "What rolling on is worth in farkle-minimal",
        x: Axis::new("turn total before the roll", 0.0, 2000.0, 250.0),
        y: Axis::new("expected points of the turn", 0.0, 2500.0, 500.0),
        curves: rolling.chain([bank]).collect(),
    }
    .svg()
}

/// Returns how a race of two players ends, and what makes it fair.
pub(super) fn races() -> Made {
    let rows: Vec<Vec<String>> = presets().map(race_row).collect();
    let head = [
        "rules",
        "first wins",
        "edge",
        "fair head start",
        "then the first wins",
    ];
    table(&head, &rows).into()
}

fn race_row(rules: &str) -> Vec<String> {
    let race = race(rules);
    let first = race.first_wins();
    let (points, chance) = head_start(&race);
    let to = if first < 0.5 { "first" } else { "second" };
    vec![
        code(rules),
        format!("{first:.12}"),
        edge(first),
        format!("{points} to the {to}"),
        format!("{chance:.6}"),
    ]
}

fn race(rules: &str) -> Race {
    Race::solve(&game(rules), MEMORY, &Unwatched).expect("a race that fits in memory")
}

/// Returns by how much the first wins more often than the second.
fn edge(first: f64) -> String {
    format!("{:+.3} %", 100.0 * (2.0 * first - 1.0))
}

/// Returns the head start of the player who is worse off that makes the race most nearly even, with the first
/// player's chance.
fn head_start(race: &Race) -> (u32, f64) {
    let chance = |points| {
        if race.first_wins() < 0.5 {
            race.chance(points, 0)
        } else {
            race.chance(0, points)
        }
    };
    let starts = HEAD_STARTS.map(|steps| steps * HEAD_START);
    let chances = starts.filter_map(|points| Some((points, chance(points)?)));
    let unfair = |&(_, chance): &(u32, f64)| (chance - 0.5).abs();
    chances
        .min_by(|one, other| unfair(one).total_cmp(&unfair(other)))
        .expect("nobody has a head start of 0")
}

/// Returns the first player's edge for some targets, and plots it for many.
pub(super) fn edges() -> Made {
    let rows = LISTED.map(edge_row).concat();
    Made {
        table: table(&["target", "first wins", "edge"], &[]) + &rows,
        plots: vec![("edge.svg", edge_plot())],
    }
}

/// Returns the row of one target of farkle-minimal.
#[must_use]
pub fn edge_row(target: u32) -> String {
    let first = race(&format!("farkle-minimal(target={target})")).first_wins();
    let cells = [grouped(target.into()), format!("{first:.12}"), edge(first)];
    line(cells.iter().map(String::as_str))
}

/// Returns the targets of the plot: many where the curves are uneven, few where solving takes long.
fn plotted() -> impl Iterator<Item = u32> {
    let short = (500..3000).step_by(250);
    short.chain((3000..=10_000).step_by(1000))
}

fn edge_plot() -> String {
    let curve = |preset: &str| {
        let edges = plotted().map(|target| {
            let first = race(&format!("{preset}(target={target})")).first_wins();
            (f64::from(target), 100.0 * (2.0 * first - 1.0))
        });
        Curve::solid(preset, edges)
    };
    Chart {
        title: "How much more often the first player wins",
        x: Axis::new("target", 0.0, 10_000.0, 1000.0),
        y: Axis::new("edge in per cent", 0.0, 40.0, 5.0),
        curves: ["farkle-minimal", "farkle", "zilch"].map(curve).into(),
    }
    .svg()
}

#[cfg(test)]
mod tests {
    use hotdice_core::Notation;

    use super::{fraction, game};

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(fraction((60, 216)), "5/18, 27.78 %");
        assert_eq!(fraction((0, 216)), "never");
    }

    #[test]
    fn rules_are_named_as_they_name_themselves() {
        for rules in super::WITH_CARDS {
            assert_eq!(game(rules).rules_line().to_string(), rules);
        }
    }
}
