//! A decision that was made once, to be made again without any harm.

use std::sync::Arc;

use hotdice_bots::{Library, oracle};
use hotdice_core::{AnyGame, Name, Scene, Seat};
use hotdice_solve::generic::Aim;
use hotdice_solve::ledger::Decision;
use hotdice_solve::oracle::ActionValue;

use crate::plain::draw;
use crate::plain::ledger::reasons;
use crate::playthrough::{label, loss_in_words};

/// A decision with all that it takes to try it again.
#[derive(Clone)]
pub struct Puzzle {
    /// Its name, for whoever keeps count.
    pub key: String,
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// Who played.
    pub names: Vec<Name>,
    /// When it was, with score and dice.
    pub setting: String,
    /// The table, with the choices.
    pub scene: Scene,
    /// What was decided.
    pub decision: Decision,
    /// What values count.
    pub aim: Aim,
    /// The seat of whoever tries.
    pub you: Option<Seat>,
}

impl Puzzle {
    /// Asks what to do.
    #[must_use]
    pub fn question(&self) -> String {
        let who = match self.you {
            Some(you) if you == self.decision.seat => "you".to_owned(),
            _ => draw::name(&self.names, self.decision.seat),
        };
        format!("{}. What should {who} do?", self.setting)
    }

    /// Works out what every choice is worth, best first.
    ///
    /// # Errors
    /// When the game is not solved, in words.
    pub fn values(&self, library: &dyn Library) -> Result<Vec<ActionValue>, String> {
        let position = self.game.read_state(&self.decision.state);
        let position = position.map_err(|error| error.to_string())?;
        let oracle = oracle(&*self.game, self.names.len() as u8, library);
        let oracle = oracle.map_err(|error| error.to_string())?;
        Ok(oracle.action_values(&*position))
    }

    /// Returns what a choice gives away: 0 if nothing is better.
    #[must_use]
    pub fn loss(&self, values: &[ActionValue], tried: &str) -> Option<f64> {
        let best = values.first()?;
        let tried = values.iter().find(|value| value.action == tried)?;
        let decision = Decision {
            chosen_value: tried.value,
            best_value: best.value,
            margin: best.margin.hypot(tried.margin),
            ..self.decision.clone()
        };
        Some(if decision.is_mistake(self.aim) {
            decision.loss()
        } else {
            0.0
        })
    }

    /// Says how good a choice is.
    #[must_use]
    pub fn verdict(&self, values: &[ActionValue], tried: &str) -> String {
        let words = label(&self.scene, tried);
        match self.loss(values, tried) {
            None => format!("{words} is not valued."),
            Some(0.0) => format!("{words}: nothing is better."),
            Some(loss) => {
                let best = values.first().map_or("", |best| &best.action);
                let (loss, best) = (loss_in_words(self.aim, loss), label(&self.scene, best));
                format!("{words} costs {loss}. {best} is best.")
            }
        }
    }

    /// Says what was chosen in the game, what that cost, and why.
    #[must_use]
    pub fn played(&self) -> Vec<String> {
        let chosen = label(&self.scene, &self.decision.chosen);
        let cost = if self.decision.is_mistake(self.aim) {
            format!(
                ", which cost {}",
                loss_in_words(self.aim, self.decision.loss())
            )
        } else {
            ", and nothing was better".to_owned()
        };
        let mut lines = vec![format!("In the game: {chosen}{cost}.")];
        lines.extend(reasons(&*self.game, &self.decision));
        lines
    }
}
