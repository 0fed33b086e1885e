//! The daily decision: one position a day, the same for everybody, with what every choice in it is worth.
//!
//! Nothing but the date goes in. A game is played with dice and choices from a generator of its own, seeded by the number of the day,
//! until somebody has a decision that is worth asking about. Why that is the same everywhere and stays so: the generator is written
//! out here, rolls are drawn by their integer weights, actions are ordered by their text, and equally good ones are told apart by
//! that text and not by the last digits of their values. Solving gives the same values on every machine to far more digits than the
//! limits of [`is_worth_asking`] are looked at.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hotdice_core::{AnyGame, AnyPosition, Turn};
use hotdice_games::find;
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Certainty, Oracle};

use crate::clock::since_1970;
use crate::library::{Library, Unsolvable};
use crate::specialization::oracle;

/// The games whose decisions are asked about, in turn, each with the number of its players. All of them are solved exactly.
const GAMES: [(&str, u8); 4] = [("farkle", 2), ("yatzy", 1), ("zilch", 2), ("yahtzee", 1)];

/// A day of the calendar, from 1970-01-01 to 9999-12-31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

/// A text that is no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write the date like 2026-11-16, 1970 or later")]
pub struct NotADay;

/// A day that has not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the decision for {day} isn't out yet: today is {today} (UTC)")]
pub struct NotYet {
    day: Day,
    today: Day,
}

impl Day {
    /// Returns the day that it is in UTC.
    #[must_use]
    pub fn today() -> Self {
        Self::from_number(since_1970().as_secs() / 86_400).unwrap_or(Self(0))
    }

    /// Returns the day if its decision is out: that of today and of every day before.
    ///
    /// # Errors
    /// When the day has not come.
    pub fn that_is_out(self) -> Result<Self, NotYet> {
        let today = Self::today();
        let not_yet = NotYet { day: self, today };
        (self <= today).then_some(self).ok_or(not_yet)
    }

    /// Returns the day so many days after 1970-01-01, if its year has four digits.
    #[must_use]
    pub fn from_number(number: u64) -> Option<Self> {
        let number = u32::try_from(number).ok()?;
        (number < days_before(10_000)).then_some(Self(number))
    }

    /// Returns how many days it is after 1970-01-01.
    #[must_use]
    pub fn number(self) -> u64 {
        u64::from(self.0)
    }

    fn year_month_day(self) -> (u32, u32, u32) {
        // No year is longer than 366 days, so this is never too late, and it is too early by few years.
        let mut year = 1970 + self.0 / 366;
        while days_before(year + 1) <= self.0 {
            year += 1;
        }
        let mut rest = self.0 - days_before(year);
        let mut month = 1;
        while rest >= days_in(year, month) {
            rest -= days_in(year, month);
            month += 1;
        }
        (year, month, rest + 1)
    }
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns how many days there are from 1970 to the beginning of a year.
fn days_before(year: u32) -> u32 {
    let leaps = |year: u32| year / 4 - year / 100 + year / 400;
    (year - 1970) * 365 + leaps(year - 1) - leaps(1969)
}

impl FromStr for Day {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Self, NotADay> {
        let is_formed = text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
        if text.len() != 10 || !is_formed {
            return Err(NotADay);
        }
        let number = |part: &str| part.parse::<u32>().map_err(|_| NotADay);
        let (year, month, day) = (
            number(&text[..4])?,
            number(&text[5..7])?,
            number(&text[8..])?,
        );
        if year < 1970 || !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
            return Err(NotADay);
        }
        let months: u32 = (1..month).map(|month| days_in(year, month)).sum();
        Ok(Self(days_before(year) + months + day - 1))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.year_month_day();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The decision of a day.
#[derive(Debug)]
pub struct DailyDecision {
    /// The day.
    pub day: Day,
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The position in which somebody has to choose.
    pub position: Box<dyn AnyPosition>,
    /// What the values count.
    pub aim: Aim,
    /// What every choice is worth, best first.
    pub choices: Vec<ActionValue>,
}

impl DailyDecision {
    /// Grades a choice: what share of all that was at stake it gets, 1 for the best and 0 for the worst; nothing for what is no choice.
    #[must_use]
    pub fn grade(&self, action: &str) -> Option<f64> {
        let chosen = self.choices.iter().find(|each| each.action == action)?;
        let (best, worst) = (self.choices.first()?.value, self.choices.last()?.value);
        Some((chosen.value - worst) / (best - worst))
    }
}

/// Returns the decision of a day.
///
/// # Errors
/// When its game cannot be solved, or somebody stopped it.
pub fn daily(day: Day, library: &dyn Library) -> Result<DailyDecision, Unsolvable> {
    let (rules, seats) = GAMES[day.0 as usize % GAMES.len()];
    let refused = |why: &dyn fmt::Display| Unsolvable::Refused(why.to_string());
    let game = find(rules).map_err(|error| refused(&error))?;
    let oracle = oracle(&*game, seats, library)?;
    if oracle.certainty() != Certainty::Exact {
        return Err(Unsolvable::never(
            rules,
            "there is nothing to grade a choice by",
        ));
    }
    let mut random = Generator(day.number());
    loop {
        let start = game.open(seats).map_err(|error| refused(&error))?;
        if let Some((position, choices)) = play(start, &*oracle, &mut random) {
            let aim = oracle.aim();
            return Ok(DailyDecision {
                day,
                game,
                position,
                aim,
                choices,
            });
        }
    }
}

/// Plays a game until there is a decision to ask about; nothing if it ends before.
fn play(
    mut position: Box<dyn AnyPosition>,
    oracle: &dyn Oracle,
    random: &mut Generator,
) -> Option<(Box<dyn AnyPosition>, Vec<ActionValue>)> {
    loop {
        match position.turn() {
            Turn::Over(_) => return None,
            Turn::Roll => {
                let rolls = position.rolls();
                let all = rolls.iter().map(|(_, weight)| weight).sum();
                let mut drawn = random.below(all);
                let roll = rolls.iter().find(|(_, weight)| {
                    let is_it = drawn < *weight;
                    drawn = drawn.saturating_sub(*weight);
                    is_it
                });
                position.settle(&roll?.0).ok()?;
            }
            Turn::Decide(_) => {
                let choices = oracle.action_values(&*position);
                if is_worth_asking(&choices, oracle.aim()) && random.below(6) == 0 {
                    return Some((position, choices));
                }
                let chosen = chosen(&choices, random)?;
                let mut actions = position.actions().into_iter();
                let action = actions.find(|each| each.notation() == chosen)?;
                position.act(&action).ok()?;
            }
        }
    }
}

/// Tells whether a decision is a question: some choices, one of them the best by what can be felt, and another that nearly is.
fn is_worth_asking(choices: &[ActionValue], aim: Aim) -> bool {
    let (least, most) = match aim {
        Aim::Win => (0.01, 0.06),
        Aim::Points => (1.0, 6.0),
    };
    let [best, second, _, ..] = choices else {
        return false;
    };
    (least..=most).contains(&(best.value - second.value))
}

/// Chooses well seven times in eight, and anything otherwise, so that games look like those of people.
fn chosen<'a>(choices: &'a [ActionValue], random: &mut Generator) -> Option<&'a str> {
    let best = choices.first()?.value;
    let is_good = |each: &&ActionValue| each.value > best - 1e-6;
    let any = random.below(8) == 0;
    let open = choices.iter().filter(|each| any || is_good(each));
    let mut open: Vec<&str> = open.map(|each| each.action.as_str()).collect();
    open.sort_unstable();
    let drawn = random.below(open.len() as u64);
    open.get(drawn as usize).copied()
}

