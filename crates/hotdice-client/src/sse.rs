//! Server-sent events: lines in, messages out.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is read: 1 MiB.
const LONGEST: u64 = 1 << 20;

/// What a stream brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Something happened.
    Event {
        /// What kind of thing.
        kind: String,
        /// What it was.
        data: String,
    },
    /// The server is still there.
    Alive,
}

/// The messages of a stream.
pub struct Messages<R> {
    lines: BufReader<R>,
    kind: String,
    data: Vec<String>,
}

impl<R: Read> Messages<R> {
    /// Begins to read a stream.
    pub fn new(stream: R) -> Self {
        Self {
            lines: BufReader::new(stream),
            kind: String::new(),
            data: Vec::new(),
        }
    }

    /// Waits for the next message; nothing when the stream has ended.
    ///
    /// # Errors
    /// When the stream breaks off.
    #[expect(
        clippy::should_implement_trait,
        reason = "it is not an iterator: a stream that broke off is over"
    )]
    pub fn next(&mut self) -> io::Result<Option<Message>> {
        while let Some(line) = self.line()? {
            let (field, value) = line.split_once(':').unwrap_or((&line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                _ if line.is_empty() => {
                    if let Some(message) = self.message() {
                        return Ok(Some(message));
                    }
                }
                "" => return Ok(Some(Message::Alive)),
                "event" => self.kind = value.to_owned(),
                "data" => self.data.push(value.to_owned()),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Returns what the lines since the last empty one say.
    fn message(&mut self) -> Option<Message> {
        let kind = std::mem::take(&mut self.kind);
        let data = std::mem::take(&mut self.data);
        (!data.is_empty()).then(|| Message::Event {
            kind,
            data: data.join("\n"),
        })
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let read = self
            .lines
            .by_ref()
            .take(LONGEST)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        if line.pop() != Some(b'\n') {
            // A line without an end is part of a message that was cut off.
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: &str, data: &str) -> Message {
        let (kind, data) = (kind.to_owned(), data.to_owned());
        Message::Event { kind, data }
    }

    #[track_caller]
    fn check(stream: &str, expected: &[Message]) {
        let mut messages = Messages::new(stream.as_bytes());
        let mut read = Vec::new();
        while let Ok(Some(message)) = messages.next() {
            read.push(message);
        }
        assert_eq!(read, expected, "{stream:?}");
    }

    #[test]
    fn reads_messages() {
        check("", &[]);
        check(
            "event: log\nid: 7\ndata: {}\n\n: alive\n\nevent:emote\r\ndata:a\r\ndata: b\r\n\r\n",
            &[event("log", "{}"), Message::Alive, event("emote", "a\nb")],
        );
        check("id: 3\n\nretry: 5\n\ndata\n\n", &[event("", "")]);
    }

    #[test]
    fn leaves_out_what_was_cut_off() {
        check("data: 1\n\ndata: 2\n", &[event("", "1")]);
        check("data: 1\n\ndata: 2", &[event("", "1")]);
        check(&format!("data: {}\n\n", "x".repeat(1 << 20)), &[]);
    }
}
