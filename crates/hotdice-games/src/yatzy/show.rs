//! The picture of a game, its story and its scores.

mod explain;
mod story;

use std::cmp::Reverse;

use hotdice_core::{
    BoxScore, Choice, Dice, EventOf, Game, Line, Mark, Notation, Open, ParameterValue, Part, Scene,
    Score, ScoreRefused, Seat, Section, Sheet, SheetCell, SheetRow, Show, Target, Tray, Turn,
    counted, list_rules,
};

use super::placing::{HUNDRED, Placing};
use super::rules::{PARAMETERS, UnusedRolls};
use super::state::{BoxIndex, Column, Phase, State};
use super::{Action, ScoreBox, Yatzy};

impl Show for Yatzy {
    fn scene(&self, Open(state): &Open<State>) -> Scene {
        let over = matches!(self.turn(state), Turn::Over(_));
        let sheet = Part::Sheet(self.sheet(state));
        let tray = tray(state).map(Part::Tray);
        let line = (!over).then(|| Part::Line(self.rolls_line(state)));
        Scene {
            turn: (!over).then_some(state.seat),
            parts: tray.into_iter().chain(line).chain([sheet]).collect(),
            choices: Vec::new(),
        }
    }

    fn menu(&self, Open(state): &Open<State>) -> Vec<Action> {
        let placing = self.offers(state);
        let pays = |place| placing.map_or(0, |placing| self.pays(&placing, place));
        let mut actions = Vec::new();
        self.for_each_action(state, |action| actions.push(action));
        actions.sort_by_key(|action| match action {
            Action::Place(place) => (0, Reverse(pays(*place))),
            Action::Hold(held) => (1, Reverse(u16::from(held.len()))),
        });
        actions
    }

    fn choice(&self, Open(state): &Open<State>, action: &Action) -> Choice {
        let (label, hint, target, points) = match action {
            Action::Place(place) => self.place_choice(state, *place),
            Action::Hold(held) => {
                let rolled = dice_count(self.rules().dice - held.len());
                let label = match *held {
                    Dice::NONE => format!("Roll all {rolled}"),
                    held => format!("Keep {held}, roll {rolled}"),
                };
                let hint = if state.left == 0 {
                    "uses a saved roll"
                } else {
                    ""
                };
                (label, hint.to_owned(), Target::Dice(*held), None)
            }
        };
        Choice {
            label,
            notation: self.write_action(action),
            hint,
            target,
            points,
            then: Vec::new(),
        }
    }

    fn roller(&self, state: &State) -> Option<Seat> {
        Some(state.seat)
    }

    fn dice_of(&self, roll: &Dice) -> Dice {
        *roll
    }

    fn story(&self, before: &State, event: &EventOf<Self>, after: &State) -> Vec<Line> {
        self.told(before, event, after)
    }

    fn explain(&self) -> Vec<Section> {
        self.explanation()
    }

    fn parameters(&self) -> Vec<ParameterValue> {
        list_rules(PARAMETERS, self.rules())
    }

    fn score(&self, dice: Dice, name: Option<&str>) -> Result<Score, ScoreRefused> {
        let (given, needed) = (dice.len(), self.rules().dice);
        if given != needed {
            return Err(ScoreRefused::Count { given, needed });
        }
        let score = |(place, score_box): (BoxIndex, &ScoreBox)| BoxScore {
            name: score_box.name.to_string(),
            points: u32::from(self.table().points(place, dice)),
        };
        match name {
            None => Ok(Score::Boxes(self.places().map(score).collect())),
            Some(name) => {
                let place = self.place_of(name).ok_or_else(|| self.unknown_box(name))?;
                Ok(Score::Box(score((place, &self.boxes()[place.index()]))))
            }
        }
    }
}

fn tray(state: &State) -> Option<Tray> {
    match state.phase {
        Phase::Choosing { dice } => Some(Tray::new("dice", dice, Dice::NONE, Mark::Loose)),
        Phase::Rolling { held: Dice::NONE } => None,
        Phase::Rolling { held } => Some(Tray::new("held", held, held, Mark::Held)),
    }
}

