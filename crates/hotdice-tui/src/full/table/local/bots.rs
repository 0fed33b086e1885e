//! Bots at this terminal: they think beside the screen.

use std::sync::Arc;

use hotdice_bots::{Bot, Level, Library, seat};
use hotdice_core::{AnyGame, AnyPosition, CheckedAction, Line, Name, Seat};

use super::super::super::job::Job;
use super::super::super::screen::Cx;
use super::super::sitting::{Moment, MomentKind};
use super::Local;

/// A bot in a seat; nobody yet if it has never been asked.
pub(super) struct Seated {
    level: Level,
    bot: Option<Box<dyn Bot>>,
}

/// What a bot chose, and the bot itself.
pub(super) type Thought = Result<(Option<CheckedAction>, Box<dyn Bot>), String>;

impl Seated {
    /// Returns the bot that a name stands for, if it does for one.
    pub(super) fn of(name: &Name) -> Option<Self> {
        let level = name.as_str().strip_prefix("bot:")?.parse().ok()?;
        Some(Self { level, bot: None })
    }
}

impl Local {
    /// Lets a bot think, or takes what it has thought of.
    pub(super) fn think(&mut self, seat: Seat, cx: &mut Cx) -> Option<Moment> {
        let Some(job) = &mut self.thinking else {
            self.thinking = Some(self.ask_bot(seat, cx)?);
            return None;
        };
        let thought = job.poll()?;
        self.thinking = None;
        let (action, bot) = match thought.map_err(|broken| broken.to_string()).flatten() {
            Ok(thought) => thought,
            Err(why) => return self.step_in(seat, &why, cx),
        };
        if let Some(seated) = &mut self.bots[seat.index()] {
            seated.bot = Some(bot);
        }
        match self.start.game.act(&action?) {
            Ok(acted) => Some(self.happened(acted.story, MomentKind::Acted, false, cx)),
            Err(refused) => self.step_in(seat, &refused.to_string(), cx),
        }
    }

    fn ask_bot(&mut self, seat: Seat, cx: &Cx) -> Option<Job<Thought>> {
        let seated = self.bots[seat.index()].as_mut()?;
        let task = Task {
            bot: seated.bot.take(),
            level: seated.level,
            seats: self.start.game.names().len() as u8,
            game: self.start.game.game().clone(),
            position: self.start.game.position().boxed_clone(),
            library: cx.backstage.library(),
            seed: [seat.index() as u8; 32],
        };
        Some(Job::start(&cx.bell, move || task.think()))
    }

    /// Puts an easier bot in the place of one that cannot play.
    fn step_in(&mut self, seat: Seat, why: &str, cx: &mut Cx) -> Option<Moment> {
        let seated = self.bots[seat.index()].as_mut()?;
        if seated.level == Level::Random {
            cx.complain(format!("The bot does not move: {why}"));
            return None;
        }
        seated.level = match seated.level {
            Level::Perfect | Level::Strong => Level::Careful,
            _ => Level::Random,
        };
        let text = format!("The bot plays at an easier level from now on: {why}");
        let (story, kind) = (vec![Line::from(text)], MomentKind::Other);
        Some(Moment {
            story,
            kind,
            own: false,
        })
    }
}

/// A move to be thought about.
struct Task {
    bot: Option<Box<dyn Bot>>,
    level: Level,
    seats: u8,
    game: Arc<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    library: Arc<dyn Library>,
    seed: [u8; 32],
}

impl Task {
    fn think(self) -> Thought {
        let mut bot = match self.bot {
            Some(bot) => bot,
            None => {
                let seated = seat(
                    &*self.game,
                    self.level,
                    self.seats,
                    &*self.library,
                    self.seed,
                );
                seated.map_err(|why| why.to_string())?
            }
        };
        Ok((bot.choose(&*self.position), bot))
    }
}
