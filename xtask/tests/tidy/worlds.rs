//! Time and chance come from a world.

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
