//! The push-your-luck family: races, offers, duels and turns.

mod cards;
mod last_turns;

use std::cell::RefCell;
use std::sync::Arc;

use hotdice_core::{Dice, Game, Notation, Seat, Turn};
use hotdice_games::push_luck::{
    Action, BustPenalty, Card, DeckKind, End, Hot, Phase, PushLuck, Roll, State,
};
use hotdice_solve::Unwatched;
use hotdice_solve::generic::Aim;
use hotdice_solve::push_luck::{
    AfterRoll, BestTurn, DuelRefused, Duelist, Offers, PointsPlan, Race, RaceRefused, Racer,
    RollChoice, Rolled, Then, ThreeRace, ThreeRefused, duel,
};

use self::last_turns::LastTurns;
use super::rules_alone::{UpTo, close, one_step, solve, walk};

pub(super) fn check(rules: &str, game: &PushLuck) -> Vec<Option<f64>> {
    let mut values = check_turn(rules);
    check_offers(rules, game);
    values.push(check_three(rules, game));
    values.push(check_race(rules, game));
    values
}

/// The race of two, its quick player and its duel.
fn check_race(rules: &str, game: &PushLuck) -> Option<f64> {
    let race = match Race::solve(game, 1 << 17, &Unwatched) {
        Ok(race) => Arc::new(race),
        Err(RaceRefused::Stopped(_)) => unreachable!("nobody stops it"),
        Err(_) => return None,
    };
    // In a final round totals grow without end, so that not all rules have a small number of states.
    let plain = solve(game, 2, Aim::Win);
    let racer = Racer::new(Arc::clone(&race));
    let value = |state: &State| race.value(state).expect("a state of the race")[0];
    walk(game, 2, 6, |state| {
        let found = value(state);
        let expected = match &plain {
            Some(plain) => plain.value(state, Seat::FIRST),
            None => one_step(game, state, Seat::FIRST, value),
        };
        if let Some(expected) = expected {
            close(found, expected, 1e-10, || format!("{rules} {state:?}"));
        }
        if let (Some(racer), Turn::Decide(_)) = (&racer, game.turn(state)) {
            let values = race.action_values(state).expect("a state of the race");
            let best = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
            let chosen = racer.choose(state).expect("a choice");
            let value = values.iter().find(|(action, _)| *action == chosen);
            let (_, value) = value.expect("a legal choice");
            close(*value, best, 1e-12, || format!("{rules} {state:?}"));
        }
    });
    let perfect = Duelist::Perfect(&race);
    match duel(game, [perfect, perfect], &Unwatched) {
        Ok(chance) => close(chance, race.first_wins(), 1e-12, || format!("duel {rules}")),
        Err(refused) => assert_eq!(refused, DuelRefused::Rules),
    }
    Some(race.first_wins())
}

/// The race of three: every turn by the rules alone, up to the start of the next.
fn check_three(rules: &str, game: &PushLuck) -> Option<f64> {
    if !game.seats().contains(3) {
        return None;
    }
    let race = match ThreeRace::solve(game, 1 << 20, &Unwatched) {
        Ok(race) => race,
        Err(ThreeRefused::Stopped(_)) => unreachable!("nobody stops it"),
        Err(_) => return None,
    };
    // With last turns, scores that are alike can leave a player between two choices, so that some triples do not come to rest.
    let has_last_turns = game.rules().end == End::FinalRound;
    assert!(
        has_last_turns || race.restless().is_empty(),
        "{rules}: {:?}",
        race.restless()
    );
    // Where turns can go on for ever there are too many last turns to try them all. Tests beside the solver check those.
    let can_go_on = game.rules().hot != Hot::EndsTurn || game.rules().no_score > 0;
    if has_last_turns && can_go_on {
        let sum: f64 = race.from_start().iter().sum();
        close(sum, 1.0, 1e-12, || format!("three: {rules}"));
        return Some(race.from_start()[0]);
    }
    let next = Seat::FIRST.next(3);
    let last_turns = RefCell::new(LastTurns::new(game));
    let mut points = (50..=game.rules().target).step_by(50);
    let unit = points.find(|points| race.chances([*points, 0, 0]).is_some());
    // Where the first points win there are no other scores than none.
    let unit = unit.unwrap_or(0);
    let starts: &[[u32; 3]] = if has_last_turns {
        &[[0, 0, 0], [1, 0, 1]]
    } else {
        &[[0, 0, 0], [0, 1, 0], [1, 0, 1], [1, 1, 0]]
    };
    for scores in starts {
        let scores = scores.map(|times| times * unit);
        let [expected, ..] = race.chances(scores).expect("scores of the race");
        let [a, b, c] = scores;
        let text = format!("scores={a},{b},{c} turn=1 total=0 next=roll:6");
        let start = game.read_state(&text).expect("a state");
        let mut turn = UpTo::new(game, Seat::FIRST, |state: &State| {
            match (game.turn(state), state.seat()) {
                (Turn::Over(standing), _) => {
                    let wins = standing.winners.contains(Seat::FIRST);
                    Some(f64::from(u8::from(wins)))
                }
                (_, seat) if seat == next && state.closer().is_some() => {
                    Some(last_turns.borrow_mut().shares(state)[0])
                }
                (_, seat) if seat == next => {
                    let scores = [1, 2, 0].map(|seat| Seat::new(seat).expect("a seat"));
                    let chances = race.chances(scores.map(|seat| state.score(seat)));
                    Some(chances.expect("scores of the race")[2])
                }
                (Turn::Decide(_), _) if wins(game, state) => Some(1.0),
                _ if state.total() > FAR => Some(1.0),
                _ => None,
            }
        });
        let found = turn.value(&start);
        close(found, expected, 1e-9, || {
            format!("three: {rules} {scores:?}")
        });
    }
    Some(race.from_start()[0])
}

