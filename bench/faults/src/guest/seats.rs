//! The seats that somebody has at a table.

use hotdice_client::{Client, Error, Token, entropy};
use hotdice_wire::{OpenRequest, TableView};

/// A table, and the tokens of the seats that people have there. Each comes by its own client.
pub(super) struct Seats {
    pub(super) table: String,
    pub(super) tokens: Vec<Token>,
}

impl Seats {
    /// Opens a table for two people, or for one against a bot.
    pub(super) fn take(
        clients: &[Client; 2],
        request: &OpenRequest,
        with_bot: bool,
    ) -> Result<Self, Error> {
        let opened = clients[0].open(request)?;
        let table = opened.table;
        let mut tokens = vec![join(&clients[0], &table, "Ada")?];
        if with_bot {
            let host = token(&opened.host_token.unwrap_or_default());
            clients[1].add_bot(&table, &host, "greedy")?;
        } else {
            tokens.push(join(&clients[1], &table, "Bo")?);
        }
        Ok(Self { table, tokens })
    }

    /// Returns how many people there are.
    pub(super) fn people(&self) -> usize {
        self.tokens.len()
    }

    /// Looks at the table as the person at a seat does.
    pub(super) fn look(&self, clients: &[Client; 2], seat: usize) -> Result<TableView, Error> {
        clients[seat % 2].view(&self.table, self.tokens.get(seat))
    }
}

fn join(client: &Client, table: &str, name: &str) -> Result<Token, Error> {
    let joined = client.join(table, name, entropy()?, None)?;
    Ok(token(&joined.token.unwrap_or_default()))
}

fn token(text: &str) -> Token {
    text.parse().expect("a server sends tokens")
}
