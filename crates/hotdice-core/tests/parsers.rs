//! Whatever is typed is read or refused, and what was written reads back.

use hotdice_core::{
    Attendance, Bytes32, Dice, DiceOrigin, FairOrigin, Name, Record, RecordEvent, RulesLine, Seat,
    SeatRange,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Text that is sometimes nearly right.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[0-9 ,+a-z=()-]{0,40}",
        "[a-z]{1,6}\\([a-z=,0-9]{0,20}\\)",
        "[1-6 ,]{0,300}",
        "hotdice record 1\nrules [a-z]{1,5}\ndice (system|seed [0-9]{1,22}|fair [a-z]{1,4} [0-9a-f]{63,64}|x)\n(seat [1-3] [a-z]{0,40}\n){0,3}\n\
         ((rolled|acted|left|ended|agreed|resigned|seed)[ 0-9a-z]{0,9}\n){0,4}",
    ]
}

fn words() -> impl Strategy<Value = String> {
    "[a-z0-9-]{1,8}( [a-z0-9-]{1,8}){0,3}"
}

fn seat() -> impl Strategy<Value = Seat> {
    (0..Seat::MOST).prop_filter_map("a seat", Seat::new)
}

fn name() -> impl Strategy<Value = Name> {
    "\\PC{1,32}".prop_filter_map("a name", |text| text.parse().ok())
}

fn origin() -> impl Strategy<Value = DiceOrigin> {
    prop_oneof![
        Just(DiceOrigin::System),
        Just(DiceOrigin::Unknown),
        any::<u64>().prop_map(DiceOrigin::Seed),
        fair().prop_map(|fair| DiceOrigin::Fair(Box::new(fair))),
        fair().prop_map(|fair| DiceOrigin::Linked(Box::new(fair))),
    ]
}

fn bytes() -> impl Strategy<Value = Bytes32> {
    any::<[u8; 32]>().prop_map(Bytes32)
}

prop_compose! {
    fn fair()(
        table in "[a-z0-9]{1,12}",
        commitment in bytes(),
        entropy in vec(proptest::option::of(bytes()), 64),
        seed in proptest::option::of(bytes()),
    ) -> FairOrigin {
        FairOrigin { table, commitment, entropy, seed }
    }
}

fn attendance() -> impl Strategy<Value = Attendance> {
    prop_oneof![
        Just(Attendance::Left),
        words().prop_map(Attendance::Replaced),
        Just(Attendance::Returned),
    ]
}

fn event() -> impl Strategy<Value = RecordEvent> {
    prop_oneof![
        (words(), bytes()).prop_map(|(roll, link)| RecordEvent::Rolled(roll, Some(link))),
        (seat(), words()).prop_map(|(seat, action)| RecordEvent::Acted(seat, action)),
        (seat(), attendance()).prop_map(|(seat, here)| RecordEvent::Attended(seat, here)),
        Just(RecordEvent::Agreed),
        seat().prop_map(RecordEvent::Resigned),
        (seat(), bytes()).prop_map(|(seat, link)| RecordEvent::Linked(seat, link)),
        seat().prop_map(RecordEvent::Absent),
        (seat(), bytes()).prop_map(|(seat, anchor)| RecordEvent::Anchored(seat, anchor)),
    ]
}

/// Only linked dice have links.
fn without_links(event: RecordEvent) -> RecordEvent {
    match event {
        RecordEvent::Rolled(roll, _) => RecordEvent::Rolled(roll, None),
        RecordEvent::Linked(..) | RecordEvent::Absent(_) | RecordEvent::Anchored(..) => {
            RecordEvent::Agreed
        }
        event => event,
    }
}

fn end() -> impl Strategy<Value = Option<RecordEvent>> {
    let winners = vec(seat(), 1..5);
    proptest::option::of(winners.prop_map(|seats| RecordEvent::Ended(seats.into_iter().collect())))
}

prop_compose! {
    fn record()(
        rules in words(),
        dice in origin(),
        seats in vec(name(), 1..=64),
        from in proptest::option::of(words()),
        events in vec(event(), 0..20),
        end in end(),
    ) -> Record {
        let mut dice = dice;
        if let Some(fair) = dice.promise_mut() {
            fair.entropy.truncate(seats.len());
            fair.seed = fair.seed.filter(|_| end.is_some());
        }
        let mut events: Vec<RecordEvent> = events.into_iter().chain(end).collect();
        if !matches!(dice, DiceOrigin::Linked(_)) {
            events = events.into_iter().map(without_links).collect();
        }
        Record { rules, dice, seats, from, events }
    }
}

proptest! {
    #[test]
    fn nothing_that_is_typed_makes_a_parser_panic(text in text()) {
        let _ = text.parse::<Dice>();
        let _ = text.parse::<Name>();
        let _ = text.parse::<Record>();
        let _ = text.parse::<RulesLine>();
        let _ = text.parse::<Seat>();
        let _ = text.parse::<SeatRange>();
    }

    #[test]
    fn what_reads_once_reads_the_same_again(text in text()) {
        if let Ok(dice) = text.parse::<Dice>() {
            prop_assert_eq!(dice.to_string().parse(), Ok(dice));
        }
        if let Ok(line) = text.parse::<RulesLine>() {
            prop_assert_eq!(line.to_string().parse(), Ok(line));
        }
        if let Ok(record) = text.parse::<Record>() {
            prop_assert_eq!(record.to_string().parse(), Ok(record));
        }
        if let Ok(range) = text.parse::<SeatRange>() {
            prop_assert_eq!(range.to_string().parse(), Ok(range));
        }
    }

    #[test]
    fn dice_read_back_with_spaces_and_without(counts in any::<[u8; 6]>()) {
        if let Some(dice) = Dice::from_counts(counts.map(|count| count % 48)) {
            prop_assert_eq!(dice.to_string().parse(), Ok(dice));
            prop_assert_eq!(dice.digits().parse(), Ok(dice));
        }
    }

    #[test]
    fn rules_lines_read_back(
        name in "[a-z][a-z0-9_-]{0,12}",
        parameters in vec(("[a-z_]{1,8}", "[a-z0-9+:;-]{0,8}"), 0..6),
    ) {
        let line = RulesLine { name, parameters };
        prop_assert_eq!(line.to_string().parse(), Ok(line));
    }

    #[test]
    fn records_read_back(record in record()) {
        prop_assert_eq!(record.to_string().parse(), Ok(record));
    }

    #[test]
    fn seat_ranges_read_back(least in any::<u8>(), most in any::<u8>()) {
        if let Some(range) = SeatRange::new(least, most) {
            prop_assert_eq!(range.to_string().parse(), Ok(range));
        }
    }
}
