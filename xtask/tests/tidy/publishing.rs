//! Crates that are published say what the registry shows, and need nothing that is kept here.

use serde_json::Value;

use crate::dependencies::packages;
use crate::root;

/// The crates that are published: all of the engine that does no I/O.
const PUBLISHED: &[&str] = &[
    "hotdice-bots",
    "hotdice-core",
    "hotdice-games",
    "hotdice-solve",
    "hotdice-table",
    "hotdice-verify",
    "hotdice-wire",
];

fn is_published(package: &Value) -> bool {
    package["source"].is_null() && package["publish"].is_null()
}

#[test]
fn the_engine_is_published_and_nothing_else() {
    let mut names: Vec<&str> = packages()
        .iter()
        .filter(|package| is_published(package))
        .filter_map(|package| package["name"].as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, PUBLISHED);
}

#[test]
fn published_crates_say_what_the_registry_shows() {
    for package in packages().iter().filter(|package| is_published(package)) {
        let name = package["name"].as_str().unwrap_or_default();
        for field in ["description", "license", "documentation", "readme"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        for (field, most) in [("keywords", 5), ("categories", 5)] {
            let count = package[field].as_array().map_or(0, Vec::len);
            assert!((1..=most).contains(&count), "{name}: {field}");
        }
        let folder = root().join("crates").join(name);
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(licence).is_file(), "{name} has no {licence}");
        }
        let readme = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        assert!(
            readme.contains("```rust"),
            "{name} has no example in its README"
        );
    }
}

#[test]
fn published_crates_need_only_published_ones() {
    for package in packages().iter().filter(|package| is_published(package)) {
        let name = package["name"].as_str().unwrap_or_default();
        for needed in package["dependencies"].as_array().into_iter().flatten() {
            let is_for_tests = needed["kind"] == "dev";
            if needed["path"].is_null() || is_for_tests {
                continue;
            }
            let other = needed["name"].as_str().unwrap_or_default();
            assert!(PUBLISHED.contains(&other), "{name} needs {other}");
            let has_version = needed["req"] != "*";
            assert!(has_version, "{name} needs {other} without a version");
        }
    }
}
