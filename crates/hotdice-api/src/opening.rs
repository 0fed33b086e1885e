//! How a table is opened, who sits down there, and how the same players meet again.

use std::num::NonZeroU32;

use hotdice_bots::Level;
use hotdice_core::{AnyGame, Bytes32, Name, Seat, StartRefused};
use hotdice_table::{PlayerId, Settings, Table, TableDice, Who};
use hotdice_wire::{Code, DiceKind, JoinRequest, OpenRequest};

use crate::{Holder, Rejected, read_token_hash};

/// The most seconds a decision may take.
const LONGEST_CLOCK: u32 = 86_400;

/// The fewest.
const SHORTEST_CLOCK: u32 = 5;

/// Returns the settings of the table that somebody asks for.
///
/// # Errors
/// When no game can be played like that.
pub fn settings_for(asked: &OpenRequest) -> Result<Settings, Rejected> {
    let mut settings = Table::settings_for(&asked.rules, asked.seats).map_err(Rejected::invalid)?;
    let game = hotdice_games::find(&settings.rules).map_err(Rejected::invalid)?;
    if let Some(from) = &asked.from {
        let (seats, state) =
            start_position(&*game, from, asked.seats).map_err(Rejected::invalid)?;
        (settings.seats, settings.from) = (seats, Some(state));
    }
    check_seats(&*game, settings.seats)?;
    settings.clock = asked.clock.map(clock).transpose()?;
    if let Some(level) = &asked.standin {
        let level: Level = level.parse().map_err(Rejected::invalid)?;
        settings.standin = level.to_string();
    }
    settings.coach = asked.coach.unwrap_or(false);
    settings.dice = match asked.dice.unwrap_or_default() {
        DiceKind::Committed => TableDice::Committed,
        DiceKind::Linked => TableDice::Linked,
    };
    Ok(settings)
}

/// Refuses a table of so many seats where the game is not for them.
pub(crate) fn check_seats(game: &dyn AnyGame, seats: u8) -> Result<(), Rejected> {
    let allowed = game.seats();
    if allowed.contains(seats) {
        return Ok(());
    }
    let words = if seats > allowed.most() {
        // "2 or more" would not say why 65 are too many.
        format!("{} to {}", allowed.least(), allowed.most())
    } else {
        allowed.in_words()
    };
    Err(Rejected::invalid(format!(
        "these rules are for {words} players"
    )))
}

/// Returns how many play in a position that a game begins from, and the position as the game writes it.
fn start_position(
    game: &dyn AnyGame,
    from: &str,
    asked: Option<u8>,
) -> Result<(u8, String), StartRefused> {
    let seats = match asked {
        Some(seats) => seats,
        None => game.read_state(from)?.seats(),
    };
    let position = game.begin(seats, Some(from))?;
    Ok((seats, position.state()))
}

fn clock(seconds: u32) -> Result<NonZeroU32, Rejected> {
    let allowed = SHORTEST_CLOCK..=LONGEST_CLOCK;
    let clock = NonZeroU32::new(seconds).filter(|clock| allowed.contains(&clock.get()));
    clock.ok_or_else(|| {
        Rejected::invalid(format!(
            "a clock allows {SHORTEST_CLOCK} to {LONGEST_CLOCK} seconds"
        ))
    })
}

/// Somebody who wants to sit down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Newcomer {
    /// A person, who may come from the table before, how the dice are made that they add to, and the hash of the token that they
    /// made for themselves.
    Person(Who, TableDice, Option<Bytes32>),
    /// A bot, which the host brings.
    Bot(Level),
}

