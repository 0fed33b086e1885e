//! `hotdice online`: games on a server.

mod desk;
mod menu;
mod play;
mod tables;

use std::sync::Arc;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use hotdice_client::ServerUrl;
use hotdice_core::Name;
use hotdice_table::TableId;
use hotdice_tui::plain::{Console, PlayUntil};
use hotdice_tui::session::TableRequest;
use hotdice_wire::{DiceKind, OpenRequest};

use crate::cli_result::CliResult;
use crate::commands::with_console;
use crate::completing;
use crate::services::Here;
use desk::OnlineDesk;

/// Play with others on a server; without a command, show a menu
#[derive(Args)]
pub(crate) struct Online {
    /// The server, such as http://127.0.0.1:7878 [default: the last one used, or this machine]
    #[arg(long, env = "HOTDICE_SERVER", value_name = "URL", global = true)]
    server: Option<ServerUrl>,
    #[command(subcommand)]
    command: Option<OnlineCommand>,
}

#[derive(Subcommand)]
enum OnlineCommand {
    /// Test the connection
    Test,
    /// Open a table that others can join
    New(NewArgs),
    /// Join a game
    Join {
        /// The table's ID
        table: TableId,
        /// Your name at the table
        name: Name,
        /// Print the result as a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show the players, the score and whose turn it is
    Status {
        /// The table's ID
        table: TableId,
        /// Print the result as a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Play your turns and follow the others' until the game is over
    Turn {
        #[command(flatten)]
        seat: SeatArgs,
        /// Stop when your turn is over
        #[arg(long)]
        once: bool,
    },
    /// Watch a game
    Watch {
        /// The table's ID
        table: TableId,
    },
    /// Start the game at your table with the players who have joined
    Start {
        /// The table's ID
        table: TableId,
    },
    /// Leave the table; before the game your seat becomes free, later it is kept for you
    Leave(SeatArgs),
    /// Resign; the last player left wins, and until then a bot plays on for you
    Resign(SeatArgs),
    /// Play again with the same players
    Rematch(SeatArgs),
    /// Move your seat to another device, with a one-time code that is valid for ten minutes
    Seat {
        /// The table's ID
        #[arg(required_unless_present = "code")]
        table: Option<TableId>,
        /// Which of your seats, if you have several at this table
        #[arg(long = "as", value_name = "NAME")]
        name: Option<String>,
        /// Take over the seat here, with the code from the other device
        #[arg(long, value_name = "CODE", conflicts_with_all = ["table", "name"])]
        code: Option<String>,
        /// Print the result as a JSON object
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
struct NewArgs {
    /// A game, optionally with house rules: farkle or 'farkle(target=5000)'
    #[arg(add = completing::rules())]
    rules: String,
    /// Number of seats
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// Seconds allowed for each decision
    #[arg(long, value_name = "SECONDS")]
    clock: Option<u32>,
    /// How dice are made: linked, by everybody at the table for each roll, or committed, fixed before the game and simpler for
    /// clients. With either, a host who plays can win every game: with linked dice by leaving out their own part, which the
    /// record shows [default: linked, or committed if --clock is an hour or more]
    #[arg(long, value_name = "KIND", value_parser = dice_kinds())]
    dice: Option<DiceKind>,
    /// Let players ask for hints
    #[arg(long)]
    coach: bool,
    /// Add a bot; repeat for more: random, greedy, careful, strong or perfect
    #[arg(long = "bot", value_name = "LEVEL", add = completing::levels())]
    bots: Vec<String>,
    /// Take a seat yourself, under this name
    #[arg(long, value_name = "NAME")]
    name: Option<Name>,
    /// Start from this position instead of the opening
    #[arg(long, value_name = "STATE")]
    from: Option<String>,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct SeatArgs {
    /// The table's ID
    table: TableId,
    /// Which of your seats, if you have several at this table
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
}

impl Online {
    pub(crate) fn run(self) -> CliResult {
        let desk = OnlineDesk {
            asked: self.server,
            here: Arc::new(Here::telling()),
        };
        with_console(|console| match self.command {
            None => menu::menu(console, &desk),
            Some(command) => command.run(console, &desk),
        })
    }
}

/// Shows the menu of games on a server: this one, or the last.
pub(super) fn visit(
    console: &mut Console<'_>,
    server: Option<ServerUrl>,
    here: Arc<Here>,
) -> CliResult {
    let desk = OnlineDesk {
        asked: server,
        here,
    };
    menu::menu(console, &desk)
}

impl OnlineCommand {
    fn run(self, console: &mut Console<'_>, desk: &OnlineDesk) -> CliResult {
        match self {
            Self::Test => tables::test(console, desk),
            Self::New(new) => {
                let json = new.json;
                tables::open(desk, new.into())?.tell(console, json)
            }
            Self::Join { table, name, json } => {
                tables::join(desk, table, &name)?.tell(console, json)
            }
            Self::Status { table, json } => tables::status(console, desk, table, json),
            Self::Turn { seat, once } => {
                let until = if once {
                    PlayUntil::TurnOver
                } else {
                    PlayUntil::TheEnd
                };
                play::take_turns(console, desk, seat.table, seat.name.as_deref(), until)
            }
            Self::Watch { table } => play::watch(console, desk, table),
            Self::Start { table } => tables::start(console, desk, table),
            Self::Leave(SeatArgs { table, name }) => {
                tables::leave(console, desk, table, name.as_deref())
            }
            Self::Resign(SeatArgs { table, name }) => {
                tables::resign(console, desk, table, name.as_deref())
            }
            Self::Seat {
                table,
                name,
                code,
                json,
            } => {
                let reply = match (table, code) {
                    (Some(table), _) => tables::offer_seat(desk, table, name.as_deref()),
                    (None, code) => tables::take_over(desk, &code.unwrap_or_default()),
                };
                reply?.tell(console, json)
            }
            Self::Rematch(SeatArgs { table, name }) => {
                tables::rematch(desk, table, name.as_deref())?.tell(console, false)
            }
        }
    }
}

fn dice_kinds() -> impl TypedValueParser<Value = DiceKind> {
    PossibleValuesParser::new(["linked", "committed"]).map(|kind| match kind.as_str() {
        "linked" => DiceKind::Linked,
        _ => DiceKind::Committed,
    })
}

impl From<NewArgs> for TableRequest {
    fn from(new: NewArgs) -> Self {
        let request = OpenRequest {
            rules: new.rules,
            seats: new.seats,
            clock: new.clock,
            dice: new.dice,
            coach: new.coach.then_some(true),
            from: new.from,
            ..OpenRequest::default()
        };
        Self {
            request,
            bots: new.bots,
            name: new.name,
        }
    }
}
