//! Turns of push-your-luck games, event by event.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use hotdice_core::{AnyPosition, Dice, Odds, Seat, Turn, Viewer};
use hotdice_games::find;
use hotdice_games::push_luck::PushLuck;

/// Plays events, separated by semicolons, from the start of a game.
#[track_caller]
fn play(rules: &str, seats: u8, events: &str) -> Box<dyn AnyPosition> {
    let mut position = find(rules).unwrap().open(seats).unwrap();
    for event in events.split(';').map(str::trim) {
        let happened = position.play(event);
        happened.unwrap_or_else(|refused| panic!("{event}: {refused}"));
    }
    position
}

#[track_caller]
fn check(rules: &str, events: &str, state: &str) {
    assert_eq!(play(rules, 2, events).state(), state);
}

#[track_caller]
fn check_refused(rules: &str, events: &str, action: &str, message: &str) {
    let mut position = play(rules, 2, events);
    let before = position.state();
    let refused = position.play(action).unwrap_err().to_string();
    assert_eq!(refused, message);
    assert_eq!(position.state(), before, "a refused action changes nothing");
}

/// Checks what the first choice of a position is called, what it leads to, and what it sends.
#[track_caller]
fn check_first_choice(position: &dyn AnyPosition, expected: [&str; 3]) {
    let scene = position.scene(Viewer::Seat(Seat::FIRST));
    let first = &scene.choices[0];
    assert_eq!([&first.label, &first.hint, &first.notation], expected);
}

#[test]
fn keeping_all_dice_says_what_it_banks() {
    let check = |rules: &str, label: &str, hint: &str| {
        let state = Some("scores=250,0 turn=1 total=500 next=choose:15");
        let position = find(rules).unwrap().begin(2, state).unwrap();
        check_first_choice(&*position, [label, hint, "keep 1 5"]);
    };
    check("cheese", "Keep all and pass the cheese: 650", "total: 900");
    check(
        "zilch(hot=ends-turn)",
        "Keep all and bank 650",
        "total: 900",
    );
    check(
        "zilch(hot=ends-turn,opening=1000,opens=game)",
        "Keep all and bank 650",
        "900 of 1,000 to get on the board",
    );
    check("zilch", "Keep 1 5", "150 points, all six dice");
    // A card pays for the pass.
    let position = play(CARDS, 2, "card bonus-300; 1 2 3 4 5 6");
    check_first_choice(
        &*position,
        [
            "Keep all and pass the cheese: 1,800",
            "total: 1,800",
            "keep 1 2 3 4 5 6",
        ],
    );
}

#[test]
fn keeps_and_banks() {
    let begin = "1 1 5 2 3 4; keep 1 1";
    check(
        "zilch",
        begin,
        "scores=0,0 turn=1 total=0 next=kept:112345:11",
    );
    check(
        "zilch",
        &format!("{begin}; bank"),
        "scores=200,0 turn=2 total=0 next=roll:6",
    );
    check(
        "zilch",
        &format!("{begin}; roll"),
        "scores=0,0 turn=1 total=200 next=roll:4",
    );
    check(
        "zilch",
        &format!("{begin}; roll; 2 3 4 6"),
        "scores=0,0 turn=2 total=0 next=roll:6",
    );
}

#[test]
fn banking_counts_the_whole_roll_where_the_rules_say_so() {
    check(
        "farkle",
        "1 1 5 2 3 4; bank",
        "scores=250,0 turn=2 total=0 next=roll:6",
    );
    check(
        "farkle",
        "1 1 5 2 3 4; keep 1; bank",
        "scores=250,0 turn=2 total=0 next=roll:6",
    );
    check(
        "farkle(bank_takes=kept)",
        "1 1 5 2 3 4; keep 1; bank",
        "scores=100,0 turn=2 total=0 next=roll:6",
    );
    check_refused(
        "zilch",
        "1 1 5 2 3 4",
        "bank",
        "first keep at least one die that scores",
    );
}

