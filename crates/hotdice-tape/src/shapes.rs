//! Characters that are drawn rather than written, so that lines and dice meet exactly, whatever the font.

/// The width and height of a cell.
pub(crate) const CELL: (f32, f32) = (8.4, 18.0);

/// How a character is drawn, in a cell whose corner is at the origin.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// Strokes along a path, with a pen.
    Stroke(String, Pen),
    /// A rectangle: left, top, width and height, with its opacity.
    Block([f32; 4], f32),
    /// A full circle, and its radius.
    Dot(f32),
    /// A ring, and its radius.
    Ring(f32),
}

/// What lines are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pen {
    /// For most lines.
    Fine,
    /// For heavy lines.
    Broad,
    /// For points.
    Point,
}

const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const UP: u8 = 4;
const DOWN: u8 = 8;

/// Returns the shape of a character that is better drawn than written.
pub(crate) fn of(letter: char) -> Option<Shape> {
    if let Some((arms, pen)) = arms(letter) {
        return Some(Shape::Stroke(lines(arms), pen));
    }
    let (width, height) = CELL;
    let eighths = |count: u32| count as f32 / 8.0;
    Some(match letter {
        '╭' | '╮' | '╰' | '╯' => Shape::Stroke(corner(letter), Pen::Fine),
        '═' | '║' | '╔' | '╗' | '╚' | '╝' => Shape::Stroke(double(letter), Pen::Fine),
        '╱' => Shape::Stroke(format!("M{width} 0L0 {height}"), Pen::Fine),
        '╲' => Shape::Stroke(format!("M0 0L{width} {height}"), Pen::Fine),
        '┄' | '┈' => Shape::Stroke(dashes(), Pen::Fine),
        '\u{2800}'..='\u{28ff}' => Shape::Stroke(braille(letter), Pen::Point),
        '▁'..='█' => {
            let part = eighths(letter as u32 - '▁' as u32 + 1) * height;
            Shape::Block([0.0, height - part, width, part], 1.0)
        }
        '▉'..='▏' => {
            let part = eighths(8 - (letter as u32 - '█' as u32)) * width;
            Shape::Block([0.0, 0.0, part, height], 1.0)
        }
        '▀' => Shape::Block([0.0, 0.0, width, height / 2.0], 1.0),
        '▐' => Shape::Block([width / 2.0, 0.0, width / 2.0, height], 1.0),
        '░' => Shape::Block([0.0, 0.0, width, height], 0.25),
        '▒' => Shape::Block([0.0, 0.0, width, height], 0.5),
        '▓' => Shape::Block([0.0, 0.0, width, height], 0.75),
        '●' => Shape::Dot(3.7),
        '•' => Shape::Dot(2.2),
        '·' => Shape::Dot(1.1),
        '○' => Shape::Ring(3.3),
        _ => return None,
    })
}

/// Returns the arms of a line, and the pen for it.
fn arms(letter: char) -> Option<(u8, Pen)> {
    const LINES: [(char, char, u8); 15] = [
        ('─', '━', LEFT | RIGHT),
        ('│', '┃', UP | DOWN),
        ('┌', '┏', RIGHT | DOWN),
        ('┐', '┓', LEFT | DOWN),
        ('└', '┗', RIGHT | UP),
        ('┘', '┛', LEFT | UP),
        ('├', '┣', UP | DOWN | RIGHT),
        ('┤', '┫', UP | DOWN | LEFT),
        ('┬', '┳', LEFT | RIGHT | DOWN),
        ('┴', '┻', LEFT | RIGHT | UP),
        ('┼', '╋', LEFT | RIGHT | UP | DOWN),
        ('╴', '╸', LEFT),
        ('╵', '╹', UP),
        ('╶', '╺', RIGHT),
        ('╷', '╻', DOWN),
    ];
    LINES.iter().find_map(|(fine, broad, arms)| {
        let pen = match letter {
            letter if letter == *fine => Pen::Fine,
            letter if letter == *broad => Pen::Broad,
            _ => return None,
        };
        Some((*arms, pen))
    })
}

fn lines(arms: u8) -> String {
    let (width, height) = CELL;
    let (x, y) = (width / 2.0, height / 2.0);
    let ends = [
        (LEFT, 0.0, y),
        (RIGHT, width, y),
        (UP, x, 0.0),
        (DOWN, x, height),
    ];
    let mut path = String::new();
    for (_, to_x, to_y) in ends.iter().filter(|(arm, ..)| arms & arm != 0) {
        path += &format!("M{x} {y}L{to_x} {to_y}");
    }
    path
}

