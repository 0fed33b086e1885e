//! Dice, scores and what is said about them.

use hotdice_core::{Dice, Face, Mark, Part, Tray};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use super::super::super::canvas::Canvas;
use super::super::super::picture::{DiceRow, DieFace, DieLook, draw_track, rows_of_tracks, spoken};
use super::super::TableScreen;
use super::super::pace::tumbling;
use super::super::sitting::Connection;

impl TableScreen {
    pub(super) fn draw_left(&mut self, canvas: &mut Canvas<'_, '_>) {
        let area = canvas.area;
        let remarks = self.remarks(canvas);
        let trays = self.trays();
        let dice: Vec<u16> = trays
            .iter()
            .map(|row| self.row_height(row, area.width))
            .collect();
        let rows = [
            Constraint::Length(rows_of_tracks(self.scene())),
            Constraint::Length(remarks.len() as u16),
            Constraint::Length(dice.iter().sum()),
            Constraint::Min(3),
        ];
        let [tracks, said, tumble, choices] = Layout::vertical(rows).areas(area);
        self.draw_tracks(&mut canvas.part(tracks));
        for (row, line) in (0..).zip(remarks) {
            canvas.part(said).line(row, line);
        }
        let mut y = tumble.y;
        for (faces, height) in trays.iter().zip(dice) {
            let row = Rect {
                x: tumble.x + 1,
                y,
                height,
                width: tumble.width.saturating_sub(1),
            };
            DiceRow { dice: faces }.draw(&mut canvas.part(row));
            y += height;
        }
        self.draw_choices(&mut canvas.part(choices));
    }

    fn row_height(&self, faces: &[DieFace], width: u16) -> u16 {
        DiceRow { dice: faces }.height(width.saturating_sub(1))
    }

    fn draw_tracks(&self, canvas: &mut Canvas<'_, '_>) {
        let standing = self.sitting.standing();
        let tracks = self.scene().parts.iter().filter_map(|part| match part {
            Part::Track(track) => Some(track),
            _ => None,
        });
        for (row, track) in (0..).zip(tracks) {
            let area = Rect {
                y: canvas.area.y + row,
                height: 1,
                ..canvas.area
            };
            draw_track(
                &mut canvas.part(area),
                track,
                &standing.names,
                self.scene().turn,
            );
        }
    }

    /// Returns the lines between scores and dice: how the table is reached, cards, and what the game says.
    fn remarks(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (standing, look) = (self.sitting.standing(), canvas.look);
        let mut lines = self.network(canvas);
        for part in &self.scene().parts {
            match part {
                Part::Card(card) => lines.push(Line::from(vec![
                    Span::styled(format!(" ▣ {}: ", card.name), look.strong),
                    Span::raw(card.effect.clone()),
                ])),
                Part::Line(line) => {
                    let mut line = spoken(line, &standing.names, look);
                    line.spans.insert(0, Span::raw(" "));
                    lines.push(line);
                }
                _ => {}
            }
        }
        lines
    }

    /// Says who is there, how much time is left, and whether the table can be reached.
    fn network(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (standing, look) = (self.sitting.standing(), canvas.look);
        let mut lines = Vec::new();
        let people = std::iter::zip(&standing.names, &standing.people);
        let mut words: Vec<String> = people
            .map(|(name, person)| match person.you {
                true => format!("{name} (you)"),
                false => format!("{name} {}", person.presence),
            })
            .collect();
        match standing.watching {
            0 => {}
            1 => words.push("1 looks on".to_owned()),
            many => words.push(format!("{many} look on")),
        }
        if let Some(deadline) = standing.deadline {
            let left = deadline.saturating_duration_since(self.now).as_secs();
            words.push(format!("{left} s left"));
        }
        if !words.is_empty() {
            lines.push(Line::styled(format!(" {}", words.join(" · ")), look.faint));
        }
        if let Connection::Lost(cause) = &standing.connection {
            let text = format!(" ! Reconnecting: {cause}");
            lines.push(Line::styled(text, look.bad));
        }
        lines
    }

