//! What never happens, as tests: each sentence of that section of ARCHITECTURE.md that is about sources is checked here.
//!
//! The checks read sources as text. They know nothing that a grep does not know, and are quick for it: all of them take less
//! than a second. What a rule has to except is listed beside the rule, with the reason; an exception that excepts nothing
//! is a failure as well, so that the lists only shrink.

mod architecture;
mod dependencies;
mod documentation;
mod front_ends;
mod games;
mod idiom;
mod names;
mod publishing;
mod purity;
mod source;
mod waiting;
mod worlds;

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;

use source::{Source, Sources};

/// A place where a rule does not hold, and why.
struct Exception {
    /// The path, or how paths begin.
    path: &'static str,
    why: &'static str,
}

/// It is right that way.
const fn except(path: &'static str, why: &'static str) -> Exception {
    Exception { path, why }
}

/// It is wrong, known, and to be mended.
const fn debt(path: &'static str, why: &'static str) -> Exception {
    Exception { path, why }
}

fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent()
        .expect("this crate is a folder of the workspace")
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"))
}

/// Fails with every line of the sources that a pattern finds, unless its file is excepted.
#[track_caller]
fn never(rule: &str, sources: &Sources, pattern: &str, exceptions: &[Exception]) {
    never_in(rule, sources, pattern, exceptions, |source| &source.code);
}

/// As [`never`], in the part of each source that `text` chooses.
#[track_caller]
fn never_in(
    rule: &str,
    sources: &Sources,
    pattern: &str,
    exceptions: &[Exception],
    text: fn(&Source) -> &String,
) {
    let pattern = regex(pattern);
    let mut found = Vec::new();
    let mut used = BTreeSet::new();
    for source in sources {
        for hit in pattern.find_iter(text(source)) {
            match exceptions
                .iter()
                .position(|each| source.path.starts_with(each.path))
            {
                Some(exception) => drop(used.insert(exception)),
                None => found.push(source.line_at(hit.start())),
            }
        }
    }
    assert!(found.is_empty(), "{rule}\n{}", found.join("\n"));
    for (place, Exception { path, why }) in exceptions.iter().enumerate() {
        let needless = "excepts nothing any more: take it from the list";
        assert!(used.contains(&place), "{rule}\n{path} ({why}) {needless}");
    }
}

/// Fails when a pattern is found more often than so; the number only falls.
#[track_caller]
fn at_most(most: usize, rule: &str, sources: &Sources, pattern: &str) {
    let pattern = regex(pattern);
    let mut found = Vec::new();
    for source in sources {
        let hits = pattern.find_iter(&source.code);
        found.extend(hits.map(|hit| source.line_at(hit.start())));
    }
    let lines = found.join("\n");
    assert!(
        found.len() <= most,
        "{rule}\n{lines}\nThese are {}, and were {most}",
        found.len()
    );
}
