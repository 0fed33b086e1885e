//! Which crate stands on which, from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use crate::root;

/// The crates that go into the program.
pub(crate) const PRODUCT: &[&str] = &[
    "hotdice",
    "hotdice-api",
    "hotdice-bots",
    "hotdice-client",
    "hotdice-core",
    "hotdice-games",
    "hotdice-server",
    "hotdice-solutions",
    "hotdice-solve",
    "hotdice-table",
    "hotdice-tui",
    "hotdice-verify",
    "hotdice-wasm",
    "hotdice-wire",
    "hotdice-world",
];

/// What each library of the product may stand on: the picture at the top of ARCHITECTURE.md.
const STANDS_ON: &[(&str, &[&str])] = &[
    ("hotdice-core", &[]),
    ("hotdice-world", &[]),
    ("hotdice-games", &["core"]),
    ("hotdice-verify", &["core", "games"]),
    ("hotdice-wire", &["core"]),
    ("hotdice-client", &["core", "wire", "world"]),
    ("hotdice-table", &["core", "games"]),
    ("hotdice-solve", &["core", "games"]),
    ("hotdice-bots", &["core", "games", "solve"]),
    ("hotdice-solutions", &["core", "games", "solve", "bots"]),
    (
        "hotdice-api",
        &["core", "games", "table", "solve", "bots", "wire"],
    ),
    (
        "hotdice-server",
        &["core", "games", "table", "bots", "wire", "api", "world"],
    ),
    (
        "hotdice-wasm",
        &[
            "core", "games", "table", "solve", "bots", "wire", "api", "verify",
        ],
    ),
    (
        "hotdice-tui",
        &[
            "core", "games", "table", "solve", "bots", "wire", "client", "verify",
        ],
    ),
];

/// Crates that nothing in the product may stand on: they are for tests.
const FOR_TESTS: &[&str] = &[
    "hotdice-fuzz",
    "hotdice-rig",
    "hotdice-tape",
    "hotdice-testkit",
    "hotdice-testserver",
    "hotdice-testworld",
];

/// What can throw dice, or make what dice are thrown with.
const THROWS_DICE: &[&str] = &[
    "hotdice-table",
    "hotdice-server",
    "hotdice-bots",
    "hotdice-world",
    "getrandom",
    "hmac",
    "rand",
    "rand_core",
    "rand_chacha",
    "fastrand",
];

/// What stands on what: crates by name, with the crates that they need when they are built, but not for tests.
static NEEDS: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(needs);

/// What cargo knows of all crates.
static METADATA: LazyLock<Value> = LazyLock::new(read);

/// Returns all crates, with what their manifests say.
pub(crate) fn packages() -> &'static [Value] {
    METADATA["packages"].as_array().map_or(&[], Vec::as_slice)
}

fn read() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn needs() -> BTreeMap<String, BTreeSet<String>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let names: BTreeMap<String, String> = packages()
        .iter()
        .map(|package| (text(&package["id"]), text(&package["name"])))
        .collect();
    let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for node in list(&METADATA["resolve"]["nodes"]) {
        let own = needs.entry(names[&text(&node["id"])].clone()).or_default();
        for needed in list(&node["deps"]) {
            let kinds = list(&needed["dep_kinds"]);
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                own.insert(names[&text(&needed["pkg"])].clone());
            }
        }
    }
    needs
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Returns what a crate is built with.
pub(crate) fn direct(name: &str) -> &'static BTreeSet<String> {
    NEEDS
        .get(name)
        .unwrap_or_else(|| panic!("{name} is no crate"))
}

/// Returns what a crate is built with, and what that is built with, and so on.
fn closure(name: &str) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = direct(name).iter().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(direct(next).iter().map(String::as_str));
        }
    }
    found
}

#[test]
fn dependencies_point_downwards() {
    for (name, below) in STANDS_ON {
        let allowed: Vec<String> = below.iter().map(|name| format!("hotdice-{name}")).collect();
        for needed in direct(name)
            .iter()
            .filter(|name| name.starts_with("hotdice"))
        {
            assert!(
                allowed.contains(needed),
                "{name} stands on {needed}: a crate stands only on those below it (ARCHITECTURE.md, at the top)"
            );
        }
    }
    let listed = |name: &&str| *name == "hotdice" || STANDS_ON.iter().any(|(own, _)| own == name);
    assert!(
        PRODUCT.iter().all(listed),
        "every crate of the product has its place"
    );
}

#[test]
fn the_product_needs_nothing_that_is_for_tests() {
    let used = closure("hotdice");
    for name in FOR_TESTS {
        assert!(!used.contains(name), "hotdice is built with {name}");
    }
    let own = used.iter().filter(|name| name.starts_with("hotdice"));
    for name in own {
        assert!(
            PRODUCT.contains(name),
            "{name} is part of the product: name it in PRODUCT"
        );
    }
}

#[test]
fn what_verifies_dice_depends_on_nothing_that_throws_them() {
    let needs = closure("hotdice-verify");
    for thrower in THROWS_DICE {
        assert!(
            !needs.contains(thrower),
            "hotdice-verify is built with {thrower}"
        );
    }
    let table = closure("hotdice-table");
    assert!(table.contains("rand"), "the list has what throws dice here");
}
