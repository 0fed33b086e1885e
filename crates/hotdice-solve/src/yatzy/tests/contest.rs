//! Turns that are worked out side by side, against the chances of every action.

use hotdice_core::{Dice, Seat};
use hotdice_games::yatzy::{Action, Phase, State};

use super::super::Effort;
use super::super::contest::{Contender, ContenderGroup};
use super::super::levels::LANES;
use super::super::policy::{Policy, decide};
use super::super::rest::standing;
use super::super::simulate::GameInPlay;
use super::super::solved::{rolls_of, written};
use super::winning::winning;
use super::{SMALL, follow, game};

/// A sheet with more open boxes than those whose rest is known exactly, and every joker.
const LONG: &str = "yahtzee(dice=2,rolls=2,boxes=ones+twos+sixes+twin:sets-2:50+run:run-2:20+chance,bonus=10/7,joker=free)";

#[test]
fn turns_side_by_side_choose_the_best_action() {
    for (line, seats) in SMALL.iter().map(|line| (line, 2)).chain([(&LONG, 3)]) {
        let (game, winning) = (game(line), winning(line, seats, Effort::OneTurn));
        let rests = winning.rests();
        let layout = rests.layout();
        let mut turns = Vec::new();
        follow(&game, seats, 12, |state| {
            if let Phase::Choosing { dice } = state.phase() {
                turns.push((state.clone(), dice));
            }
        });
        // As many boxes are filled in all lanes, which are different games.
        let filled = |(state, _): &(State, Dice)| state.column(state.seat()).filled();
        turns.sort_by_key(filled);
        let alike = turns.chunk_by(|one, other| filled(one) == filled(other));
        for group in alike.flat_map(|alike| alike.chunks(LANES)) {
            let saved = layout.levels[filled(&group[0])].saved;
            let mut policy = Policy::new(layout, layout.rolls - 1 + saved - 1);
            let contenders: [Contender; LANES] = std::array::from_fn(|lane| {
                let (state, _) = &group[lane.min(group.len() - 1)];
                let column = state.column(state.seat());
                let (sheet, saved) = standing(layout, column);
                let player = GameInPlay {
                    sheet,
                    saved: saved as u16,
                    points: written(&game, column) as u16,
                };
                let others = Seat::all(seats).filter(|seat| *seat != state.seat());
                let others: Vec<_> = others
                    .map(|seat| rests.of_column(state.column(seat)))
                    .collect();
                Contender::against(&player, &others)
            });
            policy.work_out_for(layout, ContenderGroup::new(rests, &contenders));
            for (lane, (state, dice)) in group.iter().enumerate() {
                let rolls = rolls_of(state);
                let roll = usize::from(layout.lattice.place(*dice));
                let keep = decide(layout, &policy, lane, rolls, roll);
                let rank = roll - layout.lattice.full();
                let (place, ..) = contenders[lane].written(rests, rolls, rank);
                let is_chosen = |action: &Action| match action {
                    Action::Hold(held) => usize::from(layout.lattice.place(*held)) == keep,
                    Action::Place(index) => keep == roll && *index == layout.boxes.all[place].index,
                };
                let values = winning.action_values(state);
                let best = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
                let chosen = values.iter().find(|(action, _)| is_chosen(action));
                let (action, value) = chosen.expect("a legal action");
                assert!(
                    best - value < 1e-12,
                    "{line} {state:?}: {action:?} is worth {value}, not {best}"
                );
            }
        }
    }
}
