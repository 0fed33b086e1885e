//! Published numbers, one plain turn from every triple as the judge of the table, and the rules of the game as that of positions.

mod positions;

use std::collections::HashMap;

use hotdice_games::push_luck::{BankTakes, End, Hot, PushLuck};

use super::{ThreeRace, ThreeRefused};
use crate::Unwatched;
use crate::push_luck::options::{DICE, KeepFilter, ThrowMenu, TurnSpot, menus};

fn solve(line: &str) -> Result<ThreeRace, ThreeRefused> {
    let game = PushLuck::read(&line.parse().unwrap()).unwrap();
    ThreeRace::solve(&game, 1 << 30, &Unwatched)
}

#[test]
fn chances_of_three_add_up() {
    let race = solve("farkle-minimal(target=700)").unwrap();
    let [first, second, third] = race.from_start();
    assert!(first > second && second > third);
    for scores in [[0, 0, 0], [650, 0, 300], [100, 650, 650]] {
        let chances = race.chances(scores).unwrap();
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
    }
    assert_eq!(race.chances([700, 0, 0]), None);
    assert!(race.restless().is_empty(), "{:?}", race.restless());
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn three_to_ten_thousand_match_the_known_numbers() {
    let found = solve("farkle-minimal").unwrap().from_start();
    for (found, known) in std::iter::zip(found, [0.371_610, 0.331_218, 0.297_172]) {
        assert!((found - known).abs() < 1e-6, "{found}, not {known}");
    }
}

#[test]
fn what_is_not_covered_is_refused() {
    let refused = |line| solve(line).unwrap_err();
    assert_eq!(refused("farkle(busts=3:-500)"), ThreeRefused::Penalties);
    assert_eq!(refused("cheese(deck=full)"), ThreeRefused::Cards);
    assert_eq!(refused("zilch(piggyback=yes)"), ThreeRefused::Piggyback);
    assert_eq!(
        refused("farkle(kinds=50/60/100,count=in-order)"),
        ThreeRefused::PartsPayMore
    );
    let large = solve("farkle-minimal(target=100000)").unwrap_err();
    assert!(matches!(large, ThreeRefused::TooLarge { .. }));
}

#[cfg(feature = "parallel")]
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let solved = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        let race = pool.install(|| solve("farkle-minimal(target=1000)").unwrap());
        bits(&race)
    };
    assert_eq!(solved(1), solved(2));
}

fn bits(race: &ThreeRace) -> Vec<[u64; 2]> {
    let chances = race.chances.iter();
    chances.map(|both| both.map(f64::to_bits)).collect()
}

#[cfg(target_arch = "x86_64")]
#[test]
fn every_kind_of_processor_gives_the_same_bits() {
    crate::processor::tests::check_all(|| bits(&solve("farkle-minimal(target=800)").unwrap()));
}

/// One turn in its plainest form, from the chances that can follow it.
struct Turn<'a> {
    game: &'a PushLuck,
    race: &'a ThreeRace,
    menus: &'a [ThrowMenu; DICE as usize],
    scores: [u32; 3],
    known: HashMap<(u32, u8), f64>,
    closed: &'a mut HashMap<[u32; 2], f64>,
}

