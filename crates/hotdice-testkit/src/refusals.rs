//! Every sentence with which tables, games and the server refuse something, read from their sources.
//!
//! Texts that errors are made of cannot be listed by playing: whoever writes a new one is found here all the same.

use std::fs;
use std::path::Path;

use crate::workspace;

/// Where texts stand that people on the page may read: a file or a folder, and what stands before such a text.
const PLACES: &[(&str, &[Marker])] = &[
    ("hotdice-core/src/bytes32.rs", &[ERROR]),
    ("hotdice-core/src/dice.rs", &[ERROR]),
    ("hotdice-core/src/erased.rs", &[ERROR]),
    ("hotdice-core/src/notation.rs", &[ERROR]),
    ("hotdice-core/src/position.rs", &[ERROR]),
    ("hotdice-core/src/record.rs", &[ERROR]),
    ("hotdice-core/src/rules_line.rs", &[ERROR]),
    ("hotdice-core/src/scene.rs", &[ERROR]),
    ("hotdice-table/src/fair.rs", &[ERROR]),
    ("hotdice-table/src/replay.rs", &[STORY, CONSTANT]),
    ("hotdice-table/src/table/apply.rs", &[STORY, TOLD]),
    ("hotdice-table/src/table/id.rs", &[ERROR]),
    ("hotdice-table/src/table/refused.rs", &[ERROR]),
    ("hotdice-games/src/push_luck.rs", &[ERROR]),
    ("hotdice-games/src/push_luck/notation.rs", &[UNREADABLE]),
    ("hotdice-games/src/push_luck/rules.rs", &[CONFLICT]),
    ("hotdice-games/src/pig/notation.rs", &[UNREADABLE]),
    ("hotdice-games/src/shut_the_box.rs", &[ERROR, CONFLICT]),
    ("hotdice-games/src/shut_the_box/notation.rs", &[UNREADABLE]),
    ("hotdice-games/src/tridice/notation.rs", &[UNREADABLE]),
    ("hotdice-games/src/tridice/refusal.rs", &[ERROR]),
    ("hotdice-games/src/yatzy/action.rs", &[ERROR]),
    ("hotdice-games/src/yatzy/notation.rs", &[UNREADABLE]),
    ("hotdice-games/src/yatzy/rules.rs", &[FLAW]),
    ("hotdice-bots/src/daily.rs", &[ERROR]),
    ("hotdice-bots/src/level.rs", &[ERROR]),
    ("hotdice-api/src/opening.rs", REJECTIONS),
    ("hotdice-api/src/position.rs", REJECTIONS),
    ("hotdice-api/src/rejected.rs", &[INVALID]),
    ("hotdice-api/src/token_hash.rs", REJECTIONS),
    ("hotdice-api/src/view.rs", REJECTIONS),
    ("hotdice-wasm/src/house.rs", REJECTIONS),
    ("hotdice-wasm/src/tables.rs", REJECTIONS),
    (
        "hotdice-server/src/failure.rs",
        &[INVALID, DETAIL, SET_DETAIL, CONSTANT],
    ),
    ("hotdice-server/src/http", FAILURES),
    ("hotdice-server/src/http.rs", FAILURES),
    ("hotdice-server/src/scheduler", FAILURES),
    ("hotdice-server/src/table_service", FAILURES),
    ("hotdice-server/src/token.rs", FAILURES),
];

/// What stands before a text, what ends the search for it, and what the text is.
struct Marker {
    before: &'static str,
    until: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A sentence, which is sent with a capital letter.
    Sentence,
    /// A part of one.
    Part,
    /// What a seat did.
    Story,
}

const fn marker(before: &'static str, until: &'static str, kind: Kind) -> Marker {
    Marker {
        before,
        until,
        kind,
    }
}

