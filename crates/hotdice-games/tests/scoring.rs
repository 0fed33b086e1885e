//! Scoring of push-your-luck dice: published examples, an independent slow scorer, and properties.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::HashMap;

use hotdice_core::{Dice, Face, Split};
use hotdice_games::push_luck::{Count, FAMILY, PushLuck, Rules, ShortStraights};
use proptest::prelude::*;

fn game(rules: &str) -> PushLuck {
    PushLuck::read(&rules.parse().unwrap()).unwrap()
}

#[test]
fn published_examples() {
    let text = include_str!("../../../testdata/scores/push-your-luck.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [rules, dice, total, parts, unscored] = columns[..] else {
            panic!("{line}: five columns");
        };
        let split = game(rules).scorer().split(dice.parse().unwrap());
        assert_eq!(split.total.to_string(), total, "{line}");
        assert_eq!(parts_of(&split), parts, "{line}");
        assert_eq!(split.unscored.to_string(), unscored, "{line}");
        assert_eq!(split.bust, total == "0" && dice != "none", "{line}");
    }
}

fn parts_of(split: &Split) -> String {
    let parts = split.parts.iter();
    let parts = parts.map(|part| format!("{}={}", part.dice.digits(), part.points));
    parts.collect::<Vec<_>>().join(" ")
}

/// Scores dice by trying every combination that fits, again and again.
struct SlowScorer {
    combinations: HashMap<Dice, u32>,
    known: HashMap<Dice, u32>,
}

impl SlowScorer {
    fn new(rules: &Rules) -> Self {
        let combinations = (1..=6)
            .flat_map(Dice::all)
            .map(|dice| (dice, combination(rules, dice)))
            .filter(|(_, points)| *points > 0)
            .collect();
        let known = HashMap::new();
        Self {
            combinations,
            known,
        }
    }

    fn best(&mut self, dice: Dice) -> u32 {
        if let Some(&best) = self.known.get(&dice) {
            return best;
        }
        let fitting: Vec<(Dice, u32)> = self
            .combinations
            .iter()
            .filter_map(|(&combination, &points)| Some((dice.minus(combination)?, points)))
            .collect();
        let best = fitting
            .into_iter()
            .map(|(left, points)| points + self.best(left))
            .max()
            .unwrap_or(0);
        self.known.insert(dice, best);
        best
    }
}

/// Returns what dice pay as one single combination, looked up the long way round.
fn combination(rules: &Rules, dice: Dice) -> u32 {
    let faces: Vec<u32> = dice.faces().map(|face| u32::from(face.pips())).collect();
    let of_a_kind = faces.iter().all(|face| face == &faces[0]);
    let triple = if faces[0] == 1 {
        rules.three_ones
    } else {
        100 * faces[0]
    };
    let kinds = |place: usize| match rules.kinds.to_string().as_str() {
        "none" => 0,
        "double" => triple * [2, 4, 8][place],
        "linear" => triple * [2, 3, 4][place],
        flat => flat.split('/').nth(place).unwrap().parse().unwrap(),
    };
    let mut counts: Vec<u8> = dice
        .counts()
        .into_iter()
        .filter(|&count| count > 0)
        .collect();
    counts.sort_unstable();
    match (of_a_kind, &counts[..]) {
        (true, [1]) if faces[0] == 1 => rules.ones,
        (true, [1]) if faces[0] == 5 => rules.fives,
        (true, [3]) => triple,
        (true, [count @ 4..=6]) => kinds(usize::from(*count) - 4),
        (false, [1, 1, 1, 1, 1, 1]) => rules.straight,
        (false, [1, 1, 1, 1, 1]) => match (rules.short_straight, dice.digits().as_str()) {
            (ShortStraights::Pay(low, _), "12345") => low,
            (ShortStraights::Pay(_, high), "23456") => high,
            _ => 0,
        },
        (false, [2, 2, 2]) => rules.three_pairs,
        (false, [2, 4]) => rules.four_and_pair,
        (false, [3, 3]) => rules.two_triplets,
        _ => 0,
    }
}

/// Follows the published procedure to the letter: bonuses of all dice, then kinds, triples and singles.
fn in_order(rules: &Rules, dice: Dice) -> u32 {
    if dice.is_empty() {
        return 0;
    }
    let mut counts = dice.counts();
    let whole = combination(rules, dice);
    let mixed = counts.iter().filter(|&&count| count > 0).count() > 1;
    if dice.len() == 6 && mixed && whole > 0 {
        return whole;
    }
    let mut total = 0;
    let shorts = ["12345", "23456"].map(|short| short.parse::<Dice>().unwrap());
    let shorts = shorts.into_iter().filter(|short| dice.contains(*short));
    if let Some(short) = shorts.max_by_key(|short| combination(rules, *short))
        && combination(rules, short) > 0
    {
        total += combination(rules, short);
        counts = dice.minus(short).unwrap().counts();
    }
    for size in [6, 5, 4, 3] {
        for face in Face::ALL {
            while counts[face.index()] >= size && combination(rules, Dice::of(face, size)) > 0 {
                total += combination(rules, Dice::of(face, size));
                counts[face.index()] -= size;
            }
        }
    }
    total + rules.ones * u32::from(counts[0]) + rules.fives * u32::from(counts[4])
}