    /// Returns the dice of every tray as they are to be drawn, or those that fell last if the game has no place for them.
    pub(super) fn trays(&self) -> Vec<Vec<DieFace>> {
        let trays = self.scene().parts.iter().filter_map(|part| match part {
            Part::Tray(tray) => Some(tray),
            _ => None,
        });
        let trays: Vec<&Tray> = trays.collect();
        let lies = |fallen: &Dice| trays.first().is_some_and(|tray| holds(tray, *fallen));
        match self.fallen.filter(|fallen| !lies(fallen)) {
            Some(fallen) => {
                let tray = Tray::new("roll", fallen, Dice::NONE, Mark::Loose);
                let mut faces = self.faces(&tray, true);
                let loose = faces.iter_mut().filter(|die| die.look == DieLook::Loose);
                loose.for_each(|die| die.look = DieLook::Fallen);
                vec![faces]
            }
            None => {
                let trays = trays.into_iter().enumerate();
                trays
                    .map(|(place, tray)| self.faces(tray, place == 0))
                    .collect()
            }
        }
    }

    /// Returns the dice of a tray; those in the first can be picked, and roll for a moment.
    fn faces(&self, tray: &Tray, first: bool) -> Vec<DieFace> {
        let rolling = self
            .showing
            .as_ref()
            .and_then(|showing| showing.rolling(self.now));
        let dice = tray.dice.iter().enumerate();
        dice.map(|(place, die)| {
            let mut drawn = DieFace {
                face: die.face,
                look: DieLook::from(die.mark),
                pointed: first && self.is_yours() && self.hand.is_pointed(place),
            };
            match rolling {
                Some(frame) if first && drawn.look != DieLook::Held => {
                    drawn.face = Face::ALL[tumbling(frame, place)];
                    drawn.look = DieLook::Rolling;
                }
                _ if first && self.hand.is_picked(place) => drawn.look = DieLook::Picked,
                _ => {}
            }
            drawn
        })
        .collect()
    }
}

/// Tells whether dice lie in a tray, perhaps among others.
fn holds(tray: &Tray, dice: Dice) -> bool {
    let mut left = dice.counts();
    for die in &tray.dice {
        let count = &mut left[die.face.index()];
        *count = count.saturating_sub(1);
    }
    left.iter().all(|count| *count == 0)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::super::super::local::Local;
    use super::super::super::start::Start;
    use super::*;
    use crate::full::job::Bell;
    use crate::full::screen::Cx;
    use crate::full::testing::Backdrop;
    use crate::settings::{Pace, Settings};

    /// Shows the next thing, and returns the dice that can be seen and those that are told of.
    fn step(screen: &mut TableScreen, cx: &mut Cx) -> Option<(Vec<Face>, Dice)> {
        cx.now += Duration::from_millis(Pace::Quick.rolling());
        screen.go_on(cx);
        screen.showing.as_ref()?;
        let told = screen.fallen?;
        let seen = screen.trays().concat();
        assert!(seen.iter().all(|die| die.look != DieLook::Rolling));
        Some((seen.iter().map(|die| die.face).collect(), told))
    }

    #[test]
    fn dice_that_are_told_of_are_seen_also_when_nothing_is_left_of_them() {
        let settings = Settings {
            pace: Pace::Quick,
            ..Settings::default()
        };
        let mut cx = Cx::new(Arc::new(Backdrop::default()), Bell::new().0, settings);
        let game = hotdice_games::find("farkle").unwrap();
        let names = ["Ada", "Bo"].map(|name| name.parse().unwrap());
        let start = Start::seeded(game, names.to_vec(), 1, &*cx.backstage).unwrap();
        let mut screen = TableScreen::new(Box::new(Local::new(start, &mut cx)), &cx);
        screen.go_on(&mut cx);
        let mut busts = 0;
        while busts == 0 {
            if screen.is_yours() {
                // One die is kept and the others are rolled, until nothing scores.
                let choices = screen.hand.choices().iter();
                let keep = choices.clone().rfind(|choice| choice.notation.len() == 6);
                let choice = keep.or_else(|| choices.clone().next_back()).unwrap();
                let notation = choice.notation.clone();
                screen.sitting.act(&notation, &mut cx).unwrap();
                screen.go_on(&mut cx);
            }
            let Some((seen, told)) = step(&mut screen, &mut cx) else {
                cx.now += Duration::from_secs(5);
                screen.go_on(&mut cx);
                continue;
            };
            assert_eq!(seen, told.faces().collect::<Vec<_>>());
            busts += u32::from(
                screen
                    .scene()
                    .parts
                    .iter()
                    .all(|part| !matches!(part, Part::Tray(_))),
            );
        }
    }
}
