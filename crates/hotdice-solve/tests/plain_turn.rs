//! The best turn a second time, from the sentences of `hotdice rules` alone: nothing of the scorer, the states or the solvers is used.
//!
//! Dice are counts of faces, a split is a cover by listed combinations, and a turn is worked backwards over every total, every
//! number of dice and every keep. Totals are followed to 20,000, which one turn in 10^12 comes to.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{BTreeMap, HashMap};

use hotdice_games::push_luck::{BankTakes, Card, Hot, Kinds, PushLuck, Rules, ShortStraights};
use hotdice_solve::push_luck::BestTurn;

/// How many dice show each face.
type Counts = [u8; 6];

/// The totals that are followed, in steps of 50.
const TOTALS: usize = 400;

fn read(line: &str) -> PushLuck {
    PushLuck::read(&line.parse().unwrap()).unwrap()
}

/// Lists every combination that pays.
fn combinations(rules: &Rules) -> Vec<(Counts, u32)> {
    let equal =
        |face: usize, count: u8| std::array::from_fn(|at| if at == face { count } else { 0 });
    let mut all = vec![
        (equal(0, 1), rules.ones),
        (equal(4, 1), rules.fives),
        ([1; 6], rules.straight),
    ];
    for face in 0..6 {
        let triple = if face == 0 {
            rules.three_ones
        } else {
            100 * (face as u32 + 1)
        };
        let kinds = match rules.kinds {
            Kinds::None => [0; 3],
            Kinds::Flat(four, five, six) => [four, five, six],
            Kinds::Double => [2 * triple, 4 * triple, 8 * triple],
            Kinds::Linear => [2 * triple, 3 * triple, 4 * triple],
        };
        all.push((equal(face, 3), triple));
        all.extend(
            (4..)
                .zip(kinds)
                .map(|(count, points)| (equal(face, count), points)),
        );
    }
    if let ShortStraights::Pay(low, high) = rules.short_straight {
        all.extend([([1, 1, 1, 1, 1, 0], low), ([0, 1, 1, 1, 1, 1], high)]);
    }
    for dice in rolls(6) {
        let mut sizes = dice;
        sizes.sort_unstable();
        match sizes {
            [0, 0, 0, 2, 2, 2] => all.push((dice, rules.three_pairs)),
            [0, 0, 0, 0, 2, 4] => all.push((dice, rules.four_and_pair)),
            [0, 0, 0, 0, 3, 3] => all.push((dice, rules.two_triplets)),
            _ => {}
        }
    }
    all.retain(|(_, points)| *points > 0);
    all
}

/// Lists every way so many dice can fall, sorted.
fn rolls(dice: u8) -> Vec<Counts> {
    let all = (0..7_usize.pow(6))
        .map(|number| std::array::from_fn(|face| (number / 7_usize.pow(face as u32) % 7) as u8));
    all.filter(|counts: &Counts| counts.iter().sum::<u8>() == dice)
        .collect()
}

fn throws(counts: Counts) -> f64 {
    let factorial = |n: u8| (1..=n).map(f64::from).product::<f64>();
    let each: f64 = counts.iter().map(|&count| factorial(count)).product();
    factorial(counts.iter().sum()) / each
}

/// What a roll that scores lets a player do.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Menu {
    /// The most that a keep pays which leaves so many dice.
    keeps: BTreeMap<u8, u32>,
    /// What all dice pay that score, counted the way that pays most.
    worth: u32,
    /// How many dice lie idle in that way.
    idle: u8,
}

/// All that a throw of one to six dice can bring, with its chance; nothing for a throw that does not score.
struct Dice {
    throws: [Vec<(Option<Menu>, f64)>; 6],
}

impl Dice {
    fn new(rules: &Rules) -> Self {
        let combinations = combinations(rules);
        let mut whole: HashMap<Counts, Option<u32>> = HashMap::from([([0; 6], Some(0))]);
        for dice in (1..=6).flat_map(rolls) {
            let after = combinations.iter().filter_map(|(part, points)| {
                let mut left = dice;
                for (left, used) in left.iter_mut().zip(part) {
                    *left = left.checked_sub(*used)?;
                }
                Some(whole[&left]? + points)
            });
            let most = after.max();
            whole.insert(dice, most);
        }
        let throws = std::array::from_fn(|place| {
            let dice = place as u8 + 1;
            let mut merged: BTreeMap<Option<Menu>, f64> = BTreeMap::new();
            for roll in rolls(dice) {
                *merged.entry(menu(&whole, roll)).or_default() += throws(roll);
            }
            let chance = |(menu, count)| (menu, count / 6_f64.powi(dice.into()));
            merged.into_iter().map(chance).collect()
        });
        Self { throws }
    }
}

