//! The documentation site: every page that `docs/SUMMARY.md` lists, made into a book by mdBook.
//!
//! Pages and whatever they link to keep their place in the repository, so that the same links hold on the site and in a plain checkout, and
//! nothing has to be rewritten. What the site links to is checked once more in the finished pages.

mod site;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, io};

use crate::report::{Lane, Outcome, finish};
use crate::repository::links::{links, resolve};
use crate::tally::Tally;
use crate::{answers, root, target};

const SUMMARY: &str = "docs/SUMMARY.md";

/// Builds the site.
pub(crate) fn run() -> ExitCode {
    let mut lane = Lane::default();
    check(&mut lane);
    println!("\nthe site is in {}", folder().join("book").display());
    finish(&[lane])
}

/// Builds the site where mdBook is there, and follows every link in it.
pub(crate) fn check(lane: &mut Lane) {
    lane.step("documentation site", |lane| {
        if !answers(Command::new("mdbook").arg("--version")) {
            let missing = "mdbook is missing: cargo install mdbook --locked (links in its sources have been checked without it)";
            return Outcome::Skipped(missing.to_owned());
        }
        if let Err(error) = gather() {
            lane.say(&format!("failed: {error}"));
            return Outcome::failed();
        }
        match lane.watch(Command::new("mdbook").arg("build").arg(folder())) {
            Outcome::Ran { passed: true, .. } => follow(lane),
            outcome => outcome,
        }
    });
}

fn follow(lane: &Lane) -> Outcome {
    match site::broken(&folder().join("book")) {
        Ok(broken) => {
            for link in &broken {
                lane.say(link);
            }
            let passed = broken.is_empty();
            Outcome::Ran {
                passed,
                tally: Tally::of(passed),
            }
        }
        Err(error) => {
            lane.say(&format!("failed: {error}"));
            Outcome::failed()
        }
    }
}

fn folder() -> PathBuf {
    target().join("docs")
}

/// Copies the sources of the site together.
fn gather() -> io::Result<()> {
    match fs::remove_dir_all(folder()) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let summary = fs::read_to_string(root().join(SUMMARY))?;
    let mut needed = BTreeSet::new();
    for page in pages(&summary) {
        let text = fs::read_to_string(root().join(&page))?;
        let linked = links(&text).filter(|link| !link.path.is_empty());
        needed.extend(linked.map(|link| resolve(&page, link.path)));
        needed.insert(page);
    }
    let source = folder().join("src");
    for path in &needed {
        copy(&root().join(path), &source.join(path))?;
    }
    fs::write(source.join("SUMMARY.md"), from_root(&summary))?;
    copy(&root().join("docs/book.toml"), &folder().join("book.toml"))
}

/// Returns the pages that a summary lists, from the root of the repository.
fn pages(summary: &str) -> impl Iterator<Item = String> {
    links(summary).map(|link| resolve(SUMMARY, link.path))
}

/// Returns a summary with links from the root, where mdBook looks for it.
fn from_root(summary: &str) -> String {
    links(summary).fold(summary.to_owned(), |text, link| {
        let own = format!("]({})", link.path);
        text.replace(&own, &format!("]({})", resolve(SUMMARY, link.path)))
    })
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let named = |error: io::Error| io::Error::other(format!("{}: {error}", from.display()));
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).map(drop).map_err(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::links::is_page;

    /// Finds what the site would lack: pages that another page of it links to, and links to folders, which have no page.
    fn missing() -> io::Result<Vec<String>> {
        let summary = fs::read_to_string(root().join(SUMMARY))?;
        let listed: BTreeSet<String> = pages(&summary).collect();
        let mut missing = Vec::new();
        for page in &listed {
            let text = fs::read_to_string(root().join(page))?;
            for link in links(&text).filter(|link| !link.path.is_empty()) {
                let target = resolve(page, link.path);
                if is_page(&target) && !listed.contains(&target) {
                    missing.push(format!("{page} links to {target}: list it in {SUMMARY}"));
                }
                if root().join(&target).is_dir() {
                    missing.push(format!("{page} links to the folder {target}: name a file"));
                }
            }
        }
        Ok(missing)
    }

    #[test]
    fn the_site_has_every_page_that_it_links_to() {
        let missing = missing().unwrap();
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn a_summary_is_moved_to_the_root() {
        let summary = "[Hot Dice](../README.md)\n- [Pig](games/pig.md)\n";
        assert_eq!(
            from_root(summary),
            "[Hot Dice](README.md)\n- [Pig](docs/games/pig.md)\n"
        );
    }
}
