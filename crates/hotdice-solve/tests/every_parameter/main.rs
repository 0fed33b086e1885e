//! Every parameter of every family, set to each of its examples on the family's small games.
//!
//! A solver that is made for a family knows its rules a second time. Here each of them has to find what the generic
//! solver finds from the rules alone, or to refuse; and each parameter has to be seen to change something, so that none
//! passes because no example shows it.

mod pig;
mod push_luck;
mod rules_alone;
mod shut_the_box;
mod tridice;
mod yatzy;

use std::collections::BTreeSet;
use std::sync::Arc;

use hotdice_core::{AnyGame, RulesError, RulesLine, SeatRange};
use hotdice_games::{FAMILIES, Family};

/// What a game comes to, to tell whether a parameter changes anything.
#[derive(Clone, Debug)]
struct Fingerprint {
    seats: SeatRange,
    /// What solvers say of the game, as far as there are any.
    values: Vec<Option<f64>>,
}

impl Fingerprint {
    /// Tells whether this is another game, by more than rounding.
    fn differs(&self, other: &Self) -> bool {
        let differ = |(one, other): (&Option<f64>, &Option<f64>)| match (one, other) {
            (Some(one), Some(other)) => (one - other).abs() > 1e-9,
            _ => one != other,
        };
        self.seats != other.seats || std::iter::zip(&self.values, &other.values).any(differ)
    }
}

/// Compares all solvers that are made for a game with its rules alone.
fn check(rules: &str, game: &dyn AnyGame) -> Fingerprint {
    let any = game.as_any();
    let values = if let Some(game) = any.downcast_ref() {
        push_luck::check(rules, game)
    } else if let Some(game) = any.downcast_ref() {
        yatzy::check(rules, game)
    } else if let Some(game) = any.downcast_ref() {
        tridice::check(rules, game)
    } else if let Some(game) = any.downcast_ref() {
        pig::check(rules, game)
    } else if let Some(game) = any.downcast_ref() {
        shut_the_box::check(rules, game)
    } else {
        Vec::new()
    };
    let seats = game.seats();
    Fingerprint { seats, values }
}

/// Returns a rules line with a parameter changed.
fn with(line: &RulesLine, name: &str, value: &str) -> RulesLine {
    let mut line = line.clone();
    line.parameters.retain(|(other, _)| other != name);
    line.parameters.push((name.to_owned(), value.to_owned()));
    line
}

/// Returns the game of a rules line, or nothing where its parameters do not go together.
fn read(family: &Family, line: &RulesLine) -> Option<Arc<dyn AnyGame>> {
    match (family.read)(line) {
        Err(RulesError::Conflict(_)) => None,
        game => Some(game.expect("examples are values that are accepted")),
    }
}

fn small_games(family: &Family) -> impl Iterator<Item = RulesLine> {
    let lines = family.small.iter();
    lines.map(|rules| rules.parse().expect("small games are written well"))
}

fn check_family(family: &Family) {
    let mut all = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for line in small_games(family) {
        let game = read(family, &line).expect("a small game can be played");
        let usual = check(&game.rules_line(), &*game);
        for parameter in game.parameters() {
            all.insert(parameter.name);
            for example in parameter.examples {
                if let Some(other) = read(family, &with(&line, parameter.name, example))
                    && *example != parameter.value
                    && check(&other.rules_line(), &*other).differs(&usual)
                {
                    seen.insert(parameter.name);
                }
            }
        }
        let has_solver = !usual.values.is_empty();
        seen.extend(all.iter().filter(|_| !has_solver));
    }
    let unseen: Vec<_> = all.difference(&seen).collect();
    assert!(
        unseen.is_empty(),
        "{}: no example changes anything of {unseen:?} on any small game",
        family.name
    );
}

macro_rules! families {
    ($($test:ident: $name:literal,)*) => {
        $(#[test]
        fn $test() {
            let family = FAMILIES.iter().find(|family| family.name == $name);
            check_family(family.expect("a family of the registry"));
        })*

        /// Tests run side by side, so each family has one of its own; this one finds families that have none.
        #[test]
        fn every_family_is_checked() {
            for family in FAMILIES {
                if ![$($name),*].contains(&family.name) {
                    check_family(family);
                }
            }
        }
    };
}

families! {
    push_your_luck: "push-your-luck",
    yatzy_family: "yatzy",
    tridice_family: "tridice",
}

/// Rules that change what other rules do.
#[test]
fn rules_that_meet() {
    for line in [
        "farkle-minimal(fives=0,target=300,opening=200,opens=game,busts=1:-100)",
        "farkle(fives=0,target=250,opening=150,opens=game,busts=2:-50)",
        "kingdom-come(fives=0,short_straight=50/100,target=300,end=final-round)",
    ] {
        let game = hotdice_games::find(line).expect("rules that go together");
        check(line, &*game);
    }
}

/// Every example together with every example of every other parameter.
#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn every_pair_of_parameters() {
    for family in FAMILIES {
        for line in small_games(family) {
            let game = read(family, &line).expect("a small game can be played");
            let parameters = game.parameters();
            for (place, first) in parameters.iter().enumerate() {
                for second in &parameters[..place] {
                    for (one, other) in first
                        .examples
                        .iter()
                        .flat_map(|one| second.examples.iter().map(move |other| (one, other)))
                    {
                        let line = with(&with(&line, first.name, one), second.name, other);
                        if let Some(game) = read(family, &line) {
                            check(&game.rules_line(), &*game);
                        }
                    }
                }
            }
        }
    }
}
