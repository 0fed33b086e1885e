//! The yatzy family: what perfect play writes down.

use std::sync::Arc;

use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Unwatched;
use hotdice_solve::yatzy::{Deviations, Distribution, PlayToWin, Regret, Solved, Spread};

use super::Made;
use super::plot::{Axis, Chart, Curve};
use super::table::{code, grouped, table};
use crate::Chance;

const FAMILY: [&str; 5] = [
    "kata",
    "yatzy",
    "yahtzee",
    "yahtzee(joker=free)",
    "yahtzee(joker=none)",
];

/// What a table of scores says of each game; the highest score only where all are known.
const HEAD: [&str; 11] = [
    "rules",
    "expected",
    "deviation",
    "1 %",
    "5 %",
    "25 %",
    "50 %",
    "75 %",
    "95 %",
    "99 %",
    "highest",
];

/// The games of the plot.
const PLOTTED: [&str; 2] = ["yatzy", "yahtzee"];

/// The parts of all games that end with so many points or fewer.
const PARTS: [f64; 7] = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

/// The most bytes for two levels of a table.
const MEMORY: u64 = 1 << 31;

fn game(rules: &str) -> Yatzy {
    let line = rules.parse().expect("a rules line");
    Yatzy::read(&line).expect("rules of the family")
}

/// Returns mean, spread and quantiles of the family, and plots the scores.
pub(super) fn family() -> Made {
    let solved: Vec<(&str, f64, Distribution)> = FAMILY
        .into_iter()
        .map(|rules| {
            let solved = Solved::solve(&game(rules), &Unwatched).expect("it fits in memory");
            let scores = solved.distribution(&Unwatched).expect("nobody stops it");
            check(solved.game(), solved.expected(), &scores);
            (rules, solved.expected(), scores)
        })
        .collect();
    let rows: Vec<Vec<String>> = solved.iter().map(row).collect();
    Made {
        table: table(&HEAD, &rows),
        plots: vec![("scores.svg", scores_plot(&solved))],
    }
}

/// Makes sure that the scores, which are worked out from the start of the game, agree with what comes of working from its
/// end.
fn check(game: &Yatzy, expected: f64, scores: &Distribution) {
    let spread = Spread::within(game, MEMORY, &Unwatched).expect("it fits in memory");
    assert!((scores.mean() - expected).abs() < 1e-8, "means differ");
    assert!(
        (scores.deviation() - spread.deviation).abs() < 1e-4,
        "deviations differ"
    );
}

fn row((rules, expected, scores): &(&str, f64, Distribution)) -> Vec<String> {
    let mut row = vec![
        code(rules),
        format!("{expected:.10}"),
        format!("{:.4}", scores.deviation()),
    ];
    row.extend(PARTS.map(|part| quantile(scores, part).to_string()));
    let highest = scores.chances().iter().rposition(|&chance| chance > 0.0);
    row.push(grouped(highest.unwrap_or(0) as u64));
    row
}

/// Returns the fewest points that so large a part of all games does not exceed.
fn quantile(scores: &Distribution, part: f64) -> usize {
    let mut sum = 0.0;
    let reaches = |chance: &f64| {
        sum += chance;
        sum >= part
    };
    scores.chances().iter().position(reaches).unwrap_or(0)
}

fn scores_plot(solved: &[(&str, f64, Distribution)]) -> String {
    const SHOWN: usize = 450;
    let plotted = solved.iter().filter(|(rules, ..)| PLOTTED.contains(rules));
    let curves = plotted.map(|(rules, expected, scores)| {
        let chances = scores.chances().iter().take(SHOWN + 1).enumerate();
        let points = chances.map(|(points, chance)| (points as f64, 1000.0 * chance));
        Curve::filled(&format!("{rules}, mean {expected:.2}"), points)
    });
    Chart {
        title: "Final scores of perfect play",
        x: Axis::new("final score", 50.0, SHOWN as f64, 50.0),
        y: Axis::new("games in 1,000", 0.0, 14.0, 2.0),
        curves: curves.collect(),
    }
    .svg()
}

