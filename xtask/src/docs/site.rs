//! Links of a finished site.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

/// Finds links in the pages of a folder that lead to no file of it, or to no element of the page.
pub(super) fn broken(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = HashMap::new();
    collect(folder, folder, &mut files)?;
    let mut broken = Vec::new();
    let pages = files.iter().filter(|(path, _)| is_html(path));
    for (page, text) in pages {
        for link in ["href", "src"].iter().flat_map(|name| values(text, name)) {
            if !leads_somewhere(&files, page, link) {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    broken.sort();
    Ok(broken)
}

fn is_html(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "html")
}

/// Reads all files of a folder, by their path from its top; only pages with their text.
fn collect(top: &Path, folder: &Path, files: &mut HashMap<PathBuf, String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(top, &path, files)?;
            continue;
        }
        let text = if is_html(&path) {
            fs::read_to_string(&path)?
        } else {
            String::new()
        };
        let name = path.strip_prefix(top).unwrap_or(&path).to_owned();
        files.insert(name, text);
    }
    Ok(())
}

/// Returns the values of an attribute.
fn values<'a>(html: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {name}=\"");
    let starts: Vec<usize> = html
        .match_indices(&start)
        .map(|(at, start)| at + start.len())
        .collect();
    starts
        .into_iter()
        .filter_map(|at| html[at..].split('"').next())
}

fn leads_somewhere(files: &HashMap<PathBuf, String>, page: &Path, link: &str) -> bool {
    if link.contains(':') {
        return true;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match path {
        "" => page.to_owned(),
        path => normal(&page.parent().unwrap_or(Path::new("")).join(path)),
    };
    let Some(text) = files.get(&target) else {
        return false;
    };
    anchor.is_empty() || values(text, "id").collect::<HashSet<_>>().contains(anchor)
}

fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(normal.pop()),
            Component::Normal(name) => normal.push(name),
            _ => {}
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_leads_nowhere() {
        let page = |text: &str| text.to_owned();
        let files = HashMap::from([
            (PathBuf::from("index.html"), page("<h1 id=\"top\">")),
            (PathBuf::from("a/b.svg"), String::new()),
        ]);
        let check = |link| leads_somewhere(&files, Path::new("a/page.html"), link);
        for link in ["../index.html#top", "b.svg", "https://example.org/x"] {
            assert!(check(link), "{link}");
        }
        for link in ["index.html", "../index.html#no", "#here", "../c.svg"] {
            assert!(!check(link), "{link}");
        }
    }

    #[test]
    fn reads_attributes() {
        let html = "<a class=\"x\" href=\"a.html\"><img src=\"b.png\"><a href=\"#c\">";
        assert_eq!(values(html, "href").collect::<Vec<_>>(), ["a.html", "#c"]);
    }
}
