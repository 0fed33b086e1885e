//! A table line by line, wherever it is.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use hotdice_core::{Face, Line, Name, Seat, SeatSet, Tone};
use hotdice_solve::generic::Aim;
use hotdice_solve::oracle::{ActionValue, Certainty, basis_of};
use hotdice_wire::{Code, TableView};

use super::Console;
use super::draw::{self, OfferDisplay};
use super::menu::{ChoiceMenu, MenuEntry};
use super::typed::{TypedInput, action_of};
use super::words::{difference_in_words, error_in_words, estimate_in_words, sentence, write_rules};
use crate::job::Signal;
use crate::services::UiError;
use crate::session::{
    CLOSED, Coaching, Connectivity, GameRecord, Leaving, Link, PlayerAction, Session, SessionEvent,
    SessionEventKind, TablePhase, Update, words,
};

/// How long somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayUntil {
    /// To the end of the game.
    TheEnd,
    /// To the end of their own turn.
    TurnOver,
}

/// How a table was left.
#[derive(Debug)]
pub enum TableExit {
    /// The game is over; this is its record, for those who played.
    Finished(Option<GameRecord>),
    /// The turn is over.
    TurnOver,
    /// The player left.
    Left(Leaving),
    /// There was no more input.
    InputEnded,
    /// The table cannot be played at any more.
    Failed(UiError),
}

/// A choice that gives away less than this is not worth a remark.
const COSTLY_CHANCE: f64 = 0.01;

/// The same for points.
const COSTLY_POINTS: f64 = 1.0;

/// The most choices that a hint lists.
const MOST_HINTS: usize = 12;

/// How long a server may be away before a game there is given up.
const LONGEST_LOSS: Duration = Duration::from_secs(180);

/// Plays at a table until the game is over or left. The signals are those of the bell that the session rings.
///
/// # Errors
/// When input or output fail.
pub fn play(
    console: &mut Console<'_>,
    session: &mut dyn Session,
    signals: &Receiver<Signal>,
    until: PlayUntil,
) -> io::Result<TableExit> {
    let mut table = PlainTable {
        console,
        session,
        signals,
        last_board: None,
        last_table: Vec::new(),
        last_dice: None,
        coach: false,
        lost: None,
        refused_offer: false,
    };
    table.run(until)
}

/// Tells who joins a table of a server until its game begins.
///
/// # Errors
/// When the output is gone.
pub fn wait_for_start(
    console: &mut Console<'_>,
    link: &mut Link,
    signals: &Receiver<Signal>,
) -> io::Result<()> {
    let mut told = false;
    while !link.has_begun() {
        if !told {
            told = true;
            tell_gathering(console, link.view())?;
        }
        let news = link.gather().into_iter();
        let news = news.filter(|event| event.kind != SessionEventKind::Past);
        for line in news.flat_map(|event| event.story) {
            console.say(&draw::line(&line, &[]))?;
        }
        if !link.has_begun() {
            let _spinner = console.spin("Waiting for players");
            // Nobody rings any more only when the link is gone.
            let _ = signals.recv();
        }
    }
    Ok(())
}

fn tell_gathering(console: &mut Console<'_>, view: &TableView) -> io::Result<()> {
    let names = view.players.iter().map(|player| player.name.as_str());
    let here = match names.collect::<Vec<_>>().as_slice() {
        [] => "Nobody is here yet".to_owned(),
        names => format!("Here: {}", names.join(", ")),
    };
    let open = usize::from(view.seats).saturating_sub(view.players.len());
    let table = &view.table;
    let have = if open == 1 { "has" } else { "have" };
    console.say(&format!(
        "{here}. The game begins when {open} more {have} joined: hotdice online join {table} NAME"
    ))?;
    if view.host {
        console.say(&format!("Begin without them: hotdice online start {table}"))?;
    }
    Ok(())
}

/// Says who has won.
#[must_use]
pub fn who_won(winners: SeatSet, names: &[Name]) -> String {
    let winners = winners.iter().map(|seat| draw::name(names, seat));
    let winners: Vec<String> = winners.collect();
    match winners.as_slice() {
        [winner] if names.len() == 1 => format!("The game is over, {winner}."),
        [winner] => format!("{winner} wins!"),
        [all @ .., last] => format!("{} and {last} share the win.", all.join(", ")),
        [] => "Nobody wins.".to_owned(),
    }
}

