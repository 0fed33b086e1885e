//! The quick ways to play many games are the plain way, and the exact chance is that of the game itself.

use std::collections::HashMap;
use std::sync::Arc;

use hotdice_bots::{
    Best, Entrant, Level, Player, Random, Tally, exact_duel, push_luck, simulate, tournament,
};
use hotdice_core::{Game, Open, Seat, Turn};
use hotdice_games::push_luck::{Action, PushLuck, State};
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::Unwatched;
use hotdice_solve::generic::Aim;
use hotdice_solve::push_luck::{Race, Racer};
use hotdice_solve::yatzy::{Deviations, Effort, Solved, Winning};

use crate::memory::Memory;

fn game(line: &str) -> PushLuck {
    PushLuck::read(&line.parse().expect("a rules line")).expect("a game")
}

/// The players of all levels that are asked state by state.
fn player(game: &PushLuck, level: Level) -> Arc<dyn Player<PushLuck>> {
    match level {
        Level::Random => Arc::new(Random),
        Level::Greedy => Arc::new(push_luck::Greedy),
        Level::Careful => Arc::new(push_luck::Careful),
        Level::Strong => Arc::new(push_luck::Strong::new(game)),
        Level::Perfect => {
            let race = Race::solve(game, 1 << 30, &Unwatched).expect("a race");
            match Racer::new(Arc::new(race.clone())) {
                Some(racer) => Arc::new(push_luck::Racing(racer)),
                None => Arc::new(Best(Arc::new(race))),
            }
        }
    }
}

fn levels(words: &str) -> Vec<Level> {
    let level = |word: &str| word.parse().expect("a level");
    words.split(' ').map(level).collect()
}

/// The same dice give the same games, whether they are played with states or without.
#[track_caller]
fn check_same_games(line: &str, words: &str) {
    let (game, levels) = (game(line), levels(words));
    let quick =
        tournament(&game, &levels, &Memory::default(), 1200, 3, &Unwatched).expect("a tally");
    let players: Vec<_> = levels.iter().map(|level| player(&game, *level)).collect();
    let players: Vec<&dyn Player<PushLuck>> = players.iter().map(|player| &**player).collect();
    let plain = simulate(&game, &players, 1200, 3, &Unwatched).expect("a tally");
    assert_eq!(quick, plain, "{line}: {words}");
}

#[test]
fn the_same_dice_give_the_same_games() {
    check_same_games("farkle", "greedy careful");
    check_same_games("farkle(target=2000)", "strong random");
    check_same_games("farkle(target=1000)", "perfect careful");
    check_same_games(
        "farkle-minimal(target=2000,opening=300)",
        "random strong greedy",
    );
    check_same_games("cheese(target=1000,bank_min=200)", "strong perfect");
    check_same_games(
        "cheese(target=1500,bank_takes=roll)",
        "careful random greedy",
    );
    check_same_games(
        "zilch(target=3000,hot=forced,first=random)",
        "strong careful",
    );
    check_same_games("zilch(target=3000,no_score=500)", "random strong");
    check_same_games("zilch(target=500)", "perfect random");
    check_same_games("zilch-playr(target=3000)", "careful random greedy");
    check_same_games("farkle-classic(target=2000)", "greedy strong random");
    check_same_games("cheese(deck=full,target=2000)", "greedy careful");
    for rules in [
        "farkle(end=on-bank)",
        "farkle(end=final-round,opening=500,bank_min=200)",
        "farkle(hot=forced,end=on-roll,target=3000)",
        "zilch(hot=ends-turn)",
        "cheese(bank_takes=roll,busts=2:-300,first=random)",
    ] {
        check_same_games(rules, "greedy careful greedy");
    }
}

/// The chance of the first seat, found by walking through the game with the very players who sit at tables.
struct Walk {
    game: PushLuck,
    players: [Arc<dyn Player<PushLuck>>; 2],
    /// Whether each of them draws any action.
    is_random: [bool; 2],
    /// The chance at the start of every turn, from the round before.
    known: HashMap<State, f64>,
    next: HashMap<State, f64>,
}

impl Walk {
    /// Returns the chance of the first seat once another round of turns changes nothing.
    fn chance(mut self) -> f64 {
        let start = self.game.start(2);
        let mut before = 0.0;
        for _ in 0..1000 {
            self.next.clear();
            let chance = self.begin(&start);
            std::mem::swap(&mut self.known, &mut self.next);
            let gap: f64 = (chance - before).abs();
            if gap < 1e-13 {
                return chance;
            }
            before = chance;
        }
        before
    }

