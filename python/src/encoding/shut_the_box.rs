//! Shut the Box: 0 rolls one die, 1 rolls two; then the sets of tiles that two dice can shut, in the order of the binary number
//! in which tile 1 is the lowest digit. Rolls are handfuls of one and two dice.

use std::sync::LazyLock;

use hotdice_core::{Dice, Game, Seat};
use hotdice_games::shut_the_box::{Action, Phase, ShutTheBox, State, TileSet};

use super::{Encoded, Field, Row, distance, field, points_around};
use crate::handfuls::{self, FIRST};

/// How many actions come before the sets of tiles.
const ROLLS: usize = 2;

/// The most that two dice show.
const MOST_PIPS: u16 = 12;

/// The sets of tiles that two dice can shut.
struct Shuts {
    /// In the order of their numbers.
    sets: Vec<TileSet>,
    /// Their numbers, by the binary number of each.
    ids: Vec<Option<u16>>,
    /// How many add up to the same, of the sum that most of them add up to.
    most: usize,
}

impl Shuts {
    /// Returns those of a box of so many tiles, made once.
    fn of(tiles: u8) -> &'static Self {
        static BY_TILES: LazyLock<Vec<Shuts>> =
            LazyLock::new(|| (0..=TileSet::MOST).map(Shuts::new).collect());
        &BY_TILES[usize::from(tiles.min(TileSet::MOST))]
    }

    fn new(tiles: u8) -> Self {
        let (mut sets, mut ids) = (Vec::new(), vec![None]);
        for bits in 1_u16..1 << tiles {
            let mut members = (1..=tiles).filter(|tile| bits >> (tile - 1) & 1 == 1);
            let set = members.try_fold(TileSet::default(), TileSet::with);
            let set = set.filter(|set| set.sum() <= MOST_PIPS);
            ids.push(set.map(|_| sets.len() as u16));
            sets.extend(set);
        }
        let of = |sum| sets.iter().filter(|set| set.sum() == sum).count();
        let most = (1..=MOST_PIPS).map(of).max().unwrap_or(0);
        Self { sets, ids, most }
    }

    /// Returns the number of a set.
    fn id(&self, set: TileSet) -> Option<usize> {
        let bits = set.iter().fold(0, |bits, tile| bits | 1 << (tile - 1));
        let id = self.ids.get::<usize>(bits).copied().flatten();
        id.map(usize::from)
    }
}

impl Encoded for ShutTheBox {
    fn action_count(&self) -> usize {
        ROLLS + Shuts::of(self.tiles).sets.len()
    }

    /// The sets of tiles that add up to the same, of the sum that most of them add up to.
    fn most_legal(&self) -> usize {
        Shuts::of(self.tiles).most.max(ROLLS)
    }

    fn action_id(&self, action: &Action) -> Option<usize> {
        match action {
            Action::Roll(dice) => usize::from(*dice).checked_sub(1).filter(|id| *id < ROLLS),
            Action::Shut(tiles) => {
                let id = Shuts::of(self.tiles).id(*tiles)?;
                Some(ROLLS + id)
            }
        }
    }

    fn action(&self, id: usize) -> Option<Action> {
        match id.checked_sub(ROLLS) {
            None => Some(Action::Roll(id as u8 + 1)),
            Some(place) => Shuts::of(self.tiles)
                .sets
                .get(place)
                .copied()
                .map(Action::Shut),
        }
    }

    fn roll_count(&self) -> usize {
        FIRST[3] - 1
    }

    fn roll_id(&self, roll: &Dice) -> Option<usize> {
        let id = handfuls::number(*roll)?.checked_sub(1)?;
        (id < self.roll_count()).then_some(id)
    }

    fn roll(&self, id: usize) -> Option<Dice> {
        let known = id < self.roll_count();
        known.then(|| handfuls::handful(id + 1)).flatten()
    }

    fn layout(&self, seats: u8) -> Vec<Field> {
        let seats = usize::from(seats);
        let all = f32::from(TileSet::up_to(self.tiles).sum());
        let rounds = f32::from(self.rounds);
        vec![
            field(
                "totals",
                seats,
                all * rounds,
                "tiles left open by every seat so far, own first",
            ),
            field("turn", seats, 1.0, "whose turn it is, own first"),
            field(
                "open",
                usize::from(self.tiles),
                1.0,
                "open tiles, from 1 on",
            ),
            field("round", 1, rounds, "the round"),
            field(
                "phase",
                4,
                1.0,
                "choosing one die or two, rolling, shutting or over",
            ),
            field("dice", 1, 2.0, "dice about to be rolled"),
            field("roll", 6, 2.0, "1s to 6s on the table"),
        ]
    }

    fn observe(&self, state: &State, seat: Seat, row: &mut Row<'_>) {
        let seats = self.seated(state);
        let all = f32::from(TileSet::up_to(self.tiles).sum());
        let rounds = f32::from(self.rounds);
        row.scaled(points_around(self, state, seat), all * rounds);
        row.one_hot(
            Some(distance(seat, state.seat(), seats)),
            usize::from(seats),
        );
        let open = state.open();
        row.scaled(
            (1..=self.tiles).map(|tile| f32::from(u8::from(open.contains(tile)))),
            1.0,
        );
        row.push(f32::from(state.round()) / rounds);
        let (phase, dice, roll) = match state.phase() {
            Phase::ChoosingDice => (0, 0, Dice::NONE),
            Phase::Rolling { dice } => (1, dice, Dice::NONE),
            Phase::Shutting { dice } => (2, 0, dice),
            Phase::Over => (3, 0, Dice::NONE),
        };
        row.one_hot(Some(phase), 4);
        row.push(f32::from(dice) / 2.0);
        row.scaled(roll.counts().map(f32::from), 2.0);
    }
}
