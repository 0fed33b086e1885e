//! Joining: an address and a code, or a table that is remembered.

use hotdice_client::{Client, KnownSeat, KnownTable, Memory, Patience, ServerUrl, Token};
use hotdice_table::TableId;
use hotdice_wire::{Stage, TableView};
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use super::address::{Invitation, grouped};
use super::form::{FormAction, FormRow, InputForm, Journey, Sayings, keep_name, read_name};
use crate::full::canvas::Canvas;
use crate::full::look::Look;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::TextField;
use crate::job::BackgroundJob;
use crate::services::{Services, UiError};
use crate::session::{self, Arrival};

/// The lines of the form; tables that are remembered follow.
const ADDRESS: usize = 0;
const CODE: usize = 1;
const NAME: usize = 2;
const JOIN: usize = 3;
const WATCH: usize = 4;
const KNOWN: usize = 5;

/// The most tables that are listed.
const MOST_KNOWN: usize = 9;

/// What is said on the way to a table.
const SAYINGS: Sayings = Sayings {
    on_the_way: "On the way to the table",
    not_there: "You are not there",
};

/// A seat that is remembered, and how its table stands.
struct KnownRow {
    table: KnownTable,
    seat: Option<KnownSeat>,
    look: BackgroundJob<String>,
}

/// The screen on which a table is joined.
pub(super) struct JoinForm {
    form: InputForm,
    known: Vec<KnownRow>,
    /// The server that was last talked to.
    last: Option<String>,
    going: Journey,
}

/// A way to a table.
type JoinMode = Box<dyn FnOnce(&dyn Services) -> Result<Arrival, UiError> + Send>;

impl JoinForm {
    pub(super) fn new(cx: &mut Cx) -> Self {
        let (memory, trouble) = match cx.services.memory() {
            Ok(memory) => (memory, None),
            Err(trouble) => (Memory::default(), Some(trouble.to_string())),
        };
        let known = remembered(&memory, cx);
        let mut rows = vec![
            FormRow::TextField("Link or address", TextField::default()),
            FormRow::TextField("Table code", TextField::default()),
            FormRow::TextField("Your name", TextField::new(cx.settings.name.as_str())),
            FormRow::Button("Take a seat".to_owned(), String::new()),
            FormRow::Button("Watch".to_owned(), String::new()),
        ];
        rows.extend(known.iter().map(KnownRow::row));
        let cursor = if known.is_empty() { ADDRESS } else { KNOWN };
        Self {
            form: InputForm::new(rows, cursor),
            known,
            last: memory.server,
            going: Journey::new(SAYINGS, trouble),
        }
    }

    fn destination(&mut self) -> Result<(ServerUrl, TableId), String> {
        let address = match (self.form.text(ADDRESS), &self.last) {
            ("", Some(last)) if !self.form.text(CODE).is_empty() => last,
            ("", _) => {
                self.form.point(ADDRESS);
                return Err("Paste the link that you were sent, or type the address.".to_owned());
            }
            (address, _) => address,
        };
        let invitation = Invitation::read(address).map_err(|error| {
            let error = error.to_string();
            format!("{error}.")
        })?;
        let table = match (self.form.text(CODE), invitation.table) {
            ("", Some(table)) => table,
            ("", None) => {
                self.form.point(CODE);
                return Err("Type the code of the table: whoever opened it knows it.".to_owned());
            }
            (code, _) => {
                let read: Result<TableId, _> = code.parse();
                read.map_err(|error| format!("{code:?} is no code: {error}."))?
            }
        };
        let server = invitation.server;
        Ok((server, table))
    }

    fn push(&mut self, row: usize, cx: &mut Cx) {
        match self.way(row, cx) {
            Ok(way) => self.going.set_out(way, cx),
            Err(trouble) => self.going.refuse(trouble),
        }
    }

    fn way(&mut self, row: usize, cx: &mut Cx) -> Result<JoinMode, String> {
        match row {
            JOIN => {
                let (server, table) = self.destination()?;
                let name = read_name(&mut self.form, NAME)?;
                keep_name(&name, cx);
                Ok(Box::new(move |services| {
                    session::sit_down(&server, table.as_str(), &name, services)
                }))
            }
            WATCH => {
                let (server, table) = self.destination()?;
                Ok(Box::new(move |_| session::watch(&server, table.as_str())))
            }
            row => {
                let known = self.known.get(row.wrapping_sub(KNOWN));
                let known = known.ok_or("There is nothing here.")?;
                let (table, seat) = (known.table.clone(), known.seat.clone());
                Ok(Box::new(move |services| {
                    session::come_back(&table, seat.as_ref(), services)
                }))
            }
        }
    }

