//! Push your luck: farkle, zilch, Pass the Cheese and the house rules between them.
//!
//! Roll six dice, keep some that score, then bank or roll the rest; a roll that scores nothing loses the turn.
//! All games of the family are one engine with different [`Rules`].

mod cards;
mod explain;
mod notation;
mod presets;
mod rules;
mod scoring;
mod show;
mod state;
mod turn;

use std::sync::Arc;

use hotdice_core::{
    AnyGame, Dice, Game, Odds, Open, RulesError, RulesLine, Seat, SeatRange, Standing, Throw, Turn,
    Viewer, read_rules,
};

pub use cards::{Card, DeckKind};
pub use rules::{
    BankTakes, BustPenalty, Count, End, First, Hot, Kinds, Opens, Piggyback, Rules, ShortStraights,
};
pub use scoring::{Scorer, Worth};
pub use state::{Phase, State};

use crate::registry::Family;
use cards::Deck;
use presets::{NAMED, Named, PRESETS, Voice};
use rules::PARAMETERS;
use state::Player;

/// The family for the registry.
pub const FAMILY: Family = Family {
    name: "push-your-luck",
    presets: PRESETS,
    small: &[
        "farkle-minimal(fives=0,target=500)",
        "farkle(fives=0,kinds=100/200/300,target=400,opening=300)",
        "cheese(fives=0,target=300,end=final-round)",
    ],
    read: |line| Ok(Arc::new(PushLuck::read(line)?) as Arc<dyn AnyGame>),
};

/// A push-your-luck game.
#[derive(Clone, Debug, PartialEq)]
pub struct PushLuck {
    named: &'static Named,
    scorer: Arc<Scorer>,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Keeps dice of the roll on the table.
    Keep(Dice),
    /// Rolls the dice that were not kept, or all six when all have been.
    Roll,
    /// Adds the turn total to the score and ends the turn.
    Bank,
    /// Plays the card that was drawn.
    Accept,
    /// Draws another card instead.
    Decline,
    /// Goes on with the dice and the total that the last player left.
    PickUp,
    /// Begins with six dice instead.
    Fresh,
}

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roll {
    /// The seat that begins.
    First(Seat),
    /// The card that is drawn.
    Card(Card),
    /// The dice that are rolled.
    Dice(Dice),
}

/// Why an action is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No dice were named.
    #[error("keep at least one die that scores")]
    NothingKept,
    /// Dice were named that were not rolled.
    #[error("you can't keep {missing}: the roll is {roll}")]
    NotOnTheTable {
        /// The dice that are not there.
        missing: Dice,
        /// The dice that are.
        roll: Dice,
    },
    /// Dice were named that do not score.
    #[error("{idle} would not score: keep only dice that do, here {scoring}")]
    Idle {
        /// The dice that would lie idle.
        idle: Dice,
        /// The dice of the roll that score.
        scoring: Dice,
    },
    /// The card asks for every scoring die.
    #[error("this card makes you keep every die that scores: keep {scoring}")]
    MustKeepAll {
        /// The dice to keep.
        scoring: Dice,
    },
    /// Nothing has been kept from this roll yet.
    #[error("first keep at least one die that scores")]
    KeepFirst,
    /// Dice have been kept from this roll already.
    #[error("you have already kept dice from this roll: roll on, bank or undo")]
    AlreadyKept,
    /// The turn total is too small.
    #[error("{total} points are not enough to bank: you need {least}")]
    TooFew {
        /// What the turn would bank.
        total: u32,
        /// What it takes.
        least: u32,
    },
    /// The card does not allow banking.
    #[error("{} doesn't let you bank now. {}", .0.title(), .0.effect())]
    CardForbids(Card),
    /// All six dice are kept and must be rolled.
    #[error("banking would use all six dice, and hot dice must be rolled again: keep fewer")]
    HotDiceRoll,
    /// There is a card to answer.
    #[error("first accept or decline the card")]
    AnswerFirst,
    /// There are dice to pick up or to leave.
    #[error("first pick up the dice that were left (pick-up), or start with six (fresh)")]
    PickUpFirst,
    /// There is nothing to pick up.
    #[error("there is nothing to pick up now")]
    NothingLeft,
    /// There is no card to answer.
    #[error("there is no card to accept or decline")]
    NoCard,
    /// The seat leads alone.
    #[error("nobody else leads, so the cheese has nobody to strike: decline the card")]
    NobodyToStrike,
}

