//! Pig, and the endings of TriDice.

use hotdice_core::{Game, Notation, Seat};
use hotdice_games::pig::Pig;
use hotdice_games::shut_the_box::ShutTheBox;
use hotdice_games::tridice::{Rows, TriDice};
use hotdice_solve::Unwatched;
use hotdice_solve::pig::PigRace;
use hotdice_solve::shut_the_box::OneTurnEach;
use hotdice_solve::tridice::{Endings, Extent};

use super::Made;
use super::table::{code, grouped, table};

/// Returns how often the first player wins at pig.
pub(super) fn pig() -> Made {
    let rows = [10, 25, 50, 100, 200, 500].map(|target| {
        let seats = Pig::USUAL.seats;
        let race = PigRace::solve(&Pig { target, seats }, &Unwatched);
        let first = race.expect("nobody stops it").first_wins();
        vec![
            target.to_string(),
            format!("{first:.12}"),
            format!("{:+.3} %", 100.0 * (2.0 * first - 1.0)),
        ]
    });
    table(&["target", "first wins", "edge"], &rows).into()
}

/// Returns how often each player wins at Shut the Box, at tables of two to six.
pub(super) fn shut_the_box() -> Made {
    let rows: Vec<Vec<String>> = (2..=6)
        .map(|seats| {
            let solved = OneTurnEach::solve(&ShutTheBox::USUAL, seats, &Unwatched);
            let solved = solved.expect("nobody stops it").expect("one turn each");
            let chance = |seat| format!("{:.12}", solved.wins(seat));
            let nobody = std::iter::repeat_n(String::new(), 6 - usize::from(seats));
            let chances = Seat::all(seats).map(chance).chain(nobody);
            std::iter::once(seats.to_string()).chain(chances).collect()
        })
        .collect();
    let head = [
        "players", "first", "second", "third", "fourth", "fifth", "sixth",
    ];
    table(&head, &rows).into()
}

/// Returns how many endings are won, lost and drawn, and how the games end in which both players have one die.
pub(super) fn tridice() -> Made {
    let boards = Rows::ALL.map(|rows| {
        let endings = Endings::new(rows, Extent::TwoAgainstOne, &Unwatched);
        endings.expect("nobody stops it")
    });
    let endings: Vec<Vec<String>> = boards.iter().flat_map(ending_rows).collect();
    let whole: Vec<Vec<String>> = boards.iter().map(whole_game_row).collect();
    let head = [
        "endings",
        "won",
        "lost",
        "drawn",
        "longest way to a capture",
    ];
    let tables = [
        table(&head, &endings),
        table(&["rules", "value for the first player"], &whole),
    ];
    tables.join("\n").into()
}

fn ending_rows(endings: &Endings) -> Vec<Vec<String>> {
    let tables = [(1, 1), (2, 1), (1, 2)].into_iter();
    tables
        .map(|(own, enemy)| ending_row(endings, own, enemy))
        .collect()
}

fn ending_row(endings: &Endings, own: usize, enemy: usize) -> Vec<String> {
    let mut row = vec![format!("{} rows, {own} against {enemy}", endings.rows())];
    row.extend(endings.count(own, enemy).map(grouped));
    row.push(match endings.longest(own, enemy) {
        Some(turns) => format!("{turns} turns"),
        None => "none".to_owned(),
    });
    row
}

fn whole_game_row(endings: &Endings) -> Vec<String> {
    let rows = endings.rows();
    let game = TriDice::new(rows, 1).expect("one die is allowed");
    let value = endings.value(&game, &game.start(2));
    let value = value.expect("a game with one die each is known");
    let rules = game.rules_line().to_string();
    vec![code(&rules), format!("{value:.12}")]
}
