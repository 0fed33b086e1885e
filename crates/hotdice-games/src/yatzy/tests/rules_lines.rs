//! House rules in, the same house rules out.

use proptest::prelude::*;

use super::game;
use crate::find;

#[track_caller]
fn check(rules: &str, written: &str) {
    assert_eq!(game(rules).rules_line(), written);
    assert_eq!(game(written).rules_line(), written);
}

#[track_caller]
fn check_refused(rules: &str, part: &str) {
    let message = find(rules).unwrap_err().to_string();
    assert!(message.contains(part), "{message}");
}

#[test]
fn lines_print_and_parse_back() {
    for rules in [
        "kata",
        "yatzy",
        "yahtzee",
        "maxi-yatzy",
        "kata(dice=6,rolls=2)",
        "yahtzee(joker=free)",
        "yahtzee(bonus=none,joker=none)",
        "yatzy(bonus=100/70,saved_rolls=on,seats=2-4)",
        "yatzy(add=five-odd:5-of-135:30)",
        "yatzy(add=low:all-of-123:sum+ends:has-16:dice)",
        "kata(dice=2,boxes=ones+pair+chance)",
        "yahtzee(boxes=full-house+yatzy,bonus=none)",
        "kata(boxes=full-house:sets-3-2:25+run:run-4:dice)",
    ] {
        check(rules, rules);
    }
}

#[test]
fn equal_rules_are_written_alike() {
    check("yatzy(bonus=50/63,dice=5)", "yatzy");
    check("yatzy(add=none)", "yatzy");
    check("kata(add=five-of-a-kind)", "kata(add=five-of-a-kind)");
    check("kata(add=odd:5-of-531:030)", "kata(add=odd:5-of-135:30)");
    check("kata(boxes=chance:any:sum)", "kata(boxes=chance)");
    check("kata(add=pair,boxes=chance)", "kata(boxes=chance+pair)");
    let all = "ones+twos+threes+fours+fives+sixes+pair+two-pairs+three-of-a-kind+four-of-a-kind+\
        small-straight+large-straight+full-house+yatzy+chance";
    check(&format!("kata(boxes={all})"), "kata");
    let more = format!("kata(boxes={all}+fh:sets-3-2:25)");
    check(&more, "kata(add=fh:sets-3-2:25)");
}

#[test]
fn bad_values_are_explained() {
    check_refused("yatzy(dice=7)", "a number from 1 to 6");
    check_refused("yatzy(rolls=0)", "a number from 1 to 9");
    check_refused("yatzy(bonus=50)", "points/least upper sum as 50/63");
    check_refused("yatzy(bonus=50/0)", "points/least upper sum as 50/63");
    check_refused("yatzy(joker=wild)", "forced, free, original or none");
    check_refused("yatzy(saved_rolls=yes)", "on or off");
    check_refused("yatzy(seats=0)", "1, 1+ or 2-4");
    check_refused(
        "yatzy(add=ful-house)",
        "a known name such as full-house or name:pattern:pay",
    );
    check_refused("yatzy(add=x:sets-4-3:5)", "sets-3-2");
    check_refused("yatzy(add=)", "boxes joined with +");
    check_refused("yatzy(add=chance+)", "boxes joined with +");
    check_refused("yatzy(boks=chance)", "did you mean \"boxes\"?");
}

#[test]
fn rules_that_do_not_go_together_are_refused() {
    check_refused("kata(boxes=none)", "there is no box");
    check_refused("kata(add=chance)", "the same name");
    check_refused("kata(dice=4)", "more dice than there are");
    check_refused("kata(add=villa)", "more dice than there are");
    check_refused("kata(add=six:run-6:9)", "more dice than there are");
    check_refused("kata(add=six:6-of-1:9)", "more dice than there are");
    check_refused("yatzy(boxes=chance)", "bonus needs an upper box");
    check_refused("yahtzee(dice=6)", "jokers need a box for all dice equal");
    let many: Vec<String> = (0..18).map(|number| format!("b{number}:any:sum")).collect();
    check_refused(
        &format!("kata(add={})", many.join("+")),
        "more than 32 boxes",
    );
    check(
        &format!("kata(add={})", many[1..].join("+")),
        &format!("kata(add={})", many[1..].join("+")),
    );
}

#[test]
fn parameters_show_their_values() {
    let parameters = game("yahtzee(add=five-odd:5-of-135:30)").parameters();
    let values: Vec<String> = parameters
        .iter()
        .filter(|parameter| parameter.name != "boxes")
        .map(|parameter| format!("{}={}", parameter.name, parameter.value))
        .collect();
    assert_eq!(
        values.join(" "),
        "dice=5 rolls=3 add=five-odd:5-of-135:30 bonus=35/63 joker=forced saved_rolls=off seats=1+"
    );
}

#[test]
fn the_rule_page_shows_lines_that_can_be_played() {
    let page = include_str!("../../../../../docs/games/yatzy.md");
    let names = ["kata(", "yatzy(", "yahtzee(", "maxi-yatzy("];
    let quoted = page.split('`').skip(1).step_by(2);
    let lines: Vec<&str> = quoted
        .filter(|text| names.iter().any(|name| text.starts_with(name)))
        .collect();
    assert_eq!(lines.len(), 11);
    lines.into_iter().for_each(|line| check(line, line));
    let state = page.lines().find(|line| line.starts_with("sheets="));
    let position = game("yahtzee").read_state(state.unwrap()).unwrap();
    assert_eq!(Some(position.state().as_str()), state);
}

proptest! {
    #[test]
    fn any_list_of_boxes_is_refused_or_reads_back(
        list in "(a|pair|full-house|b(:(any|all-of-[1-6]{1,2}|[0-7]-of-[1-6]{1,3}|sets(-[0-4]){1,3}|has-[1-6]{1,3}|run-[1-7]):(sum|dice|[0-9]{1,4}))?)(\\+(c|tower|chance):run-[2-5]:sum){0,2}",
    ) {
        if let Ok(game) = find(&format!("kata(boxes={list})")) {
            let written = game.rules_line();
            prop_assert_eq!(find(&written).unwrap().rules_line(), written);
        }
    }

    #[test]
    fn no_state_brings_the_reader_down(
        sheet in "(-|[0-9]{1,5})(,-){5}(,(-|[0-9]{1,2})){2}(,-){3},(-|0|50),-",
        turn in "(hundreds=[0-9]{1,6} )?turn=(1|[0-9]{1,3}) left=([0-2]|[0-9]{1,3}) (dice=[1-6]{5}|(dice|held)=[1-6]{0,8})",
    ) {
        if let Ok(mut position) = game("yahtzee").read_state(&format!("sheets={sheet} {turn}")) {
            let state = position.state();
            prop_assert_eq!(game("yahtzee").read_state(&state).unwrap().state(), state);
            for action in position.actions() {
                prop_assert!(position.boxed_clone().act(&action).is_ok());
            }
            prop_assert!(position.play("hold 1 1 1 1 1 1").is_err());
        }
    }
}
