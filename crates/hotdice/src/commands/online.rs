//! `hotdice online`: games on a server.

mod decide;
mod desk;
mod ending;
mod errands;
mod joining;
mod menu;
mod seen;
mod spinner;
mod status;
mod trouble;
mod turn;
mod typed;

use std::io::{self, BufReader, IsTerminal};

use clap::{Args, Subcommand};
use hotdice_client::ServerUrl;
use hotdice_core::Name;
use hotdice_table::TableId;
use hotdice_tui::plain::{Console, Echo};
use hotdice_wire::OpenRequest;

use crate::memory_file::MemoryFile;
use crate::outcome::Outcome;
use desk::Desk;
use errands::NewTable;
use turn::Until;

/// Play with others on a server; alone, a menu of what follows
#[derive(Args)]
pub(crate) struct Online {
    /// The server, such as http://127.0.0.1:7878; if left out the last one, or the one on this machine
    #[arg(long, env = "HOTDICE_SERVER", value_name = "URL", global = true)]
    server: Option<ServerUrl>,
    #[command(subcommand)]
    errand: Option<Errand>,
}

#[derive(Subcommand)]
enum Errand {
    /// Test the connection
    Test,
    /// Start a new game: open a table that others can join
    New(New),
    /// Join a game
    Join {
        /// The name of the table
        table: TableId,
        /// What you are called there
        name: Name,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show who plays, the score and whose turn it is
    Status {
        /// The name of the table
        table: TableId,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Play: take your turns, and hear what the others do, until the game is over
    Turn {
        #[command(flatten)]
        seat: AtTable,
        /// Stop when your turn is over
        #[arg(long)]
        once: bool,
    },
    /// Watch a game
    Watch {
        /// The name of the table
        table: TableId,
    },
    /// Begin the game at a table of yours with those who are there
    Start {
        /// The name of the table
        table: TableId,
    },
    /// Say goodbye; before the game your seat becomes free, later it waits for you
    Leave(AtTable),
    /// Play again with the same players
    Rematch(AtTable),
}

#[derive(Args)]
struct New {
    /// A game, or a game with house rules
    rules: String,
    /// How many may take part
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// How many seconds a decision may take
    #[arg(long, value_name = "SECONDS")]
    clock: Option<u32>,
    /// Let players ask what their choices are worth
    #[arg(long)]
    coach: bool,
    /// A bot at the table, once for each: random, greedy, careful, strong or perfect
    #[arg(long = "bot", value_name = "LEVEL")]
    bots: Vec<String>,
    /// Take a seat at once, under this name
    #[arg(long, value_name = "NAME")]
    name: Option<Name>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct AtTable {
    /// The name of the table
    table: TableId,
    /// Who you are, if several play from here
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
}

impl Online {
    pub(crate) fn run(self) -> Outcome {
        let (mut input, mut output) = (BufReader::new(io::stdin()), anstream::stdout());
        let echo = match io::stdin().is_terminal() {
            true => Echo::Off,
            false => Echo::On,
        };
        let mut console = Console::new(&mut input, &mut output, echo);
        let desk = Desk {
            asked: self.server,
            memory: MemoryFile::here()?,
        };
        match self.errand {
            None => menu::menu(&mut console, &desk),
            Some(errand) => errand.run(&mut console, &desk),
        }
    }
}

/// Shows the menu of games on a server: this one, or the last.
pub(super) fn visit(console: &mut Console<'_>, server: Option<ServerUrl>) -> Outcome {
    let desk = Desk {
        asked: server,
        memory: MemoryFile::here()?,
    };
    menu::menu(console, &desk)
}

impl Errand {
    fn run(self, console: &mut Console<'_>, desk: &Desk) -> Outcome {
        match self {
            Self::Test => errands::test(console, desk),
            Self::New(new) => new.run(console, desk),
            Self::Join { table, name, json } => {
                let joined = errands::join(desk, table, &name)?;
                match json {
                    true => Ok(console.say(&joined.json().to_string())?),
                    false => joined.tell(console),
                }
            }
            Self::Status { table, json } => errands::status(console, desk, table, json),
            Self::Turn { seat, once } => {
                let until = match once {
                    true => Until::TurnOver,
                    false => Until::TheEnd,
                };
                errands::play(console, desk, seat.table, seat.name.as_deref(), until)
            }
            Self::Watch { table } => errands::watch(console, desk, table),
            Self::Start { table } => errands::start(console, desk, table),
            Self::Leave(AtTable { table, name }) => {
                errands::leave(console, desk, table, name.as_deref())
            }
            Self::Rematch(AtTable { table, name }) => {
                errands::rematch(desk, table, name.as_deref())?.tell(console)
            }
        }
    }
}

impl New {
    fn run(self, console: &mut Console<'_>, desk: &Desk) -> Outcome {
        let request = OpenRequest {
            rules: self.rules,
            seats: self.seats,
            clock: self.clock,
            standin: None,
            coach: self.coach.then_some(true),
        };
        let opened = NewTable {
            request,
            bots: self.bots,
            name: self.name,
        }
        .open(desk)?;
        match self.json {
            true => Ok(console.say(&opened.json().to_string())?),
            false => opened.tell(console),
        }
    }
}
