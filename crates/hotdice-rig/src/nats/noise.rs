//! A bus that cannot be relied on: what a server of NATS says, cut into frames and tampered with.

use crate::Meddler;

impl super::Nats {
    /// Returns somebody who lets no message through, and everything else, so that nobody notices.
    #[must_use]
    pub fn silence() -> Meddler {
        let mut frames = Frames::default();
        Box::new(move |said| {
            let heard = frames.cut(said);
            let kept = heard.into_iter().filter(|frame| !frame.is_message);
            kept.flat_map(|frame| frame.bytes).collect()
        })
    }

    /// Returns somebody who loses one message in four, doubles another, and lets a third wait until after the next.
    #[must_use]
    pub fn noise() -> Meddler {
        let mut frames = Frames::default();
        let mut waiting = Vec::new();
        let mut count = 0;
        Box::new(move |said| {
            let mut out = Vec::new();
            for frame in frames.cut(said) {
                if !frame.is_message {
                    out.extend(frame.bytes);
                    continue;
                }
                count += 1;
                match count % 4 {
                    0 => {}
                    1 => out.extend(frame.bytes.repeat(2)),
                    2 => waiting.extend(frame.bytes),
                    _ => {
                        out.extend(frame.bytes);
                        out.append(&mut waiting);
                    }
                }
            }
            out
        })
    }
}

/// One thing that a server says.
#[derive(Debug, PartialEq, Eq)]
struct Frame {
    bytes: Vec<u8>,
    /// Whether it is a message, rather than something between server and client.
    is_message: bool,
}

/// Cuts what a server says into frames.
#[derive(Default)]
struct Frames {
    rest: Vec<u8>,
}

impl Frames {
    /// Takes what was said, and returns every frame that is complete.
    fn cut(&mut self, said: &[u8]) -> Vec<Frame> {
        self.rest.extend_from_slice(said);
        let mut frames = Vec::new();
        while let Some((length, is_message)) = first(&self.rest) {
            let bytes = self.rest.drain(..length).collect();
            frames.push(Frame { bytes, is_message });
        }
        frames
    }
}

/// Returns how long the first frame is and whether it is a message, once all of it is there.
fn first(bytes: &[u8]) -> Option<(usize, bool)> {
    let end = bytes.windows(2).position(|pair| pair == b"\r\n")? + 2;
    let line = String::from_utf8_lossy(&bytes[..end - 2]);
    let mut words = line.split_ascii_whitespace();
    if !matches!(words.next(), Some("MSG" | "HMSG")) {
        return Some((end, false));
    }
    let content: usize = words.next_back()?.parse().ok()?;
    let length = end + content + 2;
    (bytes.len() >= length).then_some((length, true))
}

#[cfg(test)]
mod tests {
    use crate::Nats;

    const SAID: &str = "INFO {}\r\nMSG t 1 5\r\na\r\nbc\r\nPING\r\nMSG t 1 1\r\nd\r\nHMSG t 1 2 3\r\nxxe\r\nMSG t 1 1\r\nf\r\n";

    /// Says everything in pieces of this size, and returns what is heard.
    fn hear(mut meddler: crate::Meddler, size: usize) -> String {
        let pieces = SAID.as_bytes().chunks(size);
        let heard: Vec<u8> = pieces.flat_map(&mut meddler).collect();
        String::from_utf8(heard).unwrap()
    }

    #[test]
    fn silence_keeps_messages_and_nothing_else() {
        for size in 1..SAID.len() {
            assert_eq!(hear(Nats::silence(), size), "INFO {}\r\nPING\r\n");
        }
    }

    #[test]
    fn noise_doubles_delays_and_loses() {
        let abc = "MSG t 1 5\r\na\r\nbc\r\n";
        let heard =
            format!("INFO {{}}\r\n{abc}{abc}PING\r\nHMSG t 1 2 3\r\nxxe\r\nMSG t 1 1\r\nd\r\n");
        for size in 1..SAID.len() {
            assert_eq!(hear(Nats::noise(), size), heard);
        }
    }
}
