//! Published values, and the quick forms against the plain ones.

use super::*;

#[track_caller]
fn check(line: &str, value: f64) {
    let game = PushLuck::read(&line.parse().unwrap()).unwrap();
    let found = BestTurn::of(&game).value();
    assert!((found - value).abs() < 1e-8, "{line}: {found}");
}

#[test]
fn the_best_turn_matches_what_others_found() {
    check("farkle-minimal", 446.571_440_344);
    check("zilch", 601.558_653_661);
    check("cheese(hot=optional)", 470.185_531_743);
}

/// Busche 2010: 620.855 points a turn in the long run.
#[test]
fn the_long_run_matches_what_busche_found() {
    check("zilch-playr", 620.854_672_277);
}

#[test]
fn minimums_and_penalties_cost_points() {
    let value = |line: &str| {
        let game = PushLuck::read(&line.parse().unwrap()).unwrap();
        BestTurn::of(&game)
    };
    let classic = value("farkle-classic");
    assert!(classic.opening() < classic.value());
    assert!(value("zilch(busts=3:-1000)").value() < value("zilch").value());
    let cards = value("cheese(deck=full)");
    assert_eq!(cards.cards().len(), 8);
    let none = cards
        .cards()
        .iter()
        .find(|(card, _)| *card == Card::NoCheese);
    assert_eq!(none, Some(&(Card::NoCheese, 0.0)));
}

/// The turn in its plainest form: one full pass from totals so large that everybody banks, and every throw at every total.
mod plain {
    use super::*;
    use crate::push_luck::best_turn::Solver;
    use crate::push_luck::best_turn::reach::TurnReach;
    use crate::push_luck::best_turn::tail::Tail;
    use crate::push_luck::options::{DICE, KeepFilter, ThrowMenu, TurnSpot, menus};
    use crate::push_luck::turn::{AGAIN, Banking, SPOTS};

    fn game(line: &str) -> PushLuck {
        PushLuck::read(&line.parse().unwrap()).unwrap()
    }

    /// Rules of every kind: hot dice, minimums, idle dice, banking, penalties.
    const LINES: &[&str] = &[
        "zilch",
        "farkle",
        "farkle-minimal(hot=forced)",
        "cheese",
        "ten-thousand(bank_min=1000)",
        "zilch-playr",
        "zilch(no_score=500,hot=forced)",
        "zilch(no_score=300,hot=ends-turn)",
        "farkle(bank_min=400,hot=forced)",
    ];

    #[test]
    fn large_totals_are_worth_what_a_full_pass_says() {
        for line in LINES {
            let game = game(line);
            let least = game.rules().bank_min;
            for bust in [0.0, -1000.0, 150.0] {
                let mut solver = Solver::new(&game);
                let fast = solver.levels(bust, least, 0).to_vec();
                let plain = full_pass(&mut solver, bust, least);
                assert_eq!(fast.len(), plain.len());
                for (place, (fast, plain)) in std::iter::zip(&fast, &plain).enumerate() {
                    let is_same = fast == plain || (fast[0] - plain[0]).abs() < 1e-9;
                    assert!(is_same, "{line} {bust} {place}: {fast:?} {plain:?}");
                }
            }
        }
    }

    fn full_pass(solver: &mut Solver<'_>, bust: f64, least: u32) -> Vec<[f64; 1]> {
        let step = solver.turns.step;
        let (bust, least) = (bust / f64::from(step), least.div_ceil(step) as usize);
        let tail = Tail::new(&solver.payoffs, &solver.rules, bust);
        let cap = tail.begins().max(least).max(1);
        let mut levels = vec![[0.0]; (cap + solver.turns.depth + 1) * SPOTS];
        let (top, _) = levels[cap * SPOTS..].as_chunks_mut::<SPOTS>();
        for (total, level) in std::iter::zip(cap.., top) {
            *level = tail.level(total);
        }
        solver.turns.pass(&mut levels, [bust], |total| {
            Banking::from_least([total as f64], total, [least])
        });
        levels
    }

    /// Everything that can come up, found by trying every way through a turn.
    fn ways(
        menus: &[ThrowMenu; DICE as usize],
        step: u32,
        total: usize,
        dice: u8,
        seen: &mut Seen,
    ) {
        if !seen.rolled.insert((total, dice)) {
            return;
        }
        for landing in menus[usize::from(dice) - 1]
            .choices
            .iter()
            .flat_map(|(l, _)| l)
        {
            let total = total + (landing.points / step) as usize;
            match landing.spot {
                TurnSpot::Left(left) => ways(menus, step, total, left, seen),
                TurnSpot::Hot => _ = seen.passes.insert(total),
                TurnSpot::Taken => {}
            }
        }
    }

    #[derive(Default)]
    struct Seen {
        rolled: std::collections::BTreeSet<(usize, u8)>,
        passes: std::collections::BTreeSet<usize>,
    }

    #[test]
    fn what_can_come_up_is_what_every_way_through_a_turn_finds() {
        let game = game("cheese(deck=full)");
        let menus = menus(&game, KeepFilter::Best);
        let mut seen = Seen::default();
        ways(&menus, 50, 0, DICE, &mut seen);
        let reach = TurnReach::new(&menus, 50, 0, 10_000, [0]);
        let rolled = (0..reach.totals())
            .flat_map(|total| reach.dice(total).map(move |dice| (total, dice as u8 + 1)));
        assert!(rolled.eq(seen.rolled));
        assert!(reach.passes().eq(seen.passes));
    }

    /// Two passes, one after the other, by trying every way: what the double card pays.
    #[test]
    fn turns_under_cards_are_worth_what_every_way_through_them_is() {
        let game = game("cheese(deck=full)");
        let cards = BestTurn::of(&game);
        let found = cards
            .cards()
            .iter()
            .find(|(card, _)| *card == Card::DoubleCheese);
        let menus = menus(&game, KeepFilter::Best);
        let mut turn = TwoPasses {
            menus: &menus,
            known: std::collections::HashMap::new(),
        };
        let plain = turn.roll(0, DICE, 0);
        assert!((found.unwrap().1 - plain).abs() < 1e-9);
        assert_eq!(AGAIN, SPOTS - 1);
    }

    struct TwoPasses<'a> {
        menus: &'a [ThrowMenu; DICE as usize],
        known: std::collections::HashMap<(u32, u8, u8), f64>,
    }

    impl TwoPasses<'_> {
        fn roll(&mut self, total: u32, dice: u8, passes: u8) -> f64 {
            if let Some(known) = self.known.get(&(total, dice, passes)) {
                return *known;
            }
            let menus = self.menus;
            let menu = &menus[usize::from(dice) - 1];
            let mut sum = 0.0;
            for (landings, weight) in &menu.choices {
                let worth = landings.iter().map(|landing| {
                    let total = total + landing.points;
                    match landing.spot {
                        TurnSpot::Left(left) => self.roll(total, left, passes),
                        TurnSpot::Hot if passes == 0 => self.roll(total, DICE, 1),
                        TurnSpot::Hot => 2.0 * f64::from(total),
                        TurnSpot::Taken => 0.0,
                    }
                });
                sum += *weight as f64 * worth.fold(0.0, f64::max);
            }
            let value = sum / menu.throws as f64;
            self.known.insert((total, dice, passes), value);
            value
        }
    }
}
