//! `roll 1`, `shut 3 5`, `3 4`, and states as `open=1,2,9 totals=12,0 turn=2 round=1 next=shut:45`.

use hotdice_core::{Dice, Fields, Notation, Unreadable, write_rules};

use super::{Action, PARAMETERS, Phase, ShutTheBox, State, TileSet};

impl Notation for ShutTheBox {
    fn rules_line(&self) -> String {
        write_rules("shut-the-box", &Self::USUAL, PARAMETERS, self).to_string()
    }

    fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Roll(dice) => format!("roll {dice}"),
            Action::Shut(tiles) => format!("shut {tiles}"),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let action = match word {
            "roll" => rest.trim().parse().ok().map(Action::Roll),
            "shut" => read_tiles(rest.split_whitespace()).map(Action::Shut),
            _ => None,
        };
        action.ok_or_else(|| {
            Unreadable::new(
                text,
                "use roll 1, roll 2, or shut and the tiles, as shut 3 5",
            )
        })
    }

    fn write_roll(&self, roll: &Dice) -> String {
        roll.to_string()
    }

    fn read_roll(&self, text: &str) -> Result<Dice, Unreadable> {
        let dice: Option<Dice> = text.trim().parse().ok();
        dice.filter(|dice| (1..=2).contains(&dice.len()))
            .ok_or_else(|| Unreadable::new(text, "use one die or two, as 3 4"))
    }

    fn write_state(&self, state: &State) -> String {
        let open: Vec<String> = state.open.iter().map(|tile| tile.to_string()).collect();
        let open = if open.is_empty() {
            "-".to_owned()
        } else {
            open.join(",")
        };
        let totals: Vec<String> = state.totals.iter().map(u16::to_string).collect();
        let (totals, seat, round) = (totals.join(","), state.seat, state.round);
        let next = match state.phase {
            Phase::ChoosingDice => "dice".to_owned(),
            Phase::Rolling { dice } => format!("roll:{dice}"),
            Phase::Shutting { dice } => format!("shut:{}", dice.digits()),
            Phase::Over => "over".to_owned(),
        };
        format!("open={open} totals={totals} turn={seat} round={round} next={next}")
    }

    fn read_state(&self, text: &str) -> Result<State, Unreadable> {
        let mut fields = Fields::new(text)?;
        let state = State {
            open: fields.take("open", |tiles| match tiles {
                "-" => Some(TileSet::default()),
                tiles => read_tiles(tiles.split(',')),
            })?,
            totals: fields.take("totals", |totals| {
                totals.split(',').map(|total| total.parse().ok()).collect()
            })?,
            seat: fields.take("turn", |seat| seat.parse().ok())?,
            round: fields.take("round", |round| round.parse().ok())?,
            phase: fields.take("next", read_phase)?,
        };
        match self.flaw(&state) {
            Some(flaw) => Err(fields.refuse(flaw)),
            None => fields.finish().map(|()| state),
        }
    }
}

/// Reads tiles that all differ, at least one.
fn read_tiles<'a>(numbers: impl Iterator<Item = &'a str>) -> Option<TileSet> {
    let mut tiles = TileSet::default();
    for number in numbers {
        tiles = tiles.with(number.parse().ok()?)?;
    }
    (!tiles.is_empty()).then_some(tiles)
}

fn read_phase(text: &str) -> Option<Phase> {
    match text.split_once(':') {
        None if text == "dice" => Some(Phase::ChoosingDice),
        None if text == "over" => Some(Phase::Over),
        Some(("roll", dice)) => {
            let dice = dice.parse().ok()?;
            Some(Phase::Rolling { dice })
        }
        Some(("shut", dice)) => {
            let dice = dice.parse().ok()?;
            Some(Phase::Shutting { dice })
        }
        _ => None,
    }
}

impl ShutTheBox {
    /// Says why no game of these rules comes to this state.
    fn flaw(&self, state: &State) -> Option<&'static str> {
        let all = TileSet::up_to(self.tiles);
        let seats = state.totals.len();
        let turn = state.seat.index();
        let turns_before = |seat: usize| {
            let played = seat < turn || (seat == turn && state.phase == Phase::Over);
            u16::from(state.round - 1) + u16::from(played)
        };
        if !u8::try_from(seats).is_ok_and(|seats| self.seats.contains(seats)) {
            Some("these rules do not allow that many seats")
        } else if turn >= seats {
            Some("there is no such seat")
        } else if !(1..=self.rounds).contains(&state.round) {
            Some("there is no such round")
        } else if !state.open.without(all).is_empty() {
            Some("there are no such tiles")
        } else if (0..seats).any(|seat| state.totals[seat] > turns_before(seat) * all.sum()) {
            Some("nobody can have left that much open yet")
        } else {
            self.phase_flaw(state)
        }
    }

    fn phase_flaw(&self, state: &State) -> Option<&'static str> {
        let before_roll = self.before_roll(state.open);
        let rolls = |dice: u8| match before_roll {
            Phase::ChoosingDice => (1..=2).contains(&dice),
            only => only == Phase::Rolling { dice },
        };
        let is_last_turn =
            state.round == self.rounds && state.seat.index() + 1 == state.totals.len();
        let is_shut = state.open.is_empty();
        match state.phase {
            Phase::Over if is_last_turn || (is_shut && self.shut_wins) => None,
            Phase::Over => Some("the game is not over while somebody has a turn left"),
            _ if is_shut => Some("a turn ends when every tile is shut"),
            Phase::ChoosingDice if before_roll != Phase::ChoosingDice => {
                Some("there is no choice between one die and two here")
            }
            Phase::Rolling { dice } if !rolls(dice) => {
                Some("these rules do not roll that many dice here")
            }
            Phase::Shutting { dice } if !rolls(dice.len()) => {
                Some("these rules do not roll that many dice here")
            }
            Phase::Shutting { dice } if !self.fits(state.open, dice) => {
                Some("no open tiles add up to these dice: the turn is over")
            }
            Phase::ChoosingDice | Phase::Rolling { .. } | Phase::Shutting { .. } => None,
        }
    }
}
