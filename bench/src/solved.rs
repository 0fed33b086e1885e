//! The figures and plots of `docs/solved.md`.
//!
//! The page is written by hand, but for its tables: each stands between two comments that name a [`Section`].

mod page;
mod plot;
mod push_luck;
mod small;
mod table;
mod three;
mod yatzy;

pub use page::{NoSection, put, table_of};
pub use push_luck::edge_row;
pub use three::ThreeGames;

/// A table of the page, and the plots that go with it.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The name in the comments around the table.
    pub name: &'static str,
    /// Works everything out.
    pub make: fn() -> Made,
}

/// What a section came to.
#[derive(Clone, Debug)]
pub struct Made {
    /// The table, in Markdown.
    pub table: String,
    /// The plots, with the names of their files.
    pub plots: Vec<(&'static str, String)>,
}

impl From<String> for Made {
    fn from(table: String) -> Self {
        let plots = Vec::new();
        Self { table, plots }
    }
}

/// Lists every section of the page, the quick ones first.
pub const SECTIONS: &[Section] = &[
    Section {
        name: "busts",
        make: push_luck::busts,
    },
    Section {
        name: "turns",
        make: push_luck::turns,
    },
    Section {
        name: "pig",
        make: small::pig,
    },
    Section {
        name: "shut-the-box",
        make: small::shut_the_box,
    },
    Section {
        name: "tridice",
        make: small::tridice,
    },
    Section {
        name: "races",
        make: push_luck::races,
    },
    Section {
        name: "edges",
        make: push_luck::edges,
    },
    Section {
        name: "three-played",
        make: three::played,
    },
    Section {
        name: "yatzy",
        make: yatzy::family,
    },
    Section {
        name: "yatzy-to-win",
        make: yatzy::duels,
    },
    Section {
        name: "maxi-yatzy",
        make: yatzy::maxi,
    },
];