/// A table, and what has been shown of it.
struct PlainTable<'a, 'b> {
    console: &'a mut Console<'b>,
    session: &'a mut dyn Session,
    signals: &'a Receiver<Signal>,
    /// Whose turn it was and how the board looked when it was last shown.
    last_board: Option<(Option<Seat>, Vec<String>)>,
    /// How the table looked when it was last shown to somebody who watches.
    last_table: Vec<String>,
    /// The dice that the story has just shown.
    last_dice: Option<Vec<Face>>,
    /// Whether the coach remarks on costly choices.
    coach: bool,
    /// Since when the connection is lost.
    lost: Option<Instant>,
    /// Whether an offer to stop was refused that still stands.
    refused_offer: bool,
}

/// What a player typed led to.
enum TypedReply {
    /// The same question stands.
    AskAgain,
    /// The table may look different now.
    LookAgain,
    /// The table is left.
    Exit(TableExit),
}

impl PlainTable<'_, '_> {
    fn run(&mut self, until: PlayUntil) -> io::Result<TableExit> {
        let mut played = None;
        loop {
            if let Some(update) = self.session.next() {
                if let Some(exit) = self.show(update)? {
                    return Ok(exit);
                }
                continue;
            }
            self.tell_connection()?;
            self.show_board_if_changed()?;
            self.show_to_watchers()?;
            let status = self.session.status();
            self.refused_offer &= !status.offers.is_empty();
            match status.phase {
                TablePhase::Over(winners) => {
                    let result = who_won(winners, &status.names);
                    self.console.announce(&result)?;
                    return self.finish();
                }
                TablePhase::Closed => return Ok(TableExit::Failed(CLOSED.into())),
                TablePhase::Stuck => return Ok(TableExit::Failed("the game cannot go on".into())),
                _ if until == PlayUntil::TurnOver
                    && played.is_some()
                    && status.scene.turn != played =>
                {
                    return Ok(TableExit::TurnOver);
                }
                TablePhase::Yours(seat) => {
                    played = Some(seat);
                    if let Some(exit) = self.decide(seat)? {
                        return Ok(exit);
                    }
                }
                _ if status.is_replaced() => {
                    let prompt = "A bot plays on for you. Press Enter to come back";
                    if self.console.ask(prompt)?.is_none() {
                        return Ok(TableExit::InputEnded);
                    }
                    self.session.come_back();
                    if let Some(exit) = self.wait("Coming back") {
                        return Ok(exit);
                    }
                }
                _ if !status.offers.is_empty() && !self.refused_offer => {
                    if let Some(exit) = self.answer_offer()? {
                        return Ok(exit);
                    }
                }
                TablePhase::Theirs(seat) => {
                    let what = format!("Waiting for {}", status.name(seat));
                    if let Some(exit) = self.wait(&what) {
                        return Ok(exit);
                    }
                }
                TablePhase::Moving => {
                    if let Some(exit) = self.wait("Waiting") {
                        return Ok(exit);
                    }
                }
            }
        }
    }

    /// Blocks until the session has news; gives up when its server is gone for too long.
    fn wait(&mut self, what: &str) -> Option<TableExit> {
        let _spinner = self.console.spin(what);
        let limit = self.lost.map_or(Duration::MAX, |since| {
            LONGEST_LOSS.saturating_sub(since.elapsed())
        });
        match (
            self.signals.recv_timeout(limit),
            &self.session.status().connection,
        ) {
            (Err(RecvTimeoutError::Timeout), Connectivity::Lost(cause)) => {
                Some(TableExit::Failed(cause.clone().into()))
            }
            _ => None,
        }
    }

    /// Shows one thing after the other until somebody has to choose or everybody waits.
    fn settle(&mut self) -> io::Result<Settled> {
        let mut settled = Settled::default();
        loop {
            match self.session.next() {
                Some(Update::Failure(error)) if is_small(&error) => {
                    settled.refused = true;
                    let text = error_in_words(&error);
                    self.console.say_in_tone(Tone::Bad, &text)?;
                }
                Some(update) => settled.exit = self.show(update)?.or(settled.exit),
                None if settled.exit.is_some() => return Ok(settled),
                None => {
                    self.tell_connection()?;
                    let is_moving = self.session.status().phase == TablePhase::Moving;
                    if !is_moving && !self.session.is_sending() {
                        return Ok(settled);
                    }
                    settled.exit = self.wait("Telling the table");
                }
            }
        }
    }

