//! A game on this terminal: people who take turns at it, and bots.

mod bots;

use std::path::PathBuf;

use hotdice_core::{
    Dice, DiceOrigin, Face, GameEventKind, Line, Name, RecordEvent, Seat, Turn, Viewer,
};
use hotdice_table::Match;

use super::super::job::Job;
use super::super::screen::{Cx, Screen};
use super::coach::Coach;
use super::sitting::{Coaching, Connection, Leaving, Moment, MomentKind, Sitting, Stage, Standing};
use super::start::Start;
use crate::backstage::Trouble;
use bots::{Seated, Thought};

/// A game on this terminal.
pub(super) struct Local {
    start: Start,
    standing: Standing,
    /// What was told of the last choice and is still to be shown.
    told: Option<Vec<Line>>,
    bots: Vec<Option<Seated>>,
    thinking: Option<Job<Thought>>,
    coach: Option<Coach>,
    /// Whether it was said that the game cannot be saved.
    warned: bool,
}

impl Local {
    /// Sits down at a game.
    pub(super) fn new(start: Start, cx: &mut Cx) -> Self {
        let bots = start.game.names().iter().map(Seated::of);
        let mut local = Self {
            bots: bots.collect(),
            standing: standing(&start.game, &[]),
            start,
            told: None,
            thinking: None,
            coach: None,
            warned: false,
        };
        local.keep(cx);
        local.look();
        local
    }

    /// Looks at the table again.
    fn look(&mut self) {
        let bots: Vec<bool> = self.bots.iter().map(Option::is_some).collect();
        self.standing = standing(&self.start.game, &bots);
    }

    /// Keeps the game, and says so once if that fails.
    fn keep(&mut self, cx: &mut Cx) {
        if let Err(error) = self.start.keep()
            && !self.warned
        {
            self.warned = true;
            cx.complain(format!(
                "This game cannot be saved ({error}). It goes on all the same."
            ));
        }
    }

    fn happened(&mut self, story: Vec<Line>, kind: MomentKind, own: bool, cx: &mut Cx) -> Moment {
        self.keep(cx);
        self.look();
        self.follow();
        Moment { story, kind, own }
    }

    /// Lets the coach know how things stand.
    fn follow(&self) {
        if let Some(coach) = &self.coach {
            let game = &self.start.game;
            coach.follow(game.log().len(), game.position(), self.player());
        }
    }

    /// Returns the seat whose chances are followed: the first that is no bot.
    fn player(&self) -> Seat {
        let people = self.bots.iter().position(Option::is_none);
        let seat = people.and_then(|place| Seat::new(place as u8));
        seat.unwrap_or(Seat::FIRST)
    }

    fn roll(&mut self, cx: &mut Cx) -> Option<Moment> {
        match self.start.game.roll(&mut *self.start.dice) {
            Ok(rolled) => {
                let dice = dice_of(&rolled.kind);
                Some(self.happened(rolled.story, MomentKind::Rolled(dice), false, cx))
            }
            Err(error) => {
                cx.complain(error);
                None
            }
        }
    }
}

impl Sitting for Local {
    fn next(&mut self, cx: &mut Cx) -> Option<Moment> {
        if let Some(coach) = &mut self.coach {
            coach.read();
        }
        if let Some(story) = self.told.take() {
            return Some(self.happened(story, MomentKind::Acted, true, cx));
        }
        match self.start.game.turn() {
            Turn::Roll => self.roll(cx),
            Turn::Decide(seat) if self.bots[seat.index()].is_some() => self.think(seat, cx),
            Turn::Decide(_) | Turn::Over(_) => None,
        }
    }

    fn standing(&self) -> &Standing {
        &self.standing
    }

    fn act(&mut self, notation: &str, _cx: &mut Cx) -> Result<(), Trouble> {
        let action = self.start.game.read_action(notation)?;
        self.told = Some(self.start.game.act(&action)?.story);
        Ok(())
    }

    fn undo(&mut self, cx: &mut Cx) -> Result<(), Trouble> {
        self.start.game.undo()?;
        if let Some(coach) = &mut self.coach {
            coach.forget(self.start.game.log().len());
        }
        self.keep(cx);
        self.look();
        Ok(())
    }

    fn may_undo(&self) -> bool {
        true
    }

    /// A bot cannot be asked, and nobody agrees in its place.
    fn may_draw(&self) -> bool {
        self.bots.iter().all(Option::is_none)
            && self.start.game.position().boxed_clone().agree().is_ok()
    }

    /// Ends the game in a draw: everybody sits here and has been asked.
    fn offer_draw(&mut self, cx: &mut Cx) -> Result<(), Trouble> {
        self.start.game.agree()?;
        self.keep(cx);
        self.look();
        Ok(())
    }

    fn may_coach(&self) -> bool {
        self.bots.iter().filter(|bot| bot.is_none()).count() <= 1
    }

