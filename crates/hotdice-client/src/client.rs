//! Everything that a server does, as methods.

use std::time::Duration;

use hotdice_core::Bytes32;
use hotdice_wire::{
    ActionRequest, AnchorRequest, Emote, EmoteRequest, GameList, Happened, Health, Hint,
    JoinRequest, Joined, LinkRequest, OfferRequest, OpenRequest, Opened, Rematch, RulesAnswer,
    ScoreRequest, TableView, TransferCode, TransferRequest, Transferred,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::send::{Call, Content, Transport};
use crate::{Error, Events, Hangup, NotAServerUrl, Patience, ServerUrl, Token, World, random};

/// Talks to a server. Everything that is asked or sent fails when the server refuses, or when there is no answer.
#[derive(Clone)]
pub struct Client {
    transport: Transport,
}

impl Client {
    /// Returns a client of the server at an address such as `http://127.0.0.1:7878`. Nothing is sent yet.
    ///
    /// # Errors
    /// When the text is not the address of a server.
    pub fn new(server: &str) -> Result<Self, NotAServerUrl> {
        Ok(Self::of(server.parse()?, Patience::default()))
    }

    /// Returns a client with this patience.
    #[must_use]
    pub fn of(server: ServerUrl, patience: Patience) -> Self {
        let transport = Transport::new(server, patience, World::system());
        Self { transport }
    }

    /// Returns a client that stops trying as soon as somebody hangs up.
    #[must_use]
    pub fn until(mut self, hangup: &Hangup) -> Self {
        self.transport.hangup = hangup.clone();
        self
    }

    /// Returns a client with another clock and other randomness than the system's.
    #[must_use]
    pub fn in_world(mut self, world: World) -> Self {
        self.transport.world = world;
        self
    }

    /// Returns the clock and the randomness of the client.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.transport.world
    }

    /// Waits for a while or until somebody hangs up, and tells whether that is so.
    pub fn rest(&self, pause: Duration) -> bool {
        self.transport.wait(pause)
    }

    /// Returns the address of the server.
    #[must_use]
    pub fn server(&self) -> &ServerUrl {
        &self.transport.server
    }

    /// Asks how the server is.
    pub fn health(&self) -> Result<Health, Error> {
        self.get("/health", None)
    }

    /// Asks what can be played.
    pub fn games(&self) -> Result<GameList, Error> {
        self.get("/games", None)
    }

    /// Asks for the rules of a game in plain words.
    ///
    /// # Errors
    /// When there is no such game, or no answer.
    pub fn rules(&self, rules: &str) -> Result<RulesAnswer, Error> {
        self.get(&format!("/rules?rules={}", escaped(rules)), None)
    }

    /// Lets dice be scored.
    ///
    /// # Errors
    /// When the rules cannot score such dice, or there is no answer.
    pub fn score(&self, dice: &ScoreRequest) -> Result<Value, Error> {
        self.look("/score", "application/json", self.json(dice)?)
    }

    /// Lets a record be analysed.
    ///
    /// # Errors
    /// When it is no record, or there is no answer.
    pub fn analyse(&self, record: &str) -> Result<Value, Error> {
        self.look("/analyse", "text/plain", record.into())
    }

    /// Opens a table. The answer has the host's token, which is made here: the server hears its hash only.
    pub fn open(&self, table: &OpenRequest) -> Result<Opened, Error> {
        let token = Token::new(&self.transport.world)?;
        let hashed = OpenRequest {
            token_hash: Some(token.hash()),
            ..table.clone()
        };
        let opened: Opened = self.post("/tables", None, Some(self.json(&hashed)?))?;
        Ok(Opened {
            host_token: Some(token.into()),
            ..opened
        })
    }

    /// Takes a seat for a person, who adds `entropy` to the dice.
    ///
    /// Those who meet again bring the token of the seat that they had `before`. The answer has the token of the seat, which
    /// is made here.
    pub fn join(
        &self,
        table: &str,
        name: &str,
        entropy: Bytes32,
        before: Option<&Token>,
    ) -> Result<Joined, Error> {
        let person = JoinRequest {
            name: Some(name.to_owned()),
            entropy: Some(entropy.to_string()),
            ..JoinRequest::default()
        };
        self.sit(table, person, before)
    }

    /// Takes a seat as [`Client::join`] does, where the dice are linked, for a person whose chain has this anchor.
    pub fn join_linked(
        &self,
        table: &str,
        name: &str,
        anchor: Bytes32,
        before: Option<&Token>,
    ) -> Result<Joined, Error> {
        let person = JoinRequest {
            name: Some(name.to_owned()),
            anchor: Some(anchor.to_string()),
            ..JoinRequest::default()
        };
        self.sit(table, person, before)
    }

    fn sit(
        &self,
        table: &str,
        person: JoinRequest,
        before: Option<&Token>,
    ) -> Result<Joined, Error> {
        let token = Token::new(&self.transport.world)?;
        let person = JoinRequest {
            token_hash: Some(token.hash()),
            ..person
        };
        let joined = self.post(&at(table, "/seats"), before, Some(self.json(&person)?));
        Ok(Joined {
            token: Some(token.into()),
            ..joined?
        })
    }

    /// Takes a seat for a bot.
    pub fn add_bot(&self, table: &str, host: &Token, level: &str) -> Result<Joined, Error> {
        let bot = JoinRequest {
            bot: Some(level.to_owned()),
            ..JoinRequest::default()
        };
        self.post(&at(table, "/seats"), Some(host), Some(self.json(&bot)?))
    }

    /// Makes a code with which a seat can be taken on another device, once and for ten minutes.
    pub fn offer_seat(&self, table: &str, seat: &Token) -> Result<TransferCode, Error> {
        self.post(&at(table, "/transfer"), Some(seat), None)
    }

    /// Takes a seat from another device with its code. The answer has the token, which is made here.
    pub fn take_seat(&self, code: &str) -> Result<Transferred, Error> {
        let token = Token::new(&self.transport.world)?;
        let request = self.json(&TransferRequest {
            code: code.to_owned(),
            token_hash: Some(token.hash()),
        })?;
        let taken: Transferred = self.post("/transfers", None, Some(request))?;
        Ok(Transferred {
            token: Some(token.into()),
            ..taken
        })
    }

    /// Begins the game with those who are there.
    pub fn start(&self, table: &str, host: &Token) -> Result<Happened, Error> {
        self.post(&at(table, "/start"), Some(host), None)
    }

    /// Looks at a table, as whoever has the token sees it.
    ///
    /// # Errors
    /// When there is no such table, or no answer.
    pub fn view(&self, table: &str, token: Option<&Token>) -> Result<TableView, Error> {
        self.get(&at(table, ""), token)
    }

    /// Acts for a seat.
    pub fn act(
        &self,
        table: &str,
        seat: &Token,
        action: &ActionRequest,
    ) -> Result<Happened, Error> {
        self.post(&at(table, "/actions"), Some(seat), Some(self.json(action)?))
    }

    /// Adds the link of a seat to the roll that is due.
    pub fn link(
        &self,
        table: &str,
        seat: &Token,
        roll: u64,
        link: Bytes32,
    ) -> Result<Happened, Error> {
        let link = link.to_string();
        let link = self.json(&LinkRequest { roll, link })?;
        self.post(&at(table, "/links"), Some(seat), Some(link))
    }

    /// Begins a new chain for a seat.
    pub fn anchor(&self, table: &str, seat: &Token, anchor: Bytes32) -> Result<Happened, Error> {
        let anchor = anchor.to_string();
        let anchor = self.json(&AnchorRequest { anchor })?;
        self.post(&at(table, "/anchor"), Some(seat), Some(anchor))
    }

    /// Leaves a seat, which waits.
    pub fn leave(&self, table: &str, seat: &Token) -> Result<Happened, Error> {
        self.post(&at(table, "/leave"), Some(seat), None)
    }

    /// Comes back to a seat.
    pub fn come_back(&self, table: &str, seat: &Token) -> Result<Happened, Error> {
        self.post(&at(table, "/return"), Some(seat), None)
    }

    /// Gives up for good.
    pub fn resign(&self, table: &str, seat: &Token) -> Result<Happened, Error> {
        self.post(&at(table, "/resign"), Some(seat), None)
    }

    /// Offers to end the game here, by somebody who has seen everything up to event `seq`.
    pub fn offer(&self, table: &str, seat: &Token, seq: u64) -> Result<Happened, Error> {
        let offer = self.json(&OfferRequest { seq })?;
        self.post(&at(table, "/draw"), Some(seat), Some(offer))
    }

    /// Declines the draw that others offer.
    ///
    /// # Errors
    /// When the game has gone on, or the request fails.
    pub fn decline(&self, table: &str, seat: &Token, seq: u64) -> Result<Happened, Error> {
        let declined = self.json(&OfferRequest { seq })?;
        self.post(&at(table, "/draw/decline"), Some(seat), Some(declined))
    }

    /// Asks for another game of the same players.
    pub fn rematch(&self, table: &str, seat: &Token) -> Result<Rematch, Error> {
        self.post(&at(table, "/rematch"), Some(seat), None)
    }

    /// Sends an emote to a table.
    pub fn emote(&self, table: &str, seat: &Token, emote: Emote) -> Result<(), Error> {
        let emote = self.json(&EmoteRequest { emote })?;
        self.send(
            &at(table, "/emotes"),
            Some(seat),
            posted(Some(emote), self.world())?,
        )?;
        Ok(())
    }

    /// Fetches the record of a game.
    ///
    /// # Errors
    /// When there is none, or no answer.
    pub fn record(&self, table: &str) -> Result<String, Error> {
        let record = self.send(&at(table, "/record"), None, Content::Get)?;
        String::from_utf8(record).map_err(|_| self.strange("a record is not text"))
    }

    /// Asks what every choice of a seat is worth.
    ///
    /// # Errors
    /// When the table has no coach, or there is no answer.
    pub fn hint(&self, table: &str, seat: &Token) -> Result<Hint, Error> {
        self.get(&at(table, "/hint"), Some(seat))
    }

    /// Returns what happens at a table after event `after`, as it happens.
    #[must_use]
    pub fn events(&self, table: &str, token: Option<&Token>, after: u64) -> Events {
        Events::new(
            self.transport.clone(),
            at(table, "/events"),
            token.cloned(),
            after,
        )
    }

    fn get<T: DeserializeOwned>(&self, path: &str, token: Option<&Token>) -> Result<T, Error> {
        let answer = self.send(path, token, Content::Get)?;
        self.read(&answer)
    }

    fn look<T: DeserializeOwned>(
        &self,
        path: &str,
        kind: &'static str,
        text: Vec<u8>,
    ) -> Result<T, Error> {
        let answer = self.send(path, None, Content::Look { kind, text })?;
        self.read(&answer)
    }

    fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        token: Option<&Token>,
        json: Option<Vec<u8>>,
    ) -> Result<T, Error> {
        let answer = self.send(path, token, posted(json, self.world())?)?;
        self.read(&answer)
    }

    fn send(&self, path: &str, token: Option<&Token>, content: Content) -> Result<Vec<u8>, Error> {
        let path = path.to_owned();
        self.transport.send(&Call {
            path,
            token,
            content,
        })
    }

    fn json(&self, value: &impl Serialize) -> Result<Vec<u8>, Error> {
        serde_json::to_vec(value).map_err(|_| self.strange("a request cannot be written"))
    }

    fn read<T: DeserializeOwned>(&self, answer: &[u8]) -> Result<T, Error> {
        serde_json::from_slice(answer)
            .map_err(|error| self.strange(&format!("its answer cannot be read ({error})")))
    }

    fn strange(&self, what: &str) -> Error {
        Error::Strange {
            server: self.transport.server.clone(),
            what: what.to_owned(),
        }
    }
}

/// Returns a change under a key of its own.
fn posted(json: Option<Vec<u8>>, world: &World) -> Result<Content, Error> {
    let key = random::key(world)?;
    Ok(Content::Post { key, json })
}

fn at(table: &str, path: &str) -> String {
    format!("/tables/{}{path}", escaped(table))
}

/// Writes a text so that it can be part of an address.
fn escaped(text: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(letter).collect()
}
