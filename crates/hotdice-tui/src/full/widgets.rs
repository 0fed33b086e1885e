//! Things that many screens are made of.

mod field;
mod page;
mod picker;

use ratatui::text::Span;
use ratatui::widgets::{Block, BorderType};

use super::look::Look;

pub(crate) use field::{EMPTY, RUB_OUT, TextField};
pub(crate) use page::Page;
pub(crate) use picker::Picker;

/// Returns a frame with a heading.
pub(crate) fn panel<'a>(heading: &'a str, look: &Look) -> Block<'a> {
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(look.faint);
    if heading.is_empty() {
        block
    } else {
        block.title(Span::styled(format!(" {heading} "), look.strong))
    }
}