const SIX_OVER_TWO_ROLLS: &str = "1 1 5 2 3 4; keep 1 1 5; roll; 1 5 5; keep 1 5 5";

#[test]
fn six_scoring_dice_over_several_rolls_roll_six_again() {
    let events = format!("{SIX_OVER_TWO_ROLLS}; roll");
    check("farkle", &events, "scores=0,0 turn=1 total=450 next=roll:6");
    let events = format!("{SIX_OVER_TWO_ROLLS}; bank");
    check("zilch", &events, "scores=450,0 turn=2 total=0 next=roll:6");
}

#[test]
fn six_scoring_dice_end_the_turn_in_cheese() {
    check(
        "cheese",
        SIX_OVER_TWO_ROLLS,
        "scores=450,0 turn=2 total=0 next=roll:6",
    );
    check(
        "cheese",
        "1 2 3 4 5 6; keep 1 2 3 4 5 6",
        "scores=1500,0 turn=2 total=0 next=roll:6",
    );
}

#[test]
fn six_scoring_dice_must_roll_again_where_hot_dice_are_forced() {
    let refusal = "banking would use all six dice, and hot dice must be rolled again: keep fewer";
    check_refused("zilch(hot=forced)", SIX_OVER_TWO_ROLLS, "bank", refusal);
    check_refused("farkle(hot=forced)", "1 1 1 5 5 5", "bank", refusal);
    let events = format!("{SIX_OVER_TWO_ROLLS}; roll");
    check(
        "zilch(hot=forced)",
        &events,
        "scores=0,0 turn=1 total=450 next=roll:6",
    );
}

#[test]
fn a_farkle_win_comes_before_any_choice() {
    let events = "1 1 5 2 3 4; keep 1 1; roll; 2 2 2 3";
    check(
        "farkle(target=400)",
        events,
        "scores=400,0 turn=1 total=0 next=over",
    );
    check(
        "farkle(target=401)",
        events,
        "scores=0,0 turn=1 total=200 next=choose:2223",
    );
}

#[test]
fn the_turn_that_banks_the_target_wins() {
    let events = "1 1 1 2 3 4; keep 1 1 1";
    check(
        "cheese(target=1000)",
        events,
        "scores=0,0 turn=1 total=0 next=kept:111234:111",
    );
    let events = format!("{events}; bank");
    check(
        "cheese(target=1000)",
        &events,
        "scores=1000,0 turn=1 total=0 next=over",
    );
}

#[test]
fn the_others_have_one_more_turn_in_the_final_round() {
    let closed = "1 1 1 2 3 4; keep 1 1 1; bank";
    let rules = "zilch(target=1000)";
    check(
        rules,
        closed,
        "scores=1000,0 turn=2 closer=1 total=0 next=roll:6",
    );
    check(
        rules,
        &format!("{closed}; 2 2 3 3 4 6"),
        "scores=1000,0 turn=1 closer=1 total=0 next=over",
    );
    let tied = play(rules, 2, &format!("{closed}; {closed}"));
    assert_eq!(
        tied.state(),
        "scores=1000,1000 turn=1 closer=1 total=0 next=over"
    );
    let Turn::Over(standing) = tied.turn() else {
        panic!("the game is over");
    };
    assert_eq!(standing.winners.len(), 2, "ties share");
}

#[test]
fn the_first_points_and_all_points_can_have_a_minimum() {
    let too_few = |least| format!("250 points are not enough to bank: you need {least}");
    let events = "1 1 5 2 3 4; keep 1 1 5";
    check_refused("zilch(opening=500)", events, "bank", &too_few(500));
    check_refused("zilch(bank_min=300)", events, "bank", &too_few(300));
    let opened = "1 1 1 2 3 4; keep 1 1 1; bank; 2 2 3 3 4 6; 1 1 5 2 3 4; keep 1 1 5; bank";
    check(
        "zilch(opening=500)",
        opened,
        "scores=1250,0 turn=2 total=0 next=roll:6",
    );
    let opened = opened.trim_end_matches("; bank");
    check_refused("zilch(bank_min=300)", opened, "bank", &too_few(300));
}