/// Tells whether banking wins now, which nothing is better than.
fn wins(game: &PushLuck, state: &State) -> bool {
    let mut banked = state.clone();
    game.check(state, &Action::Bank).is_ok() && {
        game.act(&mut banked, &Action::Bank);
        matches!(game.turn(&banked), Turn::Over(_))
    }
}

/// Totals that hardly a turn comes to.
const FAR: u32 = 6000;

/// What offers say follows a choice is what the rules say.
fn check_offers(rules: &str, game: &PushLuck) {
    let Some(offers) = Offers::new(game) else {
        return;
    };
    for (score, total, dice) in [(0, 0, 6), (50, 50, 2), (0, 50, 5), (50, 0, 6), (0, 100, 3)] {
        let busts = match game.rules().busts {
            BustPenalty::None => "",
            BustPenalty::InARow(..) => "busts=0,0 ",
        };
        let text = format!("scores={score},0 turn=1 {busts}total={total} next=roll:{dice}");
        let Ok(state) = game.read_state(&text) else {
            continue;
        };
        for roll in Dice::all(dice) {
            let mut thrown = state.clone();
            game.settle(&mut thrown, &Roll::Dice(roll));
            let Rolled::Offer(offer) = offers.of(roll) else {
                let no_choice = |_: &_| unreachable!("nothing is offered");
                let found = offers.follow(score, total, offers.of(roll), no_choice);
                assert_eq!(found, outcome(&state, &thrown), "{rules}: {text}, {roll}");
                continue;
            };
            let Phase::Choose { .. } = thrown.phase() else {
                let first = |_: &_| RollChoice {
                    keep: offer.whole(),
                    then: Then::Roll,
                };
                let found = offers.follow(score, total, offers.of(roll), first);
                assert_eq!(found, outcome(&state, &thrown), "{rules}: {text}, {roll}");
                continue;
            };
            let mut keeps = Vec::new();
            game.for_each_action(&thrown, |action| keeps.push(action));
            keeps.retain(|action| matches!(action, Action::Keep(_)));
            assert_eq!(keeps.len(), offer.keeps().len(), "{rules}: {text}, {roll}");
            for (action, keep) in std::iter::zip(keeps, offer.keeps()) {
                for then in [Then::Roll, Then::Bank] {
                    let played = play(game, &thrown, action, then);
                    let choice = RollChoice { keep: *keep, then };
                    let found = offers.follow(score, total, offers.of(roll), |_| choice);
                    let expected = outcome(&state, &played);
                    assert_eq!(found, expected, "{rules}: {text}, {roll}, {choice:?}");
                }
            }
        }
    }
}

/// Plays on after a roll: banks it where that is wanted and allowed, and otherwise keeps dice and goes on.
fn play(game: &PushLuck, thrown: &State, keep: Action, then: Then) -> State {
    let mut played = thrown.clone();
    let banks = |state: &State| then == Then::Bank && game.check(state, &Action::Bank).is_ok();
    if banks(&played) {
        game.act(&mut played, &Action::Bank);
        return played;
    }
    game.act(&mut played, &keep);
    if let Phase::Kept { .. } = played.phase() {
        let go_on = if banks(&played) {
            Action::Bank
        } else {
            Action::Roll
        };
        game.act(&mut played, &go_on);
    }
    played
}

/// Says what has come of a roll and what was done with it.
fn outcome(before: &State, after: &State) -> AfterRoll {
    let seat = before.seat();
    let banked = after.score(seat).saturating_sub(before.score(seat));
    match after.phase() {
        Phase::Roll(dice) if after.seat() == seat => AfterRoll::Rolls(after.total(), dice),
        _ if banked > 0 => AfterRoll::Banks(banked),
        _ => AfterRoll::Bust,
    }
}

