use hotdice_testworld::TestWorld;

use super::*;

fn key(rules: &str) -> Key {
    Key::first(rules.to_owned(), "race")
}

/// How much time there is to solve something, for some and for others.
const SHORT: Duration = Duration::from_secs(20);
const LONG: Duration = Duration::from_secs(120);

fn fail(failures: &Failures, key: &Key, now: Moment) {
    failures.begin(key, LONG, now).end(SolveEnd::TooSlow, now);
}

fn is_recent(failures: &Failures, key: &Key, now: Moment) -> bool {
    failures.why_not(key, LONG, now).is_some()
}

#[test]
fn what_failed_is_left_alone_for_longer_each_time() {
    let failures = Failures::new(World::system());
    let (start, long) = (Moment::default(), key("zilch"));
    assert!(!is_recent(&failures, &long, start));
    fail(&failures, &long, start);
    fail(&failures, &long, start);
    assert!(is_recent(&failures, &long, start));
    assert!(!is_recent(&failures, &key("farkle"), start));
    let second = start + FIRST_WAIT;
    assert!(
        !is_recent(&failures, &long, second),
        "it may be tried again"
    );
    fail(&failures, &long, second);
    assert!(is_recent(&failures, &long, second + FIRST_WAIT));
    assert!(!is_recent(&failures, &long, second + 2 * FIRST_WAIT));
    let forgotten = second + 2 * FIRST_WAIT + LONGEST_WAIT;
    fail(&failures, &long, forgotten);
    assert!(!is_recent(&failures, &long, forgotten + FIRST_WAIT));
}

#[test]
fn what_took_too_long_in_little_time_may_be_tried_in_more() {
    let test = TestWorld::new();
    let folder = tempfile::tempdir().unwrap();
    let (folder, start) = (folder.path().to_owned(), Moment::default());
    let failures = Failures::in_folder(folder.clone(), test.world());
    let key = key("zilch");
    let end = |time: Duration, end: SolveEnd| failures.begin(&key, time, start).end(end, start);
    let check = |in_short: Option<Why>, in_long: Option<Why>| {
        let again = Failures::in_folder(folder.clone(), test.world());
        for failures in [&failures, &again] {
            assert_eq!(failures.why_not(&key, SHORT, start), in_short);
            assert_eq!(failures.why_not(&key, LONG, start), in_long);
        }
    };
    end(SHORT, SolveEnd::TooSlow);
    check(Some(Why::TooSlow), None);
    end(LONG, SolveEnd::GivenUp);
    check(Some(Why::TooSlow), None);
    end(LONG, SolveEnd::TooSlow);
    check(Some(Why::TooSlow), Some(Why::TooSlow));
    end(SHORT, SolveEnd::TooSlow);
    check(Some(Why::TooSlow), Some(Why::TooSlow));
    end(LONG, SolveEnd::Solved);
    check(None, None);
    end(SHORT, SolveEnd::CutOff);
    check(Some(Why::CutOff), Some(Why::CutOff));
}

/// Somebody who waits for what another one solves gives up, and what is solved is cut off after that.
#[test]
fn what_is_still_being_solved_when_others_give_up_counts_as_cut_off() {
    let test = TestWorld::new();
    let folder = tempfile::tempdir().unwrap();
    let (folder, start) = (folder.path().to_owned(), Moment::default());
    let failures = Failures::in_folder(folder.clone(), test.world());
    let key = key("zilch");
    let attempt = |time| failures.begin(&key, time, start);
    attempt(SHORT).end(SolveEnd::TooSlow, start);
    let (solving, waiting) = (attempt(LONG), attempt(LONG));
    waiting.end(SolveEnd::GivenUp, start);
    lock(&failures.state).running.clear();
    let after_kill = Failures::in_folder(folder, test.world());
    let why = after_kill.why_not(&key, LONG, start);
    assert_eq!(why, Some(Why::CutOff));
    drop(solving);
}

#[test]
fn only_so_many_failures_are_remembered() {
    let test = TestWorld::new();
    let folder = tempfile::tempdir().unwrap();
    let start = Moment::default();
    let failures = Failures::in_folder(folder.path().to_owned(), test.world());
    for number in 0..=MAX_REMEMBERED as u64 {
        let at = start + Duration::from_millis(number);
        fail(&failures, &key(&number.to_string()), at);
    }
    assert_eq!(lock(&failures.state).failed.len(), MAX_REMEMBERED);
    assert_eq!(marker::left_in(folder.path()).len(), MAX_REMEMBERED);
    assert!(!is_recent(&failures, &key("0"), start));
    assert!(is_recent(&failures, &key("1"), start));
}

