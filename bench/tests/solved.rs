//! The page of solved games says what the solvers say, and the solver of turns says what the rules do.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use hotdice_bench::solved::{SECTIONS, ThreeGames, edge_row, put, table_of};
use hotdice_core::{Game, Notation, Seat, Turn};
use hotdice_games::push_luck::{Phase, PushLuck, State};
use hotdice_solve::push_luck::BestTurn;

fn page() -> String {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(own.with_file_name("docs").join("solved.md")).expect("the page is there")
}

#[track_caller]
fn check_section(name: &str) {
    let page = page();
    let section = SECTIONS.iter().find(|section| section.name == name);
    let made = (section.expect("a section").make)();
    let table = table_of(&page, name).expect("the page has the section");
    assert_eq!(
        table, made.table,
        "docs/solved.md is stale: run cargo xtask solved {name}"
    );
    for (plot, text) in made.plots {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let path = own.with_file_name("docs").join("solved").join(plot);
        let drawn = fs::read_to_string(path).expect("the plot is there");
        assert!(
            drawn == text,
            "{plot} is stale: run cargo xtask solved {name}"
        );
    }
}

#[test]
fn the_page_has_the_odds_to_bust() {
    check_section("busts");
}

#[test]
fn the_page_has_the_tables_of_shut_the_box() {
    check_section("shut-the-box");
}

#[test]
fn the_page_has_the_values_and_the_plot_of_turns() {
    check_section("turns");
}

#[test]
fn the_page_has_the_edges_of_short_races() {
    let page = page();
    let edges = table_of(&page, "edges").expect("the page has the section");
    for target in [500, 1000] {
        let row = edge_row(target);
        assert!(edges.contains(&row), "not on the page: {row}");
    }
}

#[test]
fn every_section_has_its_table() {
    let page = page();
    for section in SECTIONS {
        let table = table_of(&page, section.name).expect("the page has the section");
        assert!(table.starts_with("| "), "{} is empty", section.name);
    }
}

#[test]
fn a_page_without_the_section_is_refused() {
    let refused = put("nothing", "turns", "").expect_err("no marks");
    assert_eq!(
        refused.to_string(),
        "the page has no <!-- cargo xtask solved turns --> … <!-- end of turns -->: add both lines"
    );
}

/// Totals from here on are banked. So few turns get there that the mean suffers in the seventh decimal at most.
const FAR: u32 = 15_000;

/// Works out a turn from the rules of the game alone, one total after the other from the highest down.
struct PlainTurn {
    game: PushLuck,
    rolling: HashMap<(u32, u8), f64>,
}

impl PlainTurn {
    fn value(rules: &str, score: u32) -> f64 {
        let line = rules.parse().expect("a rules line");
        let game = PushLuck::read(&line).expect("rules of the family");
        let rolling = HashMap::new();
        let mut turn = Self { game, rolling };
        for total in (0..FAR).step_by(50).rev() {
            for dice in 1..=6 {
                let text = format!("scores={score},0 turn=1 total={total} next=roll:{dice}");
                if let Ok(state) = turn.game.read_state(&text) {
                    turn.rolling.insert((total, dice), turn.mean(&state));
                }
            }
        }
        turn.rolling[&(0, 6)] - f64::from(score)
    }

    /// Returns the mean over all rolls.
    fn mean(&self, state: &State) -> f64 {
        let (mut sum, mut all) = (0.0, 0.0);
        self.game.for_each_roll(state, |roll, weight| {
            let mut rolled = state.clone();
            self.game.settle(&mut rolled, &roll);
            sum += weight as f64 * self.best(&rolled);
            all += weight as f64;
        });
        sum / all
    }

    /// Returns the score that the first seat comes to.
    fn best(&self, state: &State) -> f64 {
        let score = state.score(Seat::FIRST);
        match self.game.turn(state) {
            _ if state.seat() != Seat::FIRST => f64::from(score),
            Turn::Over(_) => panic!("the target is out of reach"),
            Turn::Roll => self.on(state),
            Turn::Decide(_) => {
                let mut best = f64::NEG_INFINITY;
                self.game.for_each_action(state, |action| {
                    let mut after = state.clone();
                    self.game.act(&mut after, &action);
                    best = best.max(self.best(&after));
                });
                best
            }
        }
    }

    fn on(&self, state: &State) -> f64 {
        let Phase::Roll(dice) = state.phase() else {
            panic!("only dice are rolled here");
        };
        match state.total() {
            total if total >= FAR => f64::from(state.score(Seat::FIRST) + total),
            total => self.rolling[&(total, dice)],
        }
    }
}

#[track_caller]
fn check_turn(rules: &str) {
    let line = rules.parse().expect("a rules line");
    let best = BestTurn::of(&PushLuck::read(&line).expect("rules of the family"));
    for (score, claimed) in [(1000, best.value()), (0, best.opening())] {
        let plain = PlainTurn::value(rules, score);
        assert!(
            (plain - claimed).abs() < 1e-6,
            "{rules} at {score}: {claimed}, by the rules {plain}"
        );
    }
}

macro_rules! turns {
    ($($name:ident: $line:literal,)*) => {
        $(#[test]
        #[ignore = "long: run by cargo xtask test --long"]
        fn $name() {
            check_turn($line);
        })*
    };
}

turns! {
    farkle_by_the_rules: "farkle(target=1000000)",
    cheese_by_the_rules: "cheese(target=1000000)",
    zilch_by_the_rules: "zilch(target=1000000)",
    farkle_classic_by_the_rules: "farkle-classic(target=1000000)",
    ten_thousand_by_the_rules: "ten-thousand(target=1000000)",
}

#[test]
fn farkle_minimal_by_the_rules() {
    check_turn("farkle-minimal(target=1000000)");
}

#[test]
fn three_win_as_often_as_was_worked_out() {
    for name in ["farkle-minimal", "farkle"] {
        let played = ThreeGames::play(name, 1000, 20_000, 1);
        assert!(played.furthest < 1e-9, "{name}: {played:?}");
        assert!(played.triples > 20, "{name}: {played:?}");
        for ((share, margin), solved) in std::iter::zip(played.shares(), played.solved) {
            // The margin is about two deviations: this is beyond four.
            assert!((share - solved).abs() < 2.2 * margin, "{name}: {played:?}");
        }
    }
}
