//! `roll`, `hold`, `4`, and states as `scores=12,30 turn=2 total=14 next=choose`.

use hotdice_core::{Face, Fields, Notation, Unreadable, with_commas, write_rules};

use super::{Action, PARAMETERS, Phase, Pig, State};

/// Of how many sixes beyond the target points are read: nobody rolls so often without a 1, which would come up once in 10³⁹
/// turns.
const MOST_ROLLS: u32 = 500;

fn read_points(list: &str) -> Option<Vec<u32>> {
    list.split(',')
        .map(|points| points.parse().ok())
        .collect::<Option<Vec<u32>>>()
        .filter(|scores| scores.len() <= usize::from(u8::MAX))
}

impl Notation for Pig {
    fn rules_line(&self) -> String {
        write_rules("pig", &Self::USUAL, PARAMETERS, self).to_string()
    }

    fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Roll => "roll".to_owned(),
            Action::Hold => "hold".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        match text.trim() {
            "roll" => Ok(Action::Roll),
            "hold" => Ok(Action::Hold),
            _ => Err(Unreadable::new(text, "use roll or hold")),
        }
    }

    fn write_roll(&self, roll: &Face) -> String {
        roll.to_string()
    }

    fn read_roll(&self, text: &str) -> Result<Face, Unreadable> {
        let pips = text.trim().parse().ok();
        pips.and_then(Face::new)
            .ok_or_else(|| Unreadable::new(text, "use one die, 1 to 6"))
    }

    fn write_state(&self, state: &State) -> String {
        let scores: Vec<String> = state.scores.iter().map(u32::to_string).collect();
        let scores = scores.join(",");
        let (seat, total, phase) = (state.seat, state.total, state.phase.word());
        format!("scores={scores} turn={seat} total={total} next={phase}")
    }

    fn read_state(&self, text: &str) -> Result<State, Unreadable> {
        let mut fields = Fields::new(text)?;
        let state = State {
            scores: fields.take("scores", read_points)?,
            seat: fields.take("turn", |seat| seat.parse().ok())?,
            total: fields.take("total", |total| total.parse().ok())?,
            phase: fields.take("next", Phase::read)?,
        };
        let most = self.target + 6 * MOST_ROLLS;
        if state
            .scores
            .iter()
            .chain([&state.total])
            .any(|points| *points > most)
        {
            let most = with_commas(most);
            let reason = format!("no turn and no score gets beyond {most} points in this game");
            return Err(fields.refuse(reason));
        }
        match self.flaw(&state) {
            Some(flaw) => Err(fields.refuse(flaw)),
            None => fields.finish().map(|()| state),
        }
    }
}

impl Pig {
    /// Says why no game of these rules comes to this state.
    fn flaw(&self, state: &State) -> Option<&'static str> {
        let winners = state.scores.iter().filter(|&&score| score >= self.target);
        let first_roll = state.phase == Phase::Rolling && state.total == 0;
        if !(self.seats.contains(state.seats())) {
            Some("these rules do not allow that many seats")
        } else if state.seat.index() >= state.scores.len() {
            Some("there is no such seat")
        } else if winners.clone().count() > 1 || winners.count() == 1 && !first_roll {
            Some("the game ends as soon as one seat reaches the target")
        } else if state.total < 2 && !first_roll {
            Some("a turn goes on only with points in it")
        } else {
            None
        }
    }
}

impl Phase {
    fn word(self) -> &'static str {
        match self {
            Self::Rolling => "roll",
            Self::Choosing => "choose",
        }
    }

    fn read(word: &str) -> Option<Self> {
        [Self::Rolling, Self::Choosing]
            .into_iter()
            .find(|phase| phase.word() == word)
    }
}
