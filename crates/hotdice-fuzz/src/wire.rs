//! What comes over the network: JSON in both directions, streams of events, addresses and tokens.

use hotdice_client::{Message, Messages, ServerUrl, Token};
use hotdice_server::bus::LogPosition;
use hotdice_server::store::StoreAddress;
use hotdice_wire as wire;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Everything that is read as JSON, requests and answers alike; the first byte picks one.
const READERS: &[fn(&[u8])] = &[
    reads_back::<wire::OpenRequest>,
    reads_back::<wire::JoinRequest>,
    reads_back::<wire::ActionRequest>,
    reads_back::<wire::OfferRequest>,
    reads_back::<wire::EmoteRequest>,
    reads_back::<wire::ScoreRequest>,
    reads_back::<wire::ExploreRequest>,
    reads_back::<wire::PositionRequest>,
    reads_back::<wire::Opened>,
    reads_back::<wire::Joined>,
    reads_back::<wire::Happened>,
    reads_back::<wire::Event>,
    reads_back::<wire::TableView>,
    reads_back::<wire::Rematch>,
    reads_back::<wire::Health>,
    reads_back::<wire::GameList>,
    reads_back::<wire::RulesAnswer>,
    reads_back::<wire::Hint>,
    reads_back::<wire::Problem>,
    reads_back::<wire::Scene>,
];

/// JSON that reads is written as JSON that reads as the same.
pub fn wire(bytes: &[u8]) {
    if let Some((first, json)) = bytes.split_first() {
        READERS[usize::from(*first) % READERS.len()](json);
    }
}

fn reads_back<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(json: &[u8]) {
    let Ok(read) = serde_json::from_slice::<T>(json) else {
        return;
    };
    let written = serde_json::to_vec(&read).expect("what was read can be written");
    let again: T = serde_json::from_slice(&written).expect("what was written can be read");
    assert_eq!(again, read);
}

/// A stream of events ends, and brings the same in whatever pieces it comes.
pub fn stream(bytes: &[u8]) {
    let whole = messages(bytes);
    let halves = bytes.split_at(bytes.len() / 2);
    assert_eq!(messages(std::io::Read::chain(halves.0, halves.1)), whole);
    let data = whole.iter().filter_map(|message| match message {
        Message::Event { data, .. } => Some(data),
        Message::Alive => None,
    });
    data.for_each(|data| reads_back::<wire::Event>(data.as_bytes()));
}

fn messages(stream: impl std::io::Read) -> Vec<Message> {
    let mut messages = Messages::new(stream);
    std::iter::from_fn(|| messages.next().ok().flatten()).collect()
}

/// The address of a server, and a token, read back as they were; neither is more than it seems.
pub fn address(text: &str) {
    if let Ok(url) = text.parse::<ServerUrl>() {
        assert_eq!(url.to_string().parse(), Ok(url.clone()));
        assert!(
            !url.as_str().contains(['@', '#', '?', '\n', '\r', ' ']),
            "{url}"
        );
    }
    if let Ok(token) = text.parse::<Token>() {
        assert_eq!(format!("{token:?}"), "Token(…)", "a token shows itself");
    }
}

/// A message of the bus reads as what it says, or not at all; an address of a store is shown without its password.
pub fn bus(text: &str) {
    let (first, second) = text.split_once('\n').unwrap_or((text, ""));
    if let Some(position) = LogPosition::read(first, second.as_bytes()) {
        let again = LogPosition::read(position.table.as_str(), position.seq.to_string().as_bytes());
        assert_eq!(again, Some(position));
    }
    if let Ok(address) = first.parse::<StoreAddress>() {
        assert_eq!(format!("{address:?}"), format!("StoreAddress({address})"));
    }
    let url = format!("postgres://ada:pssst@{first}");
    if let Ok(address) = url.parse::<StoreAddress>() {
        assert!(first.contains("pssst") || !address.to_string().contains("pssst"));
    }
}
