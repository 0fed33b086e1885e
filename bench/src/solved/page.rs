//! The page and its marks.

use std::fmt;

/// A page without the marks of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSection(String);

impl fmt::Display for NoSection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(name) = self;
        let [begin, end] = marks(name);
        write!(
            f,
            "the page has no {} … {}: add both lines",
            begin.trim(),
            end.trim()
        )
    }
}

impl std::error::Error for NoSection {}

/// Returns the page with another table in a section.
///
/// # Errors
/// When the page does not have the section.
pub fn put(page: &str, name: &str, table: &str) -> Result<String, NoSection> {
    let (before, _, after) = split(page, name)?;
    Ok([before, table, after].concat())
}

/// Returns the table of a section.
///
/// # Errors
/// When the page does not have the section.
pub fn table_of<'a>(page: &'a str, name: &str) -> Result<&'a str, NoSection> {
    split(page, name).map(|(_, table, _)| table)
}

/// Returns what stands before a table, the table, and what stands after it; marks stay outside.
fn split<'a>(page: &'a str, name: &str) -> Result<(&'a str, &'a str, &'a str), NoSection> {
    let [begin, end] = marks(name);
    let missing = || NoSection(name.to_owned());
    let start = page.find(&begin).ok_or_else(missing)? + begin.len();
    let length = page[start..].find(&end).ok_or_else(missing)?;
    let (before, rest) = page.split_at(start);
    let (table, after) = rest.split_at(length);
    Ok((before, table, after))
}

/// Returns the lines around a table. A blank line inside each, or Markdown would not see a table.
fn marks(name: &str) -> [String; 2] {
    [
        format!("<!-- cargo xtask solved {name} -->\n\n"),
        format!("\n<!-- end of {name} -->"),
    ]
}
