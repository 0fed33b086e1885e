//! `keep`, `swap`, `4`, and states as `dice=46 said=1 swapped=no`.

use hotdice_core::{Face, Fields, Notation, Unreadable, write_rules};

use super::{Action, Fault, PARAMETERS, State, Toy};

impl Notation for Toy {
    fn rules_line(&self) -> String {
        match self.fault {
            Fault::OtherRules => "toy(tie=first) ".to_owned(),
            _ => write_rules("toy", &Self::default(), PARAMETERS, self).to_string(),
        }
    }

    fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Keep => "keep".to_owned(),
            Action::Swap => "swap".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let word = match self.fault {
            Fault::StrictSpaces => text,
            _ => text.trim(),
        };
        match word {
            "swap" => Ok(Action::Swap),
            "keep" => Ok(Action::Keep),
            _ => Err(Unreadable::new(text, "use keep or swap")),
        }
    }

    fn write_roll(&self, roll: &Face) -> String {
        match (roll, self.fault) {
            (Face::One, Fault::OtherSpelling) => "6".to_owned(),
            (Face::Six, Fault::OtherSpelling) => "1".to_owned(),
            (roll, _) => roll.to_string(),
        }
    }

    fn read_roll(&self, text: &str) -> Result<Face, Unreadable> {
        let pips = text.trim().parse().ok();
        pips.and_then(Face::new)
            .ok_or_else(|| Unreadable::new(text, "use one die, 1 to 6"))
    }

    fn write_state(&self, state: &State) -> String {
        let dice: String = state.dice.iter().map(Face::to_string).collect();
        let swapped = match (state.swapped, self.fault) {
            (_, Fault::UnreadableState) => "perhaps",
            (true, fault) if fault != Fault::ForgetfulState => "yes",
            _ => "no",
        };
        format!("dice={dice} said={} swapped={swapped}", state.said)
    }

    fn read_state(&self, text: &str) -> Result<State, Unreadable> {
        let mut fields = Fields::new(text)?;
        let dice: Vec<Face> =
            fields.take("dice", |dice| dice.chars().map(Face::from_digit).collect())?;
        let said = fields.take("said", |said| said.parse().ok().filter(|said| *said <= 2))?;
        let swapped = fields.take("swapped", |word| match word {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?;
        if dice.len() > 2 || dice.len() < 2 && said > 0 {
            return Err(fields.refuse("no game comes to this"));
        }
        fields.finish()?;
        Ok(State {
            dice,
            said,
            swapped,
        })
    }
}