    fn show(&mut self, update: Update) -> io::Result<Option<TableExit>> {
        self.tell_connection()?;
        match update {
            Update::Event(event) => self.tell(&event)?,
            Update::Notice(text) => self.console.say(&text)?,
            Update::Warning(text) => self.console.say_in_tone(Tone::Bad, &text)?,
            Update::Failure(error) if is_small(&error) => {
                self.console
                    .say_in_tone(Tone::Bad, &error_in_words(&error))?;
            }
            Update::Failure(error) => return Ok(Some(TableExit::Failed(error))),
        }
        self.show_board_if_changed()?;
        Ok(None)
    }

    fn tell(&mut self, event: &SessionEvent) -> io::Result<()> {
        match &event.kind {
            SessionEventKind::Past => return Ok(()),
            SessionEventKind::Rolled(dice) if !dice.is_empty() => {
                self.last_dice = Some(dice.clone());
            }
            _ => {}
        }
        event.story.iter().try_for_each(|line| self.say_line(line))
    }

    fn say_line(&mut self, line: &Line) -> io::Result<()> {
        let text = draw::line(line, &self.session.status().names);
        self.console.say_in_tone(line.tone, &text)
    }

    /// Says so when the connection is lost, and when it is found again.
    fn tell_connection(&mut self) -> io::Result<()> {
        match (&self.session.status().connection, self.lost) {
            (Connectivity::Lost(cause), None) => {
                self.lost = Some(Instant::now());
                self.console.say(&format!("{cause}. Trying again …"))
            }
            (Connectivity::Good, Some(_)) => {
                self.lost = None;
                self.console.say("Connected again.")
            }
            _ => Ok(()),
        }
    }

    /// Shows the score board whenever the turn has passed on or something was written on it.
    fn show_board_if_changed(&mut self) -> io::Result<()> {
        let status = self.session.status();
        let mut board = draw::board(&status.scene, &status.names, OfferDisplay::Hidden);
        if draw::has_triangle(&status.scene) {
            // The triangle is drawn at every turn; hands that change within one are no news.
            board.clear();
        }
        let (turn, shown) = (status.scene.turn, Some((status.scene.turn, board)));
        if self.last_board == shown {
            return Ok(());
        }
        self.last_board = shown;
        self.show_board(OfferDisplay::Hidden)?;
        match turn {
            Some(seat) => {
                let heading = format!("\n--- {}'s turn ---", self.session.status().name(seat));
                self.console.announce(&heading)?;
                self.tell_unsaved()
            }
            None => Ok(()),
        }
    }

    /// Says once a turn that the game is not saved, as long as it is not.
    fn tell_unsaved(&mut self) -> io::Result<()> {
        match &self.session.status().unsaved {
            Some(unsaved) => self.console.say_in_tone(Tone::Bad, &unsaved.notice()),
            None => Ok(()),
        }
    }

    /// Shows what lies on the table to those who have no choices to look at.
    fn show_to_watchers(&mut self) -> io::Result<()> {
        if self.session.abilities().play {
            return Ok(());
        }
        let status = self.session.status();
        let told = self.last_dice.take();
        let lines = draw::table(&status.scene, &status.names, told.as_deref());
        if lines == self.last_table {
            return Ok(());
        }
        self.last_table.clone_from(&lines);
        lines.iter().try_for_each(|line| self.console.say(line))
    }

    fn show_board(&mut self, offers: OfferDisplay) -> io::Result<()> {
        let status = self.session.status();
        let lines = draw::board(&status.scene, &status.names, offers);
        self.console.announce("\nScore board")?;
        lines.iter().try_for_each(|line| self.console.say(line))
    }

    /// Fetches the record, for those who played.
    fn finish(&mut self) -> io::Result<TableExit> {
        if !self.session.abilities().play {
            return Ok(TableExit::Finished(None));
        }
        loop {
            if let Some(record) = self.session.record() {
                while let Some(update) = self.session.next() {
                    // Where the record is, whoever asked for the game says.
                    if let Update::Failure(error) = update {
                        self.console.say(&error.to_string())?;
                    }
                }
                return Ok(match record {
                    Ok(record) => TableExit::Finished(Some(record)),
                    Err(error) => TableExit::Failed(error),
                });
            }
            if let Some(exit) = self.wait("Fetching the record") {
                return Ok(exit);
            }
        }
    }

