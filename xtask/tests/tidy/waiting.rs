//! Time and chance come from a world, and tests wait for conditions.

use crate::{Exception, except, never, source};

/// The crates that take clock and randomness as a value, so that tests can choose both.
const WORLDLY: &[&str] = &["hotdice-client", "hotdice-server"];

/// Where the system's clock and randomness come from otherwise.
const OF_THE_SYSTEM: &str = r"\bInstant::now\b|\bSystemTime\b|\btokio::(time|spawn)\b|\b(SysRng|getrandom)\b|\bthread::sleep\b";

#[test]
fn server_and_client_take_clock_and_randomness_from_a_world() {
    let rule = "Server and client ask their World for the time and for random bytes.";
    let of_the_system: &[Exception] = &[
        except(
            "crates/hotdice-server/src/once_per_minute.rs",
            "it decides how often something is logged, and nothing else",
        ),
        except(
            "crates/hotdice-server/src/store/postgres/hosts.rs",
            "what drives a connection runs where the connection was made",
        ),
    ];
    never(rule, &source::rust(WORLDLY), OF_THE_SYSTEM, of_the_system);
}

/// What waits for a period.
const SLEEPS: &str = r"\bthread::sleep\b|\btokio::time::(sleep|timeout)\b";

/// The crates whose tests have been rid of periods.
const FOLDERS: &[&str] = &[
    "crates/hotdice-client",
    "crates/hotdice-server",
    "crates/hotdice-testserver",
    "crates/hotdice-tui",
    "crates/hotdice/tests",
];

#[test]
fn tests_wait_for_conditions_and_not_for_a_while() {
    let rule =
        "Wait for a condition (hotdice_testworld::eventually), or move the clock of a TestWorld.";
    let sleeps: &[Exception] = &[
        except(
            "crates/hotdice-server/src/http/tests/streams.rs",
            "a stream that hangs ends with an error",
        ),
        except(
            "crates/hotdice-server/src/scheduler/tests.rs",
            "a job that keeps its thread until it is let go",
        ),
        except(
            "crates/hotdice-server/src/store/suite/flaky.rs",
            "a store that is slow on purpose; nothing is expected of how long it takes",
        ),
        except(
            "crates/hotdice-tui/src/full/online/tests/screens.rs",
            "between two looks at a screen",
        ),
        except(
            "crates/hotdice/tests/cli/crash.rs",
            "a server is killed at any moment",
        ),
        except(
            "crates/hotdice/tests/cli/stores.rs",
            "a copy is killed at any moment",
        ),
    ];
    let all = FOLDERS.iter().flat_map(|folder| source::with_tests(folder));
    never(rule, &all.collect(), SLEEPS, sleeps);
}