#[track_caller]
fn check_against_slow_scorer(rules: &str) {
    let game = game(rules);
    let mut slow = SlowScorer::new(game.rules());
    for dice in (0..=6).flat_map(Dice::all) {
        let split = game.scorer().split(dice);
        let expected = match game.rules().count {
            Count::Best => slow.best(dice),
            Count::InOrder => in_order(game.rules(), dice),
        };
        let expected = match (expected, dice.len()) {
            (0, 6) => game.rules().no_score,
            (expected, _) => expected,
        };
        assert_eq!(split.total, expected, "{rules}: {dice}");
        assert_eq!(
            game.scorer().worth(dice).points,
            expected,
            "{rules}: {dice}"
        );
        check_parts(&game, dice, &split);
    }
}

#[track_caller]
fn check_parts(game: &PushLuck, dice: Dice, split: &Split) {
    let together = split
        .parts
        .iter()
        .try_fold(split.unscored, |sum, part| sum.plus(part.dice));
    assert_eq!(together, Some(dice), "parts and idle dice are the roll");
    for part in split
        .parts
        .iter()
        .filter(|part| part.name != "nothing scores")
    {
        let face = part.dice.faces().next().unwrap();
        let is_of_a_kind = part.dice == Dice::of(face, part.dice.len());
        let single = combination(game.rules(), Dice::of(face, 1));
        let singles = single * u32::from(part.dice.len());
        let is_worth_it = part.points == combination(game.rules(), part.dice)
            || is_of_a_kind && part.points == singles;
        assert!(is_worth_it, "{dice}: {part:?}");
    }
}

#[test]
fn every_roll_of_every_preset_agrees_with_the_slow_scorer() {
    for preset in FAMILY.presets {
        check_against_slow_scorer(preset.name);
        check_against_slow_scorer(&format!("{}(count=in-order)", preset.name));
    }
}

/// Short straights that pay as much as their dice one by one, or less, or as much as each other.
#[test]
fn every_roll_with_short_straight_agrees_with_the_slow_scorer() {
    for house in [
        "short_straight=150/50",
        "short_straight=100/750",
        "short_straight=600/500,straight=0",
        "short_straight=500/750,three_pairs=400,kinds=linear",
        "short_straight=0/300,ones=0,fives=0",
        "short_straight=800/0,no_score=500",
    ] {
        check_against_slow_scorer(&format!("kingdom-come({house})"));
        check_against_slow_scorer(&format!("farkle({house},count=in-order)"));
    }
}

/// A keep pays the most that a cover by combinations does.
#[test]
fn keeps_with_short_straight_are_covers() {
    let keep = |rules: &str, dice: &str| game(rules).scorer().keep(dice.parse().unwrap());
    for (dice, points) in [
        ("12345", Some(500)),
        ("112345", Some(600)),
        ("123455", Some(550)),
        ("122345", None),
        ("23456", Some(750)),
        ("234566", None),
        ("234556", Some(800)),
        ("123456", Some(1500)),
        ("2345", None),
    ] {
        assert_eq!(keep("kingdom-come", dice), points, "{dice}");
    }
    assert_eq!(keep("kingdom-come(straight=0)", "123456"), Some(850));
    assert_eq!(keep("kingdom-come(straight=800)", "123456"), Some(850));
}

#[test]
fn the_procedure_that_promises_the_maximum_misses_it_only_for_four_ones() {
    let (best, in_order) = (game("zilch"), game("zilch(count=in-order)"));
    for dice in (0..=6).flat_map(Dice::all) {
        let missed = best.scorer().split(dice).total - in_order.scorer().split(dice).total;
        let with_a_pair = Face::ALL[1..].iter().any(|face| dice.count(*face) == 2);
        let four_ones = dice.count(Face::One) == 4 && !with_a_pair;
        let expected = if four_ones { 100 } else { 0 };
        assert_eq!(missed, expected, "{dice}");
    }
}

#[test]
fn published_odds_of_a_bust() {
    let odds = |rules: &str, dice: u8| game(rules).bust_odds(dice);
    let farkle: Vec<_> = (1..=6).map(|dice| odds("farkle", dice)).collect();
    assert_eq!(
        farkle,
        [
            (4, 6),
            (16, 36),
            (60, 216),
            (204, 1296),
            (600, 7776),
            (1440, 46656)
        ]
    );
    assert_eq!(odds("farkle(three_pairs=1500)", 6), (1080, 46656));
}

fn any_dice(most: usize) -> impl Strategy<Value = Vec<Face>> {
    proptest::collection::vec((0..6_usize).prop_map(|index| Face::ALL[index]), 0..=most)
}

