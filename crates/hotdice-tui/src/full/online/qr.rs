//! A link that a phone reads off the screen.

use qrcodegen::{QrCode, QrCodeEcc};

use crate::full::canvas::Canvas;

/// The empty modules around a code.
const MARGIN: i32 = 2;

/// A code of two modules to a character, one above the other.
pub(super) struct QrPicture(QrCode);

impl QrPicture {
    /// Returns the code of a text, unless it is too long.
    pub(super) fn of(text: &str) -> Option<Self> {
        QrCode::encode_text(text, QrCodeEcc::Low).ok().map(Self)
    }

    /// Returns how many columns and lines it takes.
    pub(super) fn size(&self) -> (u16, u16) {
        let modules = (self.0.size() + 2 * MARGIN) as u16;
        (modules, modules.div_ceil(2))
    }

    /// Draws it in the upper left corner; where there is no room for all of it, nobody could read it.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_, '_>) {
        let (width, height) = self.size();
        let (area, Some(style)) = (canvas.area, canvas.look.code) else {
            return;
        };
        if width > area.width || height > area.height {
            return;
        }
        for (row, line) in (0..).zip(self.lines()) {
            canvas.write(area.x, area.y + row, &line, style);
        }
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let end = self.0.size() + MARGIN;
        (-MARGIN..end).step_by(2).map(move |y| {
            let sign = |x| match (self.0.get_module(x, y), self.0.get_module(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            };
            (-MARGIN..end).map(sign).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_corners_and_its_margin() {
        let code = QrPicture::of("http://192.168.178.20:7878/t/k7w2m9x4ab").unwrap();
        assert_eq!(code.size(), (33, 17));
        let lines: Vec<String> = code.lines().collect();
        assert_eq!(lines.len(), 17);
        assert!(lines.iter().all(|line| line.chars().count() == 33));
        assert!(lines[0].trim().is_empty());
        assert!(lines[1].starts_with("  █▀▀▀▀▀█ "), "{}", lines[1]);
        assert!(lines[1].ends_with(" █▀▀▀▀▀█  "), "{}", lines[1]);
        assert!(QrPicture::of(&"x".repeat(4000)).is_none());
    }
}