/// Turns for points, far from the end of the game.
fn check_turn(rules: &str) -> Vec<Option<f64>> {
    let line = super::with(&rules.parse().expect("a rules line"), "target", "1000000");
    let game = &PushLuck::read(&line).expect("rules that go together");
    let turn = BestTurn::of(game);
    let plan = PointsPlan::new(game);
    check_plan(rules, &plan);
    let rules_of = game.rules();
    if rules_of.deck == DeckKind::None {
        if rules_of.busts == BustPenalty::None {
            close(turn.value(), plan.rolling(0, 6), 1e-8, || {
                format!("turn {rules}")
            });
        }
        let opening = rules_of.least_to_bank(0).to_string();
        let line = super::with(&super::with(&line, "bank_min", &opening), "busts", "none");
        let to_open = PushLuck::read(&line).expect("rules that go together");
        let expected = PointsPlan::new(&to_open).rolling(0, 6);
        close(turn.opening(), expected, 1e-8, || {
            format!("opening {rules}")
        });
    }
    if rules_of.hot == Hot::EndsTurn && rules_of.no_score == 0 {
        check_long_run(rules, game, turn.value());
    }
    // Turns that go on after a pass have very many states; a long test checks those.
    if rules_of.deck != DeckKind::None && rules_of.hot == Hot::EndsTurn {
        cards::check(rules, game);
    }
    vec![Some(turn.value()), Some(turn.opening())]
}

/// Holds a plan against what the rules allow with every roll.
fn check_plan(rules: &str, plan: &PointsPlan) {
    let plain = super::with(&rules.parse().expect("a rules line"), "busts", "none");
    let plain = super::with(&super::with(&plain, "deck", "none"), "end", "on-bank");
    let plain = super::with(
        &super::with(&plain, "first", "entered"),
        "target",
        "1000000",
    );
    let plain = PushLuck::read(&plain).expect("rules that go together");
    for (total, dice) in [
        (0, 6),
        (300, 1),
        (300, 4),
        (600, 2),
        (600, 6),
        (900, 3),
        (3000, 6),
    ] {
        let text = format!("scores=50,0 turn=1 total={total} next=roll:{dice}");
        let Ok(start) = plain.read_state(&text) else {
            continue;
        };
        let mut turn = UpTo::new(&plain, Seat::FIRST, |state: &State| {
            let is_over = state.seat() != Seat::FIRST;
            let gained = || f64::from(state.score(Seat::FIRST)) - 50.0;
            match state.phase() {
                _ if is_over => Some(gained()),
                Phase::Roll(dice) if *state != start => Some(plan.rolling(state.total(), dice)),
                _ => None,
            }
        });
        let expected = turn.value(&start);
        close(plan.rolling(total, dice), expected, 1e-7, || {
            format!("plan {rules} {text}")
        });
    }
}

/// Holds the average of a turn against turns by the rules alone, for each number of busts in a row.
///
/// Having bust i times is worth `worth[i]` beside having bust never: `worth[i]` + average = what a turn brings that
/// leads to `worth` again, and `worth[0]` = 0.
fn check_long_run(rules: &str, game: &PushLuck, average: f64) {
    let row = match game.rules().busts {
        BustPenalty::None => 1,
        BustPenalty::InARow(busts, _) => busts,
    };
    let found = BestTurn::of(game);
    let mut worth = 0.0;
    for busts in (0..row).rev() {
        let start = far_from_the_end(game, busts);
        let mut turn = UpTo::new(game, Seat::FIRST, |state: &State| {
            let has_bust = state.busts(Seat::FIRST) > busts;
            let later = if has_bust { worth } else { 0.0 };
            let over = gained(state).map(|gained| gained + later);
            over.or_else(|| far_gone(game, &found, state))
        });
        worth = turn.value(&start) - average;
    }
    close(worth, 0.0, 1e-7, || format!("long run {rules}"));
}

/// What both players have when nothing but the turn matters.
const SCORE: u32 = 500_000;

/// Returns the start of a turn of the first seat, which has bust so often in a row.
fn far_from_the_end(game: &PushLuck, busts: u8) -> State {
    let mut start = game.start(2);
    if start.phase() == Phase::First {
        game.settle(&mut start, &Roll::First(Seat::FIRST));
    }
    let scores = format!("scores={SCORE},{SCORE}");
    let text = game.write_state(&start).replace("scores=0,0", &scores);
    let text = text.replace("busts=0,0", &format!("busts={busts},0"));
    game.read_state(&text).expect("a state")
}

/// Returns what the turn of the first seat has brought, once it is over.
fn gained(state: &State) -> Option<f64> {
    let gained = || f64::from(state.score(Seat::FIRST)) - f64::from(SCORE);
    (state.seat() != Seat::FIRST).then(gained)
}

/// Returns what a turn is worth that hardly ever comes so far: nobody who may bank rolls on there. Under Must Cut nothing is
/// chosen, so that with six dice the turn begins anew, whatever its total is.
fn far_gone(game: &PushLuck, found: &BestTurn, state: &State) -> Option<f64> {
    let must_cut = state.card().filter(|card| *card == Card::MustCut);
    let (rest, far) = match (must_cut, state.phase()) {
        (Some(_), Phase::Roll(6)) => (under(found, Card::MustCut), 0),
        (None, Phase::Roll(_)) if game.rules().hot == Hot::Forced => (0.0, 4 * FAR),
        (None, Phase::Roll(_)) => (0.0, FAR),
        _ => return None,
    };
    (state.total() > far).then(|| f64::from(state.total()) + rest)
}

/// Returns what was found for turns under a card.
fn under(found: &BestTurn, card: Card) -> f64 {
    let found = found.cards().iter().find(|(other, _)| *other == card);
    found.expect("a card of the deck").1
}
