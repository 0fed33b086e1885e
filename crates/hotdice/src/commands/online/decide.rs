//! A decision: the choices, and what the player types.

use hotdice_client::KnownSeat;
use hotdice_core::{Choice, Scene, Tone};
use hotdice_solve::generic::Aim;
use hotdice_tui::plain::draw::Offers;
use hotdice_tui::plain::{Entry, Menu, worth_in_words, wrap};
use hotdice_wire::{ActionRequest, Code, Hint, TableView};

use super::seen::{Seen, clock};
use super::trouble::Trouble;
use super::turn::Left;
use super::typed::{Typed, Wish};
use crate::outcome::Outcome;

/// What a player typed led to.
enum Answer {
    /// The same question stands.
    AskAgain,
    /// The table may look different now.
    LookAgain,
    /// The player stops.
    Leave(Left),
}

/// The most choices that a hint lists.
const MOST_HINTS: usize = 12;

const HELP: &str = "\
Type the number of a choice, or the choice itself as the game writes it;
several in a row go with ; between them, as in: keep 1 5; bank
Say what you expect to score and the server checks it: bank 450, keep 1 5 = 150
  help    this list
  rules   the rules of this game
  board   the score board and the table
  hint    what every choice is worth, at tables with a coach
  draw    offer to stop here, in games that can end in a draw
  leave   say goodbye; the seat waits for you
  quit    stop for now; the others are not told
  Enter   look at the table again";

/// Shows the choices and does what the player types; tells if the player stops.
pub(super) fn decide(
    seen: &mut Seen<'_, '_>,
    view: &TableView,
    scene: &Scene,
) -> Outcome<Option<Left>> {
    seen.show_table(scene)?;
    let menu = Menu::new(&scene.choices);
    for line in menu.lines() {
        seen.console.say(&line)?;
    }
    if let Some(seconds) = view.clock {
        seen.console.say(&format!("You have {}.", clock(seconds)))?;
    }
    loop {
        let Some(text) = seen.console.ask(my_name(seen.seat))? else {
            return Ok(Some(Left::InputEnded));
        };
        match answer(seen, view, scene, &menu, &text)? {
            Answer::AskAgain => {}
            Answer::LookAgain => return Ok(None),
            Answer::Leave(left) => return Ok(Some(left)),
        }
    }
}

fn my_name(seat: Option<&KnownSeat>) -> &str {
    seat.map_or("You", |seat| &seat.name)
}

fn answer(
    seen: &mut Seen<'_, '_>,
    view: &TableView,
    scene: &Scene,
    menu: &Menu<'_>,
    text: &str,
) -> Outcome<Answer> {
    match Typed::read(text, &scene.choices) {
        Typed::Nothing => return Ok(Answer::LookAgain),
        Typed::Help => seen.console.say(HELP)?,
        Typed::Rules => show_rules(seen, &view.rules)?,
        Typed::Board => {
            seen.show_board(scene, Offers::Shown)?;
            seen.show_table(scene)?;
        }
        Typed::Hint => show_hint(seen)?,
        Typed::Draw => offer(seen, view)?,
        Typed::Leave => return leave(seen),
        Typed::Quit => return Ok(Answer::Leave(Left::Quit)),
        Typed::Number(number) => return pick(seen, view, menu, &scene.choices, number),
        Typed::Actions(wishes) => return act(seen, view, &wishes),
    }
    Ok(Answer::AskAgain)
}

fn pick(
    seen: &mut Seen<'_, '_>,
    view: &TableView,
    menu: &Menu<'_>,
    choices: &[Choice],
    number: usize,
) -> Outcome<Answer> {
    match menu.entry(number) {
        Some(Entry::Choice(choice)) => {
            let (action, expect) = (choice.notation.clone(), None);
            act(seen, view, &[Wish { action, expect }])
        }
        Some(Entry::Folded(_, list)) => {
            let menu = Menu::unfolded(list);
            for line in menu.lines() {
                seen.console.say(&line)?;
            }
            match seen.console.ask("Which one, or Enter to go back")? {
                None => Ok(Answer::Leave(Left::InputEnded)),
                Some(text) => match Typed::read(&text, choices) {
                    Typed::Number(number) => pick(seen, view, &menu, choices, number),
                    Typed::Actions(wishes) => act(seen, view, &wishes),
                    _ => Ok(Answer::LookAgain),
                },
            }
        }
        None => {
            let most = menu.count();
            seen.console.say(&format!(
                "There is no {number}: choose 1 to {most}, or type help."
            ))?;
            Ok(Answer::AskAgain)
        }
    }
}

