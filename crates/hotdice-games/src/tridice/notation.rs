//! `place 33`, `move 33-11`, `pass`, `33=2413`, and states as
//! `turn=1 hands=3,3 board=11:1=2341,33:2=2413 rolling=44 past=33-11,pass`.
//!
//! On the board stand cell, seat and imprint of every die. `rolling` is the cell that waits for its die. `past` has the
//! turns since the last placement or capture, the oldest first; both are left out when there is nothing to say.

use hotdice_core::{Fields, Notation, Seat, Unreadable, write_rules};

use super::past::QuietTurn;
use super::setup::Setup;
use super::{Action, Board, Cell, Imprint, PARAMETERS, Roll, State, TriDice};

impl Notation for TriDice {
    fn rules_line(&self) -> String {
        write_rules("tridice", &Self::USUAL, PARAMETERS, self).to_string()
    }

    fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Place(cell) => format!("place {cell}"),
            Action::Move { from, to } => format!("move {from}-{to}"),
            Action::Pass => "pass".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let unknown = || Unreadable::new(text, "use place 33, move 33-11 or pass");
        let mut words = text.split_whitespace();
        let action = match (words.next(), words.next()) {
            (Some("place"), Some(cell)) => Action::Place(self.read_cell(cell)?),
            (Some("move"), Some(cells)) => {
                let (from, to) = cells.split_once('-').ok_or_else(unknown)?;
                let (from, to) = (self.read_cell(from)?, self.read_cell(to)?);
                Action::Move { from, to }
            }
            (Some("pass"), None) => Action::Pass,
            _ => return Err(unknown()),
        };
        match words.next() {
            None => Ok(action),
            Some(_) => Err(unknown()),
        }
    }

    fn write_roll(&self, roll: &Roll) -> String {
        format!("{}={}", roll.cell, roll.imprint)
    }

    fn read_roll(&self, text: &str) -> Result<Roll, Unreadable> {
        let (cell, imprint) = text.trim().split_once('=').ok_or_else(|| {
            Unreadable::new(text, "use a cell and the numbers on its classes: 33=2413")
        })?;
        let cell = self.read_cell(cell)?;
        let imprint = imprint
            .parse::<Imprint>()
            .map_err(|error| Unreadable::new(imprint, error.to_string()))?;
        Ok(Roll { cell, imprint })
    }

    fn write_state(&self, state: &State) -> String {
        let [first, second] = state.hands;
        let (seat, board) = (state.seat, write_board(&state.board));
        let mut text = format!("turn={seat} hands={first},{second} board={board}");
        if let Some(cell) = state.rolling {
            text += &format!(" rolling={cell}");
        }
        if !state.past.turns().is_empty() {
            text += &format!(" past={}", write_past(state.past.turns()));
        }
        text
    }

    fn read_state(&self, text: &str) -> Result<State, Unreadable> {
        let mut fields = Fields::new(text)?;
        let setup = Setup {
            seat: fields.take("turn", read_seat)?,
            hands: fields.take("hands", read_hands)?,
            dice: fields.take("board", read_board)?,
            rolling: fields.take_if_there("rolling", |cell| cell.parse().ok())?,
            past: fields.take_if_there("past", read_past)?.unwrap_or_default(),
        };
        let state = self
            .set_up(&setup)
            .map_err(|flaw| fields.refuse(flaw.to_string()))?;
        fields.finish().map(|()| state)
    }
}

impl TriDice {
    fn read_cell(&self, text: &str) -> Result<Cell, Unreadable> {
        text.parse()
            .ok()
            .filter(|&cell| self.rows.cells().contains(cell))
            .ok_or_else(|| {
                let rows = self.rows.count();
                let widest = 2 * rows - 1;
                let reason = format!("no such cell: the board goes from 11 on top to {rows}1 and {rows}{widest} below");
                Unreadable::new(text, reason)
            })
    }
}

/// What stands for a board without dice.
const EMPTY: &str = "empty";

fn write_board(board: &Board) -> String {
    let dice: Vec<String> = board
        .taken()
        .iter()
        .filter_map(|cell| {
            let (seat, imprint) = board.die(cell)?;
            Some(format!("{cell}:{seat}={imprint}"))
        })
        .collect();
    if dice.is_empty() {
        EMPTY.to_owned()
    } else {
        dice.join(",")
    }
}

fn read_board(text: &str) -> Option<Vec<(Cell, Seat, Imprint)>> {
    match text {
        EMPTY => Some(Vec::new()),
        dice => dice.split(',').map(read_die).collect(),
    }
}

fn read_die(text: &str) -> Option<(Cell, Seat, Imprint)> {
    let (cell, die) = text.split_once(':')?;
    let (seat, imprint) = die.split_once('=')?;
    Some((cell.parse().ok()?, read_seat(seat)?, imprint.parse().ok()?))
}

fn read_seat(text: &str) -> Option<Seat> {
    text.parse().ok().filter(|seat: &Seat| seat.index() < 2)
}

fn read_hands(text: &str) -> Option<[u8; 2]> {
    let (first, second) = text.split_once(',')?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

fn write_past(turns: &[QuietTurn]) -> String {
    let turns: Vec<String> = turns
        .iter()
        .map(|turn| match turn {
            QuietTurn::Pass => "pass".to_owned(),
            QuietTurn::Move { from, to } => format!("{from}-{to}"),
        })
        .collect();
    turns.join(",")
}

fn read_past(text: &str) -> Option<Vec<QuietTurn>> {
    text.split(',').map(read_quiet_turn).collect()
}

fn read_quiet_turn(text: &str) -> Option<QuietTurn> {
    if text == "pass" {
        return Some(QuietTurn::Pass);
    }
    let (from, to) = text.split_once('-')?;
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    Some(QuietTurn::Move { from, to })
}
