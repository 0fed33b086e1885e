//! What a player types when it is their turn.

use hotdice_core::{Choice, Target};
use hotdice_wire::Emote;

use super::menu::by_dice;
use crate::session::PlayerAction;

/// What a player wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypedInput {
    /// To look again.
    Nothing,
    /// To know what can be typed.
    Help,
    /// To read the rules.
    Rules,
    /// To see the score board.
    Board,
    /// To know what choices are worth.
    Hint,
    /// To have costly choices remarked on, or not any more.
    Coach,
    /// To take a choice back.
    Undo,
    /// To offer to stop.
    Draw,
    /// To show the others something.
    Emote(Emote),
    /// To say goodbye.
    Leave,
    /// To stop for now.
    Quit,
    /// A line of the menu.
    Number(usize),
    /// Actions as they were typed, one after the other: each is read when its turn comes, among the choices there are then.
    Actions(Vec<String>),
}

impl TypedInput {
    /// Reads what was typed.
    pub(super) fn read(text: &str) -> Self {
        let text = text.trim();
        match text.to_lowercase().as_str() {
            "" => Self::Nothing,
            "help" | "?" => Self::Help,
            "rules" => Self::Rules,
            "board" => Self::Board,
            "hint" => Self::Hint,
            "coach" => Self::Coach,
            "undo" => Self::Undo,
            "draw" => Self::Draw,
            "leave" => Self::Leave,
            "quit" | "exit" => Self::Quit,
            text => match (text.trim_end_matches(')').parse(), emote(text)) {
                (Ok(number), _) => Self::Number(number),
                (_, Some(emote)) => Self::Emote(emote),
                (Err(_), None) => {
                    let actions = text.split(';').map(str::trim);
                    let actions = actions.filter(|action| !action.is_empty());
                    Self::Actions(actions.map(str::to_owned).collect())
                }
            },
        }
    }
}

/// Reads `emote bravo`.
fn emote(text: &str) -> Option<Emote> {
    let word = text.strip_prefix("emote ")?.trim();
    let name = |emote: &Emote| format!("{emote:?}").to_lowercase();
    Emote::ALL.into_iter().find(|emote| name(emote) == word)
}

/// Reads a choice as the menu shows it, or `keep 1 5`, `keep 1 5 = 150`, `bank 450`, or dice alone.
pub(super) fn action_of(text: &str, choices: &[Choice]) -> PlayerAction {
    if let Some(choice) = as_shown(text, choices) {
        return choice.notation.as_str().into();
    }
    let (action, expect) = match text.rsplit_once('=') {
        Some((action, figure)) => match figure.trim().parse() {
            Ok(figure) => (action.trim(), Some(figure)),
            Err(_) => (text, None),
        },
        None => with_figure(text, choices).unwrap_or((text, None)),
    };
    let by_dice = by_dice(choices, action).map(|choice| choice.notation.clone());
    PlayerAction {
        notation: by_dice.unwrap_or_else(|| action.to_owned()),
        expect,
    }
}

/// Returns the only choice that is written or shown like this: by its notation, its line in the menu, or the row that it fills.
fn as_shown<'a>(text: &str, choices: &'a [Choice]) -> Option<&'a Choice> {
    let words = words(text);
    let only = |is_meant: &dyn Fn(&Choice) -> bool| {
        let mut meant = choices.iter().filter(|choice| is_meant(choice));
        meant.next().filter(|_| meant.next().is_none())
    };
    let whole = |choice: &Choice| self::words(&format!("{} {}", choice.label, choice.hint));
    let row = |choice: &Choice| match &choice.target {
        Target::Row(name) => self::words(name),
        _ => Vec::new(),
    };
    only(&|choice| self::words(&choice.notation) == words)
        .or_else(|| only(&|choice| self::words(&choice.label) == words))
        .or_else(|| only(&|choice| whole(choice) == words))
        .or_else(|| only(&|choice| row(choice) == words))
}

