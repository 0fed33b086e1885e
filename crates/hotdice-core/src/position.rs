//! A game in progress that accepts only what the rules allow.

use crate::{Game, Seat, SeatRange, SeatSet, Standing, Turn};

/// A state of a game, reached by legal actions and possible rolls only.
#[derive(Clone, Debug, PartialEq)]
pub struct Position<G: Game> {
    game: G,
    state: G::State,
    /// How the players ended the game, if they did: by agreement, or by giving up.
    ended: Option<Standing>,
    resigned: SeatSet,
}

/// A number of seats that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given} at the table, but these rules need {}", allowed.in_words())]
pub struct SeatsRefused {
    /// The number of seats that was asked for.
    pub given: u8,
    /// The numbers that are allowed.
    pub allowed: SeatRange,
}

/// An action that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActRefused<R: std::error::Error> {
    /// The dice have to be rolled first.
    #[error("roll the dice first")]
    NotRolled,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(R),
}

/// A roll that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RollRefused {
    /// A player has to choose first.
    #[error("a player has to choose before the dice are rolled again")]
    NotRolling,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// No throw of the dice in hand can show this.
    #[error("that cannot be rolled here")]
    Impossible,
}

/// An agreement that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("you can't agree on a draw here")]
pub struct AgreementRefused;

/// A player who cannot give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResignRefused {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Nobody sits there who could.
    #[error("nobody in that seat can resign")]
    NobodyThere,
    /// Nobody would win.
    #[error("you're playing alone: leave the game instead")]
    Alone,
}

impl<G: Game> Position<G> {
    /// Returns the position before the first event at a table of `seats`.
    ///
    /// # Errors
    /// When the rules do not allow that many seats.
    pub fn new(game: G, seats: u8) -> Result<Self, SeatsRefused> {
        let allowed = game.seats();
        if !allowed.contains(seats) {
            let given = seats;
            return Err(SeatsRefused { given, allowed });
        }
        let state = game.start(seats);
        Ok(Self::from_state(game, state))
    }

    /// Returns a position that goes on from `state`, one that the game itself produced or read.
    #[must_use]
    pub fn from_state(game: G, state: G::State) -> Self {
        Self {
            game,
            state,
            ended: None,
            resigned: SeatSet::default(),
        }
    }

    /// Returns the rules.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the state.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Says what the position waits for.
    #[must_use]
    pub fn turn(&self) -> Turn {
        match self.ended {
            Some(standing) => Turn::Over(standing),
            None => self.game.turn(&self.state),
        }
    }

    /// Tells whether the players ended the game, and not its rules.
    pub(crate) fn is_ended_by_players(&self) -> bool {
        self.ended.is_some()
    }

    /// Says why an action is not legal here.
    ///
    /// # Errors
    /// When no player has to choose, or the rules do not allow it.
    pub fn check(&self, action: &G::Action) -> Result<(), ActRefused<G::Refusal>> {
        match self.turn() {
            Turn::Decide(_) => {}
            Turn::Roll => return Err(ActRefused::NotRolled),
            Turn::Over(_) => return Err(ActRefused::Over),
        }
        let checked = self.game.check(&self.state, action);
        checked.map_err(ActRefused::Illegal)
    }

    /// Says why a roll is not possible here.
    ///
    /// # Errors
    /// When no dice have to be rolled, or no throw shows this.
    pub fn check_roll(&self, roll: &G::Roll) -> Result<(), RollRefused> {
        match self.turn() {
            Turn::Roll if self.game.is_possible(&self.state, roll) => Ok(()),
            Turn::Roll => Err(RollRefused::Impossible),
            Turn::Decide(_) => Err(RollRefused::NotRolling),
            Turn::Over(_) => Err(RollRefused::Over),
        }
    }

    /// Applies an action.
    ///
    /// # Errors
    /// When the action is not legal here; the position is then unchanged.
    pub fn act(&mut self, action: &G::Action) -> Result<(), ActRefused<G::Refusal>> {
        self.check(action)?;
        self.game.act(&mut self.state, action);
        Ok(())
    }

    /// Applies a roll.
    ///
    /// # Errors
    /// When the roll is not possible here; the position is then unchanged.
    pub fn settle(&mut self, roll: &G::Roll) -> Result<(), RollRefused> {
        self.check_roll(roll)?;
        self.game.settle(&mut self.state, roll);
        Ok(())
    }

    /// Ends the game because all players agree to.
    ///
    /// # Errors
    /// When the rules do not allow it; the position is then unchanged.
    pub fn agree(&mut self) -> Result<(), AgreementRefused> {
        match self.turn() {
            Turn::Over(_) => Err(AgreementRefused),
            Turn::Decide(_) | Turn::Roll => {
                let standing = self.game.agreement(&self.state);
                self.ended = Some(standing.ok_or(AgreementRefused)?);
                Ok(())
            }
        }
    }

    /// Notes that the player of a seat gives up. The last seat that has not wins; until then the game goes on, and
    /// somebody else plays for those who gave up.
    ///
    /// # Errors
    /// When the game is over, nobody sits there, the player has given up before, or nobody else plays; the position is
    /// then unchanged.
    pub fn resign(&mut self, seat: Seat) -> Result<(), ResignRefused> {
        let seats = self.game.seated(&self.state);
        if matches!(self.turn(), Turn::Over(_)) {
            return Err(ResignRefused::Over);
        }
        if seat.index() >= usize::from(seats) || self.resigned.contains(seat) {
            return Err(ResignRefused::NobodyThere);
        }
        if seats == 1 {
            return Err(ResignRefused::Alone);
        }
        self.resigned = self.resigned.iter().chain([seat]).collect();
        let mut left = Seat::all(seats).filter(|&each| !self.resigned.contains(each));
        if let (Some(last), None) = (left.next(), left.next()) {
            self.ended = Some(Standing::won_by(last));
        }
        Ok(())
    }
}