impl Turn<'_> {
    /// Returns the chance of the player in turn when the next begins a turn and the own score has become `mine`.
    fn handed_on(&self, mine: u32) -> f64 {
        let [_, next, third] = self.scores;
        self.race.chances([next, third, mine]).unwrap()[2]
    }

    /// Returns what the player in turn gets from banking, if that is allowed.
    fn bank(&mut self, total: u32, by_choice: bool) -> f64 {
        let rules = self.game.rules();
        let mine = self.scores[0] + total;
        match mine >= rules.target {
            _ if by_choice && total < rules.least_to_bank(self.scores[0]) => f64::NEG_INFINITY,
            true if rules.end == End::FinalRound => self.close(mine),
            true => 1.0,
            false => self.handed_on(mine),
        }
    }

    /// Returns what closing the game with a score is worth; only the leads matter.
    fn close(&mut self, score: u32) -> f64 {
        let [_, next, third] = self.scores;
        let leads = [score - next, score - third];
        if leads.iter().all(|lead| *lead > LAST_FAR) {
            return 1.0;
        }
        let (game, menus) = (self.game, self.menus);
        *self.closed.entry(leads).or_insert_with(|| {
            let known = std::cell::RefCell::new(HashMap::new());
            let last = |banked: u32| {
                // Below the closer all scores are alike.
                let banked = if banked < score { 0 } else { banked };
                let mut known = known.borrow_mut();
                *known.entry(banked).or_insert_with(|| {
                    let settle = |mine| share_out([score, banked, mine]);
                    LastTurn::new(game, menus, third, settle).roll(0, DICE)
                })
            };
            // Seen from the next player: its own share first.
            let mut turn = LastTurn::new(game, menus, next, |mine| {
                let [closer, second, third] = last(mine);
                [closer, third, second]
            });
            turn.roll(0, DICE)[0]
        })
    }

    fn land(&mut self, total: u32, spot: TurnSpot) -> f64 {
        let rules = self.game.rules();
        if rules.end == End::OnRoll && self.scores[0] + total >= rules.target {
            return 1.0;
        }
        match (spot, rules.hot, rules.bank_takes) {
            (TurnSpot::Hot, Hot::EndsTurn, _) => self.bank(total, false),
            (TurnSpot::Hot, Hot::Forced, _) => self.roll(total, DICE),
            (TurnSpot::Hot, Hot::Optional, _) => self.bank(total, true).max(self.roll(total, DICE)),
            (TurnSpot::Left(left), _, BankTakes::Kept) => {
                self.bank(total, true).max(self.roll(total, left))
            }
            (TurnSpot::Left(left), _, BankTakes::Roll) => self.roll(total, left),
            (TurnSpot::Taken, _, _) => self.bank(total, true),
        }
    }

    /// Returns the chance when dice are rolled; after far more points than are missing nobody goes on by choice.
    fn roll(&mut self, total: u32, dice: u8) -> f64 {
        let rules = self.game.rules();
        if total > rules.target + FAR {
            return 1.0;
        }
        if let Some(known) = self.known.get(&(total, dice)) {
            return *known;
        }
        let menus = self.menus;
        let menu = &menus[usize::from(dice) - 1];
        let mut sum = menu.busts as f64 * self.handed_on(self.scores[0]);
        if menu.nothings > 0 {
            let total = total + rules.no_score;
            let won = rules.end == End::OnRoll && self.scores[0] + total >= rules.target;
            let again = if won { 1.0 } else { self.roll(total, DICE) };
            sum += menu.nothings as f64 * again;
        }
        for (landings, weight) in &menu.choices {
            let worth = landings
                .iter()
                .map(|landing| self.land(total + landing.points, landing.spot));
            sum += *weight as f64 * worth.fold(f64::NEG_INFINITY, f64::max);
        }
        let value = sum / menu.throws as f64;
        self.known.insert((total, dice), value);
        value
    }
}

/// A last turn in its plainest form: the shares of three players, the last of whom is in turn and wants as much as possible.
struct LastTurn<'a, F> {
    game: &'a PushLuck,
    menus: &'a [ThrowMenu; DICE as usize],
    mine: u32,
    settle: F,
    known: HashMap<(u32, u8), [f64; 3]>,
}

impl<'a, F: Fn(u32) -> [f64; 3]> LastTurn<'a, F> {
    fn new(
        game: &'a PushLuck,
        menus: &'a [ThrowMenu; DICE as usize],
        mine: u32,
        settle: F,
    ) -> Self {
        let known = HashMap::new();
        Self {
            game,
            menus,
            mine,
            settle,
            known,
        }
    }

    fn bank(&self, total: u32, by_choice: bool) -> [f64; 3] {
        if by_choice && total < self.game.rules().least_to_bank(self.mine) {
            return [f64::NEG_INFINITY; 3];
        }
        (self.settle)(self.mine + total)
    }

    fn land(&mut self, total: u32, spot: TurnSpot) -> [f64; 3] {
        let rules = self.game.rules();
        match (spot, rules.hot, rules.bank_takes) {
            (TurnSpot::Hot, Hot::EndsTurn, _) => self.bank(total, false),
            (TurnSpot::Hot, Hot::Forced, _) => self.roll(total, DICE),
            (TurnSpot::Hot, Hot::Optional, _) => {
                better(self.bank(total, true), self.roll(total, DICE))
            }
            (TurnSpot::Left(left), _, BankTakes::Kept) => {
                better(self.bank(total, true), self.roll(total, left))
            }
            (TurnSpot::Left(left), _, BankTakes::Roll) => self.roll(total, left),
            (TurnSpot::Taken, _, _) => self.bank(total, true),
        }
    }