const ERROR: Marker = marker("#[error(", "]", Kind::Sentence);
const DETAIL: Marker = marker("let detail =", ";", Kind::Sentence);
const SET_DETAIL: Marker = marker("failure.detail =", ";", Kind::Sentence);
const INVALID: Marker = marker("Self::invalid(", ";", Kind::Sentence);
const UNREADABLE: Marker = marker("Unreadable::new(", ";", Kind::Part);
const CONFLICT: Marker = marker("RulesError::Conflict(", ";", Kind::Part);
const FLAW: Marker = marker("Some(", ")", Kind::Part);
const STORY: Marker = marker("Line::of(", ";", Kind::Story);
const TOLD: Marker = marker("format!(", ";", Kind::Sentence);
const CONSTANT: Marker = marker("const ", ";", Kind::Sentence);
const REJECTIONS: &[Marker] = &[
    DETAIL,
    marker("Rejected::invalid(", ";", Kind::Sentence),
    marker("Rejected::new(", ";", Kind::Sentence),
    marker("refused(", ";", Kind::Sentence),
];
const FAILURES: &[Marker] = &[
    DETAIL,
    marker("Failure::invalid(", ";", Kind::Sentence),
    marker("Failure::unauthorized(", ";", Kind::Sentence),
    marker("Failure::new(", ";", Kind::Sentence),
    marker("Failure::rate_limited(", ";", Kind::Sentence),
];

/// Lists the texts, with `{}` for what differs from one refusal to the next.
///
/// # Panics
/// When a source cannot be read.
#[must_use]
pub fn refusals() -> Vec<String> {
    let mut texts = Vec::new();
    for (place, markers) in PLACES {
        let path = workspace::path(&format!("crates/{place}"));
        for source in sources(&path) {
            // What tests say is nobody's business.
            let code = source.split("#[cfg(test)]\nmod tests {").next();
            let code = code.unwrap_or_default();
            texts.extend(markers.iter().flat_map(|marker| marker.texts(code)));
        }
    }
    texts.retain(|text| text.contains(' ') && text.contains(char::is_alphabetic));
    texts
}

/// Reads a file, or all files of a folder but its tests.
fn sources(path: &Path) -> Vec<String> {
    if path.is_file() {
        return vec![fs::read_to_string(path).expect("a source")];
    }
    let files = fs::read_dir(path).expect("a folder");
    let files = files.map(|file| file.expect("a file").path());
    let files = files.filter(|file| file.is_file() && !file.ends_with("tests.rs"));
    files.flat_map(|file| sources(&file)).collect()
}

impl Marker {
    fn texts(&self, code: &str) -> Vec<String> {
        let found = code.split(self.before).skip(1);
        let text = |rest: &str| {
            let near = rest.split(self.until).next()?;
            let literal = literal(&rest[near.find('"')? + 1..])?;
            Some(self.dress(&with_gaps(&literal)))
        };
        found.filter_map(text).collect()
    }

    /// Writes a text as people read it.
    fn dress(&self, text: &str) -> String {
        match self.kind {
            Kind::Part => text.to_owned(),
            Kind::Story => format!("{{}}{text}"),
            Kind::Sentence => {
                // A gap after a sentence is a sentence, with a stop of its own.
                let ended = text.ends_with(['.', '!', '?', '…']) || text.ends_with(". {}");
                let text = hotdice_core::capitalized(text);
                format!("{text}{}", if ended { "" } else { "." })
            }
        }
    }
}

/// Reads the literal whose opening quote has just been passed.
fn literal(code: &str) -> Option<String> {
    let mut text = String::new();
    let mut letters = code.chars();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                '\n' => letters = letters.as_str().trim_start().chars(),
                escaped => text.push(escaped),
            },
            letter => text.push(letter),
        }
    }
}

/// Puts a gap wherever something is filled in.
fn with_gaps(text: &str) -> String {
    let mut pieces = text.split('{');
    let mut gapped = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        gapped.push_str("{}");
        gapped.push_str(piece.split_once('}').map_or(piece, |(_, after)| after));
    }
    gapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_with_their_gaps() {
        let found = |marker: &Marker, code| marker.texts(code);
        let code = "#[error(transparent)] A, #[error(\"seat {0:?} is \\\"taken\\\"\", x)] B";
        assert_eq!(found(&ERROR, code), ["Seat {} is \"taken\"."]);
        let code = "let detail = \"one \\\n    two\"; Failure::new(Code::Over, detail)";
        assert_eq!(found(&DETAIL, code), ["One two."]);
        assert_eq!(found(&FAILURES[3], code), [""; 0]);
        assert_eq!(
            found(&STORY, "Line::of(seat, \" is back.\");"),
            ["{} is back."]
        );
    }

    #[test]
    fn every_place_has_texts() {
        for (place, markers) in PLACES {
            let path = workspace::path(&format!("crates/{place}"));
            let sources = sources(&path);
            let texts = sources.iter().flat_map(|source| {
                let texts = markers.iter().flat_map(|marker| marker.texts(source));
                texts.collect::<Vec<_>>()
            });
            assert!(texts.count() > 0, "{place}");
        }
    }
}
