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

#[test]
fn the_bar_goes_before_what_choices_lead_to() {
    let from = "scores=0,350 turn=2 total=0 next=choose:123456";
    for (width, bar, unit) in [(80, false, false), (90, false, true), (140, true, true)] {
        let rules = "farkle(target=1000)";
        let mut theatre = coached((width, 40), rules, &["Ada", "Bo"], from);
        theatre.press(KeyCode::Tab);
        theatre.type_in("1");
        // The chance to bust is there at once, and the chance to win soon.
        let (text, line) = loop {
            let text = theatre.text();
            let mut lines = text.lines();
            let line = lines.find(|line| line.contains("7.7% chance to bust"));
            let line = line.unwrap_or_else(|| panic!("{width}:\n{text}"));
            if line.matches('%').count() == 2 {
                break (text.clone(), line.to_owned());
            }
            theatre.rest();
        };
        let bank = text
            .lines()
            .find(|line| line.contains("total: 500"))
            .unwrap();
        assert_eq!(line.contains('━'), bar, "{text}");
        assert_eq!(bank.contains(" points "), unit, "{text}");
    }
}

#[test]
fn whoever_has_no_coach_is_told_once() {
    let heading = |why: &str| Coaching::None(why.to_owned()).heading();
    assert_eq!(
        heading("This table has no coach."),
        "This table has no coach."
    );
    assert_eq!(
        heading("kata is not solved"),
        "no coach: kata is not solved"
    );
}

#[test]
fn the_course_of_the_game_says_whose_it_is() {
    let names = ["bot:greedy", "Ada"];
    let mut theatre = table((140, 45), "pig(target=30)", &names, 5);
    theatre.wait_for("Ada, your turn");
    theatre.press(KeyCode::Char('c'));
    theatre.wait_for("How it went so far: Ada's chance to win");
    finish(&mut theatre);
    theatre.wait_for("How it went: Ada's chance to win");
}
