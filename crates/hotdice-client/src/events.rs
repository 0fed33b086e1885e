//! What happens at a table, as it happens.

use std::io::Read;
use std::time::Duration;

use hotdice_wire::{Emote, Event};
use serde::Deserialize;

use crate::send::{Failure, Transport};
use crate::sse::{Message, Messages};
use crate::{Error, Token};

/// The events of a table, in order and each once, from a stream that mends itself; all of them again after [`News::Anew`].
///
/// It ends after an error, because that is one which another attempt would not mend.
pub struct Events {
    transport: Transport,
    path: String,
    token: Option<Token>,
    /// The last event that was handed out.
    last: u64,
    /// What the log hashed to after it, if the server says so.
    head: String,
    /// How often the stream has failed since it last brought something.
    failures: u32,
    state: State,
}

enum State {
    /// There is no connection; the next one may be made after this pause.
    Cut(Duration),
    /// Messages come in.
    Open(Messages<Box<dyn Read + Send>>),
    /// It is over.
    Ended,
}

/// Something that a stream brings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "almost all news are events")]
pub enum News {
    /// Something happened at the table.
    Happened(Event),
    /// Somebody came or went.
    Presence,
    /// Somebody shows a feeling.
    Emote {
        /// The seat.
        seat: u8,
        /// The feeling.
        emote: Emote,
    },
    /// Nothing happened, and the server is still there.
    Quiet,
    /// The server has gone back to a backup, or has another log than was told: it is told again from the start.
    Anew,
    /// The connection is lost and will be made again.
    Reconnecting {
        /// Why it was lost, in a few words.
        cause: String,
    },
}

/// How many digits of a head are sent.
const HEAD_DIGITS: usize = 16;

/// A feeling as it is sent.
#[derive(Deserialize)]
struct Feeling {
    seat: u8,
    emote: Emote,
}

impl Events {
    pub(crate) fn new(
        transport: Transport,
        path: String,
        token: Option<Token>,
        after: u64,
    ) -> Self {
        Self {
            transport,
            path,
            token,
            last: after,
            head: String::new(),
            failures: 0,
            state: State::Cut(Duration::ZERO),
        }
    }

    /// Leaves the connection and makes a new one, for those who know that the server has more to tell.
    pub fn reconnect(&mut self) {
        self.state = State::Cut(Duration::ZERO);
    }

    /// Makes the connection; tells of a failure that may pass.
    fn connect(&mut self) -> Result<Option<News>, Error> {
        match self
            .transport
            .stream(&self.path, self.token.as_ref(), &self.last_id())
        {
            Ok(stream) => {
                self.state = State::Open(Messages::new(Box::new(stream)));
                Ok(None)
            }
            Err(Failure::Final(error))
                if (error.is_stale() || error.is_other_log()) && self.last > 0 =>
            {
                (self.last, self.head) = (0, String::new());
                Ok(Some(News::Anew))
            }
            Err(Failure::Final(error)) => Err(error),
            Err(Failure::Passing(error, wish)) => {
                self.lost(error, wish.unwrap_or_default()).map(Some)
            }
        }
    }

    /// Returns where the stream goes on: a server whose log has another event there says so.
    fn last_id(&self) -> String {
        match self.head.get(..HEAD_DIGITS) {
            Some(head) => format!("{}-{head}", self.last),
            None => self.last.to_string(),
        }
    }

    /// Takes note of a connection that is lost; an error when that happens too often.
    fn lost(&mut self, error: Error, wish: Duration) -> Result<News, Error> {
        let patience = &self.transport.patience;
        self.failures += 1;
        if self.failures > patience.reconnections || wish > patience.longest_wish {
            return Err(error);
        }
        let pause = self.transport.pause(self.failures);
        self.state = State::Cut(pause.max(wish));
        Ok(News::Reconnecting {
            cause: error.to_string(),
        })
    }

    fn cut(&self, cause: &str) -> Error {
        Error::Unreachable {
            server: self.transport.server.clone(),
            cause: cause.to_owned(),
        }
    }

    /// Reads one message; nothing if it is old.
    fn read(&mut self, message: Message) -> Result<Option<News>, Error> {
        self.failures = 0;
        let Message::Event { kind, data } = message else {
            return Ok(Some(News::Quiet));
        };
        match kind.as_str() {
            "log" => self.log(&data),
            "presence" => Ok(Some(News::Presence)),
            // A feeling that only a later version knows is none that could be shown.
            "emote" => Ok(serde_json::from_str(&data)
                .ok()
                .map(|Feeling { seat, emote }| News::Emote { seat, emote })),
            _ => Ok(None),
        }
    }

    fn log(&mut self, data: &str) -> Result<Option<News>, Error> {
        let event: Event = serde_json::from_str(data).map_err(|error| Error::Strange {
            server: self.transport.server.clone(),
            what: format!("an event cannot be read ({error})"),
        })?;
        if event.seq <= self.last {
            return Ok(None);
        }
        (self.last, self.head) = (event.seq, event.head.clone());
        Ok(Some(News::Happened(event)))
    }

    fn step(&mut self) -> Result<Option<News>, Error> {
        let messages = match &mut self.state {
            State::Ended => return Ok(None),
            State::Cut(pause) => {
                if self.transport.wait(*pause) {
                    self.state = State::Ended;
                    return Ok(None);
                }
                return self.connect();
            }
            State::Open(messages) => messages,
        };
        match messages.next() {
            Ok(Some(message)) => self.read(message),
            Ok(None) => {
                let error = self.cut("the stream of events ended");
                self.lost(error, Duration::ZERO).map(Some)
            }
            Err(error) => {
                let error = self.cut(&format!("the stream of events broke off ({error})"));
                self.lost(error, Duration::ZERO).map(Some)
            }
        }
    }
}

impl Iterator for Events {
    type Item = Result<News, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while !matches!(self.state, State::Ended) {
            match self.step() {
                Ok(Some(news)) => return Some(Ok(news)),
                Ok(None) => {}
                Err(error) => {
                    self.state = State::Ended;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}
