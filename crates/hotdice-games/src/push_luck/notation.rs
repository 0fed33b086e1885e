//! `keep 1 5 5`, `roll`, `bank`, `accept`, `decline`, `pick-up`, `fresh`; rolls as `1 1 5`, `card must-pass` or `first 2`; states as
//! `scores=0,350 turn=2 total=150 next=choose:1134`.

use hotdice_core::{Dice, Fields, Notation, Seat, Unreadable, with_commas, write_rules};

use super::cards::{Card, Deck, DeckKind};
use super::rules::{BustPenalty, End, First, PARAMETERS, Piggyback};
use super::scoring::DICE;
use super::state::{Phase, Player, State};
use super::{Action, PushLuck, Roll};

/// Of how many rolls beyond the target points are read.
///
/// Hot dice let a turn go on without end, but not in play. Even for a player who only wants to go on, and under the kindest
/// rules, the chance that the next roll pays too is below three in four; so a turn of 200 rolls comes up less than once in
/// 10²⁴ turns, and here each of them would have to be the best roll there is.
const MOST_ROLLS: u32 = 200;

/// The largest number of points that is read under any rules: small enough that sums of a few of them fit their type.
const MOST_POINTS: u32 = 100_000_000;

impl Notation for PushLuck {
    fn rules_line(&self) -> String {
        let named = self.named;
        write_rules(named.preset.name, &named.rules, PARAMETERS, self.rules()).to_string()
    }

    fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Keep(dice) => format!("keep {dice}"),
            Action::Roll => "roll".to_owned(),
            Action::Bank => "bank".to_owned(),
            Action::Accept => "accept".to_owned(),
            Action::Decline => "decline".to_owned(),
            Action::PickUp => "pick-up".to_owned(),
            Action::Fresh => "fresh".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let trimmed = text.trim();
        let (verb, dice) = trimmed.split_once(' ').unwrap_or((trimmed, ""));
        match (verb, dice) {
            ("keep", dice) => read_dice(text, dice).map(Action::Keep),
            ("roll", "") => Ok(Action::Roll),
            ("bank", "") => Ok(Action::Bank),
            ("accept", "") => Ok(Action::Accept),
            ("decline", "") => Ok(Action::Decline),
            ("pick-up", "") => Ok(Action::PickUp),
            ("fresh", "") => Ok(Action::Fresh),
            _ if self.rules().piggyback == Piggyback::Yes => Err(Unreadable::new(
                text,
                "use keep and dice (keep 1 5), roll, bank, pick-up or fresh",
            )),
            _ if self.rules().deck == DeckKind::None => Err(Unreadable::new(
                text,
                "use keep and dice (keep 1 5), roll or bank",
            )),
            _ => Err(Unreadable::new(
                text,
                "use keep and dice (keep 1 5), roll, bank, accept or decline",
            )),
        }
    }

    fn write_roll(&self, roll: &Roll) -> String {
        match roll {
            Roll::First(seat) => format!("first {seat}"),
            Roll::Card(card) => format!("card {card}"),
            Roll::Dice(dice) => dice.to_string(),
        }
    }

    fn read_roll(&self, text: &str) -> Result<Roll, Unreadable> {
        let unknown = |_| Unreadable::new(text, "there is no such seat or card");
        match text.trim().split_once(' ') {
            Some(("first", seat)) => {
                let seat = seat.parse().map_err(|_| unknown(()))?;
                Ok(Roll::First(seat))
            }
            Some(("card", card)) => card.parse().map(Roll::Card).map_err(unknown),
            _ => read_dice(text, text).map(Roll::Dice),
        }
    }

    fn write_state(&self, state: &State) -> String {
        let list = |of: fn(&Player) -> u32| join(state.players.iter().map(of));
        let mut text = format!("scores={} turn={}", list(|player| player.score), state.seat);
        let mut field = |name: &str, value: String| {
            text.extend([" ", name, "=", &value]);
        };
        if self.rules().busts != BustPenalty::None {
            field("busts", list(|player| u32::from(player.busts)));
        }
        if self.rules().deck != DeckKind::None {
            field("deck", join(state.deck.counts().map(u32::from)));
        }
        if let Some(closer) = state.closer {
            field("closer", closer.to_string());
        }
        if let Some(card) = state.card {
            field("card", card.to_string());
        }
        if state.passed {
            field("passed", "yes".to_owned());
        }
        field("total", state.total.to_string());
        field("next", state.phase.write());
        text
    }

    fn read_state(&self, text: &str) -> Result<State, Unreadable> {
        let mut fields = Fields::new(text)?;
        let scores = fields.take("scores", read_numbers)?;
        let state = State {
            seat: fields.take("turn", |seat| seat.parse().ok())?,
            total: fields.take("total", read_number)?,
            card: fields.take_if_there("card", |card| card.parse().ok())?,
            passed: fields.take_if_there("passed", |word| (word == "yes").then_some(()))?
                == Some(()),
            deck: self.read_deck(&mut fields)?,
            closer: fields.take_if_there("closer", |seat| seat.parse().ok())?,
            phase: fields.take("next", Phase::read)?,
            players: self.read_players(&mut fields, &scores)?,
        };
        if points(&state).any(|points| points > self.most_points()) {
            let most = with_commas(self.most_points());
            let reason = format!("no turn and no score gets beyond {most} points in this game");
            return Err(fields.refuse(reason));
        }
        match self.flaw(&state) {
            Some(flaw) => Err(fields.refuse(flaw)),
            None => fields.finish().map(|()| state),
        }
    }
}