impl PushLuck {
    /// Makes the game that a rules line describes.
    ///
    /// # Errors
    /// When the line names no game of the family or its parameters cannot be used.
    pub fn read(line: &RulesLine) -> Result<Self, RulesError> {
        let named = NAMED.iter().find(|named| named.preset.name == line.name);
        let named = named.ok_or_else(|| RulesError::UnknownGame {
            name: line.name.clone(),
            nearest: None,
        })?;
        let rules = read_rules(named.rules.clone(), PARAMETERS, line)?.check()?;
        let scorer = Arc::new(Scorer::new(&rules));
        Ok(Self { named, scorer })
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.scorer.rules()
    }

    /// Returns the scorer of these rules.
    #[must_use]
    pub fn scorer(&self) -> &Scorer {
        &self.scorer
    }

    fn voice(&self) -> &'static Voice {
        &self.named.voice
    }

    /// Returns in how many of all throws of `dice` dice nothing scores, and how many throws there are.
    #[must_use]
    pub fn bust_odds(&self, dice: u8) -> (u64, u64) {
        let odds = Odds::of_dice(dice);
        let busts = odds.weight(|roll| self.scorer().worth(*roll).points == 0);
        (busts, odds.total())
    }
}

impl Game for PushLuck {
    type State = State;
    type Action = Action;
    type Roll = Roll;
    type View = Open<State>;
    type Refusal = Refusal;

    fn seats(&self) -> SeatRange {
        self.rules().seats
    }

    fn start(&self, seats: u8) -> State {
        let mut state = State {
            players: vec![Player::default(); usize::from(seats)],
            seat: Seat::FIRST,
            total: 0,
            card: None,
            passed: false,
            deck: Deck::new(self.rules().deck),
            closer: None,
            phase: Phase::First,
        };
        if self.rules().first == First::Entered {
            self.begin_turn(&mut state, Seat::FIRST);
        }
        state
    }