#[test]
fn busts_in_a_row_cost_points_once_and_never_more_than_there_are() {
    let rules = "zilch(busts=2:-700)";
    let rich = "1 1 1 2 3 4; keep 1 1 1; bank; 2 2 3 3 4 6";
    let bust = "2 2 3 3 4 6";
    check(
        rules,
        &format!("{rich}; {bust}"),
        "scores=1000,0 turn=2 busts=1,1 total=0 next=roll:6",
    );
    check(
        rules,
        &format!("{rich}; {bust}; {bust}; {bust}"),
        "scores=300,0 turn=2 busts=0,0 total=0 next=roll:6",
    );
}

#[test]
fn six_dice_that_score_nothing_may_be_paid() {
    check(
        "zilch-playr",
        "2 2 3 3 4 6",
        "scores=0,0 turn=1 busts=0,0 total=500 next=roll:6",
    );
    let win = "farkle(no_score=500,target=1000)";
    check(
        win,
        "2 2 3 3 4 6; 2 2 3 3 4 6",
        "scores=1000,0 turn=1 total=0 next=over",
    );
}

#[test]
fn points_may_wait_until_there_are_enough_to_open() {
    let rules = "zilch(opening=500,opens=game,busts=1:-200)";
    let gathered = "1 1 5 2 3 4; keep 1 1; bank; 2 3 4 6 6 2; 2 3 4 6 6 2";
    check(
        rules,
        gathered,
        "scores=200,0 turn=2 busts=0,0 total=0 next=roll:6",
    );
    let seat = |place: u8| Seat::new(place).unwrap();
    assert_eq!(play(rules, 2, gathered).points(seat(0)), 0);
    let opened = format!("{gathered}; 2 3 4 6 6 2; 3 3 3 2 4 6; keep 3 3 3; bank");
    assert_eq!(play(rules, 2, &opened).points(seat(0)), 500);
    check(
        rules,
        &format!("{opened}; 2 3 4 6 6 2; 2 3 4 6 6 2"),
        "scores=300,0 turn=2 busts=0,0 total=0 next=roll:6",
    );
}

#[test]
fn what_was_left_may_be_picked_up() {
    let rules = "zilch(piggyback=yes)";
    let banked = "1 1 5 2 3 4; keep 1 1; bank";
    check(
        rules,
        banked,
        "scores=200,0 turn=2 total=0 next=pick-up:200:4",
    );
    check(
        rules,
        &format!("{banked}; pick-up"),
        "scores=200,0 turn=2 total=200 next=roll:4",
    );
    check(
        rules,
        &format!("{banked}; pick-up; 1 5 2 3; keep 1; bank"),
        "scores=200,300 turn=1 total=0 next=pick-up:300:3",
    );
    check(
        rules,
        &format!("{banked}; pick-up; 2 3 4 6"),
        "scores=200,0 turn=1 total=0 next=roll:6",
    );
    check(
        rules,
        &format!("{banked}; fresh"),
        "scores=200,0 turn=2 total=0 next=roll:6",
    );
    check(
        rules,
        "1 1 1 5 5 5; keep 1 1 1 5 5 5; bank",
        "scores=2500,0 turn=2 total=0 next=roll:6",
    );
    let roll = "farkle(piggyback=yes)";
    check(
        roll,
        "1 1 5 2 3 4; bank",
        "scores=250,0 turn=2 total=0 next=pick-up:250:3",
    );
    check_refused(
        rules,
        banked,
        "roll",
        "first pick up the dice that were left (pick-up), or start with six (fresh)",
    );
    check_refused(
        rules,
        "1 1 5 2 3 4",
        "pick-up",
        "there is nothing to pick up now",
    );
    check_bad_state(rules, "scores=200,0 turn=2 total=0 next=pick-up:250:4");
    check_bad_state(rules, "scores=200,0 turn=2 total=0 next=pick-up:200:6");
    check_bad_state("zilch", "scores=200,0 turn=2 total=0 next=pick-up:200:4");
    check_rules_error(
        "cheese(deck=full,piggyback=yes)",
        "a turn with a card begins with six dice: use piggyback=no or deck=none",
    );
    check_rules_error(
        "farkle(short_straight=500)",
        "it takes none, or two values such as 500/750",
    );
}