/// Lists everything in a state that is counted in points.
fn points(state: &State) -> impl Iterator<Item = u32> + '_ {
    let left = match state.phase {
        Phase::PickUp { total, dice: _ } => Some(total),
        _ => None,
    };
    let scores = state.players.iter().map(|player| player.score);
    scores.chain([state.total]).chain(left)
}

impl PushLuck {
    /// Returns the most points that a score or the total of a turn is read with.
    fn most_points(&self) -> u32 {
        let rolls = MOST_ROLLS.saturating_mul(self.scorer().most_points());
        rolls.saturating_add(self.rules().target).min(MOST_POINTS)
    }

    fn read_players(
        &self,
        fields: &mut Fields<'_>,
        scores: &[u32],
    ) -> Result<Vec<Player>, Unreadable> {
        let busts = match self.rules().busts {
            BustPenalty::None => vec![0; scores.len()],
            BustPenalty::InARow(most, _) => fields.take("busts", |busts| {
                let busts = read_numbers(busts)?;
                let fits = busts.len() == scores.len();
                let fewer = busts.iter().all(|&busts| busts < u32::from(most));
                (fits && fewer).then_some(busts)
            })?,
        };
        let players = std::iter::zip(scores, busts).map(|(&score, busts)| Player {
            score,
            busts: busts as u8,
        });
        Ok(players.collect())
    }

    fn read_deck(&self, fields: &mut Fields<'_>) -> Result<Deck, Unreadable> {
        let kind = self.rules().deck;
        match kind {
            DeckKind::None => Ok(Deck::new(kind)),
            DeckKind::Small | DeckKind::Full => fields.take("deck", |counts| {
                let counts = read_numbers(counts)?
                    .into_iter()
                    .map(|count| u8::try_from(count).ok());
                let counts: Vec<u8> = counts.collect::<Option<_>>()?;
                Deck::from_counts(counts.try_into().ok()?, kind)
            }),
        }
    }

