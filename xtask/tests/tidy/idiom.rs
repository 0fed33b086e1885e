//! The dialect of Rust that is not spoken here.

use crate::source::{self, Sources};
use crate::{at_most, never};

/// How many arms of such matches there still are. It only falls.
const MOST_MATCHED: usize = 27;

fn everything() -> Sources {
    let mut sources = source::product();
    for folder in ["bench", "features", "xtask/src"] {
        sources.extend(source::in_folder(folder));
    }
    sources
}

#[test]
fn bools_are_not_matched() {
    let rule = "A bool is asked with if, not with match.";
    at_most(
        MOST_MATCHED,
        rule,
        &everything(),
        r"\b(true|false)\s*(if\b[^=]*)?=>",
    );
}

#[test]
fn modules_reach_no_further_than_their_parent() {
    let rule = "Further than the parent is crate::….";
    never(rule, &everything(), r"\bsuper::super::", &[]);
}

#[test]
fn nothing_is_unwrapped() {
    never(
        "A value that may be missing is refused, or expected with a reason.",
        &source::product(),
        r"\.unwrap\(\)|\.unwrap_err\(\)",
        &[],
    );
}

#[test]
fn predicates_change_nothing() {
    let predicate = r"\bfn (is|has|must|can|may|needs|should|was|are)_\w+\s*(<[^>]*>)?\(\s*&(\s*'\w+)?\s*mut self";
    never(
        "A predicate is a question: it takes &self.",
        &everything(),
        predicate,
        &[],
    );
}
