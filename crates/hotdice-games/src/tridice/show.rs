//! The picture of TriDice and its story.

use hotdice_core::{
    Choice, Dice, EventOf, Game, Line, Notation, Open, ParameterValue, Part, Piece, Scene, Score,
    ScoreRefused, Seat, Section, Show, Target, Tone, Track, Triangle, TriangleCell, TypedEvent,
    counted, list_rules,
};

use super::past::Past;
use super::{Action, Board, Cell, CellSet, Draw, PARAMETERS, Roll, State, TriDice, explain};

/// More quiet turns than this are worth a warning.
const LONG_QUIET: usize = 20;

impl Show for TriDice {
    fn scene(&self, Open(state): &Open<State>) -> Scene {
        let triangle = Part::Triangle(self.triangle(state));
        let hands = Seat::all(2).map(|seat| Part::Track(self.hand(state, seat)));
        let lines = warnings(state).into_iter().map(Part::Line);
        Scene {
            turn: Some(state.seat),
            parts: [triangle].into_iter().chain(hands).chain(lines).collect(),
            choices: Vec::new(),
        }
    }

    fn menu(&self, Open(state): &Open<State>) -> Vec<Action> {
        let mut actions = Vec::new();
        self.for_each_action(state, |action| actions.push(action));
        actions.sort_by_key(|action| match action {
            Action::Move { to, .. } if state.board.taken().contains(*to) => 0,
            Action::Move { .. } => 1,
            Action::Place(_) | Action::Pass => 2,
        });
        actions
    }

    fn choice(&self, Open(state): &Open<State>, action: &Action) -> Choice {
        let (label, hint, target) = match *action {
            Action::Place(cell) => (
                format!("Place a die on {cell}"),
                "rolled from your hand".to_owned(),
                Target::Cell(cell.to_string()),
            ),
            Action::Move { from, to } => (
                format!("Move {from} to {to}"),
                move_hint(state, from, to),
                self.way_target(&state.board, from, to),
            ),
            Action::Pass => (
                "Pass".to_owned(),
                "none of your dice can move".to_owned(),
                Target::Nothing,
            ),
        };
        Choice {
            label,
            notation: self.write_action(action),
            hint,
            target,
            points: None,
            then: Vec::new(),
        }
    }

    fn roller(&self, state: &State) -> Option<Seat> {
        Some(state.seat)
    }

    /// Dice with four sides stand on the board, not in a tray.
    fn dice_of(&self, _roll: &Roll) -> Dice {
        Dice::NONE
    }

    fn story(&self, before: &State, event: &EventOf<Self>, after: &State) -> Vec<Line> {
        let told = match *event {
            TypedEvent::Rolled(roll) => tell_roll(before.seat, roll),
            TypedEvent::Acted(Action::Place(cell)) => {
                Line::of(before.seat, format!(" rolls a die for {cell}."))
            }
            TypedEvent::Acted(Action::Move { from, to }) => tell_move(before, after, from, to),
            TypedEvent::Acted(Action::Pass) => {
                Line::of(before.seat, " can't move and has to pass.")
            }
        };
        [told].into_iter().chain(tell_end(after)).collect()
    }

    fn explain(&self) -> Vec<Section> {
        explain::sections(self)
    }

    fn parameters(&self) -> Vec<ParameterValue> {
        list_rules(PARAMETERS, self)
    }

    fn score(&self, _dice: Dice, _name: Option<&str>) -> Result<Score, ScoreRefused> {
        Err(ScoreRefused::Pieces)
    }
}

impl TriDice {
    fn triangle(&self, state: &State) -> Triangle {
        let board = &state.board;
        let reach =
            [Seat::FIRST, Seat::FIRST.next(2)].map(|seat| (seat, self.reach_of(board, seat)));
        let reached_by = |cell| {
            let seats = reach.iter().filter(|(_, cells)| cells.contains(cell));
            seats.map(|(seat, _)| *seat).collect()
        };
        let cells = self.rows.cells().iter().map(|cell| TriangleCell {
            name: cell.to_string(),
            points_up: cell.points_up(),
            piece: piece(board, cell),
            reached_by: reached_by(cell),
        });
        Triangle {
            rows: self.rows.count(),
            cells: cells.collect(),
            captured: self.captured(state),
        }
    }

