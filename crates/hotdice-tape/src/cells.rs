//! A screen as letters with colours, read from what tmux captures.

use std::str::Chars;

/// A colour as a program asks for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Paint {
    /// The terminal's own.
    #[default]
    Usual,
    /// One of the 256, the first sixteen by name.
    Listed(u8),
    /// Any other.
    Mixed(u8, u8, u8),
}

/// How a letter looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Style {
    pub(crate) ink: Paint,
    pub(crate) paper: Paint,
    pub(crate) bold: bool,
    pub(crate) dim: bool,
    pub(crate) italic: bool,
    pub(crate) underlined: bool,
    pub(crate) reversed: bool,
}

/// A place on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) letter: char,
    pub(crate) style: Style,
}

/// Reads a captured screen. A style goes on over the ends of lines.
pub(crate) fn read(captured: &str) -> Vec<Vec<Cell>> {
    let mut style = Style::default();
    let lines = captured.strip_suffix('\n').unwrap_or(captured).split('\n');
    lines.map(|line| read_line(line, &mut style)).collect()
}

fn read_line(line: &str, style: &mut Style) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => escape(&mut letters, style),
            letter if letter.is_control() => {}
            letter => cells.push(Cell {
                letter,
                style: *style,
            }),
        }
    }
    cells
}

/// Reads what follows an escape character; only styles are of interest.
fn escape(letters: &mut Chars<'_>, style: &mut Style) {
    if letters.next() != Some('[') {
        return;
    }
    let mut inside = String::new();
    for letter in letters.by_ref() {
        match letter {
            'm' => return style.change(&inside),
            letter if letter.is_ascii_alphabetic() => return,
            letter => inside.push(letter),
        }
    }
}

impl Style {
    /// Applies the numbers of a style sequence.
    fn change(&mut self, numbers: &str) {
        let mut numbers = numbers
            .split([';', ':'])
            .map(|number| number.parse::<u8>().unwrap_or(0));
        while let Some(number) = numbers.next() {
            match number {
                0 => *self = Self::default(),
                1 => self.bold = true,
                2 => self.dim = true,
                3 => self.italic = true,
                4 => self.underlined = true,
                7 => self.reversed = true,
                22 => (self.bold, self.dim) = (false, false),
                23 => self.italic = false,
                24 => self.underlined = false,
                27 => self.reversed = false,
                30..=37 => self.ink = Paint::Listed(number - 30),
                38 => self.ink = mixed(&mut numbers).unwrap_or(self.ink),
                39 => self.ink = Paint::Usual,
                40..=47 => self.paper = Paint::Listed(number - 40),
                48 => self.paper = mixed(&mut numbers).unwrap_or(self.paper),
                49 => self.paper = Paint::Usual,
                90..=97 => self.ink = Paint::Listed(number - 90 + 8),
                100..=107 => self.paper = Paint::Listed(number - 100 + 8),
                _ => {}
            }
        }
    }
}

/// Reads a colour of the 256, or a mixed one.
fn mixed(numbers: &mut impl Iterator<Item = u8>) -> Option<Paint> {
    match numbers.next()? {
        5 => Some(Paint::Listed(numbers.next()?)),
        2 => Some(Paint::Mixed(
            numbers.next()?,
            numbers.next()?,
            numbers.next()?,
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(captured: &str, letter: char, expected: Style) {
        let cells: Vec<Cell> = read(captured).into_iter().flatten().collect();
        let found = cells.iter().find(|cell| cell.letter == letter);
        assert_eq!(found.map(|cell| cell.style), Some(expected), "{captured:?}");
    }

    #[test]
    fn colours_are_read() {
        let red = Style {
            ink: Paint::Listed(1),
            ..Style::default()
        };
        check("a\u{1b}[31mb", 'a', Style::default());
        check("a\u{1b}[31mb", 'b', red);
        check("a\u{1b}[31m\nb", 'b', red);
        check("\u{1b}[31ma\u{1b}[39mb", 'b', Style::default());
        check("\u{1b}[31ma\u{1b}[0mb", 'b', Style::default());
        let mixed = Style {
            ink: Paint::Mixed(1, 2, 3),
            paper: Paint::Listed(200),
            bold: true,
            ..Style::default()
        };
        check("\u{1b}[1;38;2;1;2;3m\u{1b}[48;5;200mx", 'x', mixed);
    }

    #[test]
    fn what_is_no_style_is_passed_over() {
        let cells = read("\u{1b}[Ka\u{1b}(Bb\n\nc\n");
        assert_eq!(cells.len(), 3);
        assert_eq!(cells[1].len(), 0);
        assert_eq!(cells[2][0].letter, 'c');
    }
}
