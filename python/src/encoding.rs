//! Actions and rolls as numbers, positions as arrays.
//!
//! Every family numbers its actions and rolls once and for all: under the same rules line the same number always means the same
//! thing, whatever the position. docs/python.md lists the numbers and the layouts.

mod pig;
mod push_luck;
mod shut_the_box;
mod tridice;
mod yatzy;

use std::sync::Arc;

use hotdice_core::{AnyGame, AnyPosition, CheckedAction, CheckedRoll, Game, Position, Seat, Show};
use hotdice_games::pig::Pig;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::shut_the_box::ShutTheBox;
use hotdice_games::tridice::TriDice;
use hotdice_games::yatzy::Yatzy;

pub(crate) use self::yatzy::YatzyScales;

/// A game whose actions, rolls and states have numbers.
pub(crate) trait Encoded: Show {
    /// Returns how many actions have a number.
    fn action_count(&self) -> usize;

    /// Returns how many actions can be legal at once, at most.
    fn most_legal(&self) -> usize;

    /// Returns the number of an action.
    fn action_id(&self, action: &Self::Action) -> Option<usize>;

    /// Returns the action of a number.
    fn action(&self, id: usize) -> Option<Self::Action>;

    /// Returns how many rolls have a number.
    fn roll_count(&self) -> usize;

    /// Returns the number of a roll.
    fn roll_id(&self, roll: &Self::Roll) -> Option<usize>;

    /// Returns the roll of a number.
    fn roll(&self, id: usize) -> Option<Self::Roll>;

    /// Lists the parts of an observation at a table of `seats`, in their order.
    fn layout(&self, seats: u8) -> Vec<Field>;

    /// Writes what a seat observes, field by field as [`Encoded::layout`] lists them.
    fn observe(&self, state: &Self::State, seat: Seat, row: &mut Row<'_>);
}

/// A part of an observation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    /// Its name.
    pub(crate) name: String,
    /// How many numbers it has.
    pub(crate) len: usize,
    /// What 1.0 stands for.
    pub(crate) scale: f32,
    /// What it is.
    pub(crate) meaning: &'static str,
}

/// Returns a field of several numbers.
pub(crate) fn field(
    name: impl Into<String>,
    len: usize,
    scale: f32,
    meaning: &'static str,
) -> Field {
    Field {
        name: name.into(),
        len,
        scale,
        meaning,
    }
}

/// Returns how long an observation is.
pub(crate) fn length(layout: &[Field]) -> usize {
    layout.iter().map(|field| field.len).sum()
}

/// An observation that is being written from its first number to its last.
///
/// What does not fit is dropped: the length of a row is that of the layout, and a test compares both for every game.
pub(crate) struct Row<'a> {
    numbers: &'a mut [f32],
    next: usize,
}

impl<'a> Row<'a> {
    /// Begins an observation.
    pub(crate) fn new(numbers: &'a mut [f32]) -> Self {
        numbers.fill(0.0);
        Self { numbers, next: 0 }
    }

    /// Writes a number.
    #[inline]
    pub(crate) fn push(&mut self, number: f32) {
        if let Some(place) = self.numbers.get_mut(self.next) {
            *place = number;
        }
        self.next += 1;
    }

    /// Writes `len` numbers: 1 at one place, 0 elsewhere.
    #[inline]
    pub(crate) fn one_hot(&mut self, place: Option<usize>, len: usize) {
        if let Some(place) = place.filter(|&place| place < len)
            && let Some(number) = self.numbers.get_mut(self.next + place)
        {
            *number = 1.0;
        }
        self.next += len;
    }

    /// Writes several numbers, each over the same scale.
    #[inline]
    pub(crate) fn scaled(&mut self, numbers: impl IntoIterator<Item = f32>, scale: f32) {
        for number in numbers {
            self.push(number / scale);
        }
    }

    /// Returns how many numbers were written.
    pub(crate) fn written(&self) -> usize {
        self.next
    }
}

/// Returns the seats as one of them counts: itself first, then in the order of turns.
#[inline]
pub(crate) fn around(seat: Seat, seats: u8) -> impl Iterator<Item = Seat> {
    let mut next = seat;
    (0..seats).map(move |_| {
        let this = next;
        next = next.next(seats);
        this
    })
}

