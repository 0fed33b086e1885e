//! Frames that are seen whole or not at all.

use std::io::{self, Write};

/// Asks the terminal to show nothing of what follows yet. Terminals that cannot do this pass over it.
const HOLD: &[u8] = b"\x1b[?2026h";

/// Asks it to show all of it.
const SHOW: &[u8] = b"\x1b[?2026l";

/// Collects what is written until it is flushed, and passes that on in one piece: a screen would otherwise show one part of it
/// before the other.
#[derive(Debug)]
pub(crate) struct Whole<W> {
    out: W,
    frame: Vec<u8>,
}

impl<W> Whole<W> {
    pub(super) fn new(out: W) -> Self {
        Self {
            out,
            frame: HOLD.to_vec(),
        }
    }
}

impl<W: Write> Write for Whole<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.frame.len() > HOLD.len() {
            self.frame.extend(SHOW);
            let written = self.out.write_all(&self.frame);
            self.frame.truncate(HOLD.len());
            written?;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps the pieces that it is given apart.
    #[derive(Default)]
    struct Pieces(Vec<Vec<u8>>);

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_frame_is_one_piece() -> io::Result<()> {
        let mut whole = Whole::new(Pieces::default());
        whole.write_all(b"one")?;
        whole.write_all(b" frame")?;
        assert!(whole.out.0.is_empty());
        whole.flush()?;
        whole.flush()?;
        whole.write_all(b"another")?;
        whole.flush()?;
        let expected = ["one frame", "another"]
            .map(|frame| format!("\x1b[?2026h{frame}\x1b[?2026l").into_bytes());
        assert_eq!(whole.out.0, expected);
        Ok(())
    }
}
