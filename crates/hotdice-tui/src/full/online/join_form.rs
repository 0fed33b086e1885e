//! Joining: an address and a code.

use hotdice_client::{Memory, ServerUrl};
use hotdice_table::TableId;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use super::address::{Invitation, grouped};
use super::form::{
    FormAction, FormRow, InputForm, JoinMode, Journey, Sayings, keep_name, read_name,
};
use crate::full::canvas::Canvas;
use crate::full::look::Look;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::TextField;
use crate::session;

/// The lines of the form.
const ADDRESS: usize = 0;
const CODE: usize = 1;
const NAME: usize = 2;
const JOIN: usize = 3;
const WATCH: usize = 4;

/// What is said on the way to a table.
const SAYINGS: Sayings = Sayings {
    on_the_way: "On the way to the table",
    not_there: "You are not there",
};

/// The screen on which a table is joined.
pub(super) struct JoinForm {
    form: InputForm,
    /// The server that was last talked to.
    last: Option<String>,
    going: Journey,
}

impl JoinForm {
    pub(super) fn new(cx: &mut Cx) -> Self {
        let (memory, trouble) = match cx.services.memory() {
            Ok(memory) => (memory, None),
            Err(trouble) => (Memory::default(), Some(trouble.to_string())),
        };
        let rows = vec![
            FormRow::TextField("Link or address", TextField::default()),
            FormRow::TextField("Table code", TextField::default()),
            FormRow::TextField("Your name", TextField::new(cx.settings.name.as_str())),
            FormRow::Button("Take a seat"),
            FormRow::Button("Watch"),
        ];
        Self {
            form: InputForm::new(rows, ADDRESS),
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
            _ => {
                let (server, table) = self.destination()?;
                Ok(Box::new(move |_| session::watch(&server, table.as_str())))
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
    let text = format!("With a code alone you join a table on {last}, as last time.");
    Line::styled(text, look.faint)
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
        self.going.wake(cx)
    }

    fn is_typing(&self) -> bool {
        self.form.is_typing()
    }
}
