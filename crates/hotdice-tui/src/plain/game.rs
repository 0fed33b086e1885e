//! A game from the first roll to the last.

mod answer;

use std::io;

use hotdice_core::{CheckedAction, Dice, Line, Name, Record, Seat, SeatSet, Span, Turn, Viewer};
use hotdice_table::{DiceSource, Match};

use super::Console;
use super::company::Company;
use super::draw::{self, Offers};
use answer::Answer;

/// Keeps a game safe while it is played.
pub trait Keeper {
    /// Writes the game down as it stands.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep(&mut self, record: &Record) -> io::Result<()>;
}

/// How a game was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It is over.
    Finished,
    /// The players stopped and want to go on later.
    Paused,
    /// The players stopped for good.
    Abandoned,
    /// There was no more input.
    InputEnded,
}

/// Plays a game until it is over or left.
///
/// # Errors
/// When input or output fail.
pub fn play(
    console: &mut Console<'_>,
    game: &mut Match,
    dice: &mut dyn DiceSource,
    keeper: &mut dyn Keeper,
    company: &mut Company<'_>,
) -> io::Result<Ending> {
    let names = game.names().to_vec();
    let mut session = Session {
        console,
        game,
        names,
        keeper,
        company,
        last_board: None,
        last_dice: None,
        warned: false,
    };
    session.run(dice)
}

/// Says who has won.
#[must_use]
pub fn who_won(winners: SeatSet, names: &[Name]) -> String {
    let winners: Vec<&str> = winners.iter().map(|seat| draw::name(names, seat)).collect();
    match winners.as_slice() {
        [winner] if names.len() == 1 => format!("The game is over, {winner}."),
        [winner] => format!("{winner} wins!"),
        [all @ .., last] => format!("{} and {last} share the win.", all.join(", ")),
        [] => "Nobody wins.".to_owned(),
    }
}

/// A game that is played, and what has been shown of it.
struct Session<'a, 'b, 'c> {
    console: &'a mut Console<'b>,
    game: &'a mut Match,
    names: Vec<Name>,
    keeper: &'a mut dyn Keeper,
    company: &'a mut Company<'c>,
    /// Whose turn it was and how the board looked when it was last shown.
    last_board: Option<(Option<Seat>, Vec<String>)>,
    /// The dice that the story has just shown.
    last_dice: Option<Dice>,
    warned: bool,
}

impl Session<'_, '_, '_> {
    fn run(&mut self, dice: &mut dyn DiceSource) -> io::Result<Ending> {
        self.keep()?;
        loop {
            self.show_board_if_changed()?;
            match self.game.turn() {
                Turn::Over(standing) => {
                    let result = who_won(standing.winners, &self.names);
                    self.console.announce(&result)?;
                    return Ok(Ending::Finished);
                }
                Turn::Roll => {
                    let rolled = self.game.roll(dice).map_err(io::Error::other)?;
                    self.tell(&rolled.story)?;
                    self.keep()?;
                }
                Turn::Decide(seat) => {
                    if let Some(action) = self.company.choose(seat, self.game.position()) {
                        self.act_for_bot(&action)?;
                    } else if let Answer::Leave(ending) = self.decide(seat)? {
                        return Ok(ending);
                    }
                }
            }
        }
    }

    fn act_for_bot(&mut self, action: &CheckedAction) -> io::Result<()> {
        let acted = self.game.act(action).map_err(io::Error::other)?;
        self.tell(&acted.story)?;
        self.keep()
    }

    /// Keeps the game, and says so once if that fails.
    fn keep(&mut self) -> io::Result<()> {
        match self.keeper.keep(&self.game.record()) {
            Err(error) if !self.warned => {
                self.warned = true;
                self.console.say(&format!(
                    "This game cannot be saved ({error}). It goes on all the same."
                ))
            }
            _ => Ok(()),
        }
    }

    fn tell(&mut self, story: &[Line]) -> io::Result<()> {
        let dice = story
            .iter()
            .flat_map(|line| &line.spans)
            .find_map(|span| match span {
                Span::Dice(dice) => Some(*dice),
                Span::Text(_) | Span::Seat(_) => None,
            });
        self.last_dice = dice.or(self.last_dice);
        story.iter().try_for_each(|line| {
            let text = draw::line(line, &self.names);
            self.console.say_in_tone(line.tone, &text)
        })
    }

    /// Shows the score board whenever the turn has passed on or something was written on it.
    fn show_board_if_changed(&mut self) -> io::Result<()> {
        let scene = self.game.scene(Viewer::Spectator);
        let board = draw::board(&scene, &self.names, Offers::Hidden);
        let shown = Some((scene.turn, board.clone()));
        if self.last_board == shown {
            return Ok(());
        }
        self.last_board = shown;
        self.show_board(&board)?;
        if let Some(seat) = scene.turn {
            let name = draw::name(&self.names, seat).to_owned();
            self.console.announce(&format!("\n--- {name}'s turn ---"))?;
        }
        Ok(())
    }

    fn show_board(&mut self, lines: &[String]) -> io::Result<()> {
        self.console.announce("\nScore board")?;
        lines.iter().try_for_each(|line| self.console.say(line))
    }
}