impl Newcomer {
    /// Reads who wants to sit down.
    ///
    /// # Errors
    /// When it is neither a person nor a bot, or both.
    pub fn read(asked: JoinRequest) -> Result<Self, Rejected> {
        match asked {
            JoinRequest {
                bot: Some(level),
                name: None,
                entropy: None,
                anchor: None,
                token_hash: None,
            } => Ok(Self::Bot(level.parse().map_err(Rejected::invalid)?)),
            JoinRequest {
                bot: None,
                name: Some(name),
                entropy,
                anchor,
                token_hash,
            } if entropy.is_some() != anchor.is_some() => {
                let asked = name;
                let name = asked.parse::<Name>().map_err(Rejected::invalid)?;
                let (dice, entropy) = match anchor {
                    // The chain was made for the name as it was sent, and none of its links would fit the one that is kept.
                    Some(_) if asked != name.as_str() => {
                        return Err(Rejected::invalid(
                            "a name that comes with an anchor has no spaces around it: leave them out, and make the chain anew",
                        ));
                    }
                    Some(anchor) => {
                        let wrong = |error| Rejected::invalid(format!("anchor: {error}"));
                        (TableDice::Linked, anchor.parse().map_err(wrong)?)
                    }
                    None => {
                        let wrong = |error| Rejected::invalid(format!("entropy: {error}"));
                        let entropy = entropy.unwrap_or_default();
                        (TableDice::Committed, entropy.parse().map_err(wrong)?)
                    }
                };
                let token_hash = read_token_hash(token_hash.as_deref())?;
                Ok(Self::Person(
                    Who::Person { name, entropy },
                    dice,
                    token_hash,
                ))
            }
            _ => Err(Rejected::invalid(
                "send a name and entropy (or an anchor, where the dice are linked) for a person, or bot for a bot",
            )),
        }
    }
}

/// Refuses somebody who brings something else than the dice of the table are made of.
///
/// # Errors
/// When they bring bytes to linked dice, or an anchor to committed ones.
pub fn check_dice(table: &Table, brings: TableDice) -> Result<(), Rejected> {
    match (table.settings().dice, brings) {
        (TableDice::Linked, TableDice::Committed) => Err(Rejected::invalid(
            "the dice of this table are linked: send the anchor of a hash chain instead of entropy",
        )),
        (TableDice::Committed, TableDice::Linked) => Err(Rejected::invalid(
            "the dice of this table aren't linked: send entropy instead of an anchor",
        )),
        _ => Ok(()),
    }
}

/// Lets nobody but the host through.
///
/// # Errors
/// When somebody else asks.
pub fn check_host(holder: Option<Holder>) -> Result<(), Rejected> {
    match holder {
        Some(Holder::Host) => Ok(()),
        _ => Err(Rejected::new(
            Code::Unauthorized,
            "only the host can do that: send the host's token",
        )),
    }
}

/// Returns the settings of the table where the same players meet again, and the bots that wait for them there.
#[must_use]
pub fn rematch_of(table: &Table) -> (Settings, Vec<(PlayerId, Who)>) {
    let players = table.players();
    let settings = Settings {
        after: Some(table.id()),
        seats: players.len() as u8,
        ..table.settings().clone()
    };
    let seats = Seat::all(settings.seats);
    let bots = seats
        .zip(players)
        .filter_map(|(seat, player)| match &player.who {
            bot @ Who::Bot { .. } => Some((PlayerId::of_seat(seat), bot.clone())),
            Who::Person { .. } => None,
        });
    (settings, bots.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(name: &str, anchor: bool) -> Result<Newcomer, Rejected> {
        let bytes = || Some("ab".repeat(32));
        Newcomer::read(JoinRequest {
            name: Some(name.to_owned()),
            anchor: bytes().filter(|_| anchor),
            entropy: bytes().filter(|_| !anchor),
            ..JoinRequest::default()
        })
    }

    /// A chain is made for a name: another name than it was made for would make every link wrong.
    #[test]
    fn a_chain_is_for_the_name_as_it_is_kept() {
        for name in [" Ada", "Ada ", "\u{2003}Ada"] {
            let refused = join(name, true).unwrap_err();
            assert!(
                refused.detail.contains("no spaces around it"),
                "{refused:?}"
            );
            assert!(join(name, false).is_ok());
        }
        assert!(join("Ada Ace", true).is_ok());
    }
}
