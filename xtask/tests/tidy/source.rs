//! Sources of the product, without what is only there for tests.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{fs, iter};

use regex::Regex;

use crate::{regex, root};

/// Many sources.
pub(crate) type Sources = Vec<Source>;

/// A file of the product.
pub(crate) struct Source {
    /// The path from the root of the workspace.
    pub(crate) path: String,
    /// What it says, all of it.
    pub(crate) whole: String,
    /// The code: as long as the whole, with blanks for comments and tests.
    pub(crate) text: String,
    /// The same with blanks for what strings say as well.
    pub(crate) code: String,
    /// The code that is only there for tests, with blanks for everything else.
    pub(crate) tests: String,
}

impl Source {
    fn read(path: &Path) -> Self {
        let whole = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let path = path.strip_prefix(root()).expect("below the root");
        Self::new(&path.to_string_lossy(), &whole)
    }

    fn new(path: &str, whole: &str) -> Self {
        let is_rust = path.ends_with(".rs");
        let [mut text, mut code] =
            [Strings::Stay, Strings::Go].map(|way| blank(whole, is_rust, way));
        let mut tests = without(&code, 0, code.len());
        if is_rust {
            for (start, end) in marked_as_tests(&code) {
                tests.replace_range(start..end, &code[start..end]);
                text = without(&text, start, end);
                code = without(&code, start, end);
            }
        }
        Self {
            path: path.to_owned(),
            whole: whole.to_owned(),
            text,
            code,
            tests,
        }
    }

    /// Returns the source as one that is a test from its first line to its last.
    pub(crate) fn into_test(mut self) -> Self {
        let is_rust = self.path.ends_with(".rs");
        self.tests = blank(&self.whole, is_rust, Strings::Go);
        self
    }

    /// Returns the line around a place, as a compiler would name it.
    pub(crate) fn line_at(&self, place: usize) -> String {
        let before = &self.whole.as_bytes()[..place];
        let number = before.iter().filter(|byte| **byte == b'\n').count();
        let line = self.whole.lines().nth(number).unwrap_or_default();
        format!("{}:{}: {}", self.path, number + 1, line.trim())
    }
}

/// Returns the Rust sources of crates, by their folders below `crates`.
pub(crate) fn rust(crates: &[&str]) -> Sources {
    let folders = crates.iter().map(|name| format!("crates/{name}/src"));
    folders.flat_map(|folder| in_folder(&folder)).collect()
}

/// Returns the sources of every crate that goes into the program.
pub(crate) fn product() -> Sources {
    rust(crate::dependencies::PRODUCT)
}

/// Returns the sources of the page.
pub(crate) fn page() -> Sources {
    in_folder("web/src")
}

/// Returns the sources below a folder that are not tests.
pub(crate) fn in_folder(folder: &str) -> Sources {
    sorted_out(folder).0
}

/// Returns the sources below a folder, tests and what is none.
pub(crate) fn with_tests(folder: &str) -> Sources {
    let (mut sources, tests) = sorted_out(folder);
    sources.extend(tests);
    sources
}

/// Returns a file whose name says nothing of what it is for.
pub(crate) fn file(path: &str) -> Source {
    Source::read(&root().join(path))
}

/// Returns the sources below a folder that are not tests, and those that are.
fn sorted_out(folder: &str) -> (Sources, Sources) {
    let mut paths = Vec::new();
    collect(&root().join(folder), &mut paths);
    paths.sort();
    assert!(!paths.is_empty(), "{folder} has no sources");
    let sources: Sources = paths.iter().map(|path| Source::read(path)).collect();
    let modules: Vec<String> = sources.iter().flat_map(test_modules).collect();
    let (tests, product): (Sources, Sources) = sources.into_iter().partition(|source| {
        let within = |module: &String| source.path.starts_with(module.as_str());
        source.path.contains("/tests/") || modules.iter().any(within)
    });
    (product, tests.into_iter().map(Source::into_test).collect())
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    for entry in entries {
        let path = entry.expect("it can be read").path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() {
            collect(&path, paths);
        } else if matches!(ending, Some("rs" | "ts" | "svelte")) {
            paths.push(path);
        }
    }
}

/// Returns how the paths of modules begin that a source declares for tests only.
fn test_modules(source: &Source) -> Vec<String> {
    static DECLARED: LazyLock<Regex> =
        LazyLock::new(|| regex(r"#\[cfg\(test\)\]\s*(?:pub\S*\s+)?mod\s+(\w+)\s*;"));
    let folder = source.path.trim_end_matches(".rs");
    let folder = folder.trim_end_matches("/lib").trim_end_matches("/main");
    let found = DECLARED.captures_iter(&source.whole);
    let names = found.map(|found| format!("{folder}/{}", &found[1]));
    names
        .flat_map(|path| [format!("{path}.rs"), format!("{path}/")])
        .collect()
}

/// Returns where code for tests begins and ends.
fn marked_as_tests(code: &str) -> Vec<(usize, usize)> {
    static MARKED: LazyLock<Regex> = LazyLock::new(|| regex(r"#\[cfg\((?:any\()?test\b[^\]]*\]"));
    let mut tests: Vec<(usize, usize)> = Vec::new();
    for mark in MARKED.find_iter(code) {
        if tests.last().is_none_or(|(_, end)| *end <= mark.start()) {
            tests.push((mark.start(), end_of_item(code, mark.end())));
        }
    }
    tests
}

