//! A turn from its first roll to its last: what is allowed, and what it does.

use hotdice_core::{Dice, Seat};

use super::PushLuck;
use super::cards::{Card, Deck, DeckKind, STRIKE};
use super::rules::{BankTakes, BustPenalty, End, Hot, Piggyback};
use super::scoring::{DICE, Worth};
use super::state::{Phase, Player, State};
use super::{Action, Refusal};

impl PushLuck {
    /// Begins the turn of `seat`.
    pub(super) fn begin_turn(&self, state: &mut State, seat: Seat) {
        state.seat = seat;
        state.total = 0;
        state.card = None;
        state.passed = false;
        state.phase = match self.rules().deck {
            DeckKind::None => Phase::Roll(DICE),
            DeckKind::Small | DeckKind::Full => Phase::Draw,
        };
    }

    /// Hands the dice to the next seat, or ends the game when the final round is over.
    fn end_turn(&self, state: &mut State) {
        let next = state.seat.next(state.seats());
        self.begin_turn(state, next);
        if state.closer == Some(next) {
            finish(state);
        }
    }

    /// Adds the turn total to the score, and ends the turn or the game; so many dice are left.
    fn bank(&self, state: &mut State, left: u8) {
        let points = state.total;
        let player = state.player();
        player.score += points;
        player.busts = 0;
        let has_reached = player.score >= self.rules().target;
        if has_reached && self.rules().end != End::FinalRound {
            return finish(state);
        }
        let seat = state.seat;
        if has_reached {
            state.closer.get_or_insert(seat);
        }
        self.end_turn(state);
        let is_offered = self.rules().piggyback == Piggyback::Yes && left > 0 && state.seat != seat;
        if is_offered && state.phase != Phase::Over {
            state.phase = Phase::PickUp {
                total: points,
                dice: left,
            };
        }
    }

    fn bust(&self, state: &mut State) {
        let player = state.player();
        if let BustPenalty::InARow(most, points) = self.rules().busts {
            player.busts += 1;
            if player.busts == most {
                let score = player.score - points.min(self.rules().counted(player.score));
                *player = Player { score, busts: 0 };
            }
        }
        self.end_turn(state);
    }

    /// Draws a card.
    pub(super) fn settle_card(&self, state: &mut State, card: Card) {
        state.deck = self.deck_to_draw(state);
        state.deck.draw(card);
        state.card = Some(card);
        match card {
            Card::NoCheese => self.end_turn(state),
            Card::StrikesBack => state.phase = Phase::Answer,
            _ => state.phase = Phase::Roll(DICE),
        }
    }

    pub(super) fn deck_to_draw(&self, state: &State) -> Deck {
        state.deck.refilled(self.rules().deck)
    }

    /// Puts rolled dice on the table.
    pub(super) fn settle_dice(&self, state: &mut State, roll: Dice) {
        let worth = self.scorer().worth(roll);
        if worth.points == 0 {
            return match state.card {
                Some(Card::MustCut) => self.bank(state, 0),
                _ => self.bust(state),
            };
        }
        let reached = state.score(state.seat) + state.total + worth.points;
        if self.rules().end == End::OnRoll && reached >= self.rules().target {
            state.player().score = reached;
            finish(state);
        } else if worth.is_for_nothing() {
            state.total += worth.points;
        } else {
            state.phase = Phase::Choose { roll };
        }
    }

    /// Says why dice may not be kept from a roll.
    pub(super) fn check_keep(&self, state: &State, roll: Dice, keep: Dice) -> Result<(), Refusal> {
        let missing = keep.beyond(roll);
        let idle = match self.scorer().keep(keep) {
            Some(_) => Dice::NONE,
            None => keep.beyond(self.scorer().worth(keep).scoring),
        };
        let scoring = self.scorer().worth(roll).scoring;
        if keep.is_empty() {
            Err(Refusal::NothingKept)
        } else if !missing.is_empty() {
            Err(Refusal::NotOnTheTable { missing, roll })
        } else if !idle.is_empty() {
            Err(Refusal::Idle { idle, scoring })
        } else if state.card == Some(Card::MustCut) && keep != scoring {
            Err(Refusal::MustKeepAll { scoring })
        } else {
            Ok(())
        }
    }

    /// Visits every keep that a roll allows.
    pub(super) fn for_each_keep(&self, state: &State, roll: Dice, mut visit: impl FnMut(Dice)) {
        if state.card == Some(Card::MustCut) {
            return visit(self.scorer().worth(roll).scoring);
        }
        roll.for_each_part(|part| {
            if self.scorer().keep(part).is_some() {
                visit(part);
            }
        });
    }

