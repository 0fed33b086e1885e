//! The cursor on the board.

use hotdice_core::{Dice, DiceOrigin, Seat, Tile, Tiles, Tray, Turn, Viewer};
use hotdice_table::Match;
use hotdice_table::dice::SeededDice;

use super::*;

fn choice(notation: &str, target: Target) -> Choice {
    let (label, notation) = (notation.to_owned(), notation.to_owned());
    Choice {
        label,
        notation,
        hint: String::new(),
        target,
        points: None,
        then: Vec::new(),
    }
}

fn dice(text: &str) -> Dice {
    text.parse().unwrap()
}

fn of(parts: Vec<Part>, choices: Vec<Choice>) -> Selection {
    let turn = Some(Seat::FIRST);
    let scene = Scene {
        turn,
        parts,
        choices,
    };
    Selection::new(&scene, false)
}

fn selection() -> Selection {
    let tray = Tray::new("roll", dice("1 5 5 6"), Dice::default(), Mark::Held);
    let choices = vec![
        choice("keep 1 5", Target::Dice(dice("1 5"))),
        choice("keep 5", Target::Dice(dice("5"))),
    ];
    of(vec![Part::Tray(tray)], choices)
}

fn type_in(selection: &mut Selection, keys: &str) {
    keys.chars()
        .for_each(|key| assert!(selection.press(KeyCode::Char(key)), "{key}"));
}

#[track_caller]
fn check(keys: &str, rolls: Option<&str>) {
    let mut selection = selection();
    type_in(&mut selection, keys);
    let act = selection.by_letter('r');
    let steps = act.map(|act| act.steps.join("; "));
    assert_eq!(steps.as_deref(), rolls, "{keys}");
}

#[test]
fn picked_dice_are_the_choice_of_these_dice() {
    check("", None);
    check("2", Some("keep 5"));
    check("3", Some("keep 5"));
    check("31", Some("keep 1 5"));
    check("1", None);
    check("11", None);
    check("ll ", Some("keep 5"));
    check("ll h ", None);
}

/// Plays any choices, and looks at what can be done before each of them.
#[track_caller]
fn check_acts(rules: &str, seed: u64) {
    let game = hotdice_games::find(rules).unwrap();
    let names = ["Ada", "Bo"].map(|name| name.parse().unwrap());
    let origin = DiceOrigin::Seed(seed);
    let mut game = Match::of(game, names.to_vec(), origin, None).unwrap();
    let mut dice = SeededDice::new(seed);
    for step in 0..300 {
        let seat = match game.turn() {
            Turn::Over(_) => return,
            Turn::Roll => {
                game.roll(&mut dice).unwrap();
                continue;
            }
            Turn::Decide(seat) => seat,
        };
        let selection = Selection::new(&game.scene(Viewer::Seat(seat)), false);
        let acts = selection.acts();
        let mut keys: Vec<char> = acts.iter().filter_map(|act| act.key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), acts.len(), "{rules}: {acts:?}");
        let points_at_something = !selection.board_places().is_empty();
        let of_tiles = selection.kind == PickKind::Tiles;
        assert!(
            points_at_something || of_tiles || !acts.is_empty(),
            "{rules}: no key for {:?}",
            selection.choices
        );
        let choices = selection.choices();
        let chosen = choices[(step * 7 + seed as usize) % choices.len()]
            .notation
            .clone();
        let action = game.read_action(&chosen).unwrap();
        game.act(&action).unwrap();
    }
}

#[test]
fn nobody_has_to_pick_dice_to_find_out_what_can_be_done() {
    let presets = hotdice_games::presets().map(|(_, preset)| preset.name);
    let house_rules = [
        "cheese(deck=full)",
        "zilch(hot=ends-turn)",
        "zilch(hot=forced)",
        "farkle(hot=ends-turn)",
        "farkle(piggyback=yes)",
        "kingdom-come(hot=ends-turn)",
    ];
    for rules in presets.chain(house_rules) {
        (1..=8).for_each(|seed| check_acts(rules, seed));
    }
}

#[test]
fn enter_picks_a_die_and_puts_it_back() {
    let mut selection = selection();
    assert_eq!(selection.confirm(), Confirmed::Picked);
    assert!(selection.is_picked(0));
    assert_eq!(selection.confirm(), Confirmed::Picked);
    assert!(!selection.is_picked(0));
}

