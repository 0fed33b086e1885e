use std::sync::{Arc, Mutex};

use hotdice_bots::{GameSetup, Level, Limited, Scope, Solvable, figures, is_solved, oracle, seat};
use hotdice_core::{AnyGame, Seat};
use hotdice_games::pig::Pig;
use hotdice_games::shut_the_box::ShutTheBox;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::generic::{Solution, Unsolved, bytes_to_solve};
use hotdice_solve::oracle::Certainty;
use hotdice_solve::yatzy::{Solved, TableSize};

use super::*;

/// Somebody who writes down what is solved.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<String>>>);

impl ProgressReporter for Notes {
    fn watch(&self, what: &str) -> Box<dyn Watch + '_> {
        self.0.lock().unwrap().push(what.to_owned());
        Box::new(Unwatched)
    }
}

/// Somebody who does not wait at all.
struct Impatient;

impl Watch for Impatient {
    fn progress(&self, _done: u64, _all: u64) {}

    fn is_stopped(&self) -> bool {
        true
    }
}

fn cache(folder: Option<SolutionFolder>, memory: u64) -> SolutionCache {
    SolutionCache::new(folder, Box::new(Notes::default()), memory)
}

fn pig(target: u32) -> Pig {
    Pig {
        target,
        ..Pig::USUAL
    }
}

fn solve_pig(library: &dyn Library, target: u32, seats: u8) -> Result<Arc<Solution>, Unsolvable> {
    Solution::get(library, &GameSetup::new(&pig(target), seats)?)
}

#[test]
fn a_small_game_that_is_not_small_is_refused_before_it_is_begun() {
    let notes = Notes::default();
    let cache = SolutionCache::new(None, Box::new(notes.clone()), 512 << 20);
    for (target, seats) in [(1_000_000, 2), (1_000_000, 64), (110, 2), (40, 3)] {
        let refused = solve_pig(&cache, target, seats).err();
        let most = (512 << 20) / bytes_to_solve(1, seats);
        let too_large = Unsolved::TooLarge(most as usize);
        assert_eq!(refused, Some(too_large.into()), "{target} {seats}");
    }
    assert_eq!(*notes.0.lock().unwrap(), Vec::<String>::new());
    assert!(pig(100).states(2) <= (512 << 20) / bytes_to_solve(1, 2));
    assert!(pig(216).states(2) <= (9 << 29) / bytes_to_solve(1, 2));
}

#[test]
fn as_many_states_come_up_as_are_counted() {
    let cache = cache(None, 64 << 20);
    for target in 1..=9 {
        for seats in 2..=4 {
            let solution = solve_pig(&cache, target, seats).unwrap();
            let states = solution.states() as u128;
            assert_eq!(states, pig(target).states(seats), "{target} {seats}");
        }
    }
}

#[test]
fn what_is_forgotten_for_want_of_room_is_solved_again() {
    let notes = Notes::default();
    let memory = bytes_to_solve(pig(20).states(2), 2) as u64 + (1 << 20);
    let cache = SolutionCache::new(None, Box::new(notes.clone()), memory);
    for target in [20, 20, 21, 20] {
        drop(solve_pig(&cache, target, 2));
    }
    let solved = notes.0.lock().unwrap().len();
    assert_eq!(solved, 3, "20 is known once, then 21 takes its place");
}

#[test]
fn whoever_gives_up_is_answered_from_memory_alone() {
    let cache = cache(None, 64 << 20);
    let impatient = Limited::watched(&cache, &Impatient);
    let refused = solve_pig(&impatient, 20, 2).err();
    assert_eq!(refused.unwrap().to_string(), "stopped before it was done");
    solve_pig(&cache, 20, 2).unwrap();
    solve_pig(&impatient, 20, 2).unwrap();
}

