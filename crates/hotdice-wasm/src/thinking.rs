//! Questions that take thought: what bots do, what choices are worth, what rules make of a game.

use std::time::Duration;

use hotdice_api::{
    Deadline, Rejected, aim_of, at_once, daily_answer, hint, ledger_with_aim, level_list,
    position_answer, seat_bot, to_wire, whole,
};
use hotdice_bots::{Day, Level, can_play_with};
use hotdice_core::{AnyGame, AnyPosition, Record};
use hotdice_games::find;
use hotdice_wire::{Code, ExploreRequest};
use serde::Serialize;

use crate::house::{aim, asked, body};
use crate::library::HostLibrary;
use crate::message::{BotSeat, BotTurn, HintQuestion, HostRequest, Missing, Reply};

/// How long rules that nobody plays may be worked on.
const MAX_TIME: Duration = Duration::from_secs(60);

/// Answers questions, and remembers solved games.
#[derive(Default)]
pub(crate) struct Mind {
    pub(crate) library: HostLibrary,
}

/// What a bot does.
#[derive(Serialize)]
struct BotChoice {
    seq: u64,
    action: String,
}

impl Mind {
    /// Answers a question that takes thought, with what is attached to the answer; none if it is no such question.
    pub(crate) fn answer(
        &self,
        request: &HostRequest,
        path: &[&str],
    ) -> Option<(Reply, Option<Vec<u8>>)> {
        let answered = match (request.method.as_str(), path) {
            ("POST", ["hint"]) => self.hint(request),
            ("POST", ["bot"]) => self.choose(request),
            ("POST", ["can-play"]) => self.can_play(request),
            ("GET", ["levels"]) => self.levels(request),
            ("POST", ["position"]) => self.position(request),
            ("POST", ["explore"]) => explore(request),
            ("POST", ["analyse"]) => self.analyse(request),
            ("GET", ["daily"]) => self.daily(request),
            _ => return None,
        };
        if let Some(name) = self.library.missing() {
            return Some((Reply::missing(Missing::Solution(name)), None));
        }
        let mut answer = answered.unwrap_or_else(Reply::from);
        let attached = self.library.solved().map(|(name, bytes)| {
            answer.solved = Some(name);
            bytes
        });
        Some((answer, attached))
    }

    fn hint(&self, request: &HostRequest) -> Result<Reply, Rejected> {
        let asked: HintQuestion = body(request)?;
        let (game, position) = read(&asked.rules, &asked.state)?;
        let hint = hint(&*game, &*position, asked.seq, asked.aim, &self.library)?;
        Ok(Reply::json(200, &hint))
    }

    fn choose(&self, request: &HostRequest) -> Result<Reply, Rejected> {
        let task: BotTurn = body(request)?;
        let (game, position) = read(&task.rules, &task.state)?;
        let level: Level = task.level.parse().map_err(Rejected::invalid)?;
        let mut seed = [0; 32];
        let internal = |why: &dyn std::fmt::Display| Rejected::new(Code::Internal, why.to_string());
        getrandom::fill(&mut seed).map_err(|error| internal(&error))?;
        let seated = seat_bot(&*game, level, position.seats(), &self.library, seed);
        let action = seated?.bot.choose(&*position);
        let action = action.ok_or_else(|| internal(&"the bot has no choice"))?;
        Ok(Reply::json(
            200,
            &BotChoice {
                seq: task.seq,
                action: action.to_string(),
            },
        ))
    }

    /// Says whether a bot of a level can play at a table, as a server does before it seats one. Nothing is solved for that: what would
    /// have to be solved is stopped where the work would begin, and fits.
    fn can_play(&self, request: &HostRequest) -> Result<Reply, Rejected> {
        let asked: BotSeat = body(request)?;
        let game = find(&asked.rules).map_err(Rejected::invalid)?;
        let level: Level = asked.level.parse().map_err(Rejected::invalid)?;
        can_play_with(&*game, level, asked.seats, &self.library)?;
        Ok(Reply::json(200, &true))
    }

    fn levels(&self, request: &HostRequest) -> Result<Reply, Rejected> {
        let seats = asked(request, "seats")?
            .parse()
            .map_err(Rejected::invalid)?;
        let levels = level_list(asked(request, "rules")?, seats, &self.library)?;
        Ok(Reply::json(200, &levels))
    }

    fn position(&self, request: &HostRequest) -> Result<Reply, Rejected> {
        let shown = position_answer(&body(request)?, &self.library)?;
        Ok(Reply::json(200, &shown))
    }

    fn analyse(&self, request: &HostRequest) -> Result<Reply, Rejected> {
        let record: Record = request.body.parse().map_err(Rejected::invalid)?;
        let found = ledger_with_aim(&record, aim(request)?.map(aim_of), &self.library);
        let (_, ledger) = found.map_err(Rejected::invalid)?;
        Ok(Reply::json(200, &to_wire(&record, &ledger)))
    }

    fn daily(&self, request: &HostRequest) -> Result<Reply, Rejected> {
        let day = match request.query.get("date") {
            Some(date) => date.parse::<Day>().map_err(Rejected::invalid)?,
            None => Day::today(),
        };
        let day = day.that_is_out().map_err(Rejected::invalid)?;
        Ok(Reply::json(200, &daily_answer(day, &self.library)?))
    }
}

fn explore(request: &HostRequest) -> Result<Reply, Rejected> {
    let asked: ExploreRequest = body(request)?;
    let game = find(&asked.rules).map_err(Rejected::invalid)?;
    let answer = if asked.whole {
        whole(&*game, &Deadline::after(MAX_TIME))
    } else {
        at_once(&*game)
    };
    Ok(Reply::json(200, &answer))
}

type Found = (std::sync::Arc<dyn AnyGame>, Box<dyn AnyPosition>);

fn read(rules: &str, state: &str) -> Result<Found, Rejected> {
    let game = find(rules).map_err(Rejected::invalid)?;
    let position = game.read_state(state).map_err(Rejected::invalid)?;
    Ok((game, position))
}
