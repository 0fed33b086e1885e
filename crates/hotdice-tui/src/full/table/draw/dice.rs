//! Dice, scores and what is said about them.

use hotdice_core::{Die, Face, Mark, Part, Tile, Tray, with_commas};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::full::canvas::Canvas;
use crate::full::picture::{
    DiceRow, DieFace, DieLook, TileFace, draw_tiles, draw_track, remarks, seat_name, tracks,
    wrapped,
};
use crate::full::table::TableScreen;
use crate::full::table::pace::tumbling;
use crate::session::Connectivity;

/// A screen of so many lines is large.
const LARGE_SCREEN: u16 = 36;

/// Dice are no larger than this on screens that are not large.
const LARGE_DICE: u16 = 6;

/// Returns how high rows of dice are in so much room on a screen, each as large as the others leave it.
pub(super) fn dice_heights(trays: &[Vec<DieFace>], screen: Rect, most: u16) -> Vec<u16> {
    let width = screen.width.saturating_sub(1);
    let largest = if screen.height < LARGE_SCREEN {
        LARGE_DICE
    } else {
        u16::MAX
    };
    let share = (most / trays.len().max(1) as u16).min(largest);
    let height = |dice: &Vec<DieFace>| DiceRow { dice }.height(width, share.max(1));
    trays.iter().map(height).collect()
}

/// Writes remarks from the top; where there is no line for each, several stand in one.
pub(super) fn draw_remarks(canvas: &mut Canvas<'_, '_>, mut remarks: Vec<Line<'static>>) {
    let room = usize::from(canvas.area.height);
    if remarks.len() > room {
        // What is said last, such as the points of the turn, matters most.
        remarks.reverse();
        let mut spans: Vec<Span<'static>> = Vec::new();
        for (place, line) in remarks.into_iter().enumerate() {
            if place > 0 {
                spans.push(Span::raw(" ·"));
            }
            spans.extend(line.spans);
        }
        return canvas.line(0, Line::from(spans));
    }
    canvas.lines(remarks);
}

impl TableScreen {
    pub(super) fn draw_dice(
        &self,
        canvas: &mut Canvas<'_, '_>,
        trays: &[Vec<DieFace>],
        heights: &[u16],
    ) {
        let mut y = 0;
        for (dice, height) in trays.iter().zip(heights) {
            let area = indented(canvas.rows(y, *height).area);
            DiceRow { dice }.draw(&mut canvas.part(area));
            y += height;
        }
    }

    pub(super) fn draw_tiles(&self, canvas: &mut Canvas<'_, '_>, tiles: &[TileFace]) {
        let area = indented(canvas.area);
        draw_tiles(&mut canvas.part(area), tiles);
    }

    /// Returns the tiles as they are to be drawn.
    pub(super) fn tiles(&self) -> Vec<TileFace> {
        let mut parts = self.scene().parts.iter();
        let tiles = parts.find_map(|part| match part {
            Part::Tiles(tiles) => Some(&tiles.tiles[..]),
            _ => None,
        });
        let tiles = tiles.unwrap_or_default().iter().enumerate();
        let tile = |(place, tile): (usize, &Tile)| {
            let (picked, pointed) = self.selection.tile(place);
            TileFace {
                number: tile.number,
                open: tile.open,
                picked,
                pointed: pointed && self.is_yours(),
            }
        };
        tiles.map(tile).collect()
    }

    /// Returns how many lines the scores take: one for each player, or one for all.
    pub(super) fn scores_height(&self, most: u16) -> u16 {
        match tracks(self.scene()).count() as u16 {
            tracks if tracks <= most => tracks,
            tracks => tracks.min(1),
        }
    }

    pub(super) fn draw_scores(&self, canvas: &mut Canvas<'_, '_>) {
        let names = &self.session.status().names;
        let (turn, look) = (self.scene().turn, canvas.look);
        let tracks = tracks(self.scene());
        if usize::from(canvas.area.height) >= tracks.clone().count() {
            for (row, track) in (0..).zip(tracks) {
                draw_track(&mut canvas.rows(row, 1), track, names, turn);
            }
            return;
        }
        let mut spans = Vec::new();
        for track in tracks {
            let mark = if turn == Some(track.seat) { "▶" } else { " " };
            spans.push(Span::styled(mark, look.accent));
            spans.push(seat_name(track.seat, names, look));
            spans.push(Span::raw(format!(" {} ", with_commas(track.value))));
        }
        canvas.line(0, Line::from(spans));
    }

    /// Returns the lines between scores and dice: how the table is reached, cards, and what the game says.
    pub(super) fn remarks(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (status, look) = (self.session.status(), canvas.look);
        let mut lines = self.network(canvas);
        let remarks = remarks(self.scene(), &status.names, look);
        // A small screen has no line to spare: the story tells the whole card.
        if canvas.is_roomy() {
            let width = usize::from(canvas.area.width);
            lines.extend(remarks.iter().flat_map(|line| wrapped(line, width)));
        } else {
            lines.extend(remarks);
        }
        lines.extend(self.captured().map(Line::from));
        if !self.kept.dice().is_empty() {
            let dice = self.kept.dice().iter().map(|face| format!(" [{face}]"));
            let text = format!(" Set aside:{}", dice.collect::<String>());
            lines.push(Line::styled(text, look.held));
        }
        lines
    }

