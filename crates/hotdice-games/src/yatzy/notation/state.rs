//! States as one line of text.
//!
//! A state lists each seat's boxes from top to bottom, `-` for an open one. `dice=` are the dice on the table, or
//! `held=` those that stay while the others are rolled; `left=` counts the rolls after that. `hundreds=` and `saved=`,
//! a number for each seat, stand where the rules have jokers or saved rolls.

mod flaw;

use hotdice_core::{Dice, Fields, Seat, Unreadable};

use crate::yatzy::Yatzy;
use crate::yatzy::rules::UnusedRolls;
use crate::yatzy::state::{Column, Phase, State};

impl Yatzy {
    pub(super) fn state_text(&self, state: &State) -> String {
        let sheets = join(state, "/", |column| self.write_sheet(column));
        let mut text = format!("sheets={sheets}");
        if self.rules().joker.is_some() {
            text += &format!(
                " hundreds={}",
                join(state, ",", |one| one.hundreds.to_string())
            );
        }
        if self.rules().unused == UnusedRolls::Saved {
            text += &format!(" saved={}", join(state, ",", |one| one.saved.to_string()));
        }
        text += &format!(" turn={} left={}", state.seat, state.left);
        text + &match state.phase {
            Phase::Rolling { held } => format!(" held={}", held.digits()),
            Phase::Choosing { dice } => format!(" dice={}", dice.digits()),
        }
    }

    pub(super) fn state_from(&self, text: &str) -> Result<State, Unreadable> {
        let mut fields = Fields::new(text)?;
        let mut columns = fields.take("sheets", |sheets| self.read_sheets(sheets))?;
        let hundreds = fields.take_if_there("hundreds", read_counts)?;
        let saved = fields.take_if_there("saved", read_counts)?;
        deal_out(&mut columns, hundreds, |column| &mut column.hundreds)
            .and_then(|()| deal_out(&mut columns, saved, |column| &mut column.saved))
            .ok_or_else(|| fields.refuse("there is one number for each seat"))?;
        let state = State {
            columns,
            seat: fields.take("turn", |seat| seat.parse().ok())?,
            left: fields.take("left", |left| self.read_left(left))?,
            phase: read_phase(&mut fields)?,
        };
        match self.flaw(&state) {
            Some(flaw) => Err(fields.refuse(flaw)),
            None => fields.finish().map(|()| state),
        }
    }

    fn read_left(&self, digits: &str) -> Option<u8> {
        let left = digits.parse().ok()?;
        (left < self.rules().rolls).then_some(left)
    }

    fn write_sheet(&self, column: &Column) -> String {
        let cells = self.places().map(|(place, _)| match column.cell(place) {
            Some(points) => points.to_string(),
            None => "-".to_owned(),
        });
        cells.collect::<Vec<_>>().join(",")
    }

    fn read_sheets(&self, sheets: &str) -> Option<Vec<Column>> {
        let columns: Vec<Column> = sheets
            .split('/')
            .take(usize::from(Seat::MOST) + 1)
            .map(|sheet| self.read_sheet(sheet))
            .collect::<Option<_>>()?;
        (columns.len() <= usize::from(Seat::MOST)).then_some(columns)
    }

    fn read_sheet(&self, sheet: &str) -> Option<Column> {
        let mut column = Column::default();
        let mut cells = sheet.split(',');
        for (place, _) in self.places() {
            match cells.next()? {
                "-" => {}
                points => column.fill(place, points.parse().ok()?),
            }
        }
        cells.next().is_none().then_some(column)
    }
}

fn join(state: &State, between: &str, write: impl Fn(&Column) -> String) -> String {
    let written: Vec<String> = state.columns.iter().map(write).collect();
    written.join(between)
}

fn read_counts(list: &str) -> Option<Vec<u16>> {
    list.split(',').map(|count| count.parse().ok()).collect()
}

/// Writes the numbers into the columns, if there are any numbers; says no when they are more or fewer.
fn deal_out(
    columns: &mut [Column],
    counts: Option<Vec<u16>>,
    place: fn(&mut Column) -> &mut u16,
) -> Option<()> {
    let Some(counts) = counts else {
        return Some(());
    };
    (counts.len() == columns.len()).then(|| {
        for (column, count) in columns.iter_mut().zip(counts) {
            *place(column) = count;
        }
    })
}

fn read_phase(fields: &mut Fields<'_>) -> Result<Phase, Unreadable> {
    let read = |digits: &str| digits.parse::<Dice>().ok();
    let held = fields.take_if_there("held", read)?;
    let dice = fields.take_if_there("dice", read)?;
    match (held, dice) {
        (Some(held), None) => Ok(Phase::Rolling { held }),
        (None, Some(dice)) => Ok(Phase::Choosing { dice }),
        _ => Err(fields.refuse("either dice=… lie on the table or held=… stay, and not both")),
    }
}
