//! Dice, scores and what is said about them.

use hotdice_core::{Face, Part, Tray};
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
            .map(|(_, row)| self.row_height(row, area.width))
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
        for ((_, faces), height) in trays.iter().zip(dice) {
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

    /// Returns the trays with their dice as they are to be drawn.
    pub(super) fn trays(&self) -> Vec<(&Tray, Vec<DieFace>)> {
        let trays = self.scene().parts.iter().filter_map(|part| match part {
            Part::Tray(tray) => Some(tray),
            _ => None,
        });
        let trays = trays.enumerate();
        trays
            .map(|(place, tray)| (tray, self.faces(tray, place == 0)))
            .collect()
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
