//! Keeping all dice where that ends the turn, as in Pass the Cheese.

use super::*;

/// Sizes from the smallest that shows everything.
const ALL_SIZES: [(u16, u16); 5] = [(40, 12), (60, 20), (80, 24), (140, 45), (200, 60)];

/// Banks at once, and expects what is shown before and what is told after it, at all sizes.
#[track_caller]
fn check(rules: &str, next: &str, shown: &str, told: &str) {
    for size in ALL_SIZES {
        let from = format!("scores=0,0 turn=1 total=500 next=choose:{next}");
        let mut theatre = table_at(size, rules, &from);
        let text = theatre.text();
        assert!(text.contains(shown), "{size:?}\n{text}");
        theatre.type_in("b");
        theatre.resize(140, 45);
        let text = theatre.text();
        assert!(text.contains(told), "{size:?}\n{text}");
        assert!(text.contains("Bo, your turn"), "{size:?}\n{text}");
    }
}

#[test]
fn the_cheese_is_passed_with_one_key() {
    let cheese = "b Keep all and pass the cheese";
    check("cheese", "15", &format!("{cheese}: 650"), "Ada banks 650");
    let straight = format!("{cheese}: 2,000");
    check("cheese", "123456", &straight, "Ada banks 2,000");
    check("cheese", "111555", &straight, "Ada banks 2,000");
    let bank = "b Keep all and bank 650";
    check("zilch(hot=ends-turn)", "15", bank, "Ada banks 650");
    // Where the whole roll can be banked without keeping dice, that is the same.
    check("farkle(hot=ends-turn)", "15", "b Bank 650", "Ada banks 650");
}

#[test]
fn the_pass_is_there_until_other_dice_are_held() {
    for size in SIZES {
        let mut theatre = table_at(size, "cheese", "scores=0,0 turn=1 total=500 next=choose:15");
        assert_snapshot!(format!("cheese_pass_{}", size.0), theatre.text());
    }
    for rules in ["cheese", "farkle(hot=ends-turn)"] {
        let mut theatre = table_at(
            (80, 24),
            rules,
            "scores=0,0 turn=1 total=500 next=choose:15",
        );
        theatre.type_in("1");
        let text = theatre.text();
        assert!(text.contains("b Bank 6"), "{text}");
        assert!(!text.contains("Keep all"), "{text}");
        theatre.type_in("2");
        let text = theatre.text();
        assert!(text.contains("b Keep all and "), "{text}");
        assert!(!text.contains("b Bank"), "{text}");
        theatre.type_in("?");
        let text = theatre.text();
        assert!(text.contains(" b  bank"), "{text}");
    }
}

#[test]
fn letters_that_stand_beside_what_they_do_are_in_the_help() {
    let mut theatre = table_at(
        (100, 30),
        "shut-the-box",
        "open=1,2,3,4,5,6,7,8,9 totals=0,0 turn=1 round=1 next=shut:45",
    );
    theatre.type_in("27?");
    let text = theatre.text();
    assert!(text.contains("s  Shut 2 and 7"), "{text}");
}