#[test]
fn a_generic_solution_is_read_back_and_a_damaged_one_is_solved_again() {
    let folder = tempfile::tempdir().unwrap();
    let files = || SolutionFolder::new(folder.path().to_owned());
    let solve = || {
        let notes = Notes::default();
        let cache = SolutionCache::new(Some(files()), Box::new(notes.clone()), 64 << 20);
        let value = solve_pig(&cache, 15, 2)
            .unwrap()
            .value_at_start(Seat::FIRST);
        let solved = notes.0.lock().unwrap().len();
        (value, solved)
    };
    let (value, solved) = solve();
    assert_eq!(solved, 1);
    assert_eq!(solve(), (value, 0), "it is on the disk");
    let key = Solution::key(&GameSetup::new(&pig(15), 2).unwrap());
    // Whole files, but of a game with another start, and of one in which nobody ever wins.
    let whole = files().get(&key).unwrap();
    let states = (whole.len() - 16) / 32;
    for damaged in [0..1, 16 + 16 * states..whole.len()] {
        let mut bytes = whole.clone();
        bytes[damaged.clone()].iter_mut().for_each(|byte| *byte = 0);
        files().put(&key, &bytes).unwrap();
        assert_eq!(solve(), (value, 1), "without {damaged:?}");
    }
}

/// Its table takes 1,536 bytes beside its layout, two of its levels 960.
const RULES: &str = "kata(boxes=ones+twos+threes+pair+chance,saved_rolls=on)";

/// Returns room for two levels, not for all.
fn narrow_memory() -> u64 {
    let size = TableSize::of(&kata(), u64::MAX).unwrap();
    assert_eq!((size.bytes(), size.streamed_bytes()), (1536, 960));
    size.own_bytes() + 1200
}

fn kata() -> Yatzy {
    Yatzy::read(&RULES.parse().unwrap()).unwrap()
}

fn expected(library: &dyn Library) -> Result<f64, Unsolvable> {
    Ok(figures(&kata(), Scope::Game, library)?[0].value)
}

#[test]
fn a_table_too_large_for_memory_is_played_from_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let files = || Some(SolutionFolder::new(folder.path().to_owned()));
    let roomy = cache(None, 1 << 30);
    let exact = oracle(&kata(), 1, &roomy).unwrap();
    assert_eq!(exact.certainty(), Certainty::Exact);
    let narrow = cache(files(), narrow_memory());
    assert!(Solved::get(&narrow, &kata()).is_err());
    let spread = figures(&kata(), Scope::GameAndSpread, &roomy).unwrap();
    assert_eq!(spread.len(), 2);
    for cache in [narrow, cache(files(), narrow_memory())] {
        let kept = oracle(&kata(), 1, &cache).unwrap();
        assert_eq!(kept.certainty(), Certainty::Rounded);
        let start = AnyGame::open(&kata(), 1).unwrap();
        let values = [&exact, &kept].map(|play| play.value(&*start, Seat::FIRST).unwrap());
        assert!((values[0] - values[1]).abs() < 1e-4);
        assert_eq!(expected(&roomy), expected(&cache));
        let spread = figures(&kata(), Scope::GameAndSpread, &cache).unwrap();
        assert_eq!(spread.len(), 1, "no deviation where it would take too long");
    }
}

#[test]
fn what_is_solved_is_known_without_solving() {
    let folder = tempfile::tempdir().unwrap();
    let files = || Some(SolutionFolder::new(folder.path().to_owned()));
    let first = cache(files(), 1 << 30);
    assert!(!is_solved(&kata(), &first));
    Solved::get(&first, &kata()).unwrap();
    assert!(is_solved(&kata(), &first));
    assert!(is_solved(&kata(), &cache(files(), 1 << 30)), "on the disk");
    let other = Yatzy::read(&"kata".parse().unwrap()).unwrap();
    assert!(!is_solved(&other, &first), "these are other rules");
    assert!(!is_solved(&kata(), &cache(None, 1 << 30)));
}