    fn answer_offer(&mut self) -> io::Result<Option<TableExit>> {
        match self.console.ask_whether("Do you agree to a draw?")? {
            Some(true) => match self.session.offer_draw() {
                Ok(()) => return Ok(self.settle()?.exit),
                Err(error) => self.console.say(&error_in_words(&error))?,
            },
            Some(false) => {
                self.refused_offer = true;
                if let Err(error) = self.session.decline_draw() {
                    self.console.say(&error_in_words(&error))?;
                }
            }
            None => return Ok(Some(TableExit::InputEnded)),
        }
        Ok(None)
    }

    /// Shows the choices of a seat, and does what its player types; tells if the table is left.
    fn decide(&mut self, seat: Seat) -> io::Result<Option<TableExit>> {
        let status = self.session.status();
        let (scene, deadline) = (status.scene.clone(), status.deadline);
        let lines = draw::table(&scene, &status.names, self.last_dice.take().as_deref());
        lines.iter().try_for_each(|line| self.console.say(line))?;
        let menu = ChoiceMenu::new(&scene.choices);
        self.list(&menu)?;
        if let Some(deadline) = deadline {
            let left = deadline.saturating_duration_since(Instant::now()).as_secs();
            let left = words::clock_in_words(left.try_into().unwrap_or(u32::MAX));
            self.console.say(&format!("You have {left}."))?;
        }
        loop {
            let name = self.session.status().name(seat);
            let Some(text) = self.console.ask(&name)? else {
                return Ok(Some(TableExit::InputEnded));
            };
            self.session.come_back();
            if self.session.is_sending()
                && let TypedReply::Exit(exit) = self.sent()?
            {
                return Ok(Some(exit));
            }
            match self.reply(seat, &menu, &text)? {
                TypedReply::AskAgain => {}
                TypedReply::LookAgain => return Ok(None),
                TypedReply::Exit(exit) => return Ok(Some(exit)),
            }
        }
    }

    fn list(&mut self, menu: &ChoiceMenu<'_>) -> io::Result<()> {
        menu.lines()
            .iter()
            .try_for_each(|line| self.console.say(line))
    }

    fn is_local(&self) -> bool {
        self.session.status().connection == Connectivity::Local
    }

    fn reply(&mut self, seat: Seat, menu: &ChoiceMenu<'_>, text: &str) -> io::Result<TypedReply> {
        match TypedInput::read(text) {
            TypedInput::Nothing if self.is_local() => {
                self.say("Type the number of a choice, or help.")
            }
            TypedInput::Nothing => Ok(TypedReply::LookAgain),
            TypedInput::Help => self.help(),
            TypedInput::Rules => self.show_rules(),
            TypedInput::Board => {
                self.show_board(OfferDisplay::Shown)?;
                Ok(TypedReply::LookAgain)
            }
            TypedInput::Hint => self.hint(),
            TypedInput::Coach => self.switch_coach(),
            TypedInput::Undo => match self.session.undo() {
                Ok(()) => Ok(TypedReply::LookAgain),
                Err(refused) => self.refuse(&refused),
            },
            TypedInput::Draw => self.offer_draw(seat),
            TypedInput::Emote(emote) => match self.session.emote(emote) {
                Ok(()) => self.sent(),
                Err(refused) => self.refuse(&refused),
            },
            TypedInput::Leave if !self.is_local() => {
                Ok(TypedReply::Exit(TableExit::Left(Leaving::Abandon)))
            }
            TypedInput::Quit if !self.is_local() => {
                Ok(TypedReply::Exit(TableExit::Left(Leaving::Pause)))
            }
            TypedInput::Quit | TypedInput::Leave => self.quit(),
            TypedInput::Number(number) => self.pick(number, menu),
            TypedInput::Actions(actions) => self.act_in_turn(&actions),
        }
    }

    /// Says something after which the same question stands.
    fn say(&mut self, text: &str) -> io::Result<TypedReply> {
        self.console.say(text)?;
        Ok(TypedReply::AskAgain)
    }

    /// Waits until something that was sent is answered.
    fn sent(&mut self) -> io::Result<TypedReply> {
        let settled = self.settle()?;
        Ok(match (settled.exit, self.session.status().phase) {
            (Some(exit), _) => TypedReply::Exit(exit),
            (None, TablePhase::Yours(_)) => TypedReply::AskAgain,
            (None, _) => TypedReply::LookAgain,
        })
    }

    fn refuse(&mut self, error: &UiError) -> io::Result<TypedReply> {
        self.say(&error_in_words(error))
    }

