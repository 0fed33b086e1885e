//! How good a position looks without looking ahead.

use hotdice_core::Seat;
use hotdice_games::tridice::{CellSet, TriDice};

use super::position::SearchPosition;

/// The most that a guess is worth: less than any win that is seen.
const MOST: f32 = 0.9;

/// What dice are worth, tuned by matches.
struct Weights {
    /// A die more, as a share of all dice.
    material: f32,
    /// A die in hand, which cannot be captured but does nothing.
    in_hand: f32,
    /// A cell that a die can go to.
    mobility: f32,
    /// A cell that a die can go to without danger.
    haven: f32,
    /// A die that cannot move.
    stuck: f32,
    /// An own die that the enemy can capture, with the turn and without.
    threatened: [f32; 2],
}

const WEIGHTS: Weights = Weights {
    material: 5.0,
    in_hand: 0.35,
    mobility: 0.02,
    haven: 0.03,
    stuck: -0.15,
    threatened: [-0.15, -0.6],
};

/// Returns how good a position looks for the mover, from −1, lost, to 1, won.
pub(super) fn guess(game: &TriDice, field: &SearchPosition) -> f32 {
    let (own, enemy) = (field.mover(), field.mover().next(2));
    let (own_reach, enemy_reach) = (reach(game, field, own), reach(game, field, enemy));
    let [own_dice, enemy_dice] = [own, enemy].map(|seat| f32::from(field.dice_left(seat)));
    let material = WEIGHTS.material * (own_dice - enemy_dice) / (own_dice + enemy_dice);
    let own_side = side(field, own, &own_reach, enemy_reach.cells, 0);
    let enemy_side = side(field, enemy, &enemy_reach, own_reach.cells, 1);
    squeezed(material + own_side - enemy_side)
}

/// Where the dice of a player can go.
struct Mobility {
    cells: CellSet,
    moves: u8,
    stuck: u8,
}

fn reach(game: &TriDice, field: &SearchPosition, seat: Seat) -> Mobility {
    let none = Mobility {
        cells: CellSet::NONE,
        moves: 0,
        stuck: 0,
    };
    field.cells_of(seat).iter().fold(none, |reach, from| {
        let targets = field.targets(game, seat, from);
        Mobility {
            cells: reach.cells.or(targets),
            moves: reach.moves + targets.len(),
            stuck: reach.stuck + u8::from(targets.is_empty()),
        }
    })
}

/// Returns what one player's dice are worth beside their number.
fn side(
    field: &SearchPosition,
    seat: Seat,
    reach: &Mobility,
    danger: CellSet,
    waits: usize,
) -> f32 {
    let threatened = field.cells_of(seat).and(danger).len();
    let havens = reach.cells.without(danger).len();
    WEIGHTS.in_hand * f32::from(field.hand(seat))
        + WEIGHTS.mobility * f32::from(reach.moves)
        + WEIGHTS.haven * f32::from(havens)
        + WEIGHTS.stuck * f32::from(reach.stuck)
        + WEIGHTS.threatened[waits] * f32::from(threatened)
}

/// Returns a number between −1 and 1 that grows with `sum`.
fn squeezed(sum: f32) -> f32 {
    MOST * sum / (1.0 + sum.abs())
}
