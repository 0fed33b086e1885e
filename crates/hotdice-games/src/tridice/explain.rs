//! The rules of TriDice in plain words.

use hotdice_core::Section;

use super::TriDice;
use super::past::Past;

/// Explains the rules.
pub(super) fn sections(game: &TriDice) -> Vec<Section> {
    vec![
        Section::new("The board", board(game)),
        Section::new("The dice", dice(game)),
        Section::new("A turn", turn()),
        Section::new("The end", end()),
    ]
}

fn board(game: &TriDice) -> Vec<String> {
    let rows = game.rows().count();
    let (cells, widest) = (rows * rows, 2 * rows - 1);
    vec![
        format!("The board is a triangle of {rows} rows with {cells} triangular cells."),
        format!(
            "Cells are named by row and place: 11 at the top, 21, 22 and 23 below it, down to {rows}1 and {rows}{widest}."
        ),
        "Cells that share an edge are neighbors.".to_owned(),
    ]
}

fn dice(game: &TriDice) -> Vec<String> {
    let hand = match game.dice() {
        1 => "1 four-sided die".to_owned(),
        dice => format!("{dice} four-sided dice"),
    };
    vec![
        format!("Each of the two players starts with {hand} in hand. The board is empty, and the first seat goes first."),
        "A die stands on three of its corners. The number at the top is how many steps it moves.".to_owned(),
        "With every step a die rolls over an edge and shows another number. Whichever way it takes to a cell, it shows the same number there.".to_owned(),
    ]
}

fn turn() -> Vec<String> {
    vec![
        "Place a die or move one.".to_owned(),
        "Place: choose an empty cell. A die from your hand is rolled and lands there in one of 12 ways, all equally likely.".to_owned(),
        "Move: one of your dice moves exactly as many steps as it shows. It can't visit a cell twice, return to where it started, or pass through other dice.".to_owned(),
        "It must end on an empty cell or on an enemy die, which is captured and out of the game. You never have to capture.".to_owned(),
        "If you can do neither, you have to pass; otherwise you can't.".to_owned(),
    ]
}

fn end() -> Vec<String> {
    let most = Past::MOST;
    vec![
        "Lose all your dice, in hand and on the board, and you lose the game.".to_owned(),
        format!(
            "It's a draw if both players pass in a row, if the same position with the same player to move comes up three times, after {most} turns in a row without a new die or a capture, or if both agree."
        ),
    ]
}