fn any_scoring() -> impl Strategy<Value = String> {
    let points = || prop_oneof![Just(0_u32), 1..2000_u32];
    let kinds = prop_oneof![
        Just("none".to_owned()),
        Just("double".to_owned()),
        Just("linear".to_owned()),
        (points(), points(), points()).prop_map(|(a, b, c)| format!("{a}/{b}/{c}")),
    ];
    (points(), points(), points(), kinds, points(), points(), points(), points()).prop_map(
        |(ones, fives, three_ones, kinds, straight, pairs, four, triplets)| {
            format!(
                "farkle(ones={ones},fives={fives},three_ones={three_ones},kinds={kinds},straight={straight},\
                 three_pairs={pairs},four_and_pair={four},two_triplets={triplets})"
            )
        },
    )
}

proptest! {
    #[test]
    fn there_are_never_more_sets_than_a_third_of_the_dice(faces in any_dice(60)) {
        let dice = Dice::try_from(&faces[..]).unwrap();
        let split = game("farkle").scorer().split(dice);
        let sets = split.parts.iter().filter(|part| part.name.starts_with("three ")).count();
        prop_assert!(sets <= faces.len() / 3);
    }

    #[test]
    fn one_triple_and_nothing_else_of_its_face_shows_exactly_that_triple(
        index in 0..6_usize,
        others in any_dice(3),
    ) {
        let face = Face::ALL[index];
        let others: Vec<Face> = others.into_iter().filter(|other| *other != face).collect();
        let dice = Dice::try_from(&others[..]).unwrap().plus(Dice::of(face, 3)).unwrap();
        let parts = game("farkle").scorer().split(dice).parts;
        let of_face: Vec<_> = parts.iter().filter(|part| part.dice.count(face) > 0).collect();
        let points = if face == Face::One { 300 } else { 100 * u32::from(face.pips()) };
        prop_assert_eq!(of_face.len(), 1);
        prop_assert_eq!((of_face[0].dice, of_face[0].points), (Dice::of(face, 3), points));
    }

    #[test]
    fn order_never_matters(faces in any_dice(6).prop_shuffle()) {
        let mut sorted = faces.clone();
        sorted.sort_unstable();
        let text = |faces: &[Face]| faces.iter().map(Face::to_string).collect::<String>();
        let split = |faces: &[Face]| game("zilch").scorer().split(text(faces).parse().unwrap());
        prop_assert_eq!(split(&faces), split(&sorted));
    }

    #[test]
    fn one_more_die_never_lowers_the_score(rules in any_scoring(), faces in any_dice(5), index in 0..6_usize) {
        let scorer = game(&rules).scorer().clone();
        let dice = Dice::try_from(&faces[..]).unwrap();
        let more = dice.with(Face::ALL[index]).unwrap();
        prop_assert!(scorer.worth(more).points >= scorer.worth(dice).points, "{dice} {more}");
    }

    #[test]
    fn dice_that_do_not_score_change_nothing(rules in any_scoring(), in_order in any::<bool>(), faces in any_dice(6)) {
        let rules = if in_order { rules.replace(')', ",count=in-order)") } else { rules };
        let scorer = game(&rules).scorer().clone();
        let worth = scorer.worth(Dice::try_from(&faces[..]).unwrap());
        prop_assert_eq!(scorer.worth(worth.scoring), worth);
    }

    #[test]
    fn a_throw_by_its_number_pays_what_its_dice_do(rules in any_scoring(), number in 0..6_usize.pow(6)) {
        let scorer = game(&rules).scorer().clone();
        let sides: Vec<u16> = (0..6).map(|die| (number / 6_usize.pow(5 - die) % 6) as u16).collect();
        prop_assert_eq!(scorer.ordered()[number], scorer.split(Dice::lying(&sides)).total);
    }

    #[test]
    fn no_other_split_pays_more_under_any_scoring(rules in any_scoring(), faces in any_dice(6)) {
        let game = game(&rules);
        let dice = Dice::try_from(&faces[..]).unwrap();
        let split = game.scorer().split(dice);
        prop_assert_eq!(split.total, SlowScorer::new(game.rules()).best(dice));
        check_parts(&game, dice, &split);
    }
}

#[test]
fn a_keep_pays_for_all_its_dice() {
    let game = game("zilch-playr");
    let keep = |dice: &str| game.scorer().keep(dice.parse().unwrap());
    assert_eq!(keep("1 1 1 1"), Some(2000));
    assert_eq!(keep("1 1 1 1 2 2"), Some(1500));
    assert_eq!(keep("1 1 1 1 2"), None);
    assert_eq!(keep("1 1 1 1 5 5"), Some(2100));
    assert_eq!(keep("none"), None);
    assert_eq!(
        game.scorer().worth("1 1 1 1 2 2".parse().unwrap()).points,
        2000
    );
}
