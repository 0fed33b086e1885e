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
                "Then hold what you like and roll the others again, up to {rolls} in all, the first one counted."
            ));
        }
        lines.push(
            "Then place the dice in one open box. It pays if they fit and scores 0 if they do not; either way it is filled."
                .to_owned(),
        );
        if self.rules().unused == UnusedRolls::Saved {
            lines.push(
                "Rolls that you do not use are saved. Once the rolls of a turn are used you may spend saved ones, one at a time."
                    .to_owned(),
            );
        }
        lines
    }

    fn jokers(&self, joker: Joker) -> Section {
        let name = self
            .equal_box()
            .map_or("", |place| self.name(place).as_str());
        let goes = match joker {
            Joker::Forced => {
                "It must go in the upper box of its face if that is open; otherwise in an open lower box; otherwise in any open box."
            }
            Joker::Free => "It may go in any open box.",
            Joker::Original => {
                "It goes in an open lower box; only when none is open, in an upper box."
            }
        };
        let fits = match joker {
            Joker::Forced | Joker::Free => {
                "Once the upper box of its face is filled, it is a joker: lower boxes that pay a fixed number of points pay it."
            }
            Joker::Original => {
                "It is a joker: lower boxes that pay a fixed number of points pay it."
            }
        };
        let hundred = format!(
            "It earns {HUNDRED} points on top if {name} has paid; after a 0 there it does not."
        );
        let further = format!("All dice equal again when {name} is filled:");
        Section::new(
            "Jokers",
            vec![further, goes.to_owned(), fits.to_owned(), hundred],
        )
    }

    fn the_end(&self) -> Vec<String> {
        let seats = self.rules().seats.in_words();
        vec![format!(
            "The game ends when every seat has filled every box. The highest total wins; equal totals share the win. Players: {seats}."
        )]
    }
}

fn upper_bonus(bonus: Bonus) -> Section {
    let Bonus { points, at } = bonus;
    let line = format!(
        "Boxes that pay the dice of one face are upper boxes. Together {at} or more there earn {points} points on top."
    );
    Section::new("The upper bonus", vec![line])
}

fn in_words(score_box: &ScoreBox) -> String {
    let ScoreBox { name, pattern, .. } = score_box;
    match (score_box.upper_face(), score_box.pay) {
        (Some(face), _) => format!("{name}: the sum of all dice that show {face}."),
        (None, Pay::Flat(points)) => {
            let points = count(points, "point");
            format!("{name}: {}, for {points}.", asks(pattern))
        }
        (None, Pay::Sum) => format!("{name}: {}, for the sum of all dice.", asks(pattern)),
        (None, Pay::Dice) => format!("{name}: {}, for the sum of those dice.", asks(pattern)),
    }
}

fn asks(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Any => "any dice".to_owned(),
        Pattern::Among(Least::All, faces) => format!("all dice show {}", list(*faces, "or")),
        Pattern::Among(Least::Count(least), faces) => {
            let dice = dice_count(*least);
            format!("at least {dice} that show {}", list(*faces, "or"))
        }
        Pattern::Sets(sizes) => sets(sizes.as_slice()),
        Pattern::Faces(faces) => format!("dice that show {}", list(*faces, "and")),
        Pattern::Run(length) => format!("{length} faces in a row"),
    }
}

/// Says which sets are asked for: `3 equal dice and 2 equal dice of another face`.
fn sets(sizes: &[u8]) -> String {
    const OF: [&str; 6] = [
        "",
        " of another face",
        " of a third face",
        " of a fourth face",
        " of a fifth face",
        " of a sixth face",
    ];
    let sets = sizes.iter().zip(OF);
    let sets = sets.map(|(&size, of)| equal(size) + of).collect();
    join(sets, "and")
}

fn equal(size: u8) -> String {
    match size {
        1 => "1 die".to_owned(),
        size => format!("{size} equal dice"),
    }
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