    fn help(&mut self) -> io::Result<TypedReply> {
        let may = self.session.abilities();
        let mut lines = vec![
            "Type the number of a choice, or the choice itself as it is shown;",
            "several in a row go with ; between them",
            "Say what you expect to score and it is checked, as in: bank 450",
            "  help    this list",
            "  rules   the rules of this game",
            "  board   the score board and the table",
            "  hint    what every choice is worth",
            "  coach   have costly choices remarked on, or not",
        ];
        if may.undo {
            lines.push("  undo    take back a choice, as long as no dice have been rolled since");
        }
        lines.push("  draw    offer a draw, in games that can end in one, among people");
        if may.emote {
            lines.push(
                "  emote   show the others: emote hello, bravo, lucky, ouch, thinking or thanks",
            );
        }
        lines.extend(if self.is_local() {
            &["  quit    leave; the game can be kept to go on later"][..]
        } else {
            &[
                "  leave   say goodbye; the seat waits for you",
                "  quit    stop for now; the others are not told",
                "  Enter   look at the table again",
            ]
        });
        self.say(&lines.join("\n"))
    }

    fn show_rules(&mut self) -> io::Result<TypedReply> {
        match hotdice_games::find(&self.session.status().rules) {
            Ok(game) => write_rules(self.console.output(), &*game)?,
            Err(unknown) => {
                let text = format!("This program does not know these rules: {unknown}.");
                self.console.say(&text)?;
            }
        }
        Ok(TypedReply::AskAgain)
    }

    fn pick(&mut self, number: usize, menu: &ChoiceMenu<'_>) -> io::Result<TypedReply> {
        match menu.entry(number) {
            Some(MenuEntry::Choice(choice)) => self.act(&choice.notation.as_str().into()),
            Some(MenuEntry::Folded(_, list)) => {
                let menu = ChoiceMenu::unfolded(list);
                self.list(&menu)?;
                let Some(text) = self.console.ask("Which one, or Enter to go back")? else {
                    return Ok(TypedReply::Exit(TableExit::InputEnded));
                };
                match TypedInput::read(&text) {
                    TypedInput::Number(number) => self.pick(number, &menu),
                    TypedInput::Actions(actions) => self.act_in_turn(&actions),
                    _ => Ok(TypedReply::LookAgain),
                }
            }
            None => self.say(&format!(
                "There is no {number}: choose 1 to {}, or type help.",
                menu.count()
            )),
        }
    }

    /// Does one or more actions, each read among the choices there are when its turn comes; the first that is refused ends the
    /// row.
    fn act_in_turn(&mut self, actions: &[String]) -> io::Result<TypedReply> {
        let mut reply = TypedReply::AskAgain;
        for typed in actions {
            let action = action_of(typed, &self.session.status().scene.choices);
            match self.act(&action)? {
                // What was done before it has changed the table.
                TypedReply::AskAgain => return Ok(reply),
                TypedReply::LookAgain => reply = TypedReply::LookAgain,
                exit @ TypedReply::Exit(_) => return Ok(exit),
            }
            if !matches!(self.session.status().phase, TablePhase::Yours(_)) {
                break;
            }
        }
        Ok(reply)
    }

    /// Does an action; after one that is refused the same question stands, unless the table has moved on.
    fn act(&mut self, action: &PlayerAction) -> io::Result<TypedReply> {
        let advice = if self.coach {
            self.coaching()
        } else {
            Coaching::Working
        };
        if let Err(refused) = self.session.act(action) {
            return self.refuse(&refused);
        }
        let settled = self.settle()?;
        if let Some(exit) = settled.exit {
            return Ok(TypedReply::Exit(exit));
        }
        if settled.refused {
            // Whoever was refused because the table has moved on sees it again.
            let moved = !matches!(self.session.status().phase, TablePhase::Yours(_));
            return Ok(if moved {
                TypedReply::LookAgain
            } else {
                TypedReply::AskAgain
            });
        }
        if let Coaching::Ready { aim, values, .. } = advice
            && let Some(remark) = remark(aim, &values, &action.notation)
        {
            self.console.say(&remark)?;
        }
        Ok(TypedReply::LookAgain)
    }

    /// Waits for what the coach says.
    fn coaching(&mut self) -> Coaching {
        loop {
            match self.session.coach() {
                Coaching::Working => {
                    if let Some(TableExit::Failed(error)) = self.wait("Asking the coach") {
                        return Coaching::None(error.to_string());
                    }
                }
                coaching => return coaching,
            }
        }
    }

