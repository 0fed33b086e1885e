//! A decision that was made once, to be made again without any harm.

use std::sync::Arc;

use hotdice_bots::Library;
use hotdice_core::{AnyGame, AnyPosition, Line, Name, Seat, Viewer};
use hotdice_solve::oracle::ActionValue;

use super::coach::Coach;
use super::{
    Abilities, Coaching, Farewell, Leaving, PlayerAction, Session, SessionEvent, SessionEventKind,
    TablePhase, TableStatus, Update,
};
use crate::job::Bell;
use crate::plain::estimate_in_words;
use crate::services::UiError;

/// A position in which somebody has to choose, as often as they like.
pub(crate) struct RetrySession {
    position: Box<dyn AnyPosition>,
    status: TableStatus,
    coach: Coach,
    told: Vec<Line>,
    /// A choice whose worth is still being worked out.
    tried: Option<String>,
}

impl RetrySession {
    /// Returns the decision of a seat in a state.
    pub(crate) fn new(
        game: &Arc<dyn AnyGame>,
        names: &[Name],
        seat: Seat,
        state: &str,
        library: Arc<dyn Library>,
        bell: &Bell,
    ) -> Result<Self, UiError> {
        let position = game.read_state(state)?;
        let scene = position.scene(Viewer::Seat(seat));
        let phase = TablePhase::Yours(seat);
        let status = TableStatus::local(game.rules_line(), names.to_vec(), scene, phase);
        let seats = names.len() as u8;
        let coach = Coach::new(game.clone(), seats, library, bell);
        let told = vec![Line::from(
            "What would you do here? Nothing is changed by trying.",
        )];
        Ok(Self {
            position,
            status,
            coach,
            told,
            tried: None,
        })
    }

    /// Says what the choice that was tried is worth, as soon as that is known.
    fn judge(&mut self) {
        let (Some(tried), Coaching::Ready { aim, values, .. }) =
            (&self.tried, self.coach.about(0, &*self.position))
        else {
            return;
        };
        let value = values.iter().find(|value| value.action == *tried);
        if let (Some(value), Some(best)) = (value, values.first()) {
            let words = |of: &ActionValue| estimate_in_words(aim, of.value, of.margin);
            let worth = words(value);
            let error = best.margin.hypot(value.margin);
            let text = if best.value - value.value > error.max(5e-5) {
                format!("{tried} is worth {worth}; {} {}.", best.action, words(best))
            } else {
                format!("{tried} is worth {worth}: there is nothing better.")
            };
            self.told.push(Line::from(text));
        }
        self.tried = None;
    }
}

impl Session for RetrySession {
    fn next(&mut self) -> Option<Update> {
        self.judge();
        let story = std::mem::take(&mut self.told);
        let (kind, own) = (SessionEventKind::Other, true);
        (!story.is_empty()).then_some(Update::Event(SessionEvent { story, kind, own }))
    }

    fn status(&self) -> &TableStatus {
        &self.status
    }

    fn abilities(&self) -> Abilities {
        Abilities::default()
    }

    fn act(&mut self, action: &PlayerAction) -> Result<(), UiError> {
        self.position.read_action(&action.notation)?;
        let mut choices = self.status.scene.choices.iter();
        let known = choices.any(|choice| choice.notation == action.notation);
        self.tried = known.then(|| action.notation.clone());
        Ok(())
    }

    fn undo(&mut self) -> Result<(), UiError> {
        Err("nothing was done".into())
    }

    fn offer_draw(&mut self) -> Result<(), UiError> {
        Err("nobody plays here".into())
    }

    fn coach(&mut self) -> Coaching {
        self.coach.about(0, &*self.position)
    }

    fn leave(&mut self, _how: Leaving) -> Result<Farewell, UiError> {
        Ok(Farewell::Nothing)
    }
}
