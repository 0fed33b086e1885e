//! The tables of endings.

use hotdice_core::{Game, Notation, Turn};
use hotdice_games::tridice::{Action, Imprint, Rows, State, TriDice};

use super::plain_endings::Plain;
use super::{Chance, actions, game, quiet_game, state};
use crate::tridice::{Ending, Endings, Extent};
use crate::watch::Impatient;
use crate::{Stopped, Unwatched};

fn endings(rows: u8, extent: Extent) -> Endings {
    Endings::new(Rows::new(rows).unwrap(), extent, &Unwatched).unwrap()
}

#[test]
fn one_against_one_on_the_usual_board() {
    let endings = endings(4, Extent::OneAgainstOne);
    let [won, lost, drawn] = endings.count(1, 1);
    assert_eq!(won + lost + drawn, 34_560);
    assert_eq!(drawn, 5_964, "the positions that can go on for ever");
    assert!(endings.longest(1, 1).unwrap() < 40);
}

#[test]
fn the_size_is_known_before() {
    for (rows, extent) in [
        (3, Extent::OneAgainstOne),
        (5, Extent::OneAgainstOne),
        (3, Extent::TwoAgainstOne),
    ] {
        let rows = Rows::new(rows).unwrap();
        let endings = Endings::new(rows, extent, &Unwatched).unwrap();
        assert_eq!(endings.bytes(), extent.bytes(rows));
    }
}

#[test]
fn bytes_read_back() {
    let (rows, extent) = (Rows::new(3).unwrap(), Extent::TwoAgainstOne);
    let solved = endings(3, extent);
    let bytes = solved.to_bytes();
    assert_eq!(bytes.len() as u64, extent.bytes(rows));
    let again = Endings::from_bytes(rows, extent, &bytes).unwrap();
    assert_eq!(again.to_bytes(), bytes);
    for (own, enemy) in [(1, 1), (2, 1), (1, 2)] {
        assert_eq!(again.count(own, enemy), solved.count(own, enemy));
    }
    let is_refused = |bytes: &[u8]| Endings::from_bytes(rows, extent, bytes).is_none();
    assert!(is_refused(&bytes[1..]));
    assert!(is_refused(&[&bytes[..], &[0]].concat()));
    assert!(is_refused(&[&[41], &bytes[1..]].concat()), "41 quiet turns");
}