/// Numbers without an end from a small one: SplitMix64, written out so that they never change.
struct Generator(u64);

impl Generator {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below a bound, by the high half of a product: uneven by less than one in a billion for bounds as small as these.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use hotdice_core::Seat;

    use super::*;
    use crate::Uncached;
    use crate::library::{AnySolved, Key, Limits, Task};

    /// A library that solves everything once.
    #[derive(Default)]
    struct Once(std::sync::Mutex<std::collections::HashMap<Key, AnySolved>>);

    impl Library for Once {
        fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
            let mut kept = self.0.lock().unwrap();
            if let Some(solved) = kept.get(&task.key()) {
                return Ok(solved.clone());
            }
            let solved = Uncached.obtain(task, limits)?;
            kept.insert(task.key(), solved.clone());
            Ok(solved)
        }
    }

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (text, number) in [
            ("1970-01-01", 0),
            ("1970-12-31", 364),
            ("1972-02-29", 789),
            ("2000-03-01", 11_017),
            ("2026-11-16", 20_773),
            ("2100-03-01", 47_541),
        ] {
            assert_eq!(day(text).number(), number, "{text}");
            assert_eq!(Day::from_number(number).unwrap().to_string(), text);
        }
        // Every day comes after the one before, in order of their texts too.
        let mut before = Day(0).to_string();
        for number in 1..60_000 {
            let text = Day(number).to_string();
            assert!(text > before, "{text}");
            assert_eq!(day(&text), Day(number));
            before = text;
        }
        assert_eq!(
            Day::from_number(2_932_896).unwrap().to_string(),
            "9999-12-31"
        );
        assert_eq!(Day::from_number(2_932_897), None);
    }

    #[test]
    fn days_to_come_are_not_out() {
        let today = Day::today();
        assert_eq!(today.that_is_out(), Ok(today));
        assert_eq!(Day(0).that_is_out(), Ok(Day(0)));
        let refused = Day(today.0 + 2).that_is_out().unwrap_err();
        assert!(refused.to_string().contains("out yet"), "{refused}");
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026",
            "2026-1-1",
            "2026-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-01-00",
            "1969-12-31",
            "2026-11-16 ",
            "+026-11-16",
            "2026/11/16",
            "２026-11-1",
        ] {
            assert_eq!(text.parse::<Day>(), Err(NotADay), "{text:?}");
        }
    }

    #[test]
    fn without_exact_values_there_is_no_decision() {
        let refused = daily(day("2026-11-15"), &crate::EmptyLibrary).unwrap_err();
        assert!(refused.to_string().contains("not solved"), "{refused}");
    }

    #[test]
    fn the_decisions_of_these_days_never_change() {
        let library = Once::default();
        for (text, rules, state, best) in EXPECTED {
            let decision = daily(day(text), &library).unwrap();
            let found = (
                decision.game.rules_line(),
                decision.position.state(),
                decision.choices[0].action.clone(),
            );
            let expected = (rules.to_owned(), state.to_owned(), best.to_owned());
            assert_eq!(found, expected, "{text}");
        }
    }

    const EXPECTED: [(&str, &str, &str, &str); 5] = [
        (
            "1970-01-01",
            "farkle",
            "scores=5800,3550 turn=2 total=600 next=choose:234455",
            "keep 5",
        ),
        (
            "2026-11-13",
            "zilch",
            "scores=1900,1200 turn=1 total=0 next=choose:133444",
            "keep 1 4 4 4",
        ),
        (
            "2026-11-14",
            "yahtzee",
            "sheets=-,-,-,-,-,-,-,-,-,-,40,-,- hundreds=0 turn=1 left=0 dice=24455",
            "place chance",
        ),
        (
            "2026-11-15",
            "farkle",
            "scores=500,0 turn=1 total=0 next=choose:224455",
            "keep 5",
        ),
        (
            "2026-11-16",
            "yatzy",
            "sheets=2,4,6,12,15,-,10,0,-,-,0,0,-,0,- turn=1 left=1 dice=23455",
            "hold 5 5",
        ),
    ];

    #[test]
    fn days_of_a_year_have_a_decision_with_one_best_choice() {
        // Every day of the week comes up, and every month.
        check_days(11);
    }

    #[test]
    #[ignore = "long: run by cargo xtask test --long"]
    fn every_day_of_a_year_has_a_decision_with_one_best_choice() {
        check_days(1);
    }

    /// Checks days of a year, each so long after the one before.
    fn check_days(apart: usize) {
        let library = Once::default();
        let mut seen = std::collections::HashSet::new();
        let days = (0..366).step_by(apart);
        let most = days.clone().count();
        for number in days.map(|at| day("2026-11-16").number() + at) {
            let day = Day::from_number(number).unwrap();
            let decision = daily(day, &library).unwrap();
            let Turn::Decide(seat) = decision.position.turn() else {
                panic!("{day}: nobody decides");
            };
            // What is sent is read back as the same position, where every choice can be made and no other.
            let state = decision.position.state();
            let position = decision.game.read_state(&state).unwrap();
            let mut legal: Vec<String> = position
                .actions()
                .iter()
                .map(|each| each.notation().to_owned())
                .collect();
            let mut choices: Vec<String> = decision
                .choices
                .iter()
                .map(|each| each.action.clone())
                .collect();
            legal.sort();
            choices.sort();
            assert_eq!(legal, choices, "{day}");
            let oracle = oracle(&*decision.game, position.seats(), &library).unwrap();
            assert_eq!(oracle.certainty(), Certainty::Exact, "{day}");
            check_values(&decision, seat, &*oracle);
            let [best, second, .., worst] = &decision.choices[..] else {
                panic!("{day}: too few choices");
            };
            let least = if decision.aim == Aim::Win { 0.01 } else { 1.0 };
            assert!(best.value - second.value >= least, "{day}");
            assert_eq!(decision.grade(&best.action), Some(1.0));
            assert_eq!(decision.grade(&worst.action), Some(0.0));
            assert_eq!(decision.grade("nonsense"), None);
            seen.insert(state);
        }
        let same = most - seen.len();
        assert!(
            same * 50 < most,
            "{same} of {most} positions came up before"
        );
    }

    /// Works the values out again: a choice is worth what the position after it is, and that is the mean over its rolls.
    fn check_values(decision: &DailyDecision, seat: Seat, oracle: &dyn Oracle) {
        for choice in &decision.choices {
            let mut after = decision.position.clone();
            let action = after.read_action(&choice.action).unwrap();
            after.act(&action).unwrap();
            let value = mean(&*after, seat, oracle);
            let off = (value - choice.value).abs();
            assert!(
                off < 1e-7,
                "{}, {}: {value} and {}",
                decision.day,
                choice.action,
                choice.value
            );
        }
    }

    /// Returns what a position is worth after the dice that are due have fallen.
    fn mean(position: &dyn AnyPosition, seat: Seat, oracle: &dyn Oracle) -> f64 {
        if position.turn() != Turn::Roll {
            return oracle.value(position, seat).unwrap();
        }
        let rolls = position.rolls();
        let all: u64 = rolls.iter().map(|(_, weight)| weight).sum();
        let of = |roll| {
            let mut after = position.boxed_clone();
            after.settle(roll).unwrap();
            oracle.value(&*after, seat).unwrap()
        };
        let sum: f64 = rolls
            .iter()
            .map(|(roll, weight)| of(roll) * *weight as f64)
            .sum();
        sum / all as f64
    }
}