    /// Returns the shares when dice are rolled; nobody comes so far that the cut matters.
    fn roll(&mut self, total: u32, dice: u8) -> [f64; 3] {
        if total > LAST_FAR {
            return (self.settle)(self.mine + total);
        }
        if let Some(known) = self.known.get(&(total, dice)) {
            return *known;
        }
        let menus = self.menus;
        let menu = &menus[usize::from(dice) - 1];
        let mut sum = [0.0; 3];
        let mut add = |weight: u64, shares: [f64; 3]| {
            for (sum, share) in std::iter::zip(&mut sum, shares) {
                *sum += weight as f64 / menu.throws as f64 * share;
            }
        };
        add(menu.busts, (self.settle)(self.mine));
        if menu.nothings > 0 {
            let total = total + self.game.rules().no_score;
            add(menu.nothings, self.roll(total, DICE));
        }
        for (landings, weight) in &menu.choices {
            let worth = landings
                .iter()
                .map(|landing| self.land(total + landing.points, landing.spot));
            add(*weight, worth.reduce(better).unwrap());
        }
        self.known.insert((total, dice), sum);
        sum
    }
}

/// Returns the shares that are better for the last of three.
fn better(one: [f64; 3], other: [f64; 3]) -> [f64; 3] {
    if other[2] > one[2] { other } else { one }
}

/// Shares the win among the highest scores.
fn share_out(scores: [u32; 3]) -> [f64; 3] {
    let most = scores.into_iter().max();
    let winners = scores.iter().filter(|score| Some(**score) == most).count();
    scores.map(|score| {
        if Some(score) == most {
            1.0 / winners as f64
        } else {
            0.0
        }
    })
}

/// Totals of a last turn beyond this change no chance by more than the test sees.
const LAST_FAR: u32 = 7_000;

/// Totals that are larger than the target by this come up less than once in 1e12 turns.
const FAR: u32 = 30_000;

#[track_caller]
fn check_turns(line: &str) {
    let game = PushLuck::read(&line.parse().unwrap()).unwrap();
    let race = solve(line).unwrap();
    assert!(race.restless().is_empty(), "{:?}", race.restless());
    let menus = menus(&game, KeepFilter::Every);
    let goal = game.rules().target;
    let step = race.course.turns.step;
    let scores = || (0..goal).step_by(step as usize * 2);
    let mut closed = HashMap::new();
    for scores in scores().flat_map(|a| scores().map(move |b| [a, b, (a + 2 * b + step) % goal])) {
        let mut turn = Turn {
            game: &game,
            race: &race,
            menus: &menus,
            scores,
            known: HashMap::new(),
            closed: &mut closed,
        };
        let chance = turn.roll(0, DICE);
        let found = race.chances(scores).unwrap()[0];
        assert!(
            (found - chance).abs() < 1e-10,
            "{scores:?}: {found}, not {chance}"
        );
    }
}

macro_rules! turns {
    ($($name:ident: $line:literal,)*) => {
        $(#[test]
        fn $name() {
            check_turns($line);
        })*
    };
}

turns! {
    banking_wins: "farkle-minimal(target=400)",
    rolling_wins: "farkle(target=400)",
    banking_takes_the_roll: "farkle(target=400,end=on-bank,bank_min=200)",
    hot_dice_are_forced: "farkle-minimal(target=400,hot=forced)",
    hot_dice_are_forced_and_rolling_wins: "farkle(target=400,hot=forced)",
    hot_dice_end_the_turn: "cheese(target=400)",
    six_idle_dice_pay: "farkle-minimal(target=400,no_score=300)",
    six_idle_dice_pay_and_hot_dice_are_forced: "farkle-minimal(target=400,no_score=300,hot=forced)",
    a_final_round: "farkle-minimal(target=300,fives=0,end=final-round)",
    a_final_round_with_all_combinations: "zilch(target=300,ones=0,fives=0)",
    a_final_round_of_turns_that_end_hot: "cheese(target=400,fives=0,end=final-round)",
    a_final_round_in_which_banking_takes_the_roll: "farkle(target=300,fives=0,end=final-round,opening=200)",
    a_final_round_with_a_minimum: "farkle-minimal(target=400,fives=0,end=final-round,bank_min=300)",
    a_final_round_with_forced_hot_dice: "farkle-minimal(target=300,fives=0,end=final-round,hot=forced)",
    a_final_round_with_safe_dice: "farkle-minimal(target=300,fives=0,end=final-round,no_score=200)",
    six_idle_dice_pay_and_rolling_wins: "farkle(target=400,no_score=500)",
}