/// Returns where an item ends: at its semicolon, or at the brace that closes it.
fn end_of_item(code: &str, start: usize) -> usize {
    let mut depth = 0;
    for (place, byte) in code.bytes().enumerate().skip(start) {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(byte, b'}' | b';' | b',') {
            return place + 1;
        }
    }
    code.len()
}

fn without(text: &str, start: usize, end: usize) -> String {
    let mut bytes = text.as_bytes().to_vec();
    blank_bytes(&mut bytes[start..end]);
    String::from_utf8(bytes).expect("blanks are text")
}

fn blank_bytes(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| **byte != b'\n') {
        *byte = b' ';
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Strings {
    Stay,
    Go,
}

/// Puts blanks where comments are, and inside strings if they go.
fn blank(whole: &str, is_rust: bool, strings: Strings) -> String {
    let mut bytes = whole.as_bytes().to_vec();
    let mut place = 0;
    while place < bytes.len() {
        let rest = &whole.as_bytes()[place..];
        let (length, inside) = match rest {
            [b'/', b'/', ..] if is_comment(whole, place) => (until(rest, b"\n", false), None),
            [b'/', b'*', ..] => (block(rest, is_rust), None),
            [b'<', b'!', b'-', b'-', ..] if !is_rust => (until(rest, b"-->", true), None),
            [b'r', b'"' | b'#', ..] if is_rust && is_raw(whole, place) => {
                let hashes = rest[1..].iter().take_while(|byte| **byte == b'#').count();
                let end: Vec<u8> = iter::once(b'"')
                    .chain(iter::repeat_n(b'#', hashes))
                    .collect();
                let open = hashes + 2;
                (
                    open + until(&rest[open..], &end, true),
                    Some((open, hashes + 1)),
                )
            }
            [b'"', ..] => (quoted(rest, b'"'), Some((1, 1))),
            [b'\'' | b'`', ..] if !is_rust && is_quote(rest) => {
                (quoted(rest, rest[0]), Some((1, 1)))
            }
            [b'\'', b'\\', ..] if is_rust => (quoted(rest, b'\''), Some((1, 1))),
            [b'\'', ..] if is_rust => match whole[place + 1..].chars().next() {
                Some(char) if rest.get(1 + char.len_utf8()) == Some(&b'\'') => {
                    (2 + char.len_utf8(), Some((1, 1)))
                }
                _ => (1, Some((1, 0))),
            },
            _ => (1, Some((1, 0))),
        };
        let end = (place + length).min(bytes.len());
        match inside {
            None => blank_bytes(&mut bytes[place..end]),
            Some((open, close)) if length > open + close && strings == Strings::Go => {
                blank_bytes(&mut bytes[place + open..end - close]);
            }
            Some(_) => {}
        }
        place = end;
    }
    String::from_utf8(bytes).expect("blanks are text")
}

/// Tells two slashes from those in an address such as `https://…`, which stands unquoted in markup.
fn is_comment(whole: &str, place: usize) -> bool {
    !whole[..place].ends_with(':')
}

fn is_raw(whole: &str, place: usize) -> bool {
    let before = whole[..place].chars().next_back();
    let is_word =
        before.is_some_and(|before| before != 'b' && (before.is_alphanumeric() || before == '_'));
    let opening = whole[place + 1..].trim_start_matches('#');
    !is_word && opening.starts_with('"')
}

/// Tells a quote of a script from an apostrophe in the text of a page: a quote ends on its line.
fn is_quote(rest: &[u8]) -> bool {
    rest[0] == b'`'
        || rest[1..]
            .iter()
            .take_while(|byte| **byte != b'\n')
            .any(|byte| *byte == b'\'')
}

fn until(rest: &[u8], end: &[u8], with_it: bool) -> usize {
    let found = rest.windows(end.len()).position(|window| window == end);
    found.map_or(rest.len(), |found| {
        found + if with_it { end.len() } else { 0 }
    })
}

fn block(rest: &[u8], nested: bool) -> usize {
    let mut depth = 0;
    let mut place = 0;
    while place + 1 < rest.len() {
        match &rest[place..place + 2] {
            b"/*" if nested || depth == 0 => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                place += 1;
                continue;
            }
        }
        place += 2;
        if depth == 0 {
            return place;
        }
    }
    rest.len()
}

fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut place = 1;
    while place < rest.len() {
        match rest[place] {
            b'\\' => place += 2,
            byte if byte == quote => return place + 1,
            _ => place += 1,
        }
    }
    rest.len()
}

#[test]
fn comments_strings_and_tests_are_left_out() {
    let whole = r##"
        /// "quoted" in a comment
        fn one<'a>(x: &'a str) -> char { '"' } // two
        const RAW: &str = r#"a "b" // c"#; /* /* nested */ */
        #[cfg(test)]
        mod tests { fn never() { "}" } }
        fn last() { b"x\"y" }
    "##;
    let source = Source::new("a.rs", whole);
    let gone = ["quoted", "two", "nested", "never"];
    assert!(
        gone.iter().all(|word| !source.text.contains(word)),
        "{}",
        source.text
    );
    assert!(source.text.contains(r#"a "b" // c"#), "{}", source.text);
    assert!(!source.code.contains("// c"), "{}", source.code);
    assert!(
        source.code.contains("fn one<'a>(x: &'a str)"),
        "{}",
        source.code
    );
    assert!(source.code.contains("fn last()"), "{}", source.code);
    assert_eq!(source.code.len(), whole.len());
    assert!(source.tests.contains("fn never()"), "{}", source.tests);
    assert!(!source.tests.contains("fn last()"), "{}", source.tests);
}
