//! What rules make of a game: how often rolls bust, what a turn is worth, when to stop, who has the edge.

mod passing;

use std::ops::RangeInclusive;
use std::time::Duration;

use hotdice_bots::{Figure, Scope, Unit, Unsolvable, figures};
use hotdice_core::AnyGame;
use hotdice_games::push_luck::PushLuck;
use hotdice_solve::Watch;
use hotdice_solve::push_luck::PointsPlan;
use hotdice_wire::{Curve, ExploreAnswer, FigureAnswer};

pub use self::passing::Passing;

/// The turn totals that are tried.
const TOTALS: RangeInclusive<u32> = 0..=20_000;

/// The turn totals that are plotted.
const PLOTTED: RangeInclusive<u32> = 0..=1_500;

/// Returns what can be known of a turn alone.
#[must_use]
pub fn at_once(game: &dyn AnyGame) -> ExploreAnswer {
    let mut answer = ExploreAnswer {
        rules: game.rules_line(),
        figures: Vec::new(),
        busts: Vec::new(),
        stops: Vec::new(),
        rolling: Vec::new(),
        unsolved: None,
    };
    if let Some(game) = game.as_any().downcast_ref::<PushLuck>() {
        let plan = PointsPlan::new(game);
        answer.busts = (1..=6).map(|dice| bust_chance(game, dice)).collect();
        answer.stops = (1..=6).map(|dice| stop(&plan, dice)).collect();
        answer.rolling = (1..=6).map(|dice| curve(&plan, dice)).collect();
        let passing = Passing::new(Duration::ZERO);
        tell(&mut answer, figures(game, Scope::Turn, &passing), &passing);
    }
    answer
}

/// Returns the figures of the whole game.
#[must_use]
pub fn whole(game: &dyn AnyGame, library: &Passing) -> ExploreAnswer {
    let mut answer = at_once(game);
    tell(&mut answer, figures(game, Scope::Game, library), library);
    answer
}

/// Puts figures into an answer, or why there are none.
fn tell(answer: &mut ExploreAnswer, found: Result<Vec<Figure>, Unsolvable>, library: &Passing) {
    match found {
        Ok(figures) => answer.figures = figures.iter().map(figure).collect(),
        Err(_) if library.is_stopped() => {
            let seconds = library.patience().as_secs();
            answer.unsolved = Some(format!(
                "not solved within {seconds} seconds: hotdice solve takes the time it needs"
            ));
        }
        Err(why) => answer.unsolved = Some(why.to_string()),
    }
}

fn figure(figure: &Figure) -> FigureAnswer {
    FigureAnswer {
        name: figure.name.to_owned(),
        value: figure.value,
        words: figure.words.to_owned(),
        unit: match figure.unit {
            Unit::Points | Unit::RoughPoints => "points",
            Unit::Chance | Unit::RoughChance => "chance",
        }
        .to_owned(),
    }
}

fn bust_chance(game: &PushLuck, dice: u8) -> f64 {
    let (busts, throws) = game.bust_odds(dice);
    busts as f64 / throws as f64
}

/// Returns the least total of a turn at which banking is as good as rolling.
fn stop(plan: &PointsPlan, dice: u8) -> Option<u32> {
    let rolls = |total: u32| plan.rolling(total, dice) > f64::from(total);
    TOTALS
        .step_by(50)
        .find(|total| *total > 0 && !rolls(*total))
}

fn curve(plan: &PointsPlan, dice: u8) -> Curve {
    let point = |total| (f64::from(total), plan.rolling(total, dice));
    let points = PLOTTED.step_by(50).map(point).collect();
    Curve { dice, points }
}

#[cfg(test)]
mod tests {
    use hotdice_games::find;

    use super::*;

    #[track_caller]
    fn check(rules: &str, name: &str, expected: f64) {
        let game = find(rules).unwrap();
        let answer = whole(&*game, &Passing::new(Duration::from_secs(600)));
        let figure = answer.figures.iter().find(|figure| figure.name == name);
        let value = figure.expect(name).value;
        assert!((value - expected).abs() < 1e-9, "{rules}: {value}");
    }

    #[test]
    fn figures_are_those_of_the_solved_games() {
        check("farkle-minimal", "turn_value", 446.571440344);
        check("farkle-minimal(target=1000)", "first_wins", 0.602389681682);
        check("pig(target=10)", "first_wins", 0.709424322598);
    }

    #[test]
    fn when_to_stop_is_known_at_once() {
        let answer = at_once(&*find("farkle-minimal").unwrap());
        let stops: Vec<u32> = answer.stops.iter().flatten().copied().collect();
        assert_eq!(stops, [250, 250, 400, 1000, 2900, 10050]);
        assert!((answer.busts[5] - 5.0 / 162.0).abs() < 1e-12);
    }

    #[test]
    fn rules_that_take_too_long_are_given_up() {
        let answer = whole(&*find("pig").unwrap(), &Passing::new(Duration::ZERO));
        assert!(answer.unsolved.unwrap().contains("not solved within"));
    }
}
