//! The picture of the toy.

use hotdice_core::{
    Choice, Dice, EventOf, Face, Line, Notation, ParameterValue, Part, Scene, Score, ScoreRefused,
    Seat, Section, Show, Target, list_rules,
};

use super::{Action, Fault, PARAMETERS, State, Toy, View};

impl Show for Toy {
    fn scene(&self, view: &View) -> Scene {
        let shown = |die: &Option<Face>| die.map_or("?".to_owned(), |face| face.to_string());
        let dice: String = view.dice.iter().map(shown).collect();
        let second = match self.fault {
            Fault::WrongTurnShown => view.said == 0,
            _ => view.said == 1,
        };
        let seat = if second {
            Seat::FIRST.next(2)
        } else {
            Seat::FIRST
        };
        Scene {
            turn: Some(seat),
            parts: vec![Part::Line(dice.into())],
            choices: Vec::new(),
        }
    }

    fn menu(&self, view: &View) -> Vec<Action> {
        let swap = match self.fault {
            Fault::HiddenChoice => false,
            Fault::InventedChoice => true,
            _ => !view.swapped,
        };
        let mut menu = vec![Action::Keep];
        menu.extend(swap.then_some(Action::Swap));
        menu
    }

    fn choice(&self, _view: &View, action: &Action) -> Choice {
        let notation = self.write_action(action);
        let (label, target) = match self.fault {
            Fault::BlankLabel => (" ".to_owned(), Target::Nothing),
            Fault::MissingTarget => (notation.clone(), Target::Row("sixes".to_owned())),
            _ => (notation.clone(), Target::Nothing),
        };
        Choice {
            label,
            notation,
            hint: String::new(),
            target,
            points: None,
            then: Vec::new(),
        }
    }

    fn roller(&self, state: &State) -> Option<Seat> {
        Seat::new(state.dice.len() as u8)
    }

    fn dice_of(&self, roll: &Face) -> Dice {
        Dice::of(*roll, 1)
    }

    fn story(&self, _before: &State, _event: &EventOf<Self>, _after: &State) -> Vec<Line> {
        vec!["Something happens.".into()]
    }

    fn explain(&self) -> Vec<Section> {
        let lines = match self.fault {
            Fault::NoWords => Vec::new(),
            _ => vec!["Keep your die or swap it; the higher die wins.".to_owned()],
        };
        vec![Section::new("The game", lines)]
    }

    fn parameters(&self) -> Vec<ParameterValue> {
        list_rules(PARAMETERS, self)
    }

    fn score(&self, _dice: Dice, _name: Option<&str>) -> Result<Score, ScoreRefused> {
        Err(ScoreRefused::NoBoxes)
    }
}