    /// Says why the seat in turn may not bank now.
    pub(super) fn check_bank(&self, state: &State) -> Result<(), Refusal> {
        let aside = self.banked(state)?;
        let passes = self.is_pass(state, aside.scoring);
        let ends = passes && self.pass_ends_turn(state);
        match state.card {
            Some(card @ (Card::MustCut | Card::DoubleCheese)) if !ends => {
                return Err(Refusal::CardForbids(card));
            }
            Some(card @ (Card::MustPass | Card::StrikesBack)) if !passes && !state.passed => {
                return Err(Refusal::CardForbids(card));
            }
            _ => {}
        }
        let total = self.total_with(state, aside);
        let least = self.rules().least_to_bank(state.score(state.seat));
        if passes && self.rules().hot == Hot::Forced && !ends {
            Err(Refusal::HotDiceRoll)
        } else if total < least && !ends {
            Err(Refusal::TooFew { total, least })
        } else {
            Ok(())
        }
    }

    /// Returns what banking counts of the roll on the table.
    pub(super) fn banked(&self, state: &State) -> Result<Worth, Refusal> {
        match (state.phase, self.rules().bank_takes) {
            (Phase::Kept { roll, .. } | Phase::Choose { roll }, BankTakes::Roll) => {
                Ok(self.scorer().worth(roll))
            }
            (Phase::Kept { kept, .. }, BankTakes::Kept) => Ok(self.kept(kept)),
            _ => Err(Refusal::KeepFirst),
        }
    }

    /// Returns what a legal keep is worth, all its dice taken.
    pub(super) fn kept(&self, dice: Dice) -> Worth {
        Worth {
            points: self.scorer().keep(dice).unwrap_or(0),
            scoring: dice,
        }
    }

    /// Tells whether all six dice are kept once these dice of the roll on the table are.
    pub(super) fn is_pass(&self, state: &State, aside: Dice) -> bool {
        match state.phase {
            Phase::Choose { roll } | Phase::Kept { roll, .. } => roll == aside,
            _ => false,
        }
    }

    /// Tells whether keeping the sixth die now ends the turn.
    pub(super) fn pass_ends_turn(&self, state: &State) -> bool {
        match state.card {
            Some(Card::MustCut) => false,
            Some(Card::DoubleCheese) => state.passed,
            _ => self.rules().hot == Hot::EndsTurn,
        }
    }

    /// Applies a legal action.
    pub(super) fn apply(&self, state: &mut State, action: Action) {
        match (action, state.phase) {
            (Action::Accept, _) => state.phase = Phase::Roll(DICE),
            (Action::Decline, _) => {
                state.card = None;
                state.phase = Phase::Draw;
            }
            (Action::Keep(keep), Phase::Choose { roll }) => {
                if roll == keep && self.pass_ends_turn(state) {
                    self.set_aside(state, self.kept(keep));
                    self.bank(state, 0);
                } else {
                    state.phase = Phase::Kept { roll, kept: keep };
                }
            }
            (Action::Roll, Phase::Kept { roll, kept }) => {
                self.set_aside(state, self.kept(kept));
                let left = roll.len() - kept.len();
                state.phase = Phase::Roll(if left == 0 { DICE } else { left });
            }
            (Action::Bank, Phase::Choose { roll } | Phase::Kept { roll, .. }) => {
                if let Ok(aside) = self.banked(state) {
                    self.set_aside(state, aside);
                    self.bank(state, roll.len() - aside.scoring.len());
                }
            }
            (Action::PickUp, Phase::PickUp { total, dice }) => {
                state.total = total;
                state.phase = Phase::Roll(dice);
            }
            (Action::Fresh, _) => state.phase = Phase::Roll(DICE),
            (Action::Keep(_) | Action::Roll | Action::Bank | Action::PickUp, _) => {}
        }
    }

    /// Returns the turn total once these dice of the roll on the table are set aside, with what a card pays for a pass.
    pub(super) fn total_with(&self, state: &State, aside: Worth) -> u32 {
        let total = state.total + aside.points;
        match (state.card, self.is_pass(state, aside.scoring), state.passed) {
            (Some(Card::DoubleCheese), true, true) => 2 * total,
            (Some(card), true, false) => total + card.bonus(),
            _ => total,
        }
    }

    /// Moves dice of the roll on the table to those set aside, with all that a pass brings.
    fn set_aside(&self, state: &mut State, aside: Worth) {
        let passes = self.is_pass(state, aside.scoring);
        state.total = self.total_with(state, aside);
        if passes && state.card == Some(Card::StrikesBack) && !state.passed {
            self.strike(state);
        }
        state.passed |= passes && state.card.is_some();
    }

    /// Takes points from every other seat that leads.
    fn strike(&self, state: &mut State) {
        let leaders = state.leaders(self.rules());
        for leader in leaders.iter().filter(|leader| *leader != state.seat) {
            let score = &mut state.players[leader.index()].score;
            *score -= STRIKE.min(self.rules().counted(*score));
        }
    }
}

/// Ends the game; whoever has most has won.
fn finish(state: &mut State) {
    state.total = 0;
    state.card = None;
    state.passed = false;
    state.phase = Phase::Over;
}
