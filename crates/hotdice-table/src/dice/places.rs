//! Which die lies where on the table.
//!
//! The rules see a handful of dice, players see things that lie somewhere and stay there. What is remembered here only
//! arranges pictures: a wrong or unknown order never changes what happens.

use std::fmt;
use std::str::FromStr;

use hotdice_core::{
    AnyPosition, Dice, Die, Face, GameEvent, GameEventKind, Mark, Part, Scene, Seat, Target, Viewer,
};

/// The dice that lie on the table, by their places.
#[derive(Clone, Debug, Default)]
pub(crate) struct DicePlaces {
    /// Whose dice they are.
    seat: Option<Seat>,
    /// How many places there are.
    places: u8,
    /// The dice, by place.
    lying: Vec<LyingDie>,
}

#[derive(Clone, Copy, Debug)]
struct LyingDie {
    place: u8,
    face: Face,
    /// Whether the player keeps it from the next throw.
    held: bool,
    /// Whether it is in the picture; dice kept from an earlier throw may not be.
    shown: bool,
}

impl DicePlaces {
    /// Returns the dice of a match that begins with dice on the table, in the order in which they are drawn.
    pub(crate) fn of(start: &dyn AnyPosition) -> Self {
        let scene = start.scene(Viewer::Spectator);
        let dice = tray(&scene).unwrap_or_default();
        let thrown = start.throw().map_or(0, |throw| throw.dice);
        let lying = (0..).zip(dice).map(|(place, die)| LyingDie {
            place,
            face: die.face,
            held: die.mark == Mark::Held,
            shown: true,
        });
        Self {
            seat: scene.turn,
            places: dice.len() as u8 + thrown,
            lying: lying.collect(),
        }
    }

    /// Takes note of what happened and what is to be seen afterwards.
    pub(crate) fn note(&mut self, event: &GameEvent, after: &dyn AnyPosition) {
        match &event.kind {
            GameEventKind::Rolled { dice, .. } if !dice.is_empty() => {
                self.roll(event.seat, dice);
                self.show(&after.scene(Viewer::Spectator));
            }
            GameEventKind::Acted {
                target: Target::Dice(dice),
                ..
            } => self.hold(*dice),
            GameEventKind::Rolled { .. } | GameEventKind::Acted { .. } => {}
        }
    }

    /// Dice that were held stay where they are, and those that were thrown take the free places from left to right.
    ///
    /// A throw that does not fill the table up together with the dice held is the first of a turn, or of all dice again.
    fn roll(&mut self, seat: Option<Seat>, thrown: &[u8]) {
        self.lying.retain(|die| die.held);
        let full = self.lying.len() + thrown.len() == usize::from(self.places);
        if seat != self.seat || !full {
            self.lying.clear();
            self.places = thrown.len() as u8;
        }
        self.seat = seat;
        let taken: Vec<u8> = self.lying.iter().map(|die| die.place).collect();
        let free = (0..self.places).filter(|place| !taken.contains(place));
        let faces = thrown.iter().filter_map(|&pips| Face::new(pips));
        self.lying
            .extend(std::iter::zip(free, faces).map(|(place, face)| LyingDie {
                place,
                face,
                held: false,
                shown: false,
            }));
        self.lying.sort_unstable_by_key(|die| die.place);
    }

    /// Notes which dice are in the picture after a throw: if not all, then those that were thrown.
    fn show(&mut self, after: &Scene) {
        let tray = tray(after).unwrap_or_default();
        let mut left = counts(tray);
        for thrown in [true, false] {
            for die in self.lying.iter_mut().filter(|die| die.held != thrown) {
                die.shown = take(&mut left, die.face);
            }
        }
    }

    /// Of the dice in the picture these are held now; of equal ones those that were before, then those further left.
    fn hold(&mut self, held: Dice) {
        let mut left = held.counts();
        let before: Vec<bool> = self.lying.iter().map(|die| die.held).collect();
        for again in [true, false] {
            for (die, &before) in std::iter::zip(&mut self.lying, &before) {
                if die.shown && before == again {
                    die.held = take(&mut left, die.face);
                }
            }
        }
    }

