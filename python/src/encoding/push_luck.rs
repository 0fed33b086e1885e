//! Push your luck: 0 rolls, 1 banks, 2 accepts, 3 declines, 4 picks up, 5 begins afresh; from 6 on handfuls of one to six
//! dice are kept. Rolls are handfuls of one to six dice, then the cards, then the seats.

use hotdice_core::{Game, Seat};
use hotdice_games::push_luck::{Action, Card, DeckKind, Phase, PushLuck, Roll, State};

use super::{Encoded, Field, Row, around, distance, field};
use crate::handfuls::{self, HANDFULS};

/// The number of the first keep.
pub(crate) const KEEPS: usize = 6;

/// The actions before the keeps.
const PLAIN: [Action; KEEPS] = [
    Action::Roll,
    Action::Bank,
    Action::Accept,
    Action::Decline,
    Action::PickUp,
    Action::Fresh,
];

/// How many handfuls have at least one die.
const FULL_HANDS: usize = HANDFULS - 1;

/// How many phases there are.
pub(crate) const PHASES: usize = 8;

/// Returns the place of a phase in an observation.
pub(crate) const fn phase_place(phase: Phase) -> usize {
    match phase {
        Phase::First => 0,
        Phase::Draw => 1,
        Phase::Answer => 2,
        Phase::PickUp { .. } => 3,
        Phase::Roll(_) => 4,
        Phase::Choose { .. } => 5,
        Phase::Kept { .. } => 6,
        Phase::Over => 7,
    }
}

impl Encoded for PushLuck {
    fn action_count(&self) -> usize {
        KEEPS + FULL_HANDS
    }

    /// Every part of six dice but none of them, and banking.
    fn most_legal(&self) -> usize {
        64
    }

    fn action_id(&self, action: &Action) -> Option<usize> {
        match action {
            Action::Keep(dice) => Some(KEEPS + handfuls::number(*dice)?.checked_sub(1)?),
            plain => PLAIN.iter().position(|known| known == plain),
        }
    }

    fn action(&self, id: usize) -> Option<Action> {
        match id.checked_sub(KEEPS) {
            None => PLAIN.get(id).copied(),
            Some(keep) => handfuls::handful(keep + 1).map(Action::Keep),
        }
    }

    fn roll_count(&self) -> usize {
        FULL_HANDS + Card::ALL.len() + usize::from(Seat::MOST)
    }

    fn roll_id(&self, roll: &Roll) -> Option<usize> {
        match roll {
            Roll::Dice(dice) => handfuls::number(*dice)?.checked_sub(1),
            Roll::Card(card) => {
                let place = Card::ALL.iter().position(|known| known == card)?;
                Some(FULL_HANDS + place)
            }
            Roll::First(seat) => Some(FULL_HANDS + Card::ALL.len() + seat.index()),
        }
    }

    fn roll(&self, id: usize) -> Option<Roll> {
        let Some(other) = id.checked_sub(FULL_HANDS) else {
            return handfuls::handful(id + 1).map(Roll::Dice);
        };
        match other.checked_sub(Card::ALL.len()) {
            None => Card::ALL.get(other).copied().map(Roll::Card),
            Some(seat) => Seat::new(u8::try_from(seat).ok()?).map(Roll::First),
        }
    }

    fn layout(&self, seats: u8) -> Vec<Field> {
        let seats = usize::from(seats);
        let target = self.rules().target as f32;
        let mut fields = vec![
            field(
                "phase",
                PHASES,
                1.0,
                "first, draw, answer, pick-up, roll, choose, kept or over",
            ),
            field(
                "scores",
                seats,
                target,
                "points banked by every seat, own first",
            ),
            field(
                "busts",
                seats,
                1.0,
                "busts in a row of every seat, own first, where they cost something",
            ),
            field("turn", seats, 1.0, "whose turn it is, own first"),
            field("closer", seats, 1.0, "who began the final round, own first"),
            field("total", 1, target, "points set aside this turn"),
            field(
                "kept_points",
                1,
                target,
                "points of the dice kept from this roll",
            ),
            field(
                "left_points",
                1,
                target,
                "points that the seat before left to pick up",
            ),
            field("dice", 1, 6.0, "dice about to be rolled or to be picked up"),
            field("roll", 6, 6.0, "1s to 6s on the table"),
            field("kept", 6, 6.0, "1s to 6s kept from the table"),
        ];
        if self.rules().deck != DeckKind::None {
            fields.extend([
                field("card", 8, 1.0, "the card under which the turn is played"),
                field("passed", 1, 1.0, "1 after a pass under the card"),
                field("deck", 8, 12.0, "cards left to draw, of each kind"),
            ]);
        }
        fields
    }

    fn observe(&self, state: &State, seat: Seat, row: &mut Row<'_>) {
        let seats = self.seated(state);
        let places = usize::from(seats);
        let target = self.rules().target as f32;
        let phase = state.phase();
        let (dice, left_points) = match phase {
            Phase::Roll(dice) => (dice, 0),
            Phase::PickUp { total, dice } => (dice, total),
            _ => (0, 0),
        };
        let (roll, kept) = match phase {
            Phase::Choose { roll } => (roll.counts(), None),
            Phase::Kept { roll, kept } => (roll.counts(), Some(kept)),
            _ => ([0; 6], None),
        };
        let kept_points = kept.and_then(|kept| self.scorer().keep(kept)).unwrap_or(0);
        row.one_hot(Some(phase_place(phase)), PHASES);
        row.scaled(
            around(seat, seats).map(|seat| state.score(seat) as f32),
            target,
        );
        row.scaled(
            around(seat, seats).map(|seat| f32::from(state.busts(seat))),
            1.0,
        );
        row.one_hot(Some(distance(seat, state.seat(), seats)), places);
        let closer = state.closer().map(|closer| distance(seat, closer, seats));
        row.one_hot(closer, places);
        row.push(state.total() as f32 / target);
        row.push(kept_points as f32 / target);
        row.push(left_points as f32 / target);
        row.push(f32::from(dice) / 6.0);
        row.scaled(roll.map(f32::from), 6.0);
        let kept = kept.map_or([0; 6], |kept| kept.counts());
        row.scaled(kept.map(f32::from), 6.0);
        if self.rules().deck != DeckKind::None {
            let card = state.card();
            let place = card.and_then(|card| Card::ALL.iter().position(|known| *known == card));
            row.one_hot(place, Card::ALL.len());
            row.push(f32::from(u8::from(state.has_passed())));
            row.scaled(state.cards_left().map(f32::from), 12.0);
        }
    }
}
