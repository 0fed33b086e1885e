//! What a player is called: read from a form, and kept for the next time.

use hotdice_core::Name;

use super::super::screen::Cx;
use super::form::Form;

/// Reads the name in a line of a form; if there is none that can be used, the cursor goes there.
pub(super) fn read_name(form: &mut Form, row: usize) -> Result<Name, String> {
    let read = match form.text(row) {
        "" => Err("Say what you are called: your name is missing.".to_owned()),
        name => name
            .parse()
            .map_err(|error| format!("{name:?} cannot be used: {error}.")),
    };
    if read.is_err() {
        form.point(row);
    }
    read
}

/// Keeps the name for the next time.
pub(super) fn keep_name(name: &Name, cx: &mut Cx) {
    if cx.settings.name != name.as_str() {
        cx.settings.name = name.to_string();
        cx.keep_settings();
    }
}
