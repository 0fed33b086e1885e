//! A table as it is seen from here: news come in, and are told in order.

use hotdice_client::{Events, KnownSeat, News};
use hotdice_core::{Dice, Name, Scene, Seat, Span};
use hotdice_table::TableId;
use hotdice_tui::plain::Console;
use hotdice_tui::plain::draw::{self, Offers};
use hotdice_wire::{Emote, Event, TableView};

use super::desk::Server;
use super::spinner::Spinner;
use super::trouble::Trouble;
use crate::outcome::Outcome;

/// How many signs of life without news are put up with when the server is known to have news.
const MOST_QUIET: u32 = 2;

/// A table that somebody follows.
pub(super) struct Seen<'a, 'b> {
    pub(super) console: &'a mut Console<'b>,
    pub(super) server: &'a Server,
    pub(super) table: TableId,
    /// The seat from which it is seen; none for those who watch.
    pub(super) seat: Option<&'a KnownSeat>,
    pub(super) names: Vec<Name>,
    events: Events,
    /// The last event that was told.
    told: u64,
    /// Whether the connection is lost just now.
    lost: bool,
    last_board: Option<(Option<Seat>, Vec<String>)>,
    /// The dice that the story has just shown.
    last_dice: Option<Dice>,
}

impl<'a, 'b> Seen<'a, 'b> {
    /// Begins to follow a table from where it is now.
    pub(super) fn new(
        console: &'a mut Console<'b>,
        server: &'a Server,
        table: TableId,
        seat: Option<&'a KnownSeat>,
    ) -> Outcome<Self> {
        let token = seat.map(|seat| &seat.token);
        let view = server.ask("Looking at the table", |client| {
            client.view(table.as_str(), token)
        })?;
        let events = server.client.events(table.as_str(), token, view.seq);
        Ok(Self {
            console,
            server,
            table,
            seat,
            names: names(&view),
            events,
            told: view.seq,
            lost: false,
            last_board: None,
            last_dice: None,
        })
    }

    /// Looks at the table, after everything that led there has been told.
    pub(super) fn look(&mut self) -> Outcome<TableView> {
        let token = self.seat.map(|seat| &seat.token);
        let table = self.table;
        let view = self.server.ask("Looking at the table", |client| {
            client.view(table.as_str(), token)
        })?;
        self.names = names(&view);
        self.catch_up(view.seq)?;
        Ok(view)
    }

    /// Tells everything up to an event that is known to have happened.
    fn catch_up(&mut self, seq: u64) -> Outcome {
        let mut quiet = 0;
        while self.told < seq {
            if self.tell_next("Hearing what happened")? == Told::Nothing {
                quiet += 1;
            }
            if quiet >= MOST_QUIET {
                quiet = 0;
                self.events.reconnect();
            }
        }
        Ok(())
    }

    /// Waits until something happens, and tells it.
    pub(super) fn wait(&mut self, for_what: &str) -> Outcome {
        while self.tell_next(for_what)? == Told::Nothing {}
        Ok(())
    }

    fn tell_next(&mut self, for_what: &str) -> Outcome<Told> {
        let news = {
            let _spinner = Spinner::new(for_what);
            self.events.next()
        };
        match news {
            None => Ok(Told::Nothing),
            Some(Err(error)) => Err(Trouble::from(error).into()),
            Some(Ok(News::Reconnecting { cause })) => {
                if !std::mem::replace(&mut self.lost, true) {
                    self.console.say(&format!("{cause}. Trying again …"))?;
                }
                Ok(Told::Nothing)
            }
            Some(Ok(News::Anew)) => {
                let gone_back = "The server has gone back to a backup. This is what it knows:";
                self.console.say(gone_back)?;
                self.told = 0;
                Ok(Told::Event)
            }
            Some(Ok(News::Happened(event))) => {
                self.found_again()?;
                self.tell(event)?;
                Ok(Told::Event)
            }
            Some(Ok(News::Emote { seat, emote })) => {
                self.found_again()?;
                self.show_feeling(seat, emote)?;
                Ok(Told::Nothing)
            }
            Some(Ok(News::Presence | News::Quiet)) => {
                self.found_again()?;
                Ok(Told::Nothing)
            }
        }
    }

    fn show_feeling(&mut self, seat: u8, emote: Emote) -> Outcome {
        let words = emote.in_words();
        if let Some(seat) = seat.checked_sub(1).and_then(Seat::new) {
            let name = draw::name(&self.names, seat);
            self.console.say(&format!("{name}: {words}"))?;
        }
        Ok(())
    }

    fn found_again(&mut self) -> Outcome {
        if std::mem::take(&mut self.lost) {
            self.console.say("Connected again.")?;
        }
        Ok(())
    }

    fn tell(&mut self, event: Event) -> Outcome {
        self.told = event.seq;
        for line in event.story {
            let dice = line.spans.iter().find_map(|span| match span {
                Span::Dice(dice) => Some(*dice),
                Span::Text(_) | Span::Seat(_) => None,
            });
            self.last_dice = dice.or(self.last_dice);
            let text = draw::line(&line, &self.names);
            self.console.say_in_tone(line.tone, &text)?;
        }
        Ok(())
    }

    /// Shows the score board whenever the turn has passed on or something was written on it.
    pub(super) fn show_board_if_changed(&mut self, scene: &Scene) -> Outcome {
        let board = draw::board(scene, &self.names, Offers::Hidden);
        let shown = Some((scene.turn, board));
        if self.last_board == shown {
            return Ok(());
        }
        self.last_board = shown;
        self.show_board(scene, Offers::Hidden)?;
        if let Some(seat) = scene.turn {
            let name = draw::name(&self.names, seat).to_owned();
            self.console.announce(&format!("\n--- {name}'s turn ---"))?;
        }
        Ok(())
    }

    pub(super) fn show_board(&mut self, scene: &Scene, offers: Offers) -> Outcome {
        self.console.announce("\nScore board")?;
        for line in draw::board(scene, &self.names, offers) {
            self.console.say(&line)?;
        }
        Ok(())
    }

    /// Shows what lies on the table, without the dice that were told just now.
    pub(super) fn show_table(&mut self, scene: &Scene) -> Outcome {
        let known = self.last_dice.take();
        for line in draw::table(scene, &self.names, known) {
            self.console.say(&line)?;
        }
        Ok(())
    }
}

/// Whether something was told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Event,
    Nothing,
}

/// Returns who sits at a table.
pub(super) fn names(view: &TableView) -> Vec<Name> {
    let nobody = || "somebody".parse().expect("a plain word is a name");
    let names = view.players.iter().map(|player| player.name.parse());
    names
        .map(|name| name.unwrap_or_else(|_| nobody()))
        .collect()
}

/// Writes how long a decision may take.
pub(super) fn clock(seconds: u32) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}