    /// Takes the code out of a link as soon as there is one.
    fn changed(&mut self, row: usize) {
        self.going.forget();
        if row == ADDRESS
            && let Ok(Invitation {
                table: Some(table), ..
            }) = Invitation::read(self.form.text(ADDRESS))
        {
            self.form.write(CODE, &grouped(table.as_str()));
        }
    }

    fn below(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let look = canvas.look;
        match self.going.line(look) {
            Some(line) => vec![line],
            None => self
                .last
                .iter()
                .map(|last| without_address(last, look))
                .collect(),
        }
    }
}

fn without_address(last: &str, look: &Look) -> Line<'static> {
    let text = format!("Without an address a code is one of {last}, as the last time.");
    Line::styled(text, look.faint)
}

/// Returns the seats that are remembered, the latest first, and begins to look how their tables stand.
fn remembered(memory: &Memory, cx: &Cx) -> Vec<KnownRow> {
    let mut known = Vec::new();
    for table in memory.tables.iter().rev() {
        let seats = table.seats.iter().map(Some);
        // A host who has not sat down comes back as one who watches and can begin.
        let alone = table.seats.is_empty() && table.host.is_some();
        for seat in seats.chain(alone.then_some(None)) {
            known.push((table.clone(), seat.cloned()));
        }
    }
    known.truncate(MOST_KNOWN);
    let look = |(table, seat): (KnownTable, Option<KnownSeat>)| {
        let (address, name) = (table.server.clone(), table.table.clone());
        let token = seat.as_ref().map(|seat| seat.token.clone());
        let hosted = table.hosted.is_some();
        let look = BackgroundJob::start(&cx.bell, move || {
            stands(&address, &name, token.as_ref(), hosted)
        });
        KnownRow { table, seat, look }
    };
    known.into_iter().map(look).collect()
}

impl KnownRow {
    fn row(&self) -> FormRow {
        let table = grouped(&self.table.table);
        let text = match &self.seat {
            Some(seat) => format!("Come back to {table} as {}", seat.name),
            None => format!("Come back to {table}, which you opened"),
        };
        FormRow::Button(text, format!("{} …", self.table.server))
    }
}

/// Says in a few words how a table stands.
fn stands(server: &str, table: &str, token: Option<&Token>, hosted: bool) -> String {
    let Ok(url) = server.parse() else {
        return format!("{server} is no address");
    };
    match Client::of(url, Patience::none()).view(table, token) {
        Ok(view) => format!("{}: {}", view.rules, stage(&view)),
        Err(hotdice_client::Error::Unreachable { .. }) if hosted => {
            "on this machine; opens its server again".to_owned()
        }
        Err(hotdice_client::Error::Unreachable { .. }) => format!("{server} cannot be reached"),
        Err(hotdice_client::Error::NotFound(_)) => format!("{server} has no such table any more"),
        Err(error) => error.to_string(),
    }
}

fn stage(view: &TableView) -> String {
    match view.stage {
        Stage::Gathering => format!("{} of {} are here", view.players.len(), view.seats),
        Stage::Playing if view.you.is_some() && view.waiting.seat == view.you => {
            "your turn".to_owned()
        }
        Stage::Playing => "the game goes on".to_owned(),
        Stage::Over => "the game is over".to_owned(),
    }
}

impl Screen for JoinForm {
    fn title(&self) -> String {
        "Join a table".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let below = self.below(canvas);
        self.form.draw(canvas, below);
    }

    fn keys(&self) -> Vec<KeyHint> {
        let mut keys = vec![KeyHint::new(KeyCode::Down, "↑↓", "move")];
        match self.form.cursor() {
            JOIN => keys.insert(0, KeyHint::new(KeyCode::Enter, "Enter", "take a seat")),
            WATCH => keys.insert(0, KeyHint::new(KeyCode::Enter, "Enter", "watch")),
            row if row >= KNOWN => {
                keys.insert(0, KeyHint::new(KeyCode::Enter, "Enter", "come back"));
            }
            _ => keys.push(KeyHint::new(KeyCode::Enter, "Enter", "next")),
        }
        keys.push(KeyHint::new(KeyCode::Esc, "Esc", "back"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        if let Some(step) = self.going.press(key) {
            return step;
        }
        match self.form.press(key) {
            FormAction::Changed(row) => self.changed(row),
            FormAction::Pushed(row) => self.push(row, cx),
            FormAction::Moved | FormAction::Nothing => {}
        }
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, cx: &mut Cx) -> Navigation {
        if self.form.click(spot) {
            self.press(KeyCode::Enter, cx)
        } else {
            Navigation::Stay
        }
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        for (row, known) in (KNOWN..).zip(&mut self.known) {
            if let Some(Ok(stands)) = known.look.poll() {
                self.form.remark(row, stands);
            }
        }
        self.going.wake(cx)
    }

    fn is_typing(&self) -> bool {
        self.form.is_typing()
    }
}