    /// Says why no game of these rules comes to this state.
    fn flaw(&self, state: &State) -> Option<&'static str> {
        let seats = u8::try_from(state.players.len()).ok();
        let is_there = |seat: Seat| seat.index() < state.players.len();
        if !seats.is_some_and(|seats| self.rules().seats.contains(seats)) {
            return Some("these rules do not allow that many seats");
        }
        if !is_there(state.seat) || !state.closer.is_none_or(is_there) {
            return Some("there is no such seat");
        }
        self.flaw_of_scores(state)
            .or_else(|| self.flaw_of_card(state))
            .or_else(|| self.flaw_of_phase(state))
    }

    fn flaw_of_scores(&self, state: &State) -> Option<&'static str> {
        let target = self.rules().target;
        let over = state.phase == Phase::Over;
        let reached = state.players.iter().any(|player| player.score >= target);
        match self.rules().end {
            End::FinalRound if over && state.closer != Some(state.seat) => {
                Some("the final round ends when the turn is back at its closer")
            }
            End::FinalRound if !over && state.closer == Some(state.seat) => {
                Some("the closer has no turn in the final round")
            }
            End::FinalRound if reached && state.closer.is_none() => {
                Some("the seat that reached the target is the closer")
            }
            End::FinalRound => None,
            End::OnRoll | End::OnBank if state.closer.is_some() => {
                Some("these rules have no final round")
            }
            End::OnRoll | End::OnBank if over != reached => {
                Some("the game is over when, and only when, a seat reaches the target")
            }
            End::OnRoll | End::OnBank => None,
        }
    }

    fn flaw_of_card(&self, state: &State) -> Option<&'static str> {
        let drawn = match state.phase {
            Phase::First | Phase::Draw | Phase::PickUp { .. } | Phase::Over => {
                state.card.is_none() && !state.passed
            }
            Phase::Answer => state.card == Some(Card::StrikesBack) && !state.passed,
            Phase::Roll(_) | Phase::Choose { .. } | Phase::Kept { .. } => self.can_hold(state.card),
        };
        match (drawn, state.card) {
            (false, _) => Some("that card cannot lie there now"),
            (true, None) if state.passed => Some("only cards are passed under"),
            _ => None,
        }
    }

    /// Tells whether a turn can go on under this card.
    fn can_hold(&self, card: Option<Card>) -> bool {
        match (self.rules().deck, card) {
            (DeckKind::None, card) => card.is_none(),
            (_, None | Some(Card::NoCheese)) => false,
            (deck, Some(card)) => Deck::new(deck).left().any(|(known, _)| known == card),
        }
    }

    fn flaw_of_phase(&self, state: &State) -> Option<&'static str> {
        let has_deck = self.rules().deck != DeckKind::None;
        let possible = match state.phase {
            Phase::First => self.rules().first == First::Random && state.closer.is_none(),
            Phase::Draw => has_deck,
            Phase::Answer | Phase::Over => true,
            Phase::PickUp { total, dice } => self.can_be_left(state, total, dice),
            Phase::Roll(dice) => (1..=DICE).contains(&dice) && (dice == DICE || state.total > 0),
            Phase::Choose { roll } => self.can_lie(state, roll),
            Phase::Kept { roll, kept } => {
                let ends = roll == kept && self.pass_ends_turn(state);
                self.can_lie(state, roll) && self.check_keep(state, roll, kept).is_ok() && !ends
            }
        };
        let begun = matches!(
            state.phase,
            Phase::Roll(_) | Phase::Choose { .. } | Phase::Kept { .. }
        );
        if !possible {
            Some("the dice cannot lie like that")
        } else if state.total > 0 && !begun {
            Some("no points are set aside before the first roll")
        } else {
            None
        }
    }

    /// Tells whether the seat before the one in turn can have banked this total and left these dice.
    fn can_be_left(&self, state: &State, total: u32, dice: u8) -> bool {
        let seats = state.seats();
        let last = Seat::all(seats).find(|seat| seat.next(seats) == state.seat);
        let has_banked = last.is_some_and(|last| (1..=state.score(last)).contains(&total));
        let is_left = seats > 1 && (1..DICE).contains(&dice);
        self.rules().piggyback == Piggyback::Yes && is_left && has_banked
    }

    /// Tells whether a player can be asked what to do with this roll.
    fn can_lie(&self, state: &State, roll: Dice) -> bool {
        let worth = self.scorer().worth(roll);
        let reached = state.score(state.seat) + state.total + worth.points;
        let wins = self.rules().end == End::OnRoll && reached >= self.rules().target;
        let fits = roll.len() == DICE || roll.len() < DICE && state.total > 0;
        fits && !worth.scoring.is_empty() && !wins
    }
}

impl Phase {
    fn write(self) -> String {
        match self {
            Self::First => "first".to_owned(),
            Self::Draw => "draw".to_owned(),
            Self::Answer => "answer".to_owned(),
            Self::PickUp { total, dice } => format!("pick-up:{total}:{dice}"),
            Self::Roll(dice) => format!("roll:{dice}"),
            Self::Choose { roll } => format!("choose:{}", roll.digits()),
            Self::Kept { roll, kept } => format!("kept:{}:{}", roll.digits(), kept.digits()),
            Self::Over => "over".to_owned(),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let mut words = text.split(':');
        let phase = match words.next()? {
            "first" => Self::First,
            "draw" => Self::Draw,
            "answer" => Self::Answer,
            "pick-up" => Self::PickUp {
                total: read_number(words.next()?)?,
                dice: words.next()?.parse().ok()?,
            },
            "roll" => Self::Roll(words.next()?.parse().ok()?),
            "choose" => Self::Choose {
                roll: words.next()?.parse().ok()?,
            },
            "kept" => Self::Kept {
                roll: words.next()?.parse().ok()?,
                kept: words.next()?.parse().ok()?,
            },
            "over" => Self::Over,
            _ => return None,
        };
        words.next().is_none().then_some(phase)
    }
}

fn join(numbers: impl IntoIterator<Item = u32>) -> String {
    let numbers: Vec<String> = numbers
        .into_iter()
        .map(|number| number.to_string())
        .collect();
    numbers.join(",")
}

fn read_numbers(list: &str) -> Option<Vec<u32>> {
    list.split(',').map(read_number).collect()
}

fn read_number(text: &str) -> Option<u32> {
    text.parse().ok()
}

fn read_dice(text: &str, dice: &str) -> Result<Dice, Unreadable> {
    dice.parse()
        .map_err(|error: hotdice_core::DiceError| Unreadable::new(text, error.to_string()))
}