    /// Returns the chance at the start of a turn.
    fn begin(&mut self, state: &State) -> f64 {
        if let Some(chance) = self.next.get(state) {
            return *chance;
        }
        // A bust comes back to this pair of scores: what was found a round before stands in.
        let guess = self.known.get(state).copied().unwrap_or(0.5);
        self.next.insert(state.clone(), guess);
        let chance = self.after(state, &mut HashMap::new());
        self.next.insert(state.clone(), chance);
        chance
    }

    fn after(&mut self, state: &State, turn: &mut HashMap<State, f64>) -> f64 {
        if let Some(chance) = turn.get(state) {
            return *chance;
        }
        let game = self.game.clone();
        let chance = match game.turn(state) {
            Turn::Over(standing) if standing.winners.contains(Seat::FIRST) => {
                1.0 / f64::from(standing.winners.len())
            }
            Turn::Over(_) => 0.0,
            Turn::Roll => {
                let (mut sum, mut all) = (0.0, 0.0);
                game.for_each_roll(state, |roll, weight| {
                    let mut after = state.clone();
                    game.settle(&mut after, &roll);
                    let chance = self.follow(state, &after, turn);
                    sum += chance * weight as f64;
                    all += weight as f64;
                });
                sum / all
            }
            Turn::Decide(seat) => {
                let actions = self.actions(seat, state);
                let part = 1.0 / actions.len() as f64;
                let follow = |action: &Action| {
                    let mut after = state.clone();
                    game.act(&mut after, action);
                    part * self.follow(state, &after, turn)
                };
                actions.iter().map(follow).sum()
            }
        };
        turn.insert(state.clone(), chance);
        chance
    }

    fn follow(&mut self, before: &State, after: &State, turn: &mut HashMap<State, f64>) -> f64 {
        let is_over = matches!(self.game.turn(after), Turn::Over(_));
        match before.seat() == after.seat() || is_over {
            true => self.after(after, turn),
            false => self.begin(after),
        }
    }

    fn actions(&self, seat: Seat, state: &State) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.is_random[seat.index()] {
            self.game
                .for_each_action(state, |action| actions.push(action));
        } else {
            let view = Open(state.clone());
            let player = &self.players[seat.index()];
            actions.push(player.choose(&self.game, &view, &mut || 0));
        }
        actions
    }
}

/// The exact chance is what a walk through the game finds.
#[track_caller]
fn check_exact(line: &str, words: &str) {
    let (game, levels) = (game(line), levels(words));
    let exact = exact_duel(&game, &levels, &Memory::default(), &Unwatched).expect("a chance");
    let exact = exact.expect("players whose choices are known");
    let [first, second] = levels[..] else {
        panic!("two players");
    };
    let walk = Walk {
        game: game.clone(),
        players: [first, second].map(|level| player(&game, level)),
        is_random: [first, second].map(|level| level == Level::Random),
        known: HashMap::new(),
        next: HashMap::new(),
    };
    // Turns lead to turns: the walk goes deep.
    let walk = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(|| walk.chance());
    let walked = walk.expect("a thread").join().expect("a chance");
    assert!(
        (exact - walked).abs() < 1e-10,
        "{line}, {words}: {exact}, not {walked}"
    );
}

#[test]
fn the_exact_chance_is_that_of_the_game_itself() {
    check_exact("farkle(target=200)", "perfect careful");
    check_exact("farkle(target=200)", "strong random");
    check_exact(
        "farkle-minimal(target=150,opening=150,end=on-roll)",
        "random perfect",
    );
    check_exact("farkle-minimal(target=200,bank_min=100)", "strong greedy");
    check_exact("cheese(target=200)", "strong perfect");
    check_exact(
        "cheese(target=200,bank_takes=roll,end=on-roll)",
        "greedy random",
    );
    check_exact("cheese(target=100,end=final-round)", "strong perfect");
}

fn yatzy(line: &str) -> Yatzy {
    Yatzy::read(&line.parse().expect("a rules line")).expect("a game")
}

/// Greedy sheets without states are those of the greedy player on the same dice, with bonuses, jokers, saved rolls and shared wins.
#[test]
fn greedy_sheets_are_those_of_the_greedy_player() {
    for line in [
        "yatzy",
        "kata",
        "maxi-yatzy",
        "yahtzee",
        "yahtzee(joker=free)",
        "yahtzee(joker=original)",
        "yahtzee(dice=2,rolls=2,boxes=ones+twin:sets-2:50+run:run-2:20+sixes,bonus=9/2)",
        "yahtzee(dice=2,rolls=2,boxes=sixes+twin:sets-2:50+chance,bonus=none,joker=free)",
        "yahtzee(dice=2,rolls=2,boxes=twin:sets-2:50+run:run-2:20+twos,bonus=none,joker=original)",
    ] {
        let game = yatzy(line);
        for seats in [1, 2, 3] {
            let quick = tournament(
                &game,
                &vec![Level::Greedy; seats],
                &Memory::default(),
                1200,
                3,
                &Unwatched,
            );
            let greedy: &dyn Player<Yatzy> = &hotdice_bots::yatzy::Greedy;
            let plain = simulate(&game, &vec![greedy; seats], 1200, 3, &Unwatched);
            assert_eq!(
                quick.expect("a tally"),
                plain.expect("a tally"),
                "{line}: {seats}"
            );
        }
    }
}

