//! Playing on from a moment of a game, against any bot.

use std::sync::Arc;

use hotdice_bots::{Level, can_play};
use hotdice_core::{AnyGame, Name, Seat, capitalized};
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::full::canvas::Canvas;
use crate::full::screen::{ClickTarget, Cx, KeyHint, Navigation, Screen};
use crate::full::table;
use crate::full::widgets::Picker;
use crate::plain::{draw, level_in_words};
use crate::playthrough::{Playthrough, is_bot};
use crate::session::{LocalGame, NewGame};

/// The screen that asks who plays on.
pub(super) struct PlayOnScreen {
    game: Arc<dyn AnyGame>,
    names: Vec<Name>,
    /// The state that the game goes on from.
    from: String,
    /// What the moment is called.
    when: String,
    /// The seat that is taken.
    seat: usize,
    /// The place of the bots' level in the list of all.
    level: usize,
    /// What whoever plays is called.
    name: String,
    picker: Picker,
}

impl PlayOnScreen {
    /// Asks who plays on from a moment, unless nobody can.
    pub(super) fn open(
        played: &Playthrough,
        at: usize,
        you: Option<Seat>,
        cx: &Cx,
    ) -> Result<Box<dyn Screen>, String> {
        let moment = played.moment(at);
        let from = moment.position.state();
        let begun = played.game.begin(played.seats(), Some(&from));
        begun.map_err(|refused| format!("Nobody can play on from here: {refused}."))?;
        let seat = you.or(moment.scene.turn).map_or(0, Seat::index);
        Ok(Box::new(Self {
            game: played.game.clone(),
            names: played.names.clone(),
            from,
            when: played.when(at),
            seat,
            level: Level::ALL.len() - 2,
            name: match cx.settings.name.as_str() {
                "" => "Player 1".to_owned(),
                name => name.to_owned(),
            },
            picker: Picker::default(),
        }))
    }

    fn level(&self) -> Level {
        Level::ALL[self.level]
    }

    /// Returns who plays: whoever takes the seat, and bots.
    fn players(&self) -> Result<Vec<Name>, String> {
        let bot = format!("bot:{}", self.level());
        let name = |place: usize| {
            let own = &self.names[place];
            if place != self.seat {
                bot.parse()
            } else if is_bot(own) {
                self.name.parse()
            } else {
                Ok(own.clone())
            }
        };
        let names: Result<Vec<Name>, _> = (0..self.names.len()).map(name).collect();
        names.map_err(|error: hotdice_core::NotAName| error.to_string())
    }

    fn begin(&self, cx: &mut Cx) -> Navigation {
        let begun = self.players().and_then(|names| {
            if names.len() > 1 {
                can_play(&*self.game, self.level(), names.len() as u8)
                    .map_err(|why| why.to_string())?;
            }
            let new = NewGame {
                from: Some(self.from.clone()),
                ..NewGame::of(self.game.clone(), names)
            };
            LocalGame::new(new, &*cx.services).map_err(|trouble| trouble.to_string())
        });
        match begun {
            Ok(local) => Navigation::Become(table::begin(local, cx)),
            Err(why) => {
                cx.complain(why);
                Navigation::Stay
            }
        }
    }

    /// Steps what the cursor is on.
    fn step(&mut self, forwards: bool) {
        let step = |place: usize, all: usize| {
            if forwards {
                (place + 1) % all
            } else {
                (place + all - 1) % all
            }
        };
        match self.picker.cursor() {
            0 => self.seat = step(self.seat, self.names.len()),
            _ => self.level = step(self.level, Level::ALL.len()),
        }
    }

    fn rows(&self) -> usize {
        if self.names.len() > 1 { 2 } else { 1 }
    }
}

impl Screen for PlayOnScreen {
    fn title(&self) -> String {
        format!("Hot Dice · {} · play on", self.game.rules_line())
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let look = canvas.look;
        let words = format!("Play on from here ({}), with new dice.", self.when);
        canvas.paragraph(1, &words, look.plain);
        let seat = Seat::new(self.seat as u8).unwrap_or(Seat::FIRST);
        let seat = draw::name(&self.names, seat);
        let mut lines = vec![Line::from(format!("You take the seat of  ◂ {seat} ▸"))];
        if self.names.len() > 1 {
            let level = self.level();
            lines.push(Line::from(format!("Everybody else is a   ◂ {level} bot ▸")));
            let words = capitalized(level_in_words(level));
            canvas.paragraph(6, &format!("{words}."), look.faint);
        }
        self.picker.draw(&mut canvas.rows(3, 2), &lines);
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint::new(KeyCode::Enter, "Enter", "begin"),
            KeyHint::new(KeyCode::Right, "←→", "change"),
            KeyHint::new(KeyCode::Down, "↑↓", "choose"),
            KeyHint::new(KeyCode::Esc, "Esc q", "back"),
        ]
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Navigation::Back,
            KeyCode::Enter => return self.begin(cx),
            KeyCode::Left | KeyCode::Char('h') => self.step(false),
            KeyCode::Right | KeyCode::Char('l' | ' ') => self.step(true),
            key => {
                let rows = self.rows();
                self.picker.press(key, rows);
            }
        }
        Navigation::Stay
    }

    fn point(&mut self, spot: &ClickTarget, _cx: &mut Cx) -> Navigation {
        if self.picker.click(spot) {
            self.step(true);
        }
        Navigation::Stay
    }
}