#[test]
fn who_begins_may_be_drawn_by_lot() {
    let rules = "farkle(first=random)";
    check(rules, "first 2", "scores=0,0 turn=2 total=0 next=roll:6");
    let position = find(rules).unwrap().open(3).unwrap();
    assert_eq!(position.rolls().len(), 3);
}

#[test]
fn refusals_say_what_to_do() {
    let roll = "1 1 5 2 3 4";
    check_refused("zilch", roll, "keep", "keep at least one die that scores");
    check_refused(
        "zilch",
        roll,
        "keep 1 2",
        "2 would not score: keep only dice that do, here 1 1 5",
    );
    check_refused(
        "zilch",
        roll,
        "keep 5 5",
        "you can't keep 5: the roll is 1 1 2 3 4 5",
    );
    check_refused(
        "zilch",
        roll,
        "roll",
        "first keep at least one die that scores",
    );
    check_refused(
        "zilch",
        roll,
        "accept",
        "there is no card to accept or decline",
    );
    check_refused(
        "zilch",
        &format!("{roll}; keep 1"),
        "keep 1",
        "you have already kept dice from this roll: roll on, bank or undo",
    );
    check_refused(
        "zilch",
        roll,
        "keep 7",
        "cannot read \"keep 7\": '7' is not a face of a die: use 1 to 6",
    );
    check_refused(
        "zilch",
        roll,
        "sing",
        "cannot read \"sing\": use keep and dice (keep 1 5), roll or bank",
    );
}

const CARDS: &str = "cheese(deck=full)";

/// Begins a game with a card, which leaves one card less in the deck.
#[track_caller]
fn check_card(card: &str, events: &str, state: &str) {
    let position = play(CARDS, 2, &format!("card {card}; {events}"));
    let text = position.state();
    let fields = text.split(' ').filter(|field| !field.starts_with("deck="));
    assert_eq!(fields.collect::<Vec<_>>().join(" "), state);
}

const PASS: &str = "1 2 3 4 5 6; keep 1 2 3 4 5 6";

#[test]
fn bonus_cards_pay_for_passing() {
    check_card("bonus-300", PASS, "scores=1800,0 turn=2 total=0 next=draw");
    check_card("bonus-500", PASS, "scores=2000,0 turn=2 total=0 next=draw");
    check_card(
        "bonus-400",
        "1 1 5 2 3 4; keep 1 1; bank",
        "scores=200,0 turn=2 total=0 next=draw",
    );
}

#[test]
fn must_pass_pays_for_passing_and_forbids_banking() {
    check_card("must-pass", PASS, "scores=2500,0 turn=2 total=0 next=draw");
    check_refused(
        CARDS,
        "card must-pass; 1 1 5 2 3 4; keep 1",
        "bank",
        "Must Pass doesn't let you bank now. You can't bank before you pass. Passing adds 1,000.",
    );
}

#[test]
fn must_cut_keeps_every_scoring_die_until_the_cut() {
    check_refused(
        CARDS,
        "card must-cut; 1 1 5 2 3 4",
        "keep 1",
        "this card makes you keep every die that scores: keep 1 1 5",
    );
    let kept = "1 1 5 2 3 4; keep 1 1 5";
    check_refused(
        CARDS,
        &format!("card must-cut; {kept}"),
        "bank",
        "Must Cut doesn't let you bank now. Keep every scoring die and roll on, with six new dice when all are kept. \
         The cut ends the turn, but you keep the points.",
    );
    check_card(
        "must-cut",
        &format!("{kept}; roll; 2 3 4"),
        "scores=250,0 turn=2 total=0 next=draw",
    );
    check_card(
        "must-cut",
        &format!("{PASS}; roll"),
        "scores=0,0 turn=1 card=must-cut passed=yes total=1500 next=roll:6",
    );
}