    fn coach(&mut self, cx: &mut Cx) -> Coaching {
        let (game, player) = (&self.start.game, self.player());
        let is_new = self.coach.is_none();
        let coach = self.coach.get_or_insert_with(|| {
            let seats = game.names().len() as u8;
            Coach::hire(game.game().clone(), seats, cx.backstage.library(), &cx.bell)
        });
        let said = coach.about(game.log().len(), game.position());
        if is_new {
            tell_all(coach, game, player);
        }
        said
    }

    fn course(&self) -> &[f64] {
        self.coach.as_ref().map_or(&[], Coach::course)
    }

    fn record(&mut self, _cx: &mut Cx) -> Option<Result<String, Trouble>> {
        match self.start.game.turn() {
            Turn::Over(_) => Some(Ok(self.start.game.record().to_string())),
            Turn::Roll | Turn::Decide(_) => None,
        }
    }

    fn rematch(&mut self, cx: &mut Cx) -> Option<Result<Box<dyn Screen>, Trouble>> {
        let names = self.start.game.names().to_vec();
        let names = next_round(names);
        let game = self.start.game.game().clone();
        let start = Start::fresh(game, names, &*cx.backstage);
        Some(start.and_then(|start| super::begin(start, cx)))
    }

    fn place(&self) -> Option<PathBuf> {
        Some(self.start.kept.place().to_owned())
    }

    fn leave(&mut self, how: Leaving, cx: &mut Cx) {
        let place = self.start.kept.place().display().to_string();
        match (how, self.start.game.turn()) {
            (Leaving::Abandon, _) => {
                if let Err(trouble) = self.start.kept.abandon() {
                    cx.complain(trouble);
                }
            }
            (Leaving::Pause, Turn::Over(_)) => cx.parting.push(format!(
                "The record is in {place}\nSee it again: hotdice replay '{place}'"
            )),
            (Leaving::Pause, _) => cx.parting.push(format!(
                "The game is saved in {place}\nGo on with: hotdice play --resume '{place}'"
            )),
        }
    }
}

/// Whoever was second begins the next game.
fn next_round(mut names: Vec<Name>) -> Vec<Name> {
    if names.len() > 1 {
        names.rotate_left(1);
    }
    names
}

fn dice_of(event: &GameEventKind) -> Option<Dice> {
    let GameEventKind::Rolled { dice, .. } = event else {
        return None;
    };
    let faces: Vec<Face> = dice.iter().filter_map(|&pips| Face::new(pips)).collect();
    Dice::try_from(&faces[..])
        .ok()
        .filter(|dice| !dice.is_empty())
}

fn standing(game: &Match, bots: &[bool]) -> Standing {
    let is_bot = |seat: Seat| bots.get(seat.index()).copied().unwrap_or_default();
    let stage = match game.turn() {
        Turn::Decide(seat) if is_bot(seat) => Stage::Theirs(seat),
        Turn::Decide(seat) => Stage::Yours(seat),
        Turn::Roll => Stage::Moving,
        Turn::Over(standing) => Stage::Over(standing.winners),
    };
    let viewer = match stage {
        Stage::Yours(seat) => Viewer::Seat(seat),
        Stage::Theirs(_) | Stage::Moving | Stage::Over(_) => Viewer::Spectator,
    };
    Standing {
        rules: game.game().rules_line(),
        names: game.names().to_vec(),
        scene: game.scene(viewer),
        stage,
        people: Vec::new(),
        watching: 0,
        connection: Connection::Local,
        deadline: None,
    }
}

/// Tells a coach who comes late what has happened.
fn tell_all(coach: &Coach, game: &Match, player: Seat) {
    let Ok(mut position) = game.game().open(game.names().len() as u8) else {
        return;
    };
    coach.follow(0, &*position, player);
    for (events, event) in (1..).zip(game.log()) {
        let applied = match event {
            RecordEvent::Rolled(event) | RecordEvent::Acted(_, event) => {
                position.play(event).is_ok()
            }
            RecordEvent::Agreed => position.agree().is_ok(),
            RecordEvent::Attended(..) | RecordEvent::Ended(_) => true,
        };
        if applied {
            coach.follow(events, &*position, player);
        }
    }
}

/// Returns the story of a game so far, for one that goes on.
pub(super) fn story_so_far(game: &Match) -> Vec<Line> {
    let mut told = Vec::new();
    let replayed = Match::replay_telling(&game.record(), |story| told.extend_from_slice(story));
    drop(replayed);
    told
}

/// Says what was promised about the dice.
pub(super) fn promise(game: &Match) -> Option<Line> {
    let DiceOrigin::Fair(fair) = game.origin() else {
        return None;
    };
    let commitment = fair.commitment.to_string();
    let short: String = commitment.chars().take(16).collect();
    Some(Line::from(format!(
        "The dice of this game are settled already, under {short}…: check them when it is over."
    )))
}