    /// Returns the cells that the dice of a seat could move to.
    fn reach_of(&self, board: &Board, seat: Seat) -> CellSet {
        let dice = board.of(seat);
        let reach = dice.iter().map(|from| self.targets(board, from));
        reach.fold(CellSet::NONE, CellSet::or)
    }

    /// Counts what each seat has captured; nothing as long as nobody has.
    fn captured(&self, state: &State) -> Vec<u8> {
        let lost = |seat: Seat| self.dice.saturating_sub(state.dice_left(seat));
        let captured: Vec<u8> = Seat::all(2).map(|seat| lost(seat.next(2))).collect();
        if captured.iter().all(|count| *count == 0) {
            return Vec::new();
        }
        captured
    }

    fn hand(&self, state: &State, seat: Seat) -> Track {
        Track {
            seat,
            name: "dice in hand".into(),
            value: i32::from(state.hand(seat)),
            target: Some(i32::from(self.dice)),
            pending: false,
        }
    }

    /// Lists captures first, then other moves, then placements.
    fn way_target(&self, board: &Board, from: Cell, to: Cell) -> Target {
        let way = self.way(board, from, to).unwrap_or_default();
        Target::Way(way.iter().map(Cell::to_string).collect())
    }
}

fn piece(board: &Board, cell: Cell) -> Option<Piece> {
    let (seat, imprint) = board.die(cell)?;
    let die = imprint.die_on(cell);
    Some(Piece {
        seat,
        number: die.number(),
        corners: die.corners(),
    })
}

fn warnings(state: &State) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some(cell) = state.rolling {
        lines.push(format!("Rolling a die for {cell}").into());
    }
    if state.quiet_turns() > LONG_QUIET {
        let (turns, most) = (state.quiet_turns(), Past::MOST);
        lines.push(
            format!("{turns} turns without a new die or a capture. At {most} it's a draw.").into(),
        );
    }
    if state.times() == 2 {
        lines.push("This position has come up twice. The third time it's a draw.".into());
    }
    lines
}

fn move_hint(state: &State, from: Cell, to: Cell) -> String {
    let enemy = state.seat.next(2);
    match (state.board.number(to), state.board.number(from)) {
        (Some(captured), _) if state.dice_left(enemy) == 1 => {
            format!("captures the {captured} and wins")
        }
        (Some(captured), _) => format!("captures the {captured}"),
        (None, Some(steps)) => counted(steps, "step", "steps"),
        (None, None) => String::new(),
    }
}

fn tell_roll(seat: Seat, Roll { cell, imprint }: Roll) -> Line {
    let number = imprint.number_on(cell);
    Line::of(seat, format!(" places a die on {cell}. It shows {number}."))
}

fn tell_move(before: &State, after: &State, from: Cell, to: Cell) -> Line {
    let shown = after.board.number(to).unwrap_or_default();
    match before.board.number(to) {
        Some(captured) => Line::of(
            before.seat,
            format!(" moves from {from} to {to} and captures a {captured}."),
        )
        .toned(Tone::Good),
        None => Line::of(
            before.seat,
            format!(" moves from {from} to {to}. The die now shows {shown}."),
        ),
    }
}

fn tell_end(after: &State) -> Option<Line> {
    if let Some(loser) = after.loser() {
        let line = Line::of(loser, " has no dice left. ");
        return Some(line.then_seat(loser.next(2)).then(" wins!"));
    }
    let why = match after.draw()? {
        Draw::Passes => "both players had to pass".to_owned(),
        Draw::Repetition => "the same position came up three times".to_owned(),
        Draw::Quiet => format!("{} turns without a new die or a capture", Past::MOST),
    };
    Some(format!("It's a draw: {why}.").into())
}
