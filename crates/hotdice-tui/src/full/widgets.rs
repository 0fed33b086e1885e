//! Things that many screens are made of.

mod field;
mod page;
mod picker;

use ratatui::text::Span;
use ratatui::widgets::{Block, BorderType};

use super::look::Look;

pub(crate) use field::{EMPTY, Field, RUB_OUT};
pub(crate) use page::Page;
pub(crate) use picker::Picker;

/// Returns a frame with a heading.
pub(crate) fn panel<'a>(heading: &'a str, look: &Look) -> Block<'a> {
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(look.faint);
    match heading.is_empty() {
        true => block,
        false => block.title(Span::styled(format!(" {heading} "), look.strong)),
    }
}
