//! Tests wait for what they want to see. They do not sleep and look, and they are not run again until they pass.

use crate::source::{self, Sources};
use crate::{Exception, debt, except, never, never_in};

/// Crates that are nothing but tests, and what they are made of.
const FOR_TESTS: [&str; 5] = [
    "bench/faults/src",
    "crates/hotdice-rig/src",
    "crates/hotdice-tape/src",
    "crates/hotdice-testkit/src",
    "features",
];

const SLEEPS: &[Exception] = &[
    // What waits for another process has nothing to be woken by: it looks again after a moment, until its patience ends.
    except("crates/hotdice-rig/src/guarded.rs", LOOKS),
    except("crates/hotdice-rig/src/nats.rs", LOOKS),
    except("crates/hotdice-rig/src/postgres.rs", LOOKS),
    except("crates/hotdice-rig/src/postgres/replication.rs", LOOKS),
    except("crates/hotdice-tape/src/play", LOOKS),
    except("bench/faults/src/attack.rs", LOOKS),
    except("bench/faults/src/attack/victim.rs", LOOKS),
    except("bench/faults/src/cluster.rs", LOOKS),
    except("bench/faults/src/watcher.rs", LOOKS),
    // Here time is what is tested, or what is injected.
    except("bench/faults/src/attack/assault.rs", "attackers pause"),
    except("bench/faults/src/guest.rs", "guests think before they play"),
    except(
        "bench/faults/src/storm.rs",
        "a storm has calm between its gusts",
    ),
    except("crates/hotdice-rig/src/proxy", "a proxy that delays"),
    except(
        "crates/hotdice-tape/src/bin/feel",
        "measures a terminal and is no test",
    ),
    except(
        "crates/hotdice/tests/cli/crash.rs",
        "a server is killed at a moment that is drawn",
    ),
    except(
        "crates/hotdice-server/src/store/suite/flaky.rs",
        "a store that delays",
    ),
    // The rest has to wait for what it wants to see, or to move a clock.
    debt(
        "crates/hotdice-server/src/scheduler/tests.rs",
        SLEEPS_AND_LOOKS,
    ),
    debt("crates/hotdice/tests/cli/stores.rs", SLEEPS_AND_LOOKS),
];

const LOOKS: &str = "looks at another process until it is as wanted";

const SLEEPS_AND_LOOKS: &str = "sleeps and looks";

fn tests() -> Sources {
    let all = ["bench", "crates", "features", "xtask"];
    let sources = all.into_iter().flat_map(source::with_tests);
    let sorted = sources.map(|source| {
        let is_for_tests = FOR_TESTS
            .iter()
            .any(|folder| source.path.starts_with(folder));
        if is_for_tests {
            source.into_test()
        } else {
            source
        }
    });
    sorted.collect()
}

const RULE: &str = "A test waits for what it wants to see, or moves a clock: it never sleeps.";

#[test]
fn no_test_sleeps() {
    let sleep = r"\b(thread|time)::(\{[^}]*\b)?sleep(_until)?\b";
    never_in(RULE, &tests(), sleep, SLEEPS, |source| &source.tests);
}

#[test]
fn no_test_of_the_page_waits_for_a_period() {
    let sources = source::with_tests("web/tests");
    let period = r"\bwaitForTimeout\b|\bnetworkidle\b|(^|[^.\w])(window\.)?setTimeout\b";
    never(RULE, &sources, period, &[]);
}

#[test]
fn no_test_is_run_again_until_it_passes() {
    let runners = [".config/nextest.toml", "web/playwright.config.ts"].map(source::file);
    let retries = r"\bretries\s*[:=]\s*[^0\s]|\bretries\s*\(";
    let rule = "A test that does not always pass is mended.";
    let attacks = debt(
        ".config/nextest.toml",
        "attacks on a real server run in real time",
    );
    let page = debt(
        "web/playwright.config.ts",
        "the server's clock runs while the page is busy",
    );
    never(rule, &runners.into(), retries, &[attacks, page]);
}