#[test]
fn what_cannot_be_undone_needs_a_cursor_that_was_moved() {
    let choices = vec![
        choice("roll", Target::Nothing),
        choice("place 11", Target::Cell("11".to_owned())),
        choice("place 22", Target::Cell("22".to_owned())),
    ];
    let mut selection = of(Vec::new(), choices);
    assert_eq!(selection.cell(), Some("11"));
    assert_eq!(selection.confirm(), Confirmed::Unmoved);
    selection.press(KeyCode::Down);
    assert_eq!(
        selection.confirm(),
        Confirmed::Act(vec!["place 22".to_owned()])
    );
    selection.press(KeyCode::Left);
    assert_eq!(selection.confirm(), Confirmed::Act(vec!["roll".to_owned()]));
}

#[test]
fn a_walk_is_its_first_cell_and_its_last() {
    let way = |notation, cells: &[&str]| {
        choice(
            notation,
            Target::Way(cells.iter().map(|cell| (*cell).to_owned()).collect()),
        )
    };
    let choices = vec![
        choice("place 11", Target::Cell("11".to_owned())),
        way("move 21-23", &["21", "22", "23"]),
        way("move 21-31", &["21", "31"]),
    ];
    let mut selection = of(Vec::new(), choices);
    let click = |selection: &mut Selection, cell: &str| {
        selection.click(&ClickTarget::Cell(cell.to_owned()))
    };
    assert_eq!(click(&mut selection, "21"), Confirmed::Picked);
    assert_eq!(selection.open_cells(), ["21", "23", "31"]);
    let done = |notation: &str| Confirmed::Act(vec![notation.to_owned()]);
    assert_eq!(click(&mut selection, "31"), done("move 21-31"));
    // With the keys: the beginning, and the nearest end on its right.
    selection.put_back();
    selection.press(KeyCode::Home);
    selection.press(KeyCode::Down);
    assert_eq!(selection.cell(), Some("21"));
    assert_eq!(selection.confirm(), Confirmed::Picked);
    selection.press(KeyCode::Right);
    assert_eq!(selection.way(), ["21", "22", "23"]);
    assert_eq!(selection.confirm(), done("move 21-23"));
    // Going back to the beginning gives the walk up.
    selection.press(KeyCode::Left);
    assert_eq!(selection.confirm(), Confirmed::Picked);
    assert_eq!(selection.open_cells(), ["11", "21"]);
}

#[test]
fn dice_that_were_held_stay_picked_until_they_are_lifted() {
    let tray = Tray::new("roll", dice("1 5 5 6"), dice("5 5"), Mark::Held);
    let choices = vec![
        choice("place chance", Target::Row("chance".to_owned())),
        choice("hold 5 5", Target::Dice(dice("5 5"))),
        choice("hold 5 5 6", Target::Dice(dice("5 5 6"))),
        choice("hold 5", Target::Dice(dice("5"))),
    ];
    let mut selection = of(vec![Part::Tray(tray)], choices);
    let rolls = |selection: &Selection| selection.by_letter('r').unwrap().steps;
    assert_eq!(rolls(&selection), ["hold 5 5"]);
    type_in(&mut selection, "4");
    assert_eq!(rolls(&selection), ["hold 5 5 6"]);
    type_in(&mut selection, "42");
    assert_eq!(rolls(&selection), ["hold 5"]);
}

#[test]
fn tiles_are_picked_by_their_numbers_and_by_clicks() {
    let tile = |number| Tile {
        number,
        open: number != 3,
    };
    let tiles = Tiles {
        name: "tiles".to_owned(),
        tiles: (1..=9).map(tile).collect(),
    };
    let choices = vec![
        choice("shut 9", Target::Tiles(vec![9])),
        choice("shut 2 7", Target::Tiles(vec![2, 7])),
    ];
    let mut selection = of(vec![Part::Tiles(tiles)], choices);
    assert_eq!(selection.tile(0), (false, true));
    type_in(&mut selection, "97");
    assert_eq!(selection.pick_problem(), Some(PickProblem::Astray));
    type_in(&mut selection, "93");
    assert_eq!(selection.pick_problem(), Some(PickProblem::TooFew));
    selection.click(&ClickTarget::Tile(1));
    assert_eq!(selection.by_letter('s').unwrap().steps, ["shut 2 7"]);
    assert_eq!(selection.tile(6), (true, false));
}

#[test]
fn the_list_is_in_order_of_worth_and_keeps_its_cursor() {
    let mut selection = selection();
    selection.switch_list(true);
    let worth = |notation: &str| Some(notation.len() as f64);
    selection.sort_list(|notation| worth(notation).map(|worth| -worth));
    let (choices, _) = selection.list();
    assert_eq!(choices[0].notation, "keep 5");
    assert_eq!(selection.confirm(), Confirmed::Unmoved);
    selection.press(KeyCode::Down);
    selection.sort_list(worth);
    let done = Confirmed::Act(vec!["keep 1 5".to_owned()]);
    assert_eq!(selection.confirm(), done);
}
