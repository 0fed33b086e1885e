//! The seats that somebody has at a table.

use hotdice_client::{Client, Error, Token, entropy};
use hotdice_core::Bytes32;
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_wire::{DiceKind, OpenRequest, TableView};

/// A table, and the tokens of the seats that people have there. Each comes by its own client.
pub(super) struct Seats {
    pub(super) table: String,
    pub(super) tokens: Vec<Token>,
    /// The chains of those who have a seat, where the dice are linked.
    chains: Vec<SecretChain>,
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
        let mut chains = Vec::new();
        let mut join = |client: &Client, name: &str| {
            if request.dice == Some(DiceKind::Linked) {
                let chain = new_chain(client, &table, name)?;
                let joined = client.join_linked(&table, name, chain.anchor(), None)?;
                chains.push(chain);
                return Ok(token(&joined.token.unwrap_or_default()));
            }
            let joined = client.join(&table, name, entropy(client.world())?, None)?;
            Ok::<_, Error>(token(&joined.token.unwrap_or_default()))
        };
        let mut tokens = vec![join(&clients[0], "Ada")?];
        if with_bot {
            let host = token(&opened.host_token.unwrap_or_default());
            clients[1].add_bot(&table, &host, "greedy")?;
        } else {
            tokens.push(join(&clients[1], "Bo")?);
        }
        Ok(Self {
            table,
            tokens,
            chains,
        })
    }

    /// Returns the link of a seat for a roll.
    pub(super) fn link(&self, seat: usize, roll: u64) -> Option<Bytes32> {
        self.chains.get(seat)?.link(roll)
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

fn new_chain(client: &Client, table: &str, name: &str) -> Result<SecretChain, Error> {
    let table = table.parse().expect("a server sends names of tables");
    let name = name.parse().expect("a name");
    Ok(SecretChain::new(
        ChainOwner::person(table, &name),
        entropy(client.world())?,
    ))
}

fn token(text: &str) -> Token {
    text.parse().expect("a server sends tokens")
}