/// Every way in which a solve can end, and what the next start knows of it.
#[test]
fn the_next_start_knows_what_failed_and_what_was_cut_off() {
    let test = TestWorld::new();
    let folder = tempfile::tempdir().unwrap();
    let (folder, start) = (folder.path().to_owned(), Moment::default());
    let failures = Failures::in_folder(folder.clone(), test.world());
    let begin = |rules: &str| failures.begin(&key(rules), LONG, start);
    begin("slow").end(SolveEnd::TooSlow, start);
    begin("solved").end(SolveEnd::Solved, start);
    begin("refused").end(SolveEnd::GivenUp, start);
    begin("closed").end(SolveEnd::CutOff, start);
    drop(begin("panicked"));
    let running = begin("running");
    let here = |rules: &str| failures.why_not(&key(rules), LONG, start);
    assert_eq!(here("panicked"), Some(Why::CutOff));
    let again = Failures::in_folder(folder.clone(), test.world());
    let why = |again: &Failures, rules: &str| again.why_not(&key(rules), LONG, start);
    assert_eq!(why(&again, "slow"), Some(Why::TooSlow));
    assert_eq!(why(&again, "closed"), Some(Why::CutOff));
    assert_eq!(why(&again, "panicked"), Some(Why::CutOff));
    for rules in ["solved", "refused"] {
        assert_eq!(why(&again, rules), None, "{rules}");
    }
    assert_eq!(why(&again, "running"), None, "another server is at it");
    // As when the process is killed: its lock is gone, and nothing was noted.
    lock(&failures.state).running.clear();
    let after_kill = Failures::in_folder(folder, test.world());
    assert_eq!(why(&after_kill, "running"), Some(Why::CutOff));
    drop(running);
}

#[test]
fn what_is_solved_at_last_is_forgotten_and_what_was_given_up_is_not() {
    let test = TestWorld::new();
    let folder = tempfile::tempdir().unwrap();
    let (folder, start) = (folder.path().to_owned(), Moment::default());
    let (failures, long) = (
        Failures::in_folder(folder.clone(), test.world()),
        key("zilch"),
    );
    fail(&failures, &long, start);
    let second = start + FIRST_WAIT;
    let attempt = failures.begin(&long, LONG, second);
    attempt.end(SolveEnd::GivenUp, second);
    fail(&failures, &long, second);
    assert!(
        is_recent(&failures, &long, second + FIRST_WAIT),
        "for twice as long"
    );
    let third = second + 2 * FIRST_WAIT;
    let begin = || failures.begin(&long, LONG, third);
    let (one, other) = (begin(), begin());
    one.end(SolveEnd::Solved, third);
    other.end(SolveEnd::Solved, third);
    assert!(!is_recent(&failures, &long, third));
    assert!(marker::left_in(&folder).is_empty());
}

#[test]
fn what_is_read_is_left_alone_as_long_as_was_left_of_its_time() {
    let now = Moment::after(3 * LONGEST_WAIT);
    let failed = |age: i64, wait: Duration| {
        let (key, why) = (String::new(), Why::TooSlow);
        let at = 1_000_000_000_000_u64;
        let time = LONG;
        let note = Note {
            key,
            why,
            at,
            wait,
            time,
        };
        let failed = note.failed(at.saturating_add_signed(age * 1000), now)?;
        (!failed.is_forgotten(now)).then_some(failed)
    };
    let left = |age, wait| failed(age, wait).map(|failed| failed.until.since(now));
    assert_eq!(left(0, FIRST_WAIT), Some(FIRST_WAIT));
    assert_eq!(
        left(60, FIRST_WAIT),
        Some(FIRST_WAIT - Duration::from_secs(60))
    );
    assert_eq!(
        left(-5_000, FIRST_WAIT),
        Some(FIRST_WAIT),
        "the clock was set back"
    );
    assert_eq!(left(0, 9 * LONGEST_WAIT), Some(LONGEST_WAIT));
    assert_eq!(
        left(601, FIRST_WAIT),
        Some(Duration::ZERO),
        "it may be tried again"
    );
    let before = failed(601, 4 * FIRST_WAIT).expect("a failure");
    assert_eq!(before.wait, 4 * FIRST_WAIT, "the next wait is longer");
    assert_eq!(
        left(601 + 86_400, FIRST_WAIT),
        None,
        "and then it is forgotten"
    );
}
