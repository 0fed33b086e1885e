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
            "A cell is named by its row and its place in the row: 11 on top, 21 22 23 below it, down to {rows}1 and {rows}{widest}."
        ),
        "Two cells are neighbours when they share an edge.".to_owned(),
    ]
}

fn dice(game: &TriDice) -> Vec<String> {
    let hand = match game.dice() {
        1 => "1 four-sided die".to_owned(),
        dice => format!("{dice} four-sided dice"),
    };
    vec![
        format!("Two players have {hand} each in hand; the board is empty and seat 1 begins."),
        "A die stands on three of its tips. The number on the fourth, the top, is how far it walks.".to_owned(),
        "With every step a die rolls over an edge and shows another number. Whatever way it takes to a cell, it shows the same there.".to_owned(),
    ]
}

fn turn() -> Vec<String> {
    vec![
        "Place a die or move one.".to_owned(),
        "Place: choose an empty cell; a die from your hand is rolled and stands there in one of 12 ways, all equally likely.".to_owned(),
        "Move: a die of yours walks exactly as many steps as it showed before it started. It enters no cell twice, does not come back to its start, and never passes through dice.".to_owned(),
        "The last cell is empty or holds an enemy die, which is captured and gone for good. You never have to capture.".to_owned(),
        "Only a player who can do neither passes, and then has to.".to_owned(),
    ]
}

fn end() -> Vec<String> {
    let most = Past::MOST;
    vec![
        "Whoever has lost all dice, in hand and on the board, has lost the game.".to_owned(),
        format!(
            "It is a draw when both players pass one after the other, when the same position with the same player to move comes for the third time, after {most} turns in a row without placement or capture, and by agreement."
        ),
    ]
}
