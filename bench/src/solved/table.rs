//! Tables in Markdown.

/// Returns a table with numbers to the right of the first column.
pub(super) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let rules = std::iter::once("---").chain(std::iter::repeat_n("---:", head.len() - 1));
    let mut lines = vec![line(head.iter().copied()), line(rules)];
    lines.extend(rows.iter().map(|row| line(row.iter().map(String::as_str))));
    lines.concat()
}

/// Returns one row of a table.
pub(super) fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<&str> = cells.collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Returns a rules line as it is printed.
pub(super) fn code(rules: &str) -> String {
    format!("`{rules}`")
}

/// Returns a number with commas between thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
