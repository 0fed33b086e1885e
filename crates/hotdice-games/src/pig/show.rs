//! The picture of pig, its story and its rules in words.

use hotdice_core::{
    Choice, Combination, Dice, EventOf, Face, Line, Notation, Open, ParameterValue, Part, Scene,
    Score, ScoreRefused, Seat, Section, Show, Split, Target, Tone, Track, TypedEvent, counted,
    list_rules, with_commas,
};

use super::{Action, PARAMETERS, Pig, State};

impl Show for Pig {
    fn scene(&self, Open(state): &Open<State>) -> Scene {
        let tracks = Seat::all(state.seats()).map(|seat| {
            Part::Track(Track {
                seat,
                name: "points".into(),
                value: state.score(seat) as i32,
                target: Some(self.target as i32),
                pending: false,
            })
        });
        let total = Part::Line(format!("This turn: {}", with_commas(state.total)).into());
        Scene {
            turn: Some(state.seat),
            parts: tracks.chain([total]).collect(),
            choices: Vec::new(),
        }
    }

    fn menu(&self, _view: &Open<State>) -> Vec<Action> {
        vec![Action::Roll, Action::Hold]
    }

    fn choice(&self, Open(state): &Open<State>, action: &Action) -> Choice {
        let banked = state.score(state.seat) + state.total;
        let (label, hint, points) = match action {
            Action::Roll => (
                "Roll again",
                "a 1 loses this turn's points".to_owned(),
                None,
            ),
            Action::Hold => {
                let hint = if banked >= self.target {
                    "wins the game".to_owned()
                } else {
                    format!("total: {}", with_commas(banked))
                };
                ("Hold", hint, Some(state.total as i32))
            }
        };
        Choice {
            label: label.to_owned(),
            notation: self.write_action(action),
            hint,
            target: Target::Nothing,
            points,
            then: Vec::new(),
        }
    }

    fn roller(&self, state: &State) -> Option<Seat> {
        Some(state.seat)
    }

    fn dice_of(&self, roll: &Face) -> Dice {
        Dice::of(*roll, 1)
    }

    fn story(&self, before: &State, event: &EventOf<Self>, after: &State) -> Vec<Line> {
        let seat = before.seat;
        let told = match event {
            TypedEvent::Rolled(face) => {
                let rolled = Line::of(seat, " rolled a ").then_dice(Dice::of(*face, 1));
                match (face, before.total) {
                    (Face::One, 0) => rolled.then(" and scores nothing.").toned(Tone::Bad),
                    (Face::One, lost) => rolled
                        .then(format!(" and loses {}.", counted(lost, "point", "points")))
                        .toned(Tone::Bad),
                    _ => rolled.then(format!(": {} this turn.", with_commas(after.total))),
                }
            }
            TypedEvent::Acted(Action::Roll) => Line::of(seat, " rolls again."),
            TypedEvent::Acted(Action::Hold) => {
                let (total, score) = (with_commas(before.total), with_commas(after.score(seat)));
                let text = format!(" holds {total} for a total of {score}.");
                Line::of(seat, text).toned(Tone::Good)
            }
        };
        vec![told]
    }

    fn explain(&self) -> Vec<Section> {
        let (target, seats) = (with_commas(self.target), self.seats.in_words());
        vec![
            Section::new(
                "A turn",
                vec![
                    "Roll the die. A 1 ends your turn and loses its points; anything else adds to them."
                        .to_owned(),
                    "Then roll again, or hold to add the points of this turn to your score and end the turn.".to_owned(),
                ],
            ),
            Section::new(
                "The end",
                vec![format!("The first to hold {target} points or more wins. Players: {seats}.")],
            ),
        ]
    }

    fn parameters(&self) -> Vec<ParameterValue> {
        list_rules(PARAMETERS, self)
    }

    fn score(&self, dice: Dice, name: Option<&str>) -> Result<Score, ScoreRefused> {
        if name.is_some() {
            return Err(ScoreRefused::NoBoxes);
        }
        let given = dice.len();
        match (given, dice.faces().next()) {
            (1, Some(Face::One)) => Ok(Score::Split(bust(dice))),
            (1, Some(face)) => Ok(Score::Split(single(face))),
            _ => Err(ScoreRefused::Count { given, needed: 1 }),
        }
    }
}

fn bust(dice: Dice) -> Split {
    Split {
        total: 0,
        parts: Vec::new(),
        unscored: dice,
        bust: true,
    }
}

fn single(face: Face) -> Split {
    let points = u32::from(face.pips());
    let part = Combination {
        name: "pips",
        dice: Dice::of(face, 1),
        points,
    };
    Split {
        total: points,
        parts: vec![part],
        unscored: Dice::NONE,
        bust: false,
    }
}