/// Sheets for points that meet in pairs do so by chance: two alike players share the wins, and a shared one is as rare as at a table.
#[test]
fn sheets_that_meet_are_games() {
    let game = yatzy("kata(boxes=ones+sixes+chance)");
    let bot = Entrant {
        level: Level::Perfect,
        aim: Some(Aim::Points),
    };
    let quick = tournament(&game, &[bot; 2], &Memory::default(), 40_000, 3, &Unwatched);
    let best = Best(Arc::new(Solved::solve(&game, &Unwatched).expect("solved")));
    let plain = simulate(&game, &[&best, &best], 4000, 3, &Unwatched);
    let (quick, plain) = (quick.expect("a tally"), plain.expect("a tally"));
    // Wins are 1, 1/2 or 0: what their sum is above that of their squares tells how many are shared.
    let shared = |tally: &Tally| {
        let seat = &tally.seats[0];
        4.0 * (seat.wins - seat.wins_squared) / tally.games as f64
    };
    let close = |one: f64, other: f64| (one - other).abs() < 0.04;
    for seat in Seat::all(2) {
        let [one, other] = [&quick, &plain].map(|tally| tally.wins(seat).mean);
        assert!(close(one, 0.5) && close(other, 0.5), "{one} {other}");
    }
    let [one, other] = [&quick, &plain].map(shared);
    assert!(close(one, other) && one > 0.0, "{one} {other}");
}

/// Games to win that are played in step are won as often as games that are played one by one.
#[test]
fn contests_in_step_are_games() {
    let game = yatzy("kata(boxes=ones+twos+sixes+pair+chance)");
    let solved = Arc::new(Solved::solve(&game, &Unwatched).expect("solved"));
    let deviations = Arc::new(Deviations::of(&solved, &Unwatched).expect("deviations"));
    for aims in [
        &[Aim::Win, Aim::Points][..],
        &[Aim::Points, Aim::Win, Aim::Win],
    ] {
        let bots: Vec<Entrant> = aims
            .iter()
            .map(|aim| Entrant {
                level: Level::Strong,
                aim: Some(*aim),
            })
            .collect();
        let found = tournament(&game, &bots, &Memory::default(), 15_000, 3, &Unwatched);
        let found = found.expect("a tally");
        let (for_points, effort) = (Arc::clone(&solved), Effort::OneTurn);
        let seats = aims.len() as u8;
        let to_win = Winning::new(
            Arc::clone(&solved),
            Arc::clone(&deviations),
            seats,
            effort,
            &Unwatched,
        );
        let to_win = Best(Arc::new(to_win.expect("a winner")));
        let for_points = Best(for_points);
        let player = |aim: &Aim| -> &dyn Player<Yatzy> {
            match aim {
                Aim::Win => &to_win,
                Aim::Points => &for_points,
            }
        };
        let players: Vec<&dyn Player<Yatzy>> = aims.iter().map(player).collect();
        let plain = simulate(&game, &players, 800, 3, &Unwatched).expect("a tally");
        for seat in Seat::all(seats) {
            let wins = [&found, &plain].map(|tally| tally.wins(seat));
            let points = [&found, &plain].map(|tally| tally.points(seat));
            for [one, other] in [wins, points] {
                let margin = 2.5 * (one.margin + other.margin);
                assert!((one.mean - other.mean).abs() < margin, "{one:?} {other:?}");
            }
        }
    }
}

/// Games alone that are played in step have the points of games that are played one by one.
#[test]
fn sheets_in_step_are_games() {
    let (game, levels) = (yatzy("kata"), levels("perfect"));
    let quick = |games| tournament(&game, &levels, &Memory::default(), games, 3, &Unwatched);
    let best = Best(Arc::new(Solved::solve(&game, &Unwatched).expect("solved")));
    let plain = simulate(&game, &[&best], 1500, 3, &Unwatched).expect("a tally");
    let found = quick(40_000).expect("a tally");
    let [one, other] = [&found, &plain].map(|tally| tally.points(Seat::FIRST));
    let margin = 2.5 * (one.margin + other.margin);
    assert!((one.mean - other.mean).abs() < margin, "{one:?} {other:?}");
    assert_eq!(found, quick(40_000).expect("a tally"));
}
