//! What rules make of a game: how often rolls bust, what a turn is worth, when to stop, who has the edge.

use std::time::Duration;

use hotdice_bots::{
    EmptyLibrary, Figure, Library, Limited, Limits, Scope, Timeout, Uncached, Unsolvable, figures,
    turn_outlook,
};
use hotdice_core::{AnyGame, capitalized};
use hotdice_solve::Watch;
use hotdice_wire::{Curve, ExploreAnswer, FigureAnswer};

/// The most memory that a question about rules which nobody plays may take: 512 MiB.
const MEMORY: u64 = 512 << 20;

/// A moment at which a question is given up.
pub struct Deadline {
    patience: Duration,
    until: Timeout,
    is_unwanted: Box<dyn Fn() -> bool + Send + Sync>,
}

impl Deadline {
    /// Gives up after a while.
    #[must_use]
    pub fn after(patience: Duration) -> Self {
        Self::unless(patience, || false)
    }

    /// Gives up after a while, or as soon as nobody wants the answer any more.
    #[must_use]
    pub fn unless(
        patience: Duration,
        is_unwanted: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            patience,
            until: Timeout::after(patience),
            is_unwanted: Box::new(is_unwanted),
        }
    }
}

impl Watch for Deadline {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        (self.is_unwanted)() || self.until.is_over()
    }
}

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
    if let Some(outlook) = turn_outlook(game) {
        let curve = |(dice, points)| Curve { dice, points };
        answer.busts = outlook.busts;
        answer.stops = outlook.stops;
        answer.rolling = (1..).zip(outlook.rolling).map(curve).collect();
        // One turn needs no solved game.
        add_figures(
            &mut answer,
            game,
            Scope::Turn,
            &EmptyLibrary,
            Duration::ZERO,
        );
    }
    answer
}

/// Returns the figures of the whole game. They are solved anew and not kept: nobody plays by these rules yet.
#[must_use]
pub fn whole(game: &dyn AnyGame, deadline: &Deadline) -> ExploreAnswer {
    let limits = Limits {
        memory: MEMORY,
        watch: Some(deadline),
        ..Limits::NONE
    };
    whole_by(game, &Limited::new(&Uncached, limits), deadline.patience)
}

/// Returns the figures of the whole game as a library has them, which gives up after some time.
#[must_use]
pub fn whole_by(game: &dyn AnyGame, library: &dyn Library, patience: Duration) -> ExploreAnswer {
    let mut answer = at_once(game);
    add_figures(&mut answer, game, Scope::Game, library, patience);
    answer
}

/// Puts figures into an answer, or why there are none.
fn add_figures(
    answer: &mut ExploreAnswer,
    game: &dyn AnyGame,
    scope: Scope,
    library: &dyn Library,
    patience: Duration,
) {
    match figures(game, scope, library) {
        Ok(figures) => answer.figures = figures.iter().map(figure).collect(),
        Err(Unsolvable::Stopped(_)) => {
            let seconds = patience.as_secs();
            answer.unsolved = Some(format!(
                "Not solved within {seconds} seconds. hotdice solve takes the time it needs."
            ));
        }
        Err(Unsolvable::TooLarge(_)) => {
            answer.unsolved = Some("This game is too big to solve here.".to_owned());
        }
        Err(Unsolvable::Seats { solved, .. }) => {
            answer.unsolved = Some(format!("This game is solved for {solved} only."));
        }
        Err(why) => answer.unsolved = Some(capitalized(&why.to_string())),
    }
}

fn figure(figure: &Figure) -> FigureAnswer {
    FigureAnswer {
        name: figure.name.to_owned(),
        value: figure.value,
        words: figure.words.to_owned(),
        unit: figure.unit.name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use hotdice_games::find;

    use super::*;

    #[track_caller]
    fn check(rules: &str, name: &str, expected: f64) {
        let game = find(rules).unwrap();
        let answer = whole(&*game, &Deadline::after(Duration::from_secs(600)));
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
        let answer = whole(&*find("pig").unwrap(), &Deadline::after(Duration::ZERO));
        assert!(answer.unsolved.unwrap().contains("Not solved within"));
    }
}
