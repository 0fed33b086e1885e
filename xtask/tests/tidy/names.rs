//! Types that share a name.

use std::collections::BTreeMap;
use std::fs;

use crate::dependencies::PRODUCT;
use crate::{regex, root, source};

/// How many types of the product may share their bare name with another. Lower it when it falls.
const MOST_SHARING: usize = 79;

/// Names that mean the same thing wherever they stand: associated types of traits, which every game defines for itself.
const PER_GAME: &[&str] = &["Action", "Refusal", "Roll", "Rules", "State"];

#[test]
fn few_types_share_a_name() {
    let defined =
        regex(r"(?m)^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|union|trait|type)\s+([A-Z]\w*)");
    let associated = regex(r"(?m)^\s+type\s");
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in source::product() {
        for found in defined.captures_iter(&source.code) {
            if !associated.is_match(&found[0]) && !PER_GAME.contains(&&found[1]) {
                let whole = found.get(1).expect("the name");
                let line = source.line_at(whole.start());
                let place = line.split(": ").next().unwrap_or_default().to_owned();
                places.entry(found[1].to_owned()).or_default().push(place);
            }
        }
    }
    let types: usize = places.values().map(Vec::len).sum();
    places.retain(|_, places| places.len() > 1);
    let sharing: usize = places.values().map(Vec::len).sum();
    for (name, places) in &places {
        println!("{name} ×{}: {}", places.len(), places.join(", "));
    }
    println!("{sharing} of {types} types share their name");
    assert!(
        sharing <= MOST_SHARING,
        "{sharing} types share their name, at most {MOST_SHARING} may: give the new one a name of its own"
    );
}

#[test]
fn every_library_has_a_readme() {
    let libraries = PRODUCT.iter().filter(|name| **name != "hotdice");
    for name in libraries {
        let path = format!("crates/{name}/README.md");
        let text = fs::read_to_string(root().join(&path)).unwrap_or_default();
        assert!(
            text.starts_with("# "),
            "{path} is missing, or does not begin with a title"
        );
        let library = format!("crates/{name}/src/lib.rs");
        let library = fs::read_to_string(root().join(library)).expect("a library");
        let shown = library.contains("include_str!(\"../README.md\")");
        assert!(
            shown || !text.contains("```rust"),
            "{path}: its examples are not compiled; include it in lib.rs"
        );
    }
}