#[test]
fn double_cheese_doubles_at_the_second_pass() {
    let once = format!("{PASS}; roll");
    check_card(
        "double-cheese",
        &once,
        "scores=0,0 turn=1 card=double-cheese passed=yes total=1500 next=roll:6",
    );
    check_card(
        "double-cheese",
        &format!("{once}; 1 1 1 5 5 5; keep 1 1 1 5 5 5"),
        "scores=6000,0 turn=1 total=0 next=over",
    );
    check_card(
        "double-cheese",
        &format!("{once}; 2 2 3 3 4 6"),
        "scores=0,0 turn=2 total=0 next=draw",
    );
}

#[test]
fn no_cheese_ends_the_turn() {
    let position = play(CARDS, 2, "card no-cheese");
    assert_eq!(
        position.state(),
        "scores=0,0 turn=2 deck=12,10,8,6,4,2,7,4 total=0 next=draw"
    );
}

#[test]
fn the_cheese_strikes_back_at_the_other_leaders() {
    // Seat 1 banks 3000, seat 2 banks 3000, seat 3 strikes both.
    let rich = "card must-pass; 1 1 1 5 5 5; keep 1 1 1 5 5 5; card must-pass; 1 1 1 5 5 5; keep 1 1 1 5 5 5";
    let position = play(
        CARDS,
        3,
        &format!("{rich}; card strikes-back; accept; {PASS}"),
    );
    assert!(
        position.state().starts_with("scores=0,0,1500 turn=1"),
        "{}",
        position.state()
    );
}

#[test]
fn a_card_that_strikes_back_may_be_declined_and_must_be_by_a_sole_leader() {
    let position = play(CARDS, 2, "card strikes-back; decline");
    assert_eq!(
        position.state(),
        "scores=0,0 turn=1 deck=12,10,8,6,4,2,8,3 total=0 next=draw"
    );
    let leading =
        "card bonus-300; 1 2 3 4 5 6; keep 1 2 3 4 5 6; card no-cheese; card strikes-back";
    check_refused(
        CARDS,
        leading,
        "accept",
        "nobody else leads, so the cheese has nobody to strike: decline the card",
    );
    assert_eq!(play(CARDS, 2, leading).actions(), ["decline"]);
    assert_eq!(
        play(CARDS, 2, "card strikes-back").actions(),
        ["accept", "decline"]
    );
}

#[test]
fn cards_go_with_any_rule_for_hot_dice() {
    let rules = "cheese(deck=full,hot=optional)";
    let passed = format!("card must-pass; {PASS}");
    let position = play(rules, 2, &passed);
    assert_eq!(
        position.actions(),
        ["roll", "bank"],
        "the pass allows banking"
    );
    let again = play(
        rules,
        2,
        &format!("{passed}; roll; 1 1 1 5 5 5; keep 1 1 1 5 5 5; bank"),
    );
    assert!(
        again.state().starts_with("scores=4000,0"),
        "a card pays once a turn: {}",
        again.state()
    );
}

/// Where the turn goes on after the pass, the card is satisfied: fewer than all dice may be banked from then on.
#[test]
fn who_has_passed_may_bank_later_in_the_turn() {
    for hot in ["optional", "forced"] {
        let rules = format!("cheese(deck=full,hot={hot})");
        for (card, total) in [("must-pass", 2600), ("strikes-back; accept", 1600)] {
            let kept = format!("card {card}; {PASS}; roll; 1 2 2 3 4 6; keep 1");
            assert_eq!(play(&rules, 2, &kept).actions(), ["roll", "bank"], "{card}");
            let banked = play(&rules, 2, &format!("{kept}; bank")).state();
            assert!(
                banked.starts_with(&format!("scores={total},0 turn=2")),
                "{card}: {banked}"
            );
        }
    }
}

