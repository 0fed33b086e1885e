//! The sentences that stories are made of.

#![expect(
    clippy::needless_pass_by_value,
    reason = "cucumber hands over what it captured"
)]

use cucumber::{given, then, when};
use hotdice_core::{Name, Seat, Turn};
use hotdice_tui::plain::TableExit;

use crate::console::{ask_who_plays, play_on};
use crate::table::{Table, script};

#[given(regex = r"^a game of (\S+) that nobody has joined$")]
fn nobody_has_joined(table: &mut Table, rules: String) {
    table.rules = rules;
}

#[given(regex = r#"^a game of (\S+) between "(.+)"$"#)]
fn a_game_between(table: &mut Table, rules: String, names: String) {
    table.rules = rules;
    table.begin(read_names(&names));
}

/// Reads `Ada has 9500 points, Bo 9000 and Cleo 0`, everybody in the order of the seats.
#[given(regex = r"^Ada has (\d+) points(?: and |, )(.+)$")]
fn points_so_far(table: &mut Table, first: i32, others: String) {
    let others = others
        .split([' ', ','])
        .filter_map(|word| word.parse().ok());
    let points: Vec<i32> = [first].into_iter().chain(others).collect();
    table.play_to(&points);
}

#[given(regex = r"^it is (\w+)'s turn$")]
#[then(regex = r"^it is (\w+)'s turn$")]
fn it_is_the_turn_of(table: &mut Table, name: String) {
    assert_eq!(table.in_turn(), name);
}

#[when(regex = r#"^the user types "(.*)"$"#)]
fn the_user_types(table: &mut Table, typed: String) {
    let game = hotdice_games::find(&table.rules).expect("the rules name a game");
    let (names, screen) = ask_who_plays(&lines(&typed), &*game);
    table.screen = screen;
    if let Some(names) = names {
        table.begin(names);
    }
}

#[when(regex = r"^the dice fall ([1-6 ]+)$")]
fn the_dice_fall(table: &mut Table, dice: String) {
    table.roll(&dice);
}

#[when(regex = r#"^the dice fall ([1-6 ]+(?:, then [1-6 ]+)*) and the user types "(.*)"$"#)]
fn the_dice_fall_and_the_user_types(table: &mut Table, dice: String, typed: String) {
    let (ending, screen) = play_on(&lines(&typed), table.game(), script(&dice));
    table.screen = screen;
    table.ending = Some(ending);
}

#[when(regex = r"^(\w+) keeps ([1-6 ]+)$")]
fn keeps(table: &mut Table, name: String, dice: String) {
    table.act(&name, &format!("keep {dice}"));
}

#[when(regex = r"^(\w+) rolls again$")]
fn rolls_again(table: &mut Table, name: String) {
    table.act(&name, "roll");
}

#[when(regex = r"^(\w+) banks$")]
fn banks(table: &mut Table, name: String) {
    table.act(&name, "bank");
}

#[then(regex = r#"^the screen says "(.+)"$"#)]
fn the_screen_says(table: &mut Table, text: String) {
    assert!(table.screen.contains(&text), "{}", table.screen);
}

#[then(regex = r#"^the table says "(.+)"$"#)]
fn the_table_says(table: &mut Table, text: String) {
    assert!(table.story.contains(&text), "{}", table.story);
}

#[then(regex = r"^the user is asked for player (\d+)$")]
fn asked_for_player(table: &mut Table, number: usize) {
    let asked = format!("Player {number}>");
    let screen = table.screen.trim_end();
    assert!(screen.ends_with(&asked), "{screen}");
}

#[then("no game has begun")]
fn no_game_has_begun(table: &mut Table) {
    assert!(table.game.is_none());
}

#[then(regex = r#"^a game between "(.+)" begins$"#)]
fn a_game_begins(table: &mut Table, names: String) {
    assert_eq!(table.game().names(), read_names(&names));
    assert_eq!(table.game().turn(), Turn::Roll);
}

#[then("nobody has any points")]
fn nobody_has_points(table: &mut Table) {
    let seats = table.game().names().len() as u8;
    for seat in Seat::all(seats) {
        assert_eq!(table.position().points(seat), 0);
    }
}

#[then(regex = r"^(\w+) has (\d+) points$")]
fn has_points(table: &mut Table, name: String, points: i32) {
    let seat = table.seat(&name);
    assert_eq!(table.position().points(seat), points);
}

#[then(regex = r"^the roll makes (\d+) points$")]
fn the_roll_makes(table: &mut Table, points: u32) {
    let name = table.in_turn();
    let before = table.game().clone();
    table.act(&name, "bank");
    has_points(table, name, points as i32);
    table.game = Some(before);
}

#[then(regex = r"^(\w+) can bank or keep dice$")]
fn can_bank_or_keep(table: &mut Table, name: String) {
    assert_eq!(table.verbs(&name), ["bank", "keep"]);
}

#[then(regex = r"^(\w+) can roll or bank$")]
fn can_roll_or_bank(table: &mut Table, name: String) {
    assert_eq!(table.verbs(&name), ["bank", "roll"]);
}

#[then(regex = r#"^(\w+) cannot (.+), because "(.+)"$"#)]
fn cannot(table: &mut Table, name: String, action: String, reason: String) {
    let seat = table.seat(&name);
    let before = table.position().state();
    let refused = table
        .try_to_act(seat, &action)
        .expect_err("this is refused");
    assert!(refused.to_string().contains(&reason), "{refused}");
    assert_eq!(table.position().state(), before, "nothing has changed");
}

#[then(regex = r"^(\d) dice are thrown next$")]
fn dice_are_thrown_next(table: &mut Table, dice: u8) {
    let throw = table.position().throw();
    assert_eq!(throw.map(|throw| throw.dice), Some(dice));
}

#[then(regex = r"^the turn has made (\d+) points so far$")]
fn the_turn_has_made(table: &mut Table, points: u32) {
    let expected = format!("This turn: {points}");
    let lines = table.lines();
    assert!(lines.contains(&expected), "{lines:?}");
}

#[then("the game goes on")]
fn the_game_goes_on(table: &mut Table) {
    let turn = table.game().turn();
    assert!(!matches!(turn, Turn::Over(_)), "{turn:?}");
}

#[then(regex = r"^(.+) wins? with (\d+) points$")]
fn wins(table: &mut Table, names: String, points: i32) {
    let Turn::Over(standing) = table.game().turn() else {
        panic!("the game is not over");
    };
    let winners: Vec<Seat> = standing.winners.iter().collect();
    let expected: Vec<Seat> = names.split(", ").map(|name| table.seat(name)).collect();
    assert_eq!(winners, expected);
    for seat in winners {
        assert_eq!(table.position().points(seat), points);
    }
}

#[then("nobody can do anything more")]
fn nothing_more(table: &mut Table) {
    assert!(table.position().actions().is_empty());
    assert!(table.position().rolls().is_empty());
    for action in ["bank", "roll", "keep 1"] {
        let refused = table.game().play(action).expect_err("the game is over");
        assert_eq!(refused.to_string(), "the game is over");
    }
}

#[then("the game was played to its end")]
fn played_to_its_end(table: &mut Table) {
    let ending = &table.ending;
    assert!(matches!(ending, Some(TableExit::Finished(_))), "{ending:?}");
}

fn read_names(names: &str) -> Vec<Name> {
    let names = names.split(", ").map(str::parse);
    names.collect::<Result<_, _>>().expect("names of players")
}

/// Turns `Ada, stop` into what is typed: a line each.
fn lines(typed: &str) -> String {
    let lines = typed.split(", ").filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}