/// Returns how many places after `from` a seat sits.
#[inline]
pub(crate) fn distance(from: Seat, to: Seat, seats: u8) -> usize {
    let seats = usize::from(seats);
    (to.index() + seats - from.index()) % seats
}

/// A game with numbers, whatever its kind.
pub(crate) trait Encoding: Send + Sync {
    fn action_count(&self) -> usize;
    fn action_id(&self, action: &CheckedAction) -> Option<usize>;
    fn action(&self, id: usize) -> Option<CheckedAction>;
    fn action_id_of_text(&self, text: &str) -> Result<Option<usize>, hotdice_core::Unreadable>;
    fn roll_count(&self) -> usize;
    fn roll_id(&self, roll: &CheckedRoll) -> Option<usize>;
    fn roll(&self, id: usize) -> Option<CheckedRoll>;
    fn layout(&self, seats: u8) -> Vec<Field>;
    /// Writes what a seat observes and returns how many numbers that were; nothing for a position of another game.
    fn observe(&self, position: &dyn AnyPosition, seat: Seat, out: &mut [f32]) -> Option<usize>;
}

struct EncodingOf<G>(G);

impl<G: Encoded> Encoding for EncodingOf<G> {
    fn action_count(&self) -> usize {
        self.0.action_count()
    }

    fn action_id(&self, action: &CheckedAction) -> Option<usize> {
        self.0.action_id(action.value()?)
    }

    fn action(&self, id: usize) -> Option<CheckedAction> {
        Some(CheckedAction::new(&self.0, self.0.action(id)?))
    }

    fn action_id_of_text(&self, text: &str) -> Result<Option<usize>, hotdice_core::Unreadable> {
        Ok(self.0.action_id(&self.0.read_action(text)?))
    }

    fn roll_count(&self) -> usize {
        self.0.roll_count()
    }

    fn roll_id(&self, roll: &CheckedRoll) -> Option<usize> {
        self.0.roll_id(roll.value()?)
    }

    fn roll(&self, id: usize) -> Option<CheckedRoll> {
        Some(CheckedRoll::new(&self.0, self.0.roll(id)?, &[]))
    }

    fn layout(&self, seats: u8) -> Vec<Field> {
        self.0.layout(seats)
    }

    fn observe(&self, position: &dyn AnyPosition, seat: Seat, out: &mut [f32]) -> Option<usize> {
        let position: &Position<G> = position.as_any().downcast_ref()?;
        let mut row = Row::new(out);
        self.0.observe(Position::state(position), seat, &mut row);
        Some(row.written())
    }
}

/// Does something with a game of a kind that has numbers.
pub(crate) trait WithEncoded {
    type Output;
    fn run<G: Encoded>(self, game: &G) -> Self::Output;
}

/// Looks for the kind of a game; nothing for one that has no numbers. This is the only place that does.
pub(crate) fn with_encoded<W: WithEncoded>(game: &dyn AnyGame, with: W) -> Option<W::Output> {
    let kind = game.as_any();
    Some(if let Some(game) = kind.downcast_ref::<PushLuck>() {
        with.run(game)
    } else if let Some(game) = kind.downcast_ref::<Yatzy>() {
        with.run(game)
    } else if let Some(game) = kind.downcast_ref::<Pig>() {
        with.run(game)
    } else if let Some(game) = kind.downcast_ref::<ShutTheBox>() {
        with.run(game)
    } else if let Some(game) = kind.downcast_ref::<TriDice>() {
        with.run(game)
    } else {
        return None;
    })
}

/// Returns the numbers of a game; nothing for one whose family has none yet.
pub(crate) fn encoding(game: &dyn AnyGame) -> Option<Arc<dyn Encoding>> {
    struct Erase;
    impl WithEncoded for Erase {
        type Output = Arc<dyn Encoding>;
        fn run<G: Encoded>(self, game: &G) -> Self::Output {
            Arc::new(EncodingOf(game.clone()))
        }
    }
    with_encoded(game, Erase)
}

/// Returns the seat that a field of a layout is about, in words.
pub(crate) fn seat_name(place: usize) -> String {
    match place {
        0 => "own".to_owned(),
        place => format!("next{place}"),
    }
}

/// Returns the points of all seats as one of them counts.
pub(crate) fn points_around<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
) -> impl Iterator<Item = f32> {
    let seats = game.seated(state);
    around(seat, seats).map(move |seat| game.points(state, seat) as f32)
}