#[track_caller]
fn check_bad_state(rules: &str, state: &str) {
    let error = find(rules).unwrap().read_state(state).unwrap_err();
    assert!(error.to_string().starts_with("cannot read"), "{error}");
}

#[test]
fn states_that_no_game_comes_to_cannot_be_read() {
    check_bad_state("farkle", "");
    check_bad_state("farkle", "scores=0 turn=1 total=0 next=roll:6");
    check_bad_state("farkle", "scores=0,0 turn=3 total=0 next=roll:6");
    check_bad_state("farkle", "scores=0,0 turn=1 total=0 next=roll:7");
    check_bad_state("farkle", "scores=0,0 turn=1 total=0 next=roll:3");
    check_bad_state("farkle", "scores=0,0 turn=1 total=0 next=choose:223346");
    check_bad_state("farkle", "scores=0,0 turn=1 total=0 next=kept:112346:2");
    check_bad_state("farkle", "scores=0,0 turn=1 total=0 next=over");
    check_bad_state("farkle", "scores=10000,0 turn=1 total=0 next=roll:6");
    check_bad_state("farkle", "scores=9950,0 turn=1 total=0 next=choose:112346");
    check_bad_state(
        "farkle",
        "scores=0,0 turn=1 card=must-cut total=0 next=roll:6",
    );
    check_bad_state("farkle", "scores=0,0 turn=1 total=0 next=roll:6 luck=7");
    check_bad_state("farkle", "scores=0,0 turn=1 total=0 total=0 next=roll:6");
    check_bad_state("zilch", "scores=10000,0 turn=2 total=0 next=roll:6");
    check_bad_state(
        "cheese(deck=small)",
        "scores=0,0 turn=1 deck=99,0,0,0,0,0,0,0 total=0 next=draw",
    );
    check_bad_state(
        "zilch-playr",
        "scores=0,0 turn=1 busts=3,0 total=0 next=roll:6",
    );
}

