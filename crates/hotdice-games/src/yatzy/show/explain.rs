//! The rules in plain words, made from the parameters and from the boxes.

use hotdice_core::Section;

use super::{count, dice_count};
use crate::yatzy::Yatzy;
use crate::yatzy::pattern::{FaceSet, Least, Pattern};
use crate::yatzy::placing::HUNDRED;
use crate::yatzy::rules::{Bonus, Joker, UnusedRolls};
use crate::yatzy::score_box::{Pay, ScoreBox};

impl Yatzy {
    pub(super) fn explanation(&self) -> Vec<Section> {
        let boxes = self.boxes().iter().map(in_words).collect();
        let bonus = self.rules().bonus.map(upper_bonus);
        let jokers = self.rules().joker.map(|joker| self.jokers(joker));
        let mut sections = vec![
            Section::new("A turn", self.a_turn()),
            Section::new("The boxes", boxes),
        ];
        sections.extend(bonus);
        sections.extend(jokers);
        sections.push(Section::new("The end", self.the_end()));
        sections
    }

    fn a_turn(&self) -> Vec<String> {
        let (dice, rolls) = (self.rules().dice, self.rules().rolls);
        let mut lines = vec![format!("Roll {}.", dice_count(dice))];
        if rolls > 1 {
            let rolls = count(u16::from(rolls), "roll");
            lines.push(format!(
                "Then keep any dice you like and roll the rest again. You get up to {rolls} in a turn, including the first."
            ));
        }
        lines.push(
            "Then score the dice in an open box. If they don't fit, the box is scratched and scores 0."
                .to_owned(),
        );
        if self.rules().unused == UnusedRolls::Saved {
            lines.push(
                "Rolls you don't use are saved. Once you have used the rolls of a turn, you can use saved ones."
                    .to_owned(),
            );
        }
        lines
    }

    fn jokers(&self, joker: Joker) -> Section {
        let name = self
            .equal_box()
            .map_or_else(String::new, |place| self.name(place).title());
        let goes = match joker {
            Joker::Forced => {
                "It must go in the upper box of its number if that is open, otherwise in an open lower box, otherwise in any open box."
            }
            Joker::Free => "It can go in any open box.",
            Joker::Original => {
                "It goes in an open lower box, or in an upper box if no lower box is open."
            }
        };
        let fits = match joker {
            Joker::Forced | Joker::Free => {
                "Once the upper box of its number is filled, it is a joker: lower boxes with a fixed score pay in full."
            }
            Joker::Original => "It is a joker: lower boxes with a fixed score pay in full.",
        };
        let hundred = format!("It earns a bonus of {HUNDRED} points, unless {name} was scratched.");
        let further = format!("If all dice are equal again when {name} is filled:");
        Section::new(
            "Jokers",
            vec![further, goes.to_owned(), fits.to_owned(), hundred],
        )
    }

    fn the_end(&self) -> Vec<String> {
        let seats = self.rules().seats.in_words();
        vec![format!(
            "The game ends when everyone has filled every box. The highest total wins; a tie is a shared win. Players: {seats}."
        )]
    }
}

fn upper_bonus(bonus: Bonus) -> Section {
    let Bonus { points, at } = bonus;
    let line = format!(
        "Boxes for a single number are upper boxes. Score {at} or more in them for a bonus of {points} points."
    );
    Section::new("The upper bonus", vec![line])
}

fn in_words(score_box: &ScoreBox) -> String {
    let (name, pattern) = (score_box.name.title(), &score_box.pattern);
    match (score_box.upper_face(), score_box.pay) {
        (Some(face), _) => format!("{name}: the sum of all {face}s"),
        (None, Pay::Flat(points)) => {
            let points = count(points, "point");
            format!("{name}: {} for {points}", asks(pattern))
        }
        (None, Pay::Sum) => format!("{name}: {} for the sum of all dice", asks(pattern)),
        (None, Pay::Dice) => format!("{name}: {} for the sum of those dice", asks(pattern)),
    }
}

fn asks(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Any => "any dice".to_owned(),
        Pattern::Among(Least::All, faces) => format!("only {}", list(*faces, "or")),
        Pattern::Among(Least::Count(least), faces) => {
            let dice = dice_count(*least);
            format!("at least {dice} showing {}", list(*faces, "or"))
        }
        Pattern::Sets(sizes) => sets(sizes.as_slice()),
        Pattern::Faces(faces) => list(*faces, "and"),
        Pattern::Run(length) => format!("{length} in a row"),
    }
}

/// Says which sets are asked for: `three of a kind and a different pair`.
fn sets(sizes: &[u8]) -> String {
    const FIRST: [&str; 6] = [
        "any die",
        "a pair",
        "three of a kind",
        "four of a kind",
        "five of a kind",
        "six of a kind",
    ];
    const OTHER: [&str; 3] = ["another die", "a different pair", "another three of a kind"];
    let first = sizes.iter().take(1).zip([&FIRST[..]]);
    let others = sizes.iter().skip(1).zip(std::iter::repeat(&OTHER[..]));
    let sets = first.chain(others);
    let sets = sets.filter_map(|(&size, names)| names.get(usize::from(size).checked_sub(1)?));
    join(sets.map(|name| (*name).to_owned()).collect(), "and")
}

fn list(faces: FaceSet, last: &str) -> String {
    join(faces.faces().map(|face| face.to_string()).collect(), last)
}

fn join(mut names: Vec<String>, last: &str) -> String {
    match (names.pop(), names.is_empty()) {
        (Some(end), false) => format!("{} {last} {end}", names.join(", ")),
        (end, _) => end.unwrap_or_default(),
    }
}
