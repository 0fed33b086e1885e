//! A decision that was made once, to be made again without any harm.

use std::sync::Arc;

use hotdice_core::{AnyGame, AnyPosition, Line, Name, Seat, Viewer};

use super::super::screen::{Cx, Screen};
use super::coach::Coach;
use super::sitting::{Coaching, Connection, Leaving, Moment, MomentKind, Sitting, Stage, Standing};
use crate::backstage::Trouble;
use crate::plain::worth_in_words;

/// A position in which somebody has to choose, as often as they like.
pub(crate) struct Retry {
    position: Box<dyn AnyPosition>,
    standing: Standing,
    coach: Coach,
    told: Vec<Line>,
    /// A choice whose worth is still being worked out.
    tried: Option<String>,
}

impl Retry {
    /// Returns the decision of a seat in a state.
    pub(crate) fn new(
        game: &Arc<dyn AnyGame>,
        names: &[Name],
        seat: Seat,
        state: &str,
        cx: &Cx,
    ) -> Result<Self, Trouble> {
        let position = game.read_state(state)?;
        let standing = Standing {
            rules: game.rules_line(),
            names: names.to_vec(),
            scene: position.scene(Viewer::Seat(seat)),
            stage: Stage::Yours(seat),
            people: Vec::new(),
            watching: 0,
            connection: Connection::Local,
            deadline: None,
        };
        let seats = names.len() as u8;
        let coach = Coach::hire(game.clone(), seats, cx.backstage.library(), &cx.bell);
        let told = vec![Line::from(
            "What would you do here? Nothing is changed by trying.",
        )];
        Ok(Self {
            position,
            standing,
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
            let worth = worth_in_words(aim, value.value);
            let text = match best.value - value.value > 5e-5 {
                false => format!("{tried} is worth {worth}: there is nothing better."),
                true => format!(
                    "{tried} is worth {worth}; {} {}.",
                    best.action,
                    worth_in_words(aim, best.value)
                ),
            };
            self.told.push(Line::from(text));
        }
        self.tried = None;
    }
}

impl Sitting for Retry {
    fn next(&mut self, _cx: &mut Cx) -> Option<Moment> {
        self.judge();
        let story = std::mem::take(&mut self.told);
        let kind = MomentKind::Other;
        (!story.is_empty()).then_some(Moment {
            story,
            kind,
            own: true,
        })
    }

    fn standing(&self) -> &Standing {
        &self.standing
    }

    fn act(&mut self, notation: &str, _cx: &mut Cx) -> Result<(), Trouble> {
        self.position.read_action(notation)?;
        let mut choices = self.standing.scene.choices.iter();
        let known = choices.any(|choice| choice.notation == notation);
        self.tried = known.then(|| notation.to_owned());
        Ok(())
    }

    fn undo(&mut self, _cx: &mut Cx) -> Result<(), Trouble> {
        Err("nothing was done".into())
    }

    fn may_draw(&self) -> bool {
        false
    }

    fn offer_draw(&mut self, _cx: &mut Cx) -> Result<(), Trouble> {
        Err("nobody plays here".into())
    }

    fn may_coach(&self) -> bool {
        false
    }

    fn coach(&mut self, _cx: &mut Cx) -> Coaching {
        self.coach.about(0, &*self.position)
    }

    fn course(&self) -> &[f64] {
        &[]
    }

    fn record(&mut self, _cx: &mut Cx) -> Option<Result<String, Trouble>> {
        None
    }

    fn rematch(&mut self, _cx: &mut Cx) -> Option<Result<Box<dyn Screen>, Trouble>> {
        None
    }

    fn is_watching(&self) -> bool {
        true
    }

    fn leave(&mut self, _how: Leaving, _cx: &mut Cx) {}
}