/// Returns the words of a text as people type them: in small letters, without hyphens, colons and commas in numbers.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(',', "");
    let words = text.split(|letter: char| letter.is_whitespace() || "-_:".contains(letter));
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Reads a choice with a figure behind it that is no part of it: `bank 450`. A single digit is a die, not a figure.
fn with_figure<'a>(text: &'a str, choices: &[Choice]) -> Option<(&'a str, Option<i64>)> {
    let is_choice = |text: &str| choices.iter().any(|choice| choice.notation == text);
    let (action, figure) = text.rsplit_once(' ')?;
    let (action, number) = (action.trim_end(), figure.parse().ok()?);
    (figure.len() > 1 && is_choice(action) && !is_choice(text)).then_some((action, Some(number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotdice_core::Dice;

    fn choice(notation: &str, target: Target) -> Choice {
        Choice {
            label: notation.to_owned(),
            notation: notation.to_owned(),
            hint: String::new(),
            target,
            points: None,
            then: Vec::new(),
        }
    }

    /// Reads actions that all have the same choices.
    #[track_caller]
    fn actions(text: &str, choices: &[Choice]) -> Vec<PlayerAction> {
        let TypedInput::Actions(parts) = TypedInput::read(text) else {
            panic!("{text} is no action");
        };
        parts.iter().map(|part| action_of(part, choices)).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[(&str, Option<i64>)]) {
        let dice = |text: &str| Target::Dice(text.parse::<Dice>().expect("dice"));
        let choices = [
            choice("bank", Target::Nothing),
            choice("keep 1", dice("1")),
            choice("keep 1 5", dice("1 5")),
            choice("place ones", Target::Row("ones".to_owned())),
        ];
        let wish = |(action, expect): &(&str, Option<i64>)| PlayerAction {
            notation: (*action).to_owned(),
            expect: *expect,
        };
        let expected: Vec<PlayerAction> = expected.iter().map(wish).collect();
        assert_eq!(actions(text, &choices), expected, "{text}");
    }

    #[test]
    fn actions_may_say_what_they_score() {
        check("bank", &[("bank", None)]);
        check("bank 450", &[("bank", Some(450))]);
        check("bank = 450", &[("bank", Some(450))]);
        check("keep 1 5 = 150", &[("keep 1 5", Some(150))]);
        check("keep 1 5 150", &[("keep 1 5", Some(150))]);
        check("1 5 = 150", &[("keep 1 5", Some(150))]);
        check("place ones=3", &[("place ones", Some(3))]);
        check(
            "keep 1 5; bank 150",
            &[("keep 1 5", None), ("bank", Some(150))],
        );
    }

    #[test]
    fn what_is_no_figure_is_left_to_the_server() {
        check("keep 1 6", &[("keep 1 6", None)]);
        check("bank lots", &[("bank lots", None)]);
        check("bank = lots", &[("bank = lots", None)]);
        check("roll 33", &[("roll 33", None)]);
    }

    #[test]
    fn what_is_shown_can_be_typed() {
        let shown = |notation: &str, label: &str, hint: &str| Choice {
            label: label.to_owned(),
            hint: hint.to_owned(),
            ..choice(notation, Target::Nothing)
        };
        let choices = [
            shown("bank", "Bank 1,250", "total: 1,250"),
            shown("roll", "Roll 4 dice", ""),
            shown("move 11-22", "Move 11 to 22", "captures the 2"),
            choice("place two-pairs", Target::Row("two-pairs".to_owned())),
        ];
        for (text, notation) in [
            ("Bank 1,250", "bank"),
            ("bank 1250", "bank"),
            ("BANK", "bank"),
            ("bank 1,250  total: 1,250", "bank"),
            ("roll 4 dice", "roll"),
            ("Move 11 to 22", "move 11-22"),
            ("MOVE 11-22", "move 11-22"),
            ("two pairs", "place two-pairs"),
            ("Place Two Pairs", "place two-pairs"),
        ] {
            assert_eq!(actions(text, &choices), [notation.into()], "{text}");
        }
    }

    #[test]
    fn words_and_numbers() {
        assert_eq!(TypedInput::read("3)"), TypedInput::Number(3));
        assert_eq!(TypedInput::read("HELP"), TypedInput::Help);
        assert_eq!(TypedInput::read(" 12 "), TypedInput::Number(12));
        assert_eq!(TypedInput::read(""), TypedInput::Nothing);
        assert_eq!(TypedInput::read("?"), TypedInput::Help);
        assert_eq!(TypedInput::read("exit"), TypedInput::Quit);
    }
}
