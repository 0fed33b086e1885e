//! Sheets on small screens.

use super::*;

#[test]
fn both_players_have_a_column_on_a_small_screen() {
    let names = ["Ada", "bot:greedy"];
    check("sheet_of_two", "yatzy", &names, |_| {});
    for coach in ["", "c"] {
        let mut theatre = table((80, 24), "kata", &names, 3);
        theatre.type_in(coach);
        let text = theatre.text();
        assert!(text.contains("     Ada  Greedy"), "{text}");
    }
}

#[test]
fn names_stand_above_their_columns() {
    let names = ["Player 1", "Player 2"];
    for size in [(80, 24), (120, 40)] {
        let text = table(size, "yatzy", &names, 3).text();
        assert!(text.contains(" Player 1 Player 2"), "{text}");
    }
    let names = ["Christopher", "Player 1", "Player 2"];
    let text = table((120, 40), "yatzy", &names, 3).text();
    assert!(
        text.contains(" Christopher    Player 1    Player 2"),
        "{text}"
    );
}

#[test]
fn all_four_have_their_points_beside_a_sheet_in_halves() {
    let names = ["Player 1", "Player 2", "Christopher", "Maximilian"];
    let text = table((80, 24), "maxi-yatzy", &names, 3).text();
    let line = text.lines().find(|line| line.contains("Chr")).unwrap();
    assert_eq!(line.matches(" 0").count(), 4, "{text}");
    assert!(line.contains("…1 0"), "{text}");
    assert!(text.contains("Three of a kind (0)"), "{text}");
}

#[test]
fn a_sheet_in_halves_leaves_room_for_the_story() {
    let text = table((100, 24), "maxi-yatzy", &["Ada", "Bo"], 3).text();
    let board = text.lines().nth(1).unwrap();
    let board = board.trim_start_matches(|letter| letter != '╭');
    assert_eq!(board.chars().count(), 42, "{text}");
}

#[test]
fn whoever_has_no_column_has_their_points_in_a_line() {
    let mut theatre = table((80, 24), "yatzy", &["Ada", "Bo", "Cy"], 3);
    let text = theatre.text();
    assert!(text.contains("     Ada      Bo"), "{text}");
    assert!(text.contains("Cy 0"), "{text}");
    // A sheet that is too high as well says what everybody has.
    let mut theatre = table((80, 24), "maxi-yatzy", &["Ada", "Bo", "Cy"], 3);
    theatre.press(KeyCode::End);
    let text = theatre.text();
    assert!(text.contains("Cy 0"), "{text}");
}

#[test]
fn the_story_and_the_best_choice_stay_beside_the_coach() {
    let names = ["Ada", "bot:greedy"];
    for size in [(80, 24), (100, 30)] {
        let mut theatre = table(size, "kata", &names, 3);
        theatre.press(KeyCode::Char('c'));
        theatre.wait_for("best: Keep 5 6 ");
        wait_for_course(&mut theatre);
        let text = theatre.text();
        assert!(text.contains("Ada rolled 1 3 3 5 6."), "{text}");
    }
}