/// Sheets that are small enough for two perfect players.
const DUELS: [&str; 8] = [
    "kata(boxes=ones+sixes+chance)",
    "kata(boxes=pair+full-house+yatzy+chance)",
    "kata(boxes=sixes+pair+small-straight+yatzy+chance)",
    "yatzy(boxes=fours+fives+sixes+full-house+chance,bonus=50/45)",
    "yatzy(boxes=fives+sixes+two-pairs+large-straight+yatzy,bonus=25/33)",
    "yahtzee(boxes=fives+sixes+full-house+yahtzee+chance,bonus=35/33)",
    "yahtzee(boxes=ones+sixes+large-straight+yahtzee+chance,bonus=none,rolls=2)",
    "kata(boxes=ones+threes+sixes+pair+full-house+yatzy+chance)",
];

/// Returns what ways to play to win give away where two perfect players are known.
pub(super) fn duels() -> Made {
    let plays = [
        ("perfect", PlayToWin::Perfect),
        ("best reply", PlayToWin::Reply),
        ("one turn", PlayToWin::OneTurn),
        ("points", PlayToWin::Points),
    ];
    let mut rows = Vec::new();
    for rules in DUELS {
        let solved = Arc::new(Solved::solve(&game(rules), &Unwatched).expect("a small table"));
        let deviations = Deviations::of(&solved, &Unwatched).expect("nobody stops it");
        let ways = plays.map(|(_, play)| play);
        let found = Regret::of(solved, Arc::new(deviations), &ways, usize::MAX, &Unwatched);
        let found = found.expect("nobody stops it").expect("all sizes will do");
        for ((name, _), regret) in plays.iter().zip(found) {
            let percent = |chance: f64, digits: usize| format!("{:.digits$} %", 100.0 * chance);
            rows.push(vec![
                code(rules),
                (*name).to_owned(),
                percent(regret.chances[0], 6),
                percent(regret.chances[1], 6),
                percent(regret.mean, 4),
                percent(regret.worst, 2),
                grouped(regret.states as u64),
            ]);
        }
    }
    let head = [
        "rules",
        "plays",
        "wins as the first",
        "as the second",
        "a turn gives away",
        "at worst",
        "states",
    ];
    table(&head, &rows).into()
}

/// How many sheets of maxi-yatzy are played.
const SHEETS: usize = 1_000_000;

/// Returns mean and spread of maxi-yatzy without saved rolls, and the quantiles of played sheets.
pub(super) fn maxi() -> Made {
    let rules = "maxi-yatzy(saved_rolls=off)";
    let game = game(rules);
    let spread = Spread::within(&game, MEMORY, &Unwatched).expect("it fits in memory");
    let solved = Solved::solve(&game, &Unwatched).expect("it fits in memory");
    let mut chance = Chance::new(1);
    let points = solved.simulate(SHEETS, || chance.word(), &Unwatched);
    let mut points = points.expect("nobody stops it");
    points.sort_unstable();
    let expected = solved.expected();
    assert!((spread.mean - expected).abs() < 1e-9, "means differ");
    let played = points.iter().copied().map(f64::from).sum::<f64>() / SHEETS as f64;
    let margin = 3.0 * spread.deviation / (SHEETS as f64).sqrt();
    assert!((played - expected).abs() < margin, "played {played}");
    let mut row = vec![
        code(rules),
        format!("{expected:.9}"),
        format!("{:.4}", spread.deviation),
    ];
    row.extend(PARTS.map(|part| played_quantile(&points, part)));
    table(&HEAD[..HEAD.len() - 1], &[row]).into()
}

/// Returns the points that a part of sorted sheets does not exceed, and where that may lie in truth, 95 times in a hundred: how many sheets are
/// below it is a binomial number, whatever the scores are.
fn played_quantile(points: &[u32], part: f64) -> String {
    let sheets = points.len() as f64;
    let away = 1.96 * (part * (1.0 - part) * sheets).sqrt();
    let at = |place: f64| points[(place.max(1.0) as usize - 1).min(points.len() - 1)];
    let [low, middle, high] = [-away, 0.0, away].map(|away| at((part * sheets + away).ceil()));
    if low == high {
        middle.to_string()
    } else {
        format!("{middle} ({low} to {high})")
    }
}
