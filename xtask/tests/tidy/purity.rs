//! Pure crates: no I/O, no clock, no environment, no random number.

use std::fs;

use crate::{Exception, dependencies, except, never, root, source};

/// The crates that are pure, and what else they may be built with.
const PURE: &[(&str, &[&str])] = &[
    (
        "hotdice-core",
        &[
            "foldhash",
            "indexmap",
            "serde",
            "strsim",
            "thiserror",
            "utoipa",
        ],
    ),
    ("hotdice-games", &["serde", "thiserror"]),
    ("hotdice-solve", &["pulp", "rayon", "thiserror"]),
    ("hotdice-verify", &["sha2", "thiserror"]),
];

/// The table is as pure, but for the one place where dice come from.
const TABLE: &str = "hotdice-table";

/// What the `clippy.toml` of a pure crate has to ban: Clippy sees through imports, as no grep does.
const BANNED: &[&str] = &[
    "std::env::args",
    "std::env::var",
    "std::env::var_os",
    "std::fs::File::create",
    "std::fs::File::open",
    "std::fs::OpenOptions::open",
    "std::fs::create_dir_all",
    "std::fs::read",
    "std::fs::read_dir",
    "std::fs::read_to_string",
    "std::fs::remove_file",
    "std::fs::rename",
    "std::fs::write",
    "std::io::stdin",
    "std::io::stdout",
    "std::io::stderr",
    "std::net::TcpListener::bind",
    "std::net::TcpStream::connect",
    "std::net::UdpSocket::bind",
    "std::process::Command::new",
    "std::thread::sleep",
    "std::thread::spawn",
    "std::time::Instant::now",
    "std::time::SystemTime::now",
    "std::eprintln",
    "std::println",
];

/// The same as it looks in sources, and random numbers.
const IMPURE: &str = r"\bstd::(env|fs|net|process)\b|\b(Instant|SystemTime)\b|\bstd(in|out|err)\(\)|\be?print(ln)?!|\brand::|\bgetrandom\b|\bthread::(spawn|sleep)\b";

#[test]
fn clippy_bans_impure_calls_in_pure_crates() {
    let pure = PURE.iter().map(|(name, _)| *name);
    for name in pure.chain([TABLE]) {
        let path = format!("crates/{name}/clippy.toml");
        let text = fs::read_to_string(root().join(&path)).unwrap_or_default();
        for call in BANNED {
            let ban = format!("{{ path = \"{call}\",");
            assert!(text.contains(&ban), "{path} does not ban {call}");
        }
    }
}

#[test]
fn pure_crates_do_nothing_impure() {
    let names: Vec<&str> = PURE.iter().map(|(name, _)| *name).collect();
    let rule =
        "Pure crates do no I/O, hold no clock, read no environment and draw no random number.";
    never(rule, &source::rust(&names), IMPURE, &[]);
    let randomness: &[Exception] = &[except(
        "crates/hotdice-table/src/dice",
        "where dice come from",
    )];
    never(rule, &source::rust(&[TABLE]), IMPURE, randomness);
}

#[test]
fn pure_crates_are_built_with_little() {
    for (name, allowed) in PURE {
        let foreign = dependencies::direct(name).iter();
        for needed in foreign.filter(|name| !name.starts_with("hotdice")) {
            let known = allowed.contains(&needed.as_str());
            assert!(known, "{name} is built with {needed}: is that pure?");
        }
    }
}