fn menu(whole: &HashMap<Counts, Option<u32>>, roll: Counts) -> Option<Menu> {
    let dice: u8 = roll.iter().sum();
    let mut keeps: BTreeMap<u8, u32> = BTreeMap::new();
    for (part, points) in whole {
        let fits = part.iter().zip(roll).all(|(part, roll)| *part <= roll);
        if let (true, Some(points @ 1..)) = (fits, points) {
            let most = keeps.entry(dice - part.iter().sum::<u8>()).or_default();
            *most = (*most).max(*points);
        }
    }
    // Of ways that pay the same the one with more dice counts.
    let (&idle, &worth) = keeps.iter().rev().max_by_key(|(_, points)| **points)?;
    Some(Menu { keeps, worth, idle })
}

/// What a turn does with its totals: what banking by choice, keeping the sixth die and not scoring are worth.
struct Course<'a> {
    takes: BankTakes,
    bank: &'a dyn Fn(usize) -> f64,
    hot: &'a dyn Fn(usize, f64) -> f64,
    bust: f64,
}

/// Returns what rolling one to six dice is worth at every total, for rules in which six idle dice are a bust.
fn turn(dice: &Dice, course: &Course<'_>) -> Vec<[f64; 6]> {
    let mut values = vec![[0.0; 6]; TOTALS];
    for total in (0..TOTALS).rev() {
        for place in 0..6 {
            let rolled = |total: usize, dice: usize| {
                values.get(total).map_or(total as f64 * 50.0, |at| at[dice])
            };
            let worth = |menu: &Menu| {
                let keeps = menu.keeps.iter().map(|(left, points)| {
                    let total = total + *points as usize / 50;
                    let banked = if course.takes == BankTakes::Kept {
                        (course.bank)(total)
                    } else {
                        f64::NEG_INFINITY
                    };
                    match left {
                        0 => (course.hot)(total, rolled(total, 5)),
                        left => rolled(total, usize::from(*left) - 1).max(banked),
                    }
                });
                let taken = total + menu.worth as usize / 50;
                let taken = if course.takes == BankTakes::Roll && menu.idle > 0 {
                    (course.bank)(taken)
                } else {
                    f64::NEG_INFINITY
                };
                keeps.fold(taken, f64::max)
            };
            let throws = dice.throws[place].iter();
            let value = throws
                .map(|(menu, chance)| chance * menu.as_ref().map_or(course.bust, worth))
                .sum();
            values[total][place] = value;
        }
    }
    values
}

/// Returns the mean of a turn in which a bust is worth so much.
fn mean(game: &PushLuck, bust: f64, least: u32) -> f64 {
    let bank = |total: usize| {
        if total as u32 * 50 >= least {
            total as f64 * 50.0
        } else {
            f64::NEG_INFINITY
        }
    };
    let hot = |total: usize, rolled: f64| match game.rules().hot {
        Hot::Optional => rolled.max(bank(total)),
        Hot::EndsTurn => total as f64 * 50.0,
        Hot::Forced => rolled,
    };
    let takes = game.rules().bank_takes;
    let course = Course {
        takes,
        bank: &bank,
        hot: &hot,
        bust,
    };
    turn(&Dice::new(game.rules()), &course)[0][5]
}

#[track_caller]
fn check(line: &str, bust: f64, known: f64) {
    let game = read(line);
    let [found, plain] = [
        BestTurn::of(&game).value(),
        mean(&game, bust, game.rules().bank_min),
    ];
    assert!((found - plain).abs() < 1e-8, "{line}: {found}, not {plain}");
    assert!((found - known).abs() < 1e-8, "{line}: {found}, not {known}");
}

#[test]
fn the_best_turn_is_what_the_text_of_the_rules_makes_it() {
    check("farkle-minimal", 0.0, 446.571_440_344);
    check("farkle(bank_min=350)", 0.0, 374.962_498_796);
    check("zilch", 0.0, 601.558_653_661);
    check("cheese", 0.0, 443.379_521_405);
    check("kingdom-come", 0.0, 564.437_620_414);
    check("kingdom-come(straight=0,hot=forced)", 0.0, 553.865_165_890);
}