    /// Gives the dice of the first tray their places, and marks those that are held from before.
    pub(crate) fn arrange(&self, scene: &mut Scene) {
        let Some(dice) = tray_mut(scene) else { return };
        let mut free = self.lying.clone();
        let mut placed = Vec::with_capacity(dice.len());
        // Marked dice choose first: a held die has its place.
        for wanted in [true, false] {
            for die in dice.iter().filter(|die| (die.mark == Mark::Held) == wanted) {
                let fit = |one: &LyingDie| u8::from(one.held == wanted) + 2 * u8::from(one.shown);
                let same = free.iter().enumerate().rev();
                let same = same.filter(|(_, one)| one.face == die.face);
                let Some((at, _)) = same.max_by_key(|(_, one)| fit(one)) else {
                    return;
                };
                let LyingDie { place, held, .. } = free.remove(at);
                let mark = match die.mark {
                    Mark::Loose if held => Mark::Held,
                    mark => mark,
                };
                placed.push(Die {
                    face: die.face,
                    mark,
                    place,
                });
            }
        }
        placed.sort_unstable_by_key(|die| die.place);
        *dice = placed;
    }
}

/// Writes the seat, how many places there are, and each die with its place, its pips, and `h` if it is held and `s` if it is shown:
/// `2 6 0:5:hs 1:3:s`.
impl fmt::Display for DicePlaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "{seat} {}", self.places)?,
            None => write!(f, "- {}", self.places)?,
        }
        for die in &self.lying {
            let held = if die.held { "h" } else { "" };
            let shown = if die.shown { "s" } else { "" };
            write!(f, " {}:{}:{held}{shown}", die.place, die.face.index() + 1)?;
        }
        Ok(())
    }
}

/// A text that does not say where dice lie.
pub(crate) struct NotPlaces;

impl FromStr for DicePlaces {
    type Err = NotPlaces;

    fn from_str(text: &str) -> Result<Self, NotPlaces> {
        let mut words = text.split(' ');
        let mut next = || words.next().ok_or(NotPlaces);
        let seat = match next()? {
            "-" => None,
            seat => Some(seat.parse().map_err(|_| NotPlaces)?),
        };
        let places = next()?.parse().map_err(|_| NotPlaces)?;
        let lying: Result<_, _> = words.map(|word| read_die(word).ok_or(NotPlaces)).collect();
        Ok(Self {
            seat,
            places,
            lying: lying?,
        })
    }
}

fn read_die(word: &str) -> Option<LyingDie> {
    let (place, rest) = word.split_once(':')?;
    let (pips, flags) = rest.split_once(':')?;
    let (held, shown) = match flags {
        "hs" => (true, true),
        "h" => (true, false),
        "s" => (false, true),
        "" => (false, false),
        _ => return None,
    };
    Some(LyingDie {
        place: place.parse().ok()?,
        face: Face::new(pips.parse().ok()?)?,
        held,
        shown,
    })
}

fn tray(scene: &Scene) -> Option<&[Die]> {
    scene.parts.iter().find_map(|part| match part {
        Part::Tray(tray) => Some(&tray.dice[..]),
        _ => None,
    })
}

fn tray_mut(scene: &mut Scene) -> Option<&mut Vec<Die>> {
    scene.parts.iter_mut().find_map(|part| match part {
        Part::Tray(tray) => Some(&mut tray.dice),
        _ => None,
    })
}

fn counts(dice: &[Die]) -> [u8; 6] {
    let mut counts = [0; 6];
    dice.iter().for_each(|die| counts[die.face.index()] += 1);
    counts
}

/// Takes one die of a face away, if there is one left.
fn take(left: &mut [u8; 6], face: Face) -> bool {
    let count = &mut left[face.index()];
    let found = *count > 0;
    *count = count.saturating_sub(1);
    found
}