#[test]
fn a_game_that_is_not_for_two_is_known_by_its_own_solution() {
    let cache = cache(None, 1 << 30);
    for line in [
        "shut-the-box(tiles=3,seats=3)",
        "shut-the-box(tiles=3,seats=1)",
    ] {
        let game = hotdice_games::find(line).unwrap();
        assert!(!is_solved(&*game, &cache), "{line}");
        figures(&*game, Scope::Game, &cache).unwrap();
        assert!(is_solved(&*game, &cache), "{line}");
    }
}

/// Whoever plays strongly looks ahead where nobody allowed the solution, or where it does not fit.
#[test]
fn strong_players_need_no_leave() {
    let small = || cache(None, 1 << 30).with_policy(SolvePolicy::OnlySmall);
    let game = ShutTheBox {
        tiles: 12,
        ..ShutTheBox::USUAL
    };
    for (seats, cache) in [(7, small()), (2, cache(None, 1 << 20))] {
        assert!(seat(&game, Level::Perfect, seats, &cache, [0; 32]).is_err());
        seat(&game, Level::Strong, seats, &cache, [0; 32]).unwrap();
    }
    let cache = small();
    let stopped = Limited::watched(&cache, &Impatient);
    let stopped = seat(&game, Level::Strong, 2, &stopped, [0; 32]).err();
    assert_eq!(stopped, Some(Stopped.into()));
}

/// Whatever says how much memory it takes is refused where there is less.
#[test]
fn what_does_not_fit_is_refused_before_it_is_begun() {
    let notes = Notes::default();
    let cache = SolutionCache::new(None, Box::new(notes.clone()), 1 << 20);
    let large = ShutTheBox {
        tiles: 12,
        ..ShutTheBox::USUAL
    };
    let games: [&dyn AnyGame; 3] = [&large, &pig(1000), &TriDice::USUAL];
    for (game, level) in games
        .into_iter()
        .zip([Level::Perfect, Level::Perfect, Level::Strong])
    {
        let refused = seat(game, level, 2, &cache, [0; 32]).err();
        let is_too_large = matches!(&refused, Some(Unsolvable::TooLarge(why)) if why.contains("1 MiB are allowed"));
        assert!(is_too_large, "{}: {refused:?}", game.rules_line());
    }
    assert_eq!(*notes.0.lock().unwrap(), Vec::<String>::new());
}

#[test]
fn without_a_folder_it_is_refused() {
    let narrow = cache(None, narrow_memory());
    let refused = seat(&kata(), Level::Perfect, 1, &narrow, [0; 32]);
    let message = refused.err().unwrap().to_string();
    assert!(message.contains("no folder for tables"), "{message}");
}

#[test]
fn what_is_costly_is_solved_only_with_leave() {
    let cache = cache(None, 1 << 30).with_policy(SolvePolicy::OnlySmall);
    solve_pig(&cache, 30, 2).unwrap();
    let refused = solve_pig(&cache, 110, 2).err().unwrap().to_string();
    assert!(
        refused.starts_with("solving pig(target=110) takes"),
        "{refused}"
    );
    assert!(refused.contains("MB of memory"), "{refused}");
    let declined = cache.declined();
    assert_eq!(declined.len(), 1);
    assert_eq!(declined[0].rules(), "pig(target=110)");
    assert!(
        solve_pig(&cache, 110, 2).is_err(),
        "it is still not allowed"
    );
    cache.allow(&declined[0].key);
    assert_eq!(cache.declined(), []);
    let begun = solve_pig(&Limited::watched(&cache, &Impatient), 110, 2);
    let stopped = "stopped before it was done";
    assert_eq!(begun.err().unwrap().to_string(), stopped, "it was begun");
}

#[test]
fn somebody_is_asked_once() {
    let asked = Notes::default();
    let notes = asked.clone();
    let ask = move |solve: &CostlySolve| {
        notes.0.lock().unwrap().push(solve.to_string());
        false
    };
    let cache = cache(None, 1 << 30).with_policy(SolvePolicy::Ask(Box::new(ask)));
    for target in [30, 110, 110] {
        drop(solve_pig(&cache, target, 2));
    }
    assert_eq!(asked.0.lock().unwrap().len(), 1);
}