#[track_caller]
fn check_rules_error(rules: &str, message: &str) {
    let error = find(rules).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn rules_lines_print_back_and_bad_ones_are_explained() {
    for line in [
        "farkle",
        "farkle(target=5000,opening=500)",
        "cheese(deck=full)",
        "zilch(kinds=double,count=in-order)",
        "zilch-playr(busts=none)",
        "ten-thousand(hot=forced,seats=2-4)",
    ] {
        assert_eq!(find(line).unwrap().rules_line(), line);
    }
    assert_eq!(
        find("farkle(opening=0, target=10000)")
            .unwrap()
            .rules_line(),
        "farkle"
    );
    check_rules_error("farkel", "did you mean \"farkle\"?");
    check_rules_error(
        "farkle(tarket=1)",
        "farkle has no parameter \"tarket\": did you mean \"target\"?",
    );
    check_rules_error(
        "farkle(target=x)",
        "target cannot be \"x\": it takes points from 50 to 1000000",
    );
    check_rules_error("farkle(target=100,target=100)", "target is given twice");
    check_rules_error(
        "farkle(opening=20000)",
        "opening and bank_min cannot be more than target",
    );
    check_rules_error("farkle(kinds=1/2)", "kinds cannot be");
    check_rules_error("farkle(seats=0)", "seats cannot be");
    check_rules_error("farkle(", "is not a rules line");
}

#[test]
fn the_menu_says_what_a_bank_is_worth_with_its_card() {
    let rules = "cheese(deck=full,hot=optional,bank_min=2000)";
    let position = play(rules, 2, &format!("card must-pass; {PASS}"));
    let scene = position.scene(Viewer::Seat(Seat::FIRST));
    assert_eq!(scene.choices[0].label, "Bank 2,500");
    let banked = play(rules, 2, &format!("card must-pass; {PASS}; bank"));
    assert!(
        banked.state().starts_with("scores=2500,0"),
        "{}",
        banked.state()
    );
}

#[track_caller]
fn check_too_many(rules: &str, state: &str, most: &str) {
    let error = find(rules).unwrap().read_state(state).unwrap_err();
    let reason = format!(": no turn and no score gets beyond {most} points in this game");
    assert!(error.to_string().ends_with(&reason), "{error}");
}

#[test]
fn points_beyond_all_play_cannot_be_read() {
    check_too_many(
        "farkle-classic",
        "scores=0,0 turn=1 total=99999950 next=choose:111111",
        "610,000",
    );
    check_too_many(
        "zilch",
        "scores=610050,0 turn=2 closer=1 total=0 next=roll:6",
        "610,000",
    );
    check_too_many(
        "zilch(opens=game,opening=1000000,target=1000000)",
        "scores=1600050,0 turn=2 total=0 next=roll:6",
        "1,600,000",
    );
    check_too_many(
        "kingdom-come(piggyback=yes)",
        "scores=0,0 turn=1 total=0 next=pick-up:4000000000:2",
        "1,604,000",
    );
    check_too_many(
        "zilch(kinds=double,three_ones=1000000)",
        "scores=0,0 turn=1 total=100000050 next=choose:111111",
        "100,000,000",
    );
    check_too_many("pig", "scores=0,0 turn=1 total=3101 next=choose", "3,100");
    check_too_many("pig", "scores=0,99999999 turn=1 total=0 next=roll", "3,100");
}

#[track_caller]
fn check_read(rules: &str, state: &str) {
    let read = find(rules).unwrap().read_state(state);
    assert_eq!(read.map(|position| position.state()).as_deref(), Ok(state));
}

#[test]
fn as_many_points_as_any_turn_brings_can_be_read() {
    check_read("zilch", "scores=0,0 turn=1 total=610000 next=choose:111111");
    check_read(
        "zilch",
        "scores=610000,0 turn=2 closer=1 total=0 next=roll:6",
    );
    check_read("pig", "scores=0,0 turn=1 total=3100 next=choose");
}

/// Returns the chance of somebody who only wants to go on to see so many rolls of one turn pay.
fn chance_to_go_on(rules: &str, rolls: u32) -> f64 {
    let game = PushLuck::read(&rules.parse().unwrap()).unwrap();
    let mut chances = [1.0; 7];
    for _ in 0..rolls {
        let after = |left: u8| chances[usize::from(if left == 0 { 6 } else { left })];
        let one_more = |dice: u8| {
            let odds = Odds::of_dice(dice);
            let best = |roll: Dice| {
                let nothing = game.scorer().worth(roll).is_for_nothing();
                let mut best = if nothing { after(6) } else { 0.0_f64 };
                roll.for_each_part(|keep| {
                    if game.scorer().keep(keep).is_some() {
                        best = best.max(after(roll.len() - keep.len()));
                    }
                });
                best
            };
            let sum: f64 = odds
                .iter()
                .map(|(roll, weight)| best(*roll) * weight as f64)
                .sum();
            sum / odds.total() as f64
        };
        chances = std::array::from_fn(|dice| if dice == 0 { 1.0 } else { one_more(dice as u8) });
    }
    chances[6]
}

#[test]
fn no_turn_comes_to_the_points_that_cannot_be_read() {
    let everything =
        "short_straight=50/50,no_score=50,four_and_pair=50,three_pairs=50,two_triplets=50";
    for rules in [
        "farkle(no_score=50)",
        "zilch",
        &format!("zilch({everything})"),
        &format!("farkle({everything})"),
        "farkle(ones=0,fives=0,no_score=50)",
    ] {
        let chance = chance_to_go_on(rules, 200);
        assert!(chance < 1e-24, "{chance:e} under {rules}");
    }
}