/// Sends actions; the first that is refused ends the row.
fn act(seen: &mut Seen<'_, '_>, view: &TableView, wishes: &[Wish]) -> Outcome<Answer> {
    let Some(seat) = seen.seat else {
        return Ok(Answer::LookAgain);
    };
    let (table, mut seq, mut answer) = (seen.table, view.seq, Answer::AskAgain);
    for Wish { action, expect } in wishes {
        let (action, expect) = (action.clone(), *expect);
        let request = ActionRequest {
            seq,
            action,
            expect,
        };
        let sent = seen.server.ask("Telling the table", |client| {
            client.act(table.as_str(), &seat.token, &request)
        });
        match sent {
            Ok(happened) => {
                seq = happened.seq;
                answer = Answer::LookAgain;
            }
            Err(trouble) => {
                if say_if_small(seen, trouble)? {
                    answer = Answer::LookAgain;
                }
                break;
            }
        }
    }
    Ok(answer)
}

/// Says a trouble after which the game goes on, and tells whether the table has to be looked at again; others stop it.
fn say_if_small(seen: &mut Seen<'_, '_>, trouble: Trouble) -> Outcome<bool> {
    let look_again = match trouble.code() {
        Some(Code::Invalid | Code::IllegalAction | Code::TooLarge) => false,
        Some(Code::Stale | Code::NotYourTurn | Code::Over) => true,
        _ => return Err(trouble.into()),
    };
    let bad = Tone::Bad;
    seen.console.say_in_tone(bad, &trouble.to_string())?;
    Ok(look_again)
}

/// Offers to stop, or agrees to an offer.
pub(super) fn offer(seen: &mut Seen<'_, '_>, view: &TableView) -> Outcome {
    let Some(seat) = seen.seat else { return Ok(()) };
    let (table, seq) = (seen.table, view.seq);
    let offered = seen.server.ask("Telling the table", |client| {
        client.offer(table.as_str(), &seat.token, seq)
    });
    match offered {
        Ok(_) => Ok(seen.console.say(
            "You offer to stop here, until somebody moves. Press Enter to see whether all agree.",
        )?),
        Err(trouble) => say_if_small(seen, trouble).map(drop),
    }
}

fn leave(seen: &mut Seen<'_, '_>) -> Outcome<Answer> {
    if let Some(seat) = seen.seat {
        let table = seen.table;
        seen.server.ask("Telling the table", |client| {
            client.leave(table.as_str(), &seat.token)
        })?;
    }
    Ok(Answer::Leave(Left::Quit))
}

fn show_rules(seen: &mut Seen<'_, '_>, rules: &str) -> Outcome {
    let rules = seen
        .server
        .ask("Fetching the rules", |client| client.rules(rules))?;
    seen.console.say(&rules.rules)?;
    for section in rules.sections {
        seen.console.say(&format!("\n{}", section.heading))?;
        for line in section.lines {
            seen.console.say(&wrap(&format!("  {line}"), 4))?;
        }
    }
    Ok(())
}

fn show_hint(seen: &mut Seen<'_, '_>) -> Outcome {
    let Some(seat) = seen.seat else { return Ok(()) };
    let table = seen.table;
    let hint = seen.server.ask("Asking the coach", |client| {
        client.hint(table.as_str(), &seat.token)
    });
    match hint {
        Ok(hint) => tell_hint(seen, &hint),
        Err(trouble) if trouble.code().is_some() => {
            Ok(seen.console.say(&format!("There is no hint: {trouble}"))?)
        }
        Err(trouble) => Err(trouble.into()),
    }
}

fn tell_hint(seen: &mut Seen<'_, '_>, hint: &Hint) -> Outcome {
    let aim = match hint.aim.as_str() {
        "win" => Aim::Win,
        _ => Aim::Points,
    };
    if !hint.exact {
        seen.console
            .say("These are estimates: the game is not solved.")?;
    }
    for choice in hint.choices.iter().take(MOST_HINTS) {
        let worth = worth_in_words(aim, choice.value);
        seen.console
            .say(&format!("{worth:>10}  {}", choice.action))?;
    }
    match hint.choices.len().saturating_sub(MOST_HINTS) {
        0 => Ok(()),
        more => Ok(seen
            .console
            .say(&format!("            … and {more} that are worth less"))?),
    }
}