    fn seated(&self, state: &State) -> u8 {
        state.seats()
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::First | Phase::Draw | Phase::Roll(_) => Turn::Roll,
            Phase::Answer | Phase::PickUp { .. } | Phase::Choose { .. } | Phase::Kept { .. } => {
                Turn::Decide(state.seat)
            }
            Phase::Over => Turn::Over(Standing {
                winners: state.leaders(self.rules()),
            }),
        }
    }

    fn for_each_action(&self, state: &State, mut visit: impl FnMut(Action)) {
        match state.phase {
            Phase::Answer => {
                if !state.leads_alone(self.rules()) {
                    visit(Action::Accept);
                }
                visit(Action::Decline);
            }
            Phase::PickUp { .. } => [Action::PickUp, Action::Fresh]
                .into_iter()
                .for_each(&mut visit),
            Phase::Choose { roll } => {
                self.for_each_keep(state, roll, |keep| visit(Action::Keep(keep)));
            }
            Phase::Kept { .. } => visit(Action::Roll),
            Phase::First | Phase::Draw | Phase::Roll(_) | Phase::Over => {}
        }
        if self.check_bank(state).is_ok() {
            visit(Action::Bank);
        }
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Refusal> {
        match (action, state.phase) {
            (Action::Accept, Phase::Answer) if state.leads_alone(self.rules()) => {
                Err(Refusal::NobodyToStrike)
            }
            (Action::Accept | Action::Decline, Phase::Answer) => Ok(()),
            (_, Phase::Answer) => Err(Refusal::AnswerFirst),
            (Action::Accept | Action::Decline, _) => Err(Refusal::NoCard),
            (Action::PickUp | Action::Fresh, Phase::PickUp { .. }) => Ok(()),
            (_, Phase::PickUp { .. }) => Err(Refusal::PickUpFirst),
            (Action::PickUp | Action::Fresh, _) => Err(Refusal::NothingLeft),
            (Action::Bank, _) => self.check_bank(state),
            (Action::Keep(keep), Phase::Choose { roll }) => self.check_keep(state, roll, *keep),
            (Action::Keep(_), _) => Err(Refusal::AlreadyKept),
            (Action::Roll, Phase::Kept { .. }) => Ok(()),
            (Action::Roll, _) => Err(Refusal::KeepFirst),
        }
    }

    fn act(&self, state: &mut State, action: &Action) {
        self.apply(state, *action);
    }

    fn for_each_roll(&self, state: &State, mut visit: impl FnMut(Roll, u64)) {
        match state.phase {
            Phase::First => Seat::all(state.seats()).for_each(|seat| visit(Roll::First(seat), 1)),
            Phase::Draw => self
                .deck_to_draw(state)
                .left()
                .for_each(|(card, count)| visit(Roll::Card(card), u64::from(count))),
            Phase::Roll(dice) => Odds::of_dice(dice)
                .iter()
                .for_each(|(roll, weight)| visit(Roll::Dice(*roll), weight)),
            Phase::Answer
            | Phase::PickUp { .. }
            | Phase::Choose { .. }
            | Phase::Kept { .. }
            | Phase::Over => {}
        }
    }

    fn is_possible(&self, state: &State, roll: &Roll) -> bool {
        match (roll, state.phase) {
            (Roll::First(seat), Phase::First) => seat.index() < state.players.len(),
            (Roll::Card(card), Phase::Draw) => self
                .deck_to_draw(state)
                .left()
                .any(|(left, _)| left == *card),
            (Roll::Dice(roll), Phase::Roll(dice)) => roll.len() == dice,
            _ => false,
        }
    }

    fn throw(&self, state: &State) -> Throw {
        match state.phase {
            Phase::First => one_die(u16::from(state.seats())),
            Phase::Draw => one_die(self.deck_to_draw(state).len()),
            Phase::Roll(dice) => Throw { dice, sides: 6 },
            Phase::Answer
            | Phase::PickUp { .. }
            | Phase::Choose { .. }
            | Phase::Kept { .. }
            | Phase::Over => one_die(1),
        }
    }

    fn read_throw(&self, state: &State, lying: &[u16]) -> Roll {
        match state.phase {
            Phase::First => {
                let seat = Seat::all(state.seats()).nth(usize::from(lying[0]));
                Roll::First(seat.expect("a seat for each side"))
            }
            Phase::Draw => {
                let card = self.deck_to_draw(state).card_at(lying[0]);
                Roll::Card(card.expect("a card for each side"))
            }
            _ => Roll::Dice(Dice::lying(lying)),
        }
    }

    fn settle(&self, state: &mut State, roll: &Roll) {
        match *roll {
            Roll::First(seat) => self.begin_turn(state, seat),
            Roll::Card(card) => self.settle_card(state, card),
            Roll::Dice(dice) => self.settle_dice(state, dice),
        }
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        self.rules().counted(state.score(seat)) as i32
    }

    /// Caps points beyond the target, which win as the target does unless there is a final round.
    fn canonical(&self, state: &State) -> State {
        let mut state = state.clone();
        if self.rules().end != End::FinalRound {
            let target = self.rules().target;
            let missing = target.saturating_sub(state.score(state.seat));
            let least = self.rules().least_to_bank(state.score(state.seat));
            let most = missing.max(least);
            state.total = state.total.min(most);
            if let Phase::PickUp { total, .. } = &mut state.phase {
                *total = (*total).min(most);
            }
            for player in &mut state.players {
                player.score = player.score.min(target);
            }
        }
        state
    }

    fn view(&self, state: &State, _viewer: Viewer) -> Open<State> {
        Open(state.clone())
    }
}

const fn one_die(sides: u16) -> Throw {
    Throw { dice: 1, sides }
}
