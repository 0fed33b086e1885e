//! What a roll is worth to somebody at once, by the rules alone.

use hotdice_core::{AnyPosition, CheckedRoll, Seat, Turn};

/// How good a roll is for somebody. One that can still be chosen from is better than a bust, and one that offers more
/// points is better than one that offers fewer; it is the other way round for everybody who did not roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RollWorth {
    standing: Prospect,
    /// Whether whoever rolled decides what comes next; the other way round for the others.
    decides: i8,
    /// The points that the roll and the best choice after it score; the other way round for the others.
    points: i64,
}

/// How the game stands after a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    Lost,
    Open,
    Won,
}

impl RollWorth {
    /// Judges a roll for a seat. Nothing where the rules alone cannot: nobody rolls, or more dice fall before anybody chooses.
    pub(crate) fn of(before: &dyn AnyPosition, roll: &CheckedRoll, seat: Seat) -> Option<Self> {
        let mut after = before.boxed_clone();
        let event = after.settle(roll).ok()?;
        let roller = event.seat?;
        let sides_with = if roller == seat { 1 } else { -1 };
        let few_are_good = if after.is_fewest_best() { -1 } else { 1 };
        let picture = after.picture();
        let (standing, decides) = match after.turn() {
            Turn::Over(standing) if standing.winners.contains(seat) => (Prospect::Won, false),
            Turn::Over(_) => (Prospect::Lost, false),
            Turn::Roll if picture.turn == Some(roller) => return None,
            Turn::Roll => (Prospect::Open, false),
            Turn::Decide(decides) => (Prospect::Open, decides == roller),
        };
        let offered = picture.choices.iter().filter_map(|choice| choice.points);
        let offered = offered.max().filter(|_| decides).unwrap_or(0);
        Some(Self {
            standing,
            decides: sides_with * i8::from(decides),
            points: i64::from(sides_with)
                * few_are_good
                * (i64::from(event.points) + i64::from(offered)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(rules: &str, events: &[&str]) -> Box<dyn AnyPosition> {
        let mut position = hotdice_games::find(rules).unwrap().open(2).unwrap();
        for event in events {
            position.play(event).unwrap();
        }
        position
    }

    /// Compares two rolls: what is better for whoever rolls is worse for the other.
    #[track_caller]
    fn check(before: &dyn AnyPosition, worse: &str, better: &str) {
        for seat in Seat::all(2) {
            let worth = |roll| {
                let roll = before.read_roll(roll).unwrap();
                RollWorth::of(before, &roll, seat).unwrap()
            };
            let (worse, better) = (worth(worse), worth(better));
            let rolls = before.picture().turn == Some(seat);
            assert_eq!(worse < better, rolls, "{worse:?} {better:?}");
            assert_ne!(worse, better);
        }
    }

    #[test]
    fn a_bust_is_the_worst_and_points_are_good() {
        check(&*after("pig", &[]), "1", "2");
        check(&*after("pig", &["6", "roll"]), "2", "3");
        check(&*after("pig", &["6", "hold"]), "1", "6");
        let farkle = after("farkle", &[]);
        check(&*farkle, "2 2 3 3 4 6", "2 2 3 3 4 5");
        check(&*farkle, "2 2 3 3 4 5", "2 2 3 3 1 1");
        check(&*after("yatzy", &[]), "1 1 2 3 5", "6 6 6 6 6");
    }

    /// In Shut the Box points count against whoever has them, and a bust that wins is better than to play on.
    #[test]
    fn few_points_can_be_good() {
        let before = after("shut-the-box", &["3 4", "shut 1 2 4"]);
        check(&*before, "1 1", "6 6");
        let game = hotdice_games::find("shut-the-box").unwrap();
        let last = |totals| format!("open=3,5 totals={totals} turn=2 round=1 next=roll:2");
        check(&*game.read_state(&last("9,0")).unwrap(), "3 5", "6 6");
        check(&*game.read_state(&last("7,0")).unwrap(), "6 6", "3 5");
    }

    /// Who begins is nobody's roll, and what a card is worth only the dice after it tell.
    #[test]
    fn some_rolls_cannot_be_judged() {
        let rules = "cheese(deck=full,first=random)";
        let check = |events: &[&str], roll| {
            let before = after(rules, events);
            let roll = before.read_roll(roll).unwrap();
            assert_eq!(RollWorth::of(&*before, &roll, Seat::FIRST), None);
        };
        check(&[], "first 2");
        check(&["first 2"], "card bonus-300");
    }
}