    fn hint(&mut self) -> io::Result<TypedReply> {
        let (aim, certainty, values) = match self.coaching() {
            Coaching::Ready {
                aim,
                certainty,
                values,
            } => (aim, certainty, values),
            Coaching::None(why) => return self.no_coach(&why),
            Coaching::Working => return Ok(TypedReply::AskAgain),
        };
        match certainty {
            Certainty::Exact => {}
            Certainty::Rounded => self.console.say("These are right to about 0.0001.")?,
            Certainty::Estimate => {
                let seats = self.session.status().names.len();
                let basis = basis_of(aim, seats, &values);
                self.console
                    .say(&format!("These are estimates: {basis}."))?;
            }
        }
        for value in values.iter().take(MOST_HINTS) {
            let worth = estimate_in_words(aim, value.value, value.margin);
            self.console
                .say(&format!("{worth:>10}  {}", value.action))?;
        }
        match values.len().saturating_sub(MOST_HINTS) {
            0 => Ok(TypedReply::AskAgain),
            more => self.say(&format!("            … and {more} that are worth less")),
        }
    }

    fn no_coach(&mut self, why: &str) -> io::Result<TypedReply> {
        self.say(&sentence(&format!("There is no coach: {why}")))
    }

    fn switch_coach(&mut self) -> io::Result<TypedReply> {
        if self.coach {
            self.coach = false;
            return self.say("Coach off.");
        }
        match self.coaching() {
            Coaching::None(why) => self.no_coach(&why),
            Coaching::Working | Coaching::Ready { .. } => {
                self.coach = true;
                self.say("Coach on: it says so when a choice gives much away.")
            }
        }
    }

    fn offer_draw(&mut self, seat: Seat) -> io::Result<TypedReply> {
        if self.is_local() && self.session.abilities().draw {
            let names = self.session.status().names.clone();
            for other in Seat::all(names.len() as u8).filter(|other| *other != seat) {
                let question = format!("{}, do you agree to a draw?", draw::name(&names, other));
                match self.console.ask_whether(&question)? {
                    Some(true) => {}
                    Some(false) => return self.say("No draw: the game goes on."),
                    None => return Ok(TypedReply::Exit(TableExit::InputEnded)),
                }
            }
        }
        if let Err(refused) = self.session.offer_draw() {
            return self.refuse(&refused);
        }
        if self.is_local() {
            return Ok(TypedReply::LookAgain);
        }
        self.sent()
    }

    fn quit(&mut self) -> io::Result<TypedReply> {
        self.session.save_again();
        if let Some(unsaved) = &self.session.status().unsaved {
            let (why, loss) = (&unsaved.why, unsaved.loss());
            let question = format!("This game cannot be saved: {why}. {loss} Leave all the same?");
            return Ok(match self.console.ask_whether(&question)? {
                Some(true) => TypedReply::Exit(TableExit::Left(Leaving::Pause)),
                Some(false) => TypedReply::AskAgain,
                None => TypedReply::Exit(TableExit::InputEnded),
            });
        }
        let keep = self.console.ask_whether("Keep this game to go on later?")?;
        Ok(TypedReply::Exit(match keep {
            Some(true) => TableExit::Left(Leaving::Pause),
            Some(false) => TableExit::Left(Leaving::Abandon),
            None => TableExit::InputEnded,
        }))
    }
}

/// What came of showing everything that was to be shown.
#[derive(Default)]
struct Settled {
    /// Whether something was refused.
    refused: bool,
    exit: Option<TableExit>,
}

/// Tells whether a game goes on after an error.
fn is_small(error: &UiError) -> bool {
    error.client_error().is_none_or(|error| {
        matches!(
            error.code(),
            Some(
                Code::Invalid
                    | Code::IllegalAction
                    | Code::TooLarge
                    | Code::Stale
                    | Code::NotYourTurn
                    | Code::Over
            )
        )
    })
}

/// Says so if an action gave much away.
fn remark(aim: Aim, values: &[ActionValue], chosen: &str) -> Option<String> {
    let best = values.first()?;
    let chosen = values.iter().find(|value| value.action == chosen)?;
    let loss = best.value - chosen.value;
    let costly = match aim {
        Aim::Win => COSTLY_CHANCE,
        Aim::Points => COSTLY_POINTS,
    };
    (loss >= costly.max(best.margin.hypot(chosen.margin))).then(|| {
        let (better, loss) = (&best.action, difference_in_words(aim, -loss));
        format!(
            "Coach: {better} was worth {}, this {loss}.",
            estimate_in_words(aim, best.value, best.margin)
        )
    })
}