/// Where a part of a roll pays more than all of it, banking counts that part, and the dice are not hot.
///
/// Five 2s pay 600 here and four of them 1,100: whoever rolls them may bank 1,100. If all dice that could be used were hot, the turn would be
/// worth 447.512600559, and the second 608.236045381.
#[test]
fn dice_are_hot_only_where_the_way_that_pays_most_uses_them_all() {
    check(
        "farkle(three_ones=700,kinds=1100/600/4300,two_triplets=1300,hot=forced,busts=1:-100,opening=500)",
        -100.0,
        447.713_215_571,
    );
    check(
        "farkle(fives=200,three_ones=0,kinds=200/2450/3200,straight=1450,four_and_pair=450,hot=forced,opening=250)",
        0.0,
        608.236_436_058,
    );
}

/// What a turn under each card brings, the cards of the deck with their numbers.
struct Cards {
    dice: Dice,
    must_cut: f64,
}

impl Cards {
    fn new(game: &PushLuck) -> Self {
        let dice = Dice::new(game.rules());
        // Keeps every die that scores, all six dice again and again; the cut loses nothing.
        let mut more = [0.0; 6];
        for _ in 0..500 {
            let before = more;
            for (throws, more) in dice.throws.iter().zip(&mut more) {
                let scoring = throws
                    .iter()
                    .filter_map(|(menu, chance)| Some((menu.as_ref()?, chance)));
                *more = scoring
                    .map(|(menu, chance)| {
                        chance * (f64::from(menu.worth) + before[usize::from((menu.idle + 5) % 6)])
                    })
                    .sum();
            }
        }
        let must_cut = more[5];
        Self { dice, must_cut }
    }

    /// Returns what a turn is worth under a card, given what a bust and a row that has ended are worth beside the points.
    fn under(&self, card: Card, bust: f64) -> f64 {
        let takes = BankTakes::Kept;
        let points = |total: usize| total as f64 * 50.0;
        let never = |_: usize| f64::NEG_INFINITY;
        let bonus = f64::from(card.bonus());
        let pass = |total: usize, _: f64| points(total) + bonus;
        let start = |bank: &dyn Fn(usize) -> f64, hot: &dyn Fn(usize, f64) -> f64| {
            turn(
                &self.dice,
                &Course {
                    takes,
                    bank,
                    hot,
                    bust,
                },
            )
        };
        match card {
            Card::NoCheese => 0.0,
            Card::MustCut => self.must_cut,
            Card::MustPass | Card::StrikesBack => start(&never, &pass)[0][5],
            Card::DoubleCheese => {
                let second = start(&never, &|total, _| 2.0 * points(total));
                start(&never, &|total: usize, _| second[total.min(TOTALS - 1)][5])[0][5]
            }
            Card::Bonus300 | Card::Bonus400 | Card::Bonus500 => start(&points, &pass)[0][5],
        }
    }

    /// Returns the mean of a turn over a whole deck; `stay` is what a turn without dice is worth.
    fn mean(&self, counts: &[(Card, f64)], bust: f64, stay: f64) -> f64 {
        // Who is struck loses nothing for the striker, so that card is declined, and another is drawn.
        let others = counts.iter().filter(|(card, _)| *card != Card::StrikesBack);
        let worth = |card| {
            if card == Card::NoCheese {
                stay
            } else {
                self.under(card, bust)
            }
        };
        let sum: f64 = others
            .clone()
            .map(|(card, count)| count * worth(*card))
            .sum();
        let mean = sum / others.map(|(_, count)| count).sum::<f64>();
        assert!(self.under(Card::StrikesBack, bust) < mean);
        mean
    }
}

/// No Cheese! neither is a bust nor ends a row of them, and a cut under Must Cut ends it.
///
/// The worth of having bust once, w, and the average a are held against both equations: a = turn(w) and w + a = turn(−300).
#[test]
fn busts_in_a_row_under_cards_are_what_the_text_of_the_rules_makes_them() {
    let game = read("cheese(deck=full,busts=2:-300)");
    let counts = Card::ALL.map(|card| (card, f64::from(game.rules().deck.count(card))));
    let cards = Cards::new(&game);
    let average = BestTurn::of(&game).value();
    // In the second state a turn without dice leads to the same state.
    let mut worth = 0.0;
    let base = cards.mean(&counts, -300.0, 0.0);
    let idle = 8.0 / 50.0;
    for _ in 0..60 {
        worth = base + idle * worth - average;
    }
    let plain = cards.mean(&counts, worth, 0.0);
    assert!((average - plain).abs() < 1e-8, "{average}, not {plain}");
    assert!((average - 387.596_089_352).abs() < 1e-8, "{average}");
}
