//! ARCHITECTURE.md says which test holds each sentence, and its glossary leads somewhere.

use std::fs;

use crate::{regex, root};

fn section(title: &str) -> String {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let heading = format!("\n## {title}\n");
    let (_, rest) = text
        .split_once(&heading)
        .unwrap_or_else(|| panic!("ARCHITECTURE.md has no section {title:?}"));
    rest.split("\n## ").next().unwrap_or_default().to_owned()
}

/// Every sentence under "What never happens" links to a file and names a test function in it.
#[test]
fn every_sentence_names_a_test_that_is_there() {
    let section = section("What never happens");
    let number = regex(r"\n\d+\. ");
    let sentences: Vec<&str> = number.split(&section).skip(1).collect();
    assert!(sentences.len() >= 9, "{section}");
    let link = regex(r"\[`(\w+)`\]\(([^)]+)\)");
    for sentence in sentences {
        let mut tests = 0;
        for found in link.captures_iter(sentence) {
            let [name, path] = [&found[1], &found[2]];
            let text = fs::read_to_string(root().join(path)).unwrap_or_default();
            let is_there =
                text.contains(&format!("fn {name}")) || text.contains(&format!("{name} =>"));
            assert!(
                is_there,
                "{path} has no test {name}, which ARCHITECTURE.md names for: {sentence}"
            );
            tests += 1;
        }
        assert!(tests > 0, "ARCHITECTURE.md names no test for: {sentence}");
    }
}

/// Every word of the glossary stands in the file that it leads to, so that a search finds it.
#[test]
fn every_word_of_the_glossary_is_found() {
    let section = section("Glossary");
    let row = regex(r"(?m)^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$");
    let link = regex(r"\[[^\]]*\]\(([^)]+)\)");
    let plain = |text: &str| text.to_lowercase().replace([' ', '_', '-'], "");
    let mut words = 0;
    for found in row
        .captures_iter(&section)
        .filter(|row| !row[1].contains("---"))
    {
        for word in found[1].split(',').map(str::trim) {
            let mut paths = link.captures_iter(&found[2]);
            let path = paths.next().map(|path| path[1].to_owned());
            let Some(path) = path else { continue };
            let text = fs::read_to_string(root().join(&path)).unwrap_or_default();
            let is_there =
                plain(&text).contains(&plain(word)) || plain(&path).contains(&plain(word));
            assert!(
                is_there,
                "the glossary sends those who look for {word:?} to {path}, which does not have that word"
            );
            words += 1;
        }
    }
    assert!(
        words >= 30,
        "the glossary has {words} words with a place: {section}"
    );
}
