//! Characters that are drawn rather than written, so that lines and dice meet exactly, whatever the font.

/// The width and height of a cell.
pub(crate) const CELL: (f32, f32) = (8.4, 18.0);

/// How a character is drawn, in a cell whose corner is at the origin.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// Strokes along a path.
    Stroke(String),
    /// A rectangle: left, top, width and height, with its opacity.
    Block([f32; 4], f32),
    /// A full circle, and its radius.
    Dot(f32),
    /// A ring, and its radius.
    Ring(f32),
}

const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const UP: u8 = 4;
const DOWN: u8 = 8;

/// Returns the shape of a character that is better drawn than written.
pub(crate) fn of(letter: char) -> Option<Shape> {
    if let Some(arms) = arms(letter) {
        return Some(Shape::Stroke(lines(arms)));
    }
    let (width, height) = CELL;
    let eighths = |count: u32| count as f32 / 8.0;
    Some(match letter {
        '╭' | '╮' | '╰' | '╯' => Shape::Stroke(corner(letter)),
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

/// Returns the arms of a thin line.
fn arms(letter: char) -> Option<u8> {
    Some(match letter {
        '─' | '━' => LEFT | RIGHT,
        '│' | '┃' => UP | DOWN,
        '┌' => RIGHT | DOWN,
        '┐' => LEFT | DOWN,
        '└' => RIGHT | UP,
        '┘' => LEFT | UP,
        '├' => UP | DOWN | RIGHT,
        '┤' => UP | DOWN | LEFT,
        '┬' => LEFT | RIGHT | DOWN,
        '┴' => LEFT | RIGHT | UP,
        '┼' => LEFT | RIGHT | UP | DOWN,
        '╴' => LEFT,
        '╵' => UP,
        '╶' => RIGHT,
        '╷' => DOWN,
        _ => return None,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_reach_the_edges_of_their_cells() {
        assert_eq!(
            of('─'),
            Some(Shape::Stroke("M4.2 9L0 9M4.2 9L8.4 9".into()))
        );
        assert_eq!(
            of('╭'),
            Some(Shape::Stroke("M8.4 9Q4.2 9 4.2 13.2L4.2 18".into()))
        );
        assert_eq!(
            of('╯'),
            Some(Shape::Stroke("M0 9Q4.2 9 4.2 4.8L4.2 0".into()))
        );
    }

    #[test]
    fn blocks_are_eighths() {
        assert_eq!(of('█'), Some(Shape::Block([0.0, 0.0, 8.4, 18.0], 1.0)));
        assert_eq!(of('▄'), Some(Shape::Block([0.0, 9.0, 8.4, 9.0], 1.0)));
        assert_eq!(of('▌'), Some(Shape::Block([0.0, 0.0, 4.2, 18.0], 1.0)));
        assert_eq!(of('a'), None);
    }
}
