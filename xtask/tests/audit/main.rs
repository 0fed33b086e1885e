//! What the workspace depends on, held against `deny.toml`: licences, banned crates and where crates come from.
//!
//! `cargo deny` checks the same and more; this runs where it is not installed.

mod licence;
mod policy;

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use policy::Policy;

/// A crate that goes into a build.
struct Package {
    name: String,
    licence: String,
    /// Where it comes from; nothing for crates of this workspace.
    source: Option<String>,
}

fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent()
        .expect("this crate is a folder of the workspace")
}

fn policy() -> Policy {
    let path = root().join("deny.toml");
    Policy::read(&std::fs::read_to_string(path).expect("deny.toml"))
}

/// Returns every crate of a build for this machine.
fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--filter-platform",
            &host(),
        ])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let packages = metadata["packages"].as_array().expect("packages").iter();
    packages
        .map(|package| Package {
            name: text(&package["name"]).expect("a name"),
            licence: text(&package["license"]).unwrap_or_default(),
            source: text(&package["source"]),
        })
        .collect()
}

fn host() -> String {
    let output = Command::new("rustc")
        .arg("-vV")
        .output()
        .expect("rustc runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("a host").to_owned()
}

#[test]
fn every_licence_is_allowed() {
    let policy = policy();
    for package in packages() {
        let allowed = licence::is_allowed(&package.licence, &policy.licences);
        assert!(
            allowed,
            "{}: {:?} is not in deny.toml",
            package.name, package.licence
        );
    }
}

#[test]
fn no_banned_crate_is_built_in() {
    let policy = policy();
    assert!(
        policy.banned.contains(&"openssl".to_owned()),
        "{:?}",
        policy.banned
    );
    for package in packages() {
        assert!(
            !policy.banned.contains(&package.name),
            "{} is banned",
            package.name
        );
    }
}

#[test]
fn crates_come_from_the_registry_alone() {
    let policy = policy();
    for Package { name, source, .. } in packages() {
        let Some(source) = source else {
            continue;
        };
        let registry = source.strip_prefix("registry+");
        let known = registry
            .is_some_and(|registry| policy.registries.iter().any(|known| known == registry));
        assert!(known, "{name} comes from {source}");
    }
}

/// The lock files pin every crate by its sum, and none comes from elsewhere on any platform.
#[test]
fn lock_files_pin_every_crate() {
    for path in ["Cargo.lock", "fuzz/Cargo.lock"] {
        let lock = std::fs::read_to_string(root().join(path)).expect("a lock file");
        for package in lock.split("[[package]]").skip(1) {
            let is_pinned = package.contains("checksum = ") || !package.contains("source = ");
            assert!(is_pinned, "{path}: {package}");
            assert!(!package.contains("source = \"git+"), "{path}: {package}");
        }
    }
}
