//! `hold 4 4`, `place full-house`, `1 3 6`, and states as `sheets=3,-,8/-,-,5 turn=2 left=1 dice=11345`.

mod state;

use hotdice_core::{Dice, DiceError, Notation, Unreadable, nearest, write_rules};

use super::rules::PARAMETERS;
use super::state::State;
use super::{Action, BoxIndex, Yatzy};

impl Notation for Yatzy {
    fn rules_line(&self) -> String {
        let base = self.rules().base;
        write_rules(base.name(), &base.rules(), PARAMETERS, self.rules()).to_string()
    }

    fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Hold(dice) => format!("hold {dice}"),
            Action::Place(place) => format!("place {}", self.name(*place)),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        match text.trim().split_once(char::is_whitespace) {
            Some(("hold", dice)) => {
                let dice = dice.trim().parse::<Dice>();
                let dice = dice.map_err(|error| Unreadable::new(text, error.to_string()))?;
                Ok(Action::Hold(dice))
            }
            Some(("place", name)) => self.read_box(name.trim()).map(Action::Place),
            _ => Err(Unreadable::new(
                text,
                "use hold with the dice to keep, as hold 4 4 or hold none, or place with a box, as place chance",
            )),
        }
    }

    fn write_roll(&self, roll: &Dice) -> String {
        roll.to_string()
    }

    fn read_roll(&self, text: &str) -> Result<Dice, Unreadable> {
        let roll: Dice = text
            .parse()
            .map_err(|error: DiceError| Unreadable::new(text, error.to_string()))?;
        let most = self.rules().dice;
        if (1..=most).contains(&roll.len()) {
            Ok(roll)
        } else {
            Err(Unreadable::new(
                text,
                format!("a roll has 1 to {most} dice"),
            ))
        }
    }

    fn write_state(&self, state: &State) -> String {
        self.state_text(state)
    }

    fn read_state(&self, text: &str) -> Result<State, Unreadable> {
        self.state_from(text)
    }
}

impl Yatzy {
    fn read_box(&self, name: &str) -> Result<BoxIndex, Unreadable> {
        self.place_of(name).ok_or_else(|| {
            let nearest = self.nearest_box(name);
            Unreadable::new(
                name,
                format!("there is no such box: did you mean {nearest}?"),
            )
        })
    }

    /// Returns the place of the box with this name, also as people write it: `Two pairs`, and `Yahtzee` or `Yatzy` for either.
    #[must_use]
    pub fn place_of(&self, name: &str) -> Option<BoxIndex> {
        let words = name.split(|letter: char| letter.is_whitespace() || letter == '_');
        let words: Vec<String> = words.map(str::to_lowercase).collect();
        let name = words.join("-");
        let also = match name.as_str() {
            "yahtzee" => "yatzy",
            "yatzy" => "yahtzee",
            name => name,
        };
        let called = |wanted: &str| {
            let mut places = self.places();
            places.find(|(_, score_box)| score_box.name.as_str() == wanted)
        };
        let (place, _) = called(&name).or_else(|| called(also))?;
        Some(place)
    }

    pub(super) fn nearest_box(&self, name: &str) -> &str {
        let names = self.boxes().iter().map(|score_box| score_box.name.as_str());
        nearest(name, names).unwrap_or_default()
    }
}
