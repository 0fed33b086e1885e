//! The client against a server that says what it is told to say.

mod calls;
mod fake;
mod streams;

use std::time::Duration;

use hotdice_client::{Client, Patience, Token};

use fake::Fake;

/// Returns a client that does not wait long.
fn client(server: &Fake) -> Client {
    let patience = Patience {
        tries: 4,
        reconnections: 3,
        first_pause: Duration::from_millis(2),
        longest_pause: Duration::from_millis(8),
        longest_wish: Duration::from_secs(2),
        answer: Duration::from_secs(2),
        silence: Duration::from_secs(2),
    };
    let url = server.url().parse().expect("the address of a server");
    Client::of(url, patience)
}

fn token() -> Token {
    "seat-token".parse().expect("a token")
}
