//! What the coach says where choices are worth the same.

use super::*;

/// Opens a game at a position, with the coach and the list of choices.
fn coached(size: (u16, u16), rules: &str, names: &[&str], from: &str) -> Theatre {
    let game = hotdice_games::find(rules).unwrap();
    let names: Vec<Name> = names.iter().map(|name| name.parse().unwrap()).collect();
    let from = Some(from.to_owned());
    let mut theatre = Theatre::new(size, Arc::new(Backdrop::default()), |cx| {
        let new = NewGame::of(game, names);
        let start = LocalGame::new(NewGame { from, ..new }, &*cx.services).unwrap();
        begin(start, cx)
    });
    theatre.press(KeyCode::Char('c'));
    theatre.wait_for("exact");
    theatre.press(KeyCode::Tab);
    theatre
}

#[test]
fn banking_is_the_best_of_choices_that_are_worth_the_same() {
    let from = "scores=0,350 turn=2 total=400 next=choose:1134";
    let mut theatre = coached((100, 30), "farkle(target=1000)", &["Ada", "Bo"], from);
    let text = theatre.wait_for("then bank");
    assert!(text.contains("best: Bank 600"), "{text}");
    let list: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.contains("Your choices"))
        .collect();
    let best: Vec<&str> = list
        .iter()
        .copied()
        .filter(|line| line.contains("best"))
        .collect();
    assert!(best.len() > 1, "{text}");
    assert!(best[0].contains("Bank 600"), "{text}");
    assert!(best[1].contains("Keep 1 1, then bank"), "{text}");
    theatre.press(KeyCode::Tab);
    theatre.press(KeyCode::Char('.'));
    assert!(theatre.text().contains("▶b Bank 600"), "{}", theatre.text());
}

#[test]
fn all_lines_of_the_list_begin_in_the_same_column() {
    let mut theatre = table((140, 45), "yatzy", &["Ada"], 3);
    theatre.type_in("23rr");
    theatre.press(KeyCode::Tab);
    let text = theatre.text();
    let column = |wanted: &str| {
        let at = text.lines().find_map(|line| line.find(wanted));
        at.unwrap_or_else(|| panic!("no {wanted}:\n{text}"))
    };
    assert_eq!(column("Scratch Two pairs"), column("Scratch Yatzy"));
    assert!(text.contains("  9 Scratch Two pairs"), "{text}");
}
