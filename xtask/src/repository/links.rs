//! Links between pages.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path};

use super::File;
use crate::root;

/// A link of a page to a file of the repository.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Link<'a> {
    /// Where it leads, as it is written; empty for the page itself.
    pub(crate) path: &'a str,
    /// The heading that it leads to.
    anchor: Option<&'a str>,
}

/// Finds links that lead to no file, or to no heading of it.
pub(super) fn broken(files: &[File]) -> Vec<String> {
    let pages = || files.iter().filter(|file| is_page(&file.path));
    let headings: HashMap<&str, HashSet<String>> = pages()
        .map(|page| (page.path.as_str(), anchors(page.text())))
        .collect();
    let leads_somewhere = |page: &File, link: &Link<'_>| {
        let target = match link.path {
            "" => page.path.clone(),
            path => resolve(&page.path, path),
        };
        root().join(&target).exists()
            && link.anchor.is_none_or(|anchor| {
                let headings = headings.get(target.as_str());
                headings.is_none_or(|headings| headings.contains(anchor))
            })
    };
    let mut broken = Vec::new();
    for page in pages() {
        for link in links(page.text()).filter(|link| !leads_somewhere(page, link)) {
            let anchor = link.anchor.map(|anchor| format!("#{anchor}"));
            let anchor = anchor.unwrap_or_default();
            broken.push(format!("{}: {}{anchor}", page.path, link.path));
        }
    }
    broken
}

/// Finds pages below `docs` that no other page links to.
pub(super) fn lonely(files: &[File]) -> Vec<String> {
    let mut linked = HashSet::new();
    for page in files.iter().filter(|file| is_page(&file.path)) {
        let targets = links(page.text()).map(|link| resolve(&page.path, link.path));
        linked.extend(targets.filter(|target| *target != page.path));
    }
    files
        .iter()
        .filter(|file| file.path.starts_with("docs/") && is_page(&file.path))
        .filter(|file| !file.path.ends_with("/README.md") && file.path != "docs/SUMMARY.md")
        .filter(|file| !linked.contains(&file.path))
        .map(|file| format!("no page links to {}", file.path))
        .collect()
}

pub(crate) fn is_page(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|ending| ending == "md")
}

/// Returns the links of a page that lead to files of the repository.
pub(crate) fn links(text: &str) -> impl Iterator<Item = Link<'_>> {
    outside_code(text).flat_map(line_links)
}

/// Returns the lines outside blocks of code.
fn outside_code(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

fn line_links(line: &str) -> impl Iterator<Item = Link<'_>> {
    let after = line.split("](").skip(1);
    after
        .filter_map(|rest| rest.split([')', ' ']).next())
        .filter(|link| !link.contains("://") && !link.starts_with("mailto:"))
        .map(|link| match link.split_once('#') {
            Some((path, anchor)) => Link {
                path,
                anchor: Some(anchor),
            },
            None => Link {
                path: link,
                anchor: None,
            },
        })
}

/// Returns what links call the headings of a page: small letters with hyphens for spaces, and a number where a heading comes again. mdBook
/// and the hosts of repositories agree on it.
fn anchors(text: &str) -> HashSet<String> {
    let mut anchors = HashSet::new();
    for line in outside_code(text) {
        let words = line.trim_start_matches('#');
        if !(line.starts_with('#') && words.starts_with(' ')) {
            continue;
        }
        let anchor = slug(words.trim());
        let again = (1..).map(|number| format!("{anchor}-{number}"));
        let mut names = std::iter::once(anchor.clone()).chain(again);
        let new = names.find(|name| !anchors.contains(name));
        anchors.extend(new);
    }
    anchors
}

fn slug(heading: &str) -> String {
    // Of a link only its words count.
    let mut parts = heading.split("](");
    let mut words = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        words.push_str(part.split_once(')').map_or(part, |(_, after)| after));
    }
    words
        .chars()
        .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns where a link of a page leads, from the root of the repository.
pub(crate) fn resolve(page: &str, link: &str) -> String {
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let target = match link.strip_prefix('/') {
        Some(from_root) => Path::new(from_root).to_owned(),
        None => folder.join(link),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in target.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(name) => parts.extend(name.to_str()),
            _ => {}
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(path: &str, text: &str) -> File {
        File {
            path: path.to_owned(),
            text: Some(text.to_owned()),
        }
    }

    #[test]
    fn finds_links_outside_code() {
        let text = "[a](a.md#top) and ![b](../b.png \"b\")\n```\n[no](no.md)\n```\n[out](https://example.org) [c](#here)";
        let found: Vec<(&str, Option<&str>)> =
            links(text).map(|link| (link.path, link.anchor)).collect();
        let expected = [
            ("a.md", Some("top")),
            ("../b.png", None),
            ("", Some("here")),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn resolves_from_the_folder_of_the_page() {
        assert_eq!(resolve("docs/games/x.md", "../y.md"), "docs/y.md");
        assert_eq!(resolve("README.md", "docs/./y.md"), "docs/y.md");
        assert_eq!(resolve("docs/x.md", "/README.md"), "README.md");
    }

    #[test]
    fn tells_what_leads_nowhere() {
        let files = [page("README.md", "[a](Cargo.toml) [b](no-such-file)")];
        assert_eq!(broken(&files), ["README.md: no-such-file"]);
    }

    #[test]
    fn tells_headings_that_are_not_there() {
        let text = "# A `b`, c_d!\n[a](#a-b-c_d) [b](#a-b) [c](README.md#again-1)\n## [Again](x)\n## Again";
        let files = [page("README.md", text)];
        assert_eq!(broken(&files), ["README.md: #a-b", "README.md: x"]);
    }

    #[test]
    fn every_link_of_this_repository_leads_somewhere() {
        let Some(files) = crate::repository::files() else {
            return eprintln!("skipped: this is no git repository, or git is missing");
        };
        let broken = broken(&files);
        assert!(broken.is_empty(), "{broken:#?}");
    }

    #[test]
    fn tells_pages_that_nobody_finds() {
        let files = [
            page("docs/games/README.md", "[a](a.md)"),
            page("docs/games/a.md", ""),
            page("docs/games/b.md", "[itself](b.md)"),
        ];
        assert_eq!(lonely(&files), ["no page links to docs/games/b.md"]);
    }
}
