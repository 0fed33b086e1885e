//! Links between pages.

use std::collections::HashSet;
use std::path::{Component, Path};

use super::File;
use crate::root;

/// Finds links that lead to no file.
pub(super) fn broken(files: &[File]) -> Vec<String> {
    let mut broken = Vec::new();
    for page in files.iter().filter(|file| is_page(&file.path)) {
        for link in links(page) {
            if !root().join(resolve(&page.path, link)).exists() {
                broken.push(format!("{}: {link}", page.path));
            }
        }
    }
    broken
}

/// Finds pages below `docs` that no other page links to.
pub(super) fn lonely(files: &[File]) -> Vec<String> {
    let mut linked = HashSet::new();
    for page in files.iter().filter(|file| is_page(&file.path)) {
        let targets = links(page).map(|link| resolve(&page.path, link));
        linked.extend(targets.filter(|target| *target != page.path));
    }
    files
        .iter()
        .filter(|file| file.path.starts_with("docs/") && is_page(&file.path))
        .filter(|file| !file.path.ends_with("/README.md") && !linked.contains(&file.path))
        .map(|file| format!("no page links to {}", file.path))
        .collect()
}

fn is_page(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|ending| ending == "md")
}

/// Returns the links of a page that lead to files of the repository, without what stands after `#`.
fn links(page: &File) -> impl Iterator<Item = &str> {
    let text = page.text.as_deref().unwrap_or_default();
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

fn line_links(line: &str) -> impl Iterator<Item = &str> {
    let after = line.split("](").skip(1);
    after
        .filter_map(|rest| rest.split([')', ' ']).next())
        .filter(|link| !link.contains("://") && !link.starts_with("mailto:"))
        .filter_map(|link| link.split('#').next())
        .filter(|path| !path.is_empty())
}

/// Returns where a link of a page leads, from the root of the repository.
fn resolve(page: &str, link: &str) -> String {
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
        let page = page("docs/x.md", text);
        assert_eq!(links(&page).collect::<Vec<_>>(), ["a.md", "../b.png"]);
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
    fn tells_pages_that_nobody_finds() {
        let files = [
            page("docs/games/README.md", "[a](a.md)"),
            page("docs/games/a.md", ""),
            page("docs/games/b.md", "[itself](b.md)"),
        ];
        assert_eq!(lonely(&files), ["no page links to docs/games/b.md"]);
    }
}
