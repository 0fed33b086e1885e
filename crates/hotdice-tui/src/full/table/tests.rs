//! Tables, played without a terminal.

use std::sync::Arc;

use hotdice_core::Name;
use ratatui::crossterm::event::KeyCode;

use super::*;
use crate::full::testing::{Backdrop, Theatre};

const USUAL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (140, 45);

/// Opens a game of these rules with dice that a number gives again.
fn table(size: (u16, u16), rules: &str, names: &[&str], seed: u64) -> Theatre {
    let game = hotdice_games::find(rules).unwrap();
    let names: Vec<Name> = names.iter().map(|name| name.parse().unwrap()).collect();
    Theatre::new(size, Arc::new(Backdrop::default()), |cx| {
        let start = Start::seeded(game, names, seed, &*cx.backstage).unwrap();
        begin(start, cx).unwrap()
    })
}

#[test]
fn look() {
    for size in [USUAL, LARGE] {
        for (rules, names) in [
            ("farkle", &["Ada", "Bo"][..]),
            ("yatzy", &["Ada"]),
            ("maxi-yatzy", &["Ada", "Bo", "Cy"]),
            ("tridice", &["Ada", "Bo"]),
            ("cheese", &["Ada", "Bo"]),
            ("pig", &["Ada", "Bo"]),
        ] {
            let mut theatre = table(size, rules, names, 3);
            println!("{}", theatre.text());
            theatre.press(KeyCode::Down);
            theatre.press(KeyCode::Enter);
            println!("{}", theatre.text());
        }
    }
}