/// Returns a rounded corner.
fn corner(letter: char) -> String {
    let (width, height) = CELL;
    let (x, y) = (width / 2.0, height / 2.0);
    let side = if matches!(letter, '╭' | '╰') {
        width
    } else {
        0.0
    };
    let end = if matches!(letter, '╭' | '╮') {
        height
    } else {
        0.0
    };
    let radius = width / 2.0;
    let turn = if end > 0.0 { y + radius } else { y - radius };
    format!("M{side} {y}Q{x} {y} {x} {turn}L{x} {end}")
}

/// Returns two lines side by side; of a corner, the outer one and the inner one.
fn double(letter: char) -> String {
    const APART: f32 = 1.5;
    let (width, height) = CELL;
    let (x, y) = (width / 2.0, height / 2.0);
    let (side, end) = match letter {
        '═' => {
            return format!(
                "M0 {:.1}L{width} {0:.1}M0 {:.1}L{width} {1:.1}",
                y - APART,
                y + APART
            );
        }
        '║' => {
            return format!(
                "M{:.1} 0L{0:.1} {height}M{:.1} 0L{1:.1} {height}",
                x - APART,
                x + APART
            );
        }
        '╔' => (width, height),
        '╗' => (0.0, height),
        '╚' => (width, 0.0),
        _ => (0.0, 0.0),
    };
    let line = |apart: f32| {
        let corner_x = if side > 0.0 { x - apart } else { x + apart };
        let corner_y = if end > 0.0 { y - apart } else { y + apart };
        format!("M{side} {corner_y:.1}L{corner_x:.1} {corner_y:.1}L{corner_x:.1} {end}")
    };
    line(APART) + &line(-APART)
}

/// Returns a line of three dashes.
fn dashes() -> String {
    let (width, y) = (CELL.0 / 6.0, CELL.1 / 2.0);
    let dash = |number: u8| {
        let from = f32::from(2 * number) * width + 0.5;
        format!("M{from:.1} {y}L{:.1} {y}", from + width)
    };
    (0..3).map(dash).collect()
}

/// Returns the points of a braille character: two columns of four.
fn braille(letter: char) -> String {
    // The order of the points in the number of the character, as column and row.
    const POINTS: [(u8, u8); 8] = [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
        (0, 3),
        (1, 3),
    ];
    let (width, height) = CELL;
    let set = (0..)
        .zip(POINTS)
        .filter(|(bit, _)| letter as u32 & (1 << bit) != 0);
    set.map(|(_, (column, row))| {
        let x = width * (f32::from(column) + 0.5) / 2.0;
        let y = height * (f32::from(row) + 0.5) / 4.0;
        format!("M{x:.1} {y:.1}L{x:.1} {y:.1}")
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(letter: char, path: &str, pen: Pen) {
        assert_eq!(of(letter), Some(Shape::Stroke(path.to_owned(), pen)));
    }

    #[test]
    fn lines_reach_the_edges_of_their_cells() {
        check('─', "M4.2 9L0 9M4.2 9L8.4 9", Pen::Fine);
        check('┓', "M4.2 9L0 9M4.2 9L4.2 18", Pen::Broad);
        check('╭', "M8.4 9Q4.2 9 4.2 13.2L4.2 18", Pen::Fine);
        check('╯', "M0 9Q4.2 9 4.2 4.8L4.2 0", Pen::Fine);
    }

    #[test]
    fn double_lines_are_two() {
        check('═', "M0 7.5L8.4 7.5M0 10.5L8.4 10.5", Pen::Fine);
        check(
            '╔',
            "M8.4 7.5L2.7 7.5L2.7 18M8.4 10.5L5.7 10.5L5.7 18",
            Pen::Fine,
        );
    }

    #[test]
    fn braille_has_its_points() {
        check('⠁', "M2.1 2.2L2.1 2.2", Pen::Point);
        check('⢀', "M6.3 15.8L6.3 15.8", Pen::Point);
    }

    #[test]
    fn blocks_are_eighths() {
        assert_eq!(of('█'), Some(Shape::Block([0.0, 0.0, 8.4, 18.0], 1.0)));
        assert_eq!(of('▄'), Some(Shape::Block([0.0, 9.0, 8.4, 9.0], 1.0)));
        assert_eq!(of('▌'), Some(Shape::Block([0.0, 0.0, 4.2, 18.0], 1.0)));
        assert_eq!(of('a'), None);
    }
}