    /// Says who is there, how much time is left, and whether the table can be reached.
    fn network(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let (status, look) = (self.session.status(), canvas.look);
        let mut lines = Vec::new();
        let people = std::iter::zip(&status.names, &status.people);
        let mut words: Vec<String> = people
            .map(|(name, person)| {
                if person.you {
                    format!("{name} (you)")
                } else {
                    format!("{name} {}", person.presence)
                }
            })
            .collect();
        match status.watching {
            0 => {}
            watching => words.push(format!("{watching} watching")),
        }
        if let Some(deadline) = status.deadline {
            let left = deadline.saturating_duration_since(self.now).as_secs();
            words.push(format!("{left} s left"));
        }
        if !words.is_empty() {
            lines.push(Line::styled(format!(" {}", words.join(" · ")), look.faint));
        }
        if let Connectivity::Lost(cause) = &status.connection {
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
        let lies = trays.first().is_some_and(|tray| holds(tray, &self.fallen));
        match (!lies && !self.fallen.is_empty()).then(|| fallen_tray(&self.fallen)) {
            Some(tray) => {
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
                pointed: first && self.is_yours() && self.selection.is_pointed(place),
            };
            match rolling {
                Some(frame) if first && drawn.look != DieLook::Held => {
                    drawn.face = Face::ALL[tumbling(frame, place)];
                    drawn.look = DieLook::Rolling;
                }
                _ if first && self.selection.is_picked(place) => drawn.look = DieLook::Picked,
                _ => {}
            }
            drawn
        })
        .collect()
    }
}

/// Leaves the first column free.
fn indented(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(1),
        ..area
    }
}

/// Returns a tray of dice that fell and have no place in the game any more.
fn fallen_tray(dice: &[Face]) -> Tray {
    let mark = Mark::Loose;
    let dice = (0..).zip(dice).map(|(place, face)| Die {
        face: *face,
        mark,
        place,
    });
    Tray {
        name: "roll".to_owned(),
        dice: dice.collect(),
    }
}

/// Tells whether dice lie in a tray, perhaps among others.
fn holds(tray: &Tray, dice: &[Face]) -> bool {
    let mut left = dice.to_vec();
    for die in &tray.dice {
        if let Some(place) = left.iter().position(|face| *face == die.face) {
            left.swap_remove(place);
        }
    }
    left.is_empty()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::full::screen::Cx;
    use crate::full::testing::Backdrop;
    use crate::job::Bell;
    use crate::session::{LocalGame, LocalSession, NewGame};
    use crate::settings::{Pace, UserSettings};

    /// Shows the next thing, and returns the dice that can be seen and those that are told of.
    fn step(screen: &mut TableScreen, cx: &mut Cx) -> Option<(Vec<Face>, Vec<Face>)> {
        cx.now += Duration::from_millis(Pace::Quick.rolling());
        screen.go_on(cx);
        screen.showing.as_ref()?;
        let told = screen.fallen.clone();
        let seen = screen.trays().concat();
        assert!(seen.iter().all(|die| die.look != DieLook::Rolling));
        Some((seen.iter().map(|die| die.face).collect(), told))
    }

    #[test]
    fn dice_that_are_told_of_are_seen_also_when_nothing_is_left_of_them() {
        let settings = UserSettings {
            pace: Pace::Quick,
            ..UserSettings::default()
        };
        let mut cx = Cx::new(Arc::new(Backdrop::default()), Bell::new().0, settings);
        let game = hotdice_games::find("farkle").unwrap();
        let names = ["Ada", "Bo"].map(|name| name.parse().unwrap());
        let (seed, new) = (Some(1), NewGame::of(game, names.to_vec()));
        let start = LocalGame::new(NewGame { seed, ..new }, &*cx.services).unwrap();
        let mut screen = TableScreen::new(
            Box::new(LocalSession::new(start, cx.services.library(), &cx.bell)),
            &cx,
        );
        screen.go_on(&mut cx);
        let mut busts = 0;
        while busts == 0 {
            if screen.is_yours() {
                // One die is kept and the others are rolled, until nothing scores.
                let choices = screen.selection.choices().iter();
                let keep = choices.clone().rfind(|choice| choice.notation.len() == 6);
                let choice = keep.or_else(|| choices.clone().next_back()).unwrap();
                let notation = choice.notation.clone();
                screen.session.act(&notation.as_str().into()).unwrap();
                screen.go_on(&mut cx);
            }
            let Some((seen, told)) = step(&mut screen, &mut cx) else {
                cx.now += Duration::from_secs(5);
                screen.go_on(&mut cx);
                continue;
            };
            assert_eq!(seen, told);
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
