//! What a player types, and what is done about it.

use std::io;

use hotdice_core::{Choice, RecordEvent, Seat, Viewer};
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Certainty};

use super::{Ending, Session};
use crate::plain::company::remark;
use crate::plain::draw::{self, Offers};
use crate::plain::menu::{Entry, Menu, by_dice};
use crate::plain::worth::worth_in_words;
use crate::plain::write_rules;

/// What a player typed means.
pub(super) enum Answer {
    /// Something was done, or nothing had to be.
    Done,
    /// The game is left.
    Leave(Ending),
}

/// The most choices that a hint lists.
const MOST_HINTS: usize = 12;

const HELP: &str = "\
Type the number of a choice, or the choice itself as the game writes it;
several in a row go with ; between them, as in: keep 1 5; bank
  help    this list
  rules   the rules of this game
  board   the score board and the table
  hint    what every choice is worth
  coach   have costly choices remarked on, or not
  undo    take back a choice, as long as no dice have been rolled since
  draw    offer a draw, in games that can end in one, among people
  quit    leave; the game can be kept to go on later";

impl Session<'_, '_, '_> {
    /// Shows the choices of a seat, and does what its player types.
    pub(super) fn decide(&mut self, seat: Seat) -> io::Result<Answer> {
        let scene = self.game.scene(Viewer::Seat(seat));
        let known = self.last_dice.take();
        for line in draw::table(&scene, &self.names, known) {
            self.console.say(&line)?;
        }
        let menu = Menu::new(&scene.choices);
        for line in menu.lines() {
            self.console.say(&line)?;
        }
        self.answer(seat, &menu, &scene.choices)
    }

    /// Asks until something has been done that changes the picture.
    fn answer(&mut self, seat: Seat, menu: &Menu<'_>, choices: &[Choice]) -> io::Result<Answer> {
        loop {
            let name = draw::name(&self.names, seat).to_owned();
            let Some(text) = self.console.ask(&name)? else {
                return Ok(Answer::Leave(Ending::InputEnded));
            };
            let answer = match text.as_str() {
                "" => self.say("Type the number of a choice, or help.")?,
                "help" | "?" => self.say(HELP)?,
                "rules" => self.show_rules()?,
                "board" => {
                    let scene = self.game.scene(Viewer::Seat(seat));
                    self.show_board(&draw::board(&scene, &self.names, Offers::Shown))?;
                    Some(Answer::Done)
                }
                "hint" => self.hint()?,
                "coach" => self.switch_coach()?,
                "undo" => self.undo()?,
                "draw" => self.offer_draw(seat)?,
                "quit" | "exit" => Some(self.quit()?),
                _ => match text.parse::<usize>() {
                    Ok(number) => self.pick(number, menu, choices)?,
                    Err(_) => self.act(&text, choices)?,
                },
            };
            if let Some(answer) = answer {
                return Ok(answer);
            }
        }
    }

    /// Says something after which the same question stands.
    fn say(&mut self, text: &str) -> io::Result<Option<Answer>> {
        self.console.say(text)?;
        Ok(None)
    }

    fn show_rules(&mut self) -> io::Result<Option<Answer>> {
        write_rules(self.console.output(), &**self.game.game())?;
        Ok(None)
    }

    fn undo(&mut self) -> io::Result<Option<Answer>> {
        match self.game.undo() {
            Ok(()) => {
                self.keep()?;
                Ok(Some(Answer::Done))
            }
            Err(refused) => self.say(&format!("Not possible: {refused}.")),
        }
    }

    fn pick(
        &mut self,
        number: usize,
        menu: &Menu<'_>,
        choices: &[Choice],
    ) -> io::Result<Option<Answer>> {
        match menu.entry(number) {
            Some(Entry::Choice(choice)) => self.act(&choice.notation.clone(), choices),
            Some(Entry::Folded(_, list)) => self.pick_folded(&Menu::unfolded(list), choices),
            None => self.say(&format!(
                "There is no {number}: choose 1 to {}, or type help.",
                menu.count()
            )),
        }
    }

    fn pick_folded(&mut self, menu: &Menu<'_>, choices: &[Choice]) -> io::Result<Option<Answer>> {
        for line in menu.lines() {
            self.console.say(&line)?;
        }
        let Some(text) = self.console.ask("Which one, or Enter to go back")? else {
            return Ok(Some(Answer::Leave(Ending::InputEnded)));
        };
        match text.parse::<usize>() {
            _ if text.is_empty() => Ok(Some(Answer::Done)),
            Ok(number) => self.pick(number, menu, choices),
            Err(_) => self.act(&text, choices),
        }
    }

    /// Does one or more actions; the first that is refused ends the row.
    fn act(&mut self, text: &str, choices: &[Choice]) -> io::Result<Option<Answer>> {
        let mut answer = None;
        for action in text
            .split(';')
            .map(str::trim)
            .filter(|action| !action.is_empty())
        {
            let by_dice = by_dice(choices, action).map(|choice| choice.notation.clone());
            let action = by_dice.unwrap_or_else(|| action.to_owned());
            let values = self.company.coach.before_choice(self.game.position());
            match self.game.play(&action) {
                Ok(acted) => {
                    answer = Some(Answer::Done);
                    self.tell(&acted.story)?;
                    self.remark(values)?;
                    self.keep()?;
                }
                Err(refused) => {
                    self.console.say(&format!("Not possible: {refused}."))?;
                    break;
                }
            }
        }
        Ok(answer)
    }

    /// Says so if the last action gave much away.
    fn remark(&mut self, values: Option<(Aim, Vec<ActionValue>)>) -> io::Result<()> {
        let chosen = self.game.log().iter().rev().find_map(|event| match event {
            RecordEvent::Acted(_, action) => Some(action.clone()),
            _ => None,
        });
        match (values, chosen) {
            (Some((aim, values)), Some(chosen)) => match remark(aim, &values, &chosen) {
                Some(remark) => self.console.say(&remark),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn hint(&mut self) -> io::Result<Option<Answer>> {
        let oracle = match self.company.coach.ask() {
            Ok(oracle) => oracle,
            Err(error) => return self.say(&format!("There is no coach: {error}.")),
        };
        match oracle.certainty() {
            Certainty::Exact => {}
            Certainty::Rounded => self.console.say("These are right to about 0.0001.")?,
            Certainty::Estimate => {
                let words = "These are estimates: the game is not solved.";
                self.console.say(words)?;
            }
        }
        let values = oracle.action_values(self.game.position());
        for value in values.iter().take(MOST_HINTS) {
            let worth = worth_in_words(oracle.aim(), value.value);
            self.console
                .say(&format!("{worth:>10}  {}", value.action))?;
        }
        match values.len().saturating_sub(MOST_HINTS) {
            0 => Ok(None),
            more => self.say(&format!("            … and {more} that are worth less")),
        }
    }

    fn switch_coach(&mut self) -> io::Result<Option<Answer>> {
        if self.company.coach.remarks {
            self.company.coach.remarks = false;
            return self.say("The coach is silent.");
        }
        match self.company.coach.ask() {
            Ok(_) => {
                self.company.coach.remarks = true;
                self.say("The coach says so when a choice gives much away.")
            }
            Err(error) => self.say(&format!("There is no coach: {error}.")),
        }
    }

    fn offer_draw(&mut self, seat: Seat) -> io::Result<Option<Answer>> {
        if let Err(refused) = self.game.position().boxed_clone().agree() {
            return self.say(&format!("Not possible: {refused}."));
        }
        if self.company.bots.iter().any(Option::is_some) {
            return self.say("Not possible: a bot never agrees to a draw.");
        }
        for other in Seat::all(self.names.len() as u8).filter(|other| *other != seat) {
            let question = format!(
                "{}, do you agree to a draw?",
                draw::name(&self.names, other)
            );
            match self.console.ask_whether(&question)? {
                Some(true) => {}
                Some(false) => return self.say("No draw: the game goes on."),
                None => return Ok(Some(Answer::Leave(Ending::InputEnded))),
            }
        }
        match self.game.agree() {
            Ok(()) => {
                self.keep()?;
                Ok(Some(Answer::Done))
            }
            Err(refused) => self.say(&format!("Not possible: {refused}.")),
        }
    }

    fn quit(&mut self) -> io::Result<Answer> {
        let keep = self.console.ask_whether("Keep this game to go on later?")?;
        Ok(Answer::Leave(match keep {
            Some(true) => Ending::Paused,
            Some(false) => Ending::Abandoned,
            None => Ending::InputEnded,
        }))
    }
}