impl Yatzy {
    fn rolls_line(&self, state: &State) -> Line {
        let left = match state.left {
            0 => "No rolls left".to_owned(),
            left => format!("{} left", count(u16::from(left), "roll")),
        };
        match (self.rules().unused, state.own().saved) {
            (UnusedRolls::Lost, _) => left.into(),
            (UnusedRolls::Saved, saved) => format!("{left}, {saved} saved").into(),
        }
    }

    fn sheet(&self, state: &State) -> Sheet {
        let last_upper = self
            .places()
            .filter(|(_, score_box)| score_box.upper_face().is_some())
            .map(|(place, _)| place)
            .next_back();
        let mut rows = Vec::new();
        for (place, _) in self.places() {
            rows.push(self.box_row(state, place));
            if self.rules().bonus.is_some() && Some(place) == last_upper {
                rows.push(sum_row(state, "Upper sum", |one| {
                    u32::from(self.upper_sum(one))
                }));
                rows.push(sum_row(state, "Upper bonus", |one| {
                    u32::from(self.bonus(one))
                }));
            }
        }
        if self.rules().joker.is_some() {
            let hundreds = |one: &Column| u32::from(one.hundreds) * u32::from(HUNDRED);
            rows.push(sum_row(state, "Joker bonus", hundreds));
        }
        rows.push(sum_row(state, "Total", |one| self.total(one)));
        let columns = Seat::all(state.seats()).collect();
        Sheet { columns, rows }
    }

    fn box_row(&self, state: &State, place: BoxIndex) -> SheetRow {
        let offers = self.offers(state);
        let cell = |seat| match (state.column(seat).cell(place), offers) {
            (Some(points), _) => SheetCell::Filled(i32::from(points)),
            (None, Some(placing)) if seat == state.seat && placing.allowed.contains(place) => {
                SheetCell::Offered(i32::from(self.pays(&placing, place)))
            }
            (None, _) => SheetCell::Open,
        };
        let name = self.name(place).title();
        let cells = Seat::all(state.seats()).map(cell).collect();
        SheetRow { name, cells }
    }

    /// Returns where the dice on the table may go, if there are any.
    fn offers(&self, state: &State) -> Option<Placing> {
        match state.phase {
            Phase::Choosing { dice } => Some(self.placing(state.own(), dice)),
            Phase::Rolling { .. } => None,
        }
    }

    /// Describes a placement: its label and hint, its row and what the box pays, without bonus and hundreds.
    fn place_choice(
        &self,
        state: &State,
        place: BoxIndex,
    ) -> (String, String, Target, Option<i32>) {
        let name = self.name(place).title();
        let target = Target::Row(name.clone());
        let Some(placing) = self.offers(state) else {
            return (name, String::new(), target, None);
        };
        let pays = self.pays(&placing, place);
        let label = match pays {
            0 => format!("Scratch {name}"),
            _ => format!("Score {name}"),
        };
        let more = if placing.hundred { " plus 100" } else { "" };
        let hint = format!("{}{more}", count(pays, "point"));
        (label, hint, target, Some(i32::from(pays)))
    }

    fn unknown_box(&self, name: &str) -> ScoreRefused {
        let known: Vec<&str> = self.boxes().iter().map(|one| one.name.as_str()).collect();
        ScoreRefused::UnknownBox {
            name: name.to_owned(),
            nearest: self.nearest_box(name).to_owned(),
            known: known.join(", "),
        }
    }
}

fn sum_row(state: &State, name: &str, sum: impl Fn(&Column) -> u32) -> SheetRow {
    let cells = state
        .columns
        .iter()
        .map(|column| SheetCell::Sum(sum(column) as i32));
    SheetRow {
        name: name.to_owned(),
        cells: cells.collect(),
    }
}

/// Says how many there are of something: `1 roll`, `2 rolls`.
fn count(number: u16, what: &str) -> String {
    counted(number, what, &format!("{what}s"))
}

fn dice_count(number: u8) -> String {
    counted(number, "die", "dice")
}