#[test]
fn one_against_one_agrees_with_the_plain_solver() {
    check_against_plain(&game(3, 1), Extent::OneAgainstOne, [1, 1]);
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn two_against_one_agrees_with_the_plain_solver() {
    check_against_plain(&game(3, 2), Extent::TwoAgainstOne, [2, 1]);
}

/// Compares every position after every number of quiet turns.
fn check_against_plain(game: &TriDice, extent: Extent, dice: [usize; 2]) {
    let endings = Endings::new(game.rows(), extent, &Unwatched).unwrap();
    let plain = Plain::new(game, dice);
    for (index, state) in plain.states.iter().enumerate() {
        let ending = endings.of(state).unwrap();
        for quiet in 0..40_u8 {
            let worth = plain.worth[usize::from(quiet)][index];
            let value = ending.after_quiet(quiet).value();
            assert_eq!(
                value,
                f64::midpoint(1.0, worth.into()),
                "{state:?} after {quiet}"
            );
        }
    }
}

#[test]
fn two_against_one_is_sound_on_three_rows() {
    check_soundness(3, 4_000);
}

#[test]
#[ignore = "long: run by cargo xtask test --long"]
fn two_against_one_is_sound_on_all_boards() {
    for rows in [3, 4, 5] {
        check_soundness(rows, 100_000);
    }
}

/// Looks one turn ahead, by the rules, from positions taken at random.
#[track_caller]
fn check_soundness(rows: u8, positions: usize) {
    let game = game(rows, 2);
    let endings = endings(rows, Extent::TwoAgainstOne);
    let mut chance = Chance(7);
    let mut checked = 0;
    while checked < positions {
        let Some(state) = random_ending(&game, &mut chance) else {
            continue;
        };
        assert_eq!(
            endings.of(&state),
            one_turn_ahead(&game, &endings, &state),
            "{state:?}"
        );
        checked += 1;
    }
}

fn one_turn_ahead(game: &TriDice, endings: &Endings, state: &State) -> Option<Ending> {
    let mut wins = Vec::new();
    let mut losses = Vec::new();
    let mut draws = 0;
    for action in actions(game, state) {
        let mut after = *state;
        game.act(&mut after, &action);
        // A capture ends the count of turns, whatever comes after it.
        let counted = |turns: u8| {
            if after.quiet_turns() == 0 {
                1
            } else {
                turns + 1
            }
        };
        match endings.look_up_fresh(&after)? {
            Ending::Lost { turns } => wins.push(counted(turns)),
            Ending::Won { turns } => losses.push(counted(turns)),
            Ending::Drawn => draws += 1,
        }
    }
    Some(match (wins.iter().min(), losses.iter().max()) {
        (Some(&turns), _) if turns <= 40 => Ending::Won { turns },
        (None, Some(&turns)) if draws == 0 && turns <= 40 => Ending::Lost { turns },
        _ => Ending::Drawn,
    })
}

/// Returns two dice against one, set up at random, unless two of them fall on one cell.
pub(super) fn random_ending(game: &TriDice, chance: &mut Chance) -> Option<State> {
    let cells: Vec<_> = game.rows().cells().iter().collect();
    let strong = 1 + chance.word() % 2;
    let dice: Vec<String> = [strong, strong, 3 - strong]
        .iter()
        .map(|seat| {
            let cell = cells[usize::from(chance.word()) % cells.len()];
            let imprint = usize::from(chance.word()) % 12;
            let imprint = Imprint::from_index(imprint).unwrap();
            format!("{cell}:{seat}={imprint}")
        })
        .collect();
    let turn = 1 + chance.word() % 2;
    let text = format!("turn={turn} hands=0,0 board={}", dice.join(","));
    game.read_state(&text).ok()
}

#[test]
fn a_won_ending_is_won_at_the_board() {
    let game = game(3, 2);
    let endings = endings(3, Extent::TwoAgainstOne);
    let mut chance = Chance(11);
    let mut won = 0;
    while won < 300 {
        let Some(start) = random_ending(&game, &mut chance) else {
            continue;
        };
        if let Some(Ending::Won { .. }) = endings.of(&start) {
            play_out(&game, &endings, start, &mut chance);
            won += 1;
        }
    }
}

/// The winner takes the nearest win, the loser anything; all draw rules hold.
#[track_caller]
fn play_out(game: &TriDice, endings: &Endings, start: State, chance: &mut Chance) {
    let winner = start.seat();
    let mut state = start;
    loop {
        match game.turn(&state) {
            Turn::Over(standing) => {
                assert!(standing.winners.contains(winner) && standing.winners.len() == 1);
                return;
            }
            Turn::Roll => unreachable!("no dice in hand"),
            Turn::Decide(seat) => {
                let actions = actions(game, &state);
                let action = if seat == winner {
                    nearest_win(game, endings, &state)
                } else {
                    actions[usize::from(chance.word()) % actions.len()]
                };
                game.act(&mut state, &action);
            }
        }
    }
}

fn nearest_win(game: &TriDice, endings: &Endings, state: &State) -> Action {
    let distance = |action: &Action| {
        let mut after = *state;
        game.act(&mut after, action);
        match endings.of(&after) {
            Some(Ending::Lost { .. }) if after.quiet_turns() == 0 => 0,
            Some(Ending::Lost { turns }) => turns,
            _ => u8::MAX,
        }
    };
    actions(game, state)
        .into_iter()
        .min_by_key(distance)
        .unwrap()
}

#[track_caller]
fn check(rows: u8, text: &str, expected: Option<Ending>) {
    let endings = endings(rows, Extent::OneAgainstOne);
    assert_eq!(endings.of(&state(&game(rows, 2), text)), expected);
}

#[test]
fn a_capture_wins_at_once() {
    check(
        3,
        "turn=1 hands=0,0 board=11:1=1243,22:2=1243",
        Some(Ending::Won { turns: 1 }),
    );
}

#[test]
fn dice_in_hand_are_not_known() {
    check(3, "turn=1 hands=1,0 board=11:1=1243,22:2=1243", None);
}

#[test]
fn a_player_without_dice_has_lost() {
    check(
        3,
        "turn=2 hands=0,0 board=11:1=1243",
        Some(Ending::Lost { turns: 0 }),
    );
}

#[test]
fn a_win_that_takes_too_long_is_a_draw() {
    let game = game(4, 1);
    let endings = endings(4, Extent::OneAgainstOne);
    let mut late = 0;
    for state in (1..1_000).filter_map(|seed| quiet_game(&game, seed, 37)) {
        let fresh = endings.look_up_fresh(&state);
        if let Some(Ending::Won { turns: 4.. } | Ending::Lost { turns: 4.. }) = fresh {
            assert_eq!(endings.of(&state), Some(Ending::Drawn), "{state:?}");
            late += 1;
        }
    }
    assert!(late > 0);
}

#[test]
fn a_win_is_not_known_when_a_position_stood_twice() {
    let game = game(4, 1);
    let endings = endings(4, Extent::OneAgainstOne);
    let fresh = state(&game, "turn=1 hands=0,0 board=22:1=3142,33:2=4231");
    let twice = (0..5_000_u64).find_map(|seed| repeated_win(&game, &endings, seed));
    assert!(endings.of(&fresh).is_some());
    let twice = twice.expect("some game comes to a win for the second time");
    assert_eq!(endings.of(&twice), None);
}

/// Walks at random until a won position has stood twice.
fn repeated_win(game: &TriDice, endings: &Endings, seed: u64) -> Option<State> {
    let mut chance = Chance(seed * 77 + 1);
    let mut state = super::wander(game, &chance.words(4))?;
    for _ in 0..12 {
        if !matches!(game.turn(&state), Turn::Decide(_)) {
            return None;
        }
        if state.times() == 2 && endings.look_up_fresh(&state) != Some(Ending::Drawn) {
            return Some(state);
        }
        let actions = actions(game, &state);
        let chosen = actions[usize::from(chance.word()) % actions.len()];
        game.act(&mut state, &chosen);
    }
    None
}

#[test]
fn a_game_with_one_die_each_is_solved_from_the_start() {
    for rows in [3, 4] {
        let game = game(rows, 1);
        let endings = endings(rows, Extent::OneAgainstOne);
        let start = game.start(2);
        let value = endings.value(&game, &start).unwrap();
        let plain = plain_value(&game, &start, &endings);
        assert!((value - plain).abs() < 1e-12, "{value} {plain}");
        assert!(0.0 < value && value < 1.0);
    }
}

/// Looks ahead over all placements and rolls by the rules; both dice down, the plain solver knows on three rows.
fn plain_value(game: &TriDice, start: &State, endings: &Endings) -> f64 {
    let mut duels = std::collections::HashMap::new();
    if game.rows().count() == 3 {
        let plain = Plain::new(game, [1, 1]);
        for (state, worth) in plain.states.iter().zip(&plain.worth[0]) {
            duels.insert(*state, f64::midpoint(1.0, (*worth).into()));
        }
    }
    let duel = |state: &State| match duels.get(state) {
        Some(value) => *value,
        None => endings.of(state).unwrap().value(),
    };
    let second = |state: &State| best_mean(game, state, |after| duel(&after));
    best_mean(game, start, |after| second(&after))
}

fn best_mean(game: &TriDice, state: &State, value: impl Fn(State) -> f64) -> f64 {
    let mut best = 0.0_f64;
    for place in actions(game, state) {
        let mut rolling = *state;
        game.act(&mut rolling, &place);
        let mut sum = 0.0;
        for roll in super::rolls(game, &rolling) {
            let mut after = rolling;
            game.settle(&mut after, &roll);
            sum += 1.0 - value(after);
        }
        best = best.max(sum / 12.0);
    }
    best
}

#[test]
fn larger_games_and_other_boards_are_not_known() {
    let game = game(3, 2);
    let endings = endings(3, Extent::OneAgainstOne);
    assert_eq!(endings.value(&game, &game.start(2)), None);
    let other = super::game(4, 1);
    assert_eq!(endings.value(&other, &other.start(2)), None);
}

#[test]
fn solving_can_be_stopped() {
    let stopped = Endings::new(Rows::USUAL, Extent::OneAgainstOne, &Impatient);
    assert_eq!(stopped.err(), Some(Stopped));
}
