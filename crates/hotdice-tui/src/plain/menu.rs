//! A numbered menu of choices, in which long lists of one kind are folded.

use hotdice_core::{Choice, Dice, Target};

/// The most lines of a menu that are easy to read.
const MOST: usize = 22;

/// A numbered menu.
pub struct ChoiceMenu<'a> {
    entries: Vec<MenuEntry<'a>>,
}

/// A line of a menu.
pub enum MenuEntry<'a> {
    /// A choice.
    Choice(&'a Choice),
    /// Many choices that begin with the same word.
    Folded(&'a str, Vec<&'a Choice>),
}

impl<'a> ChoiceMenu<'a> {
    /// Returns the menu of all choices; if they are too many, the last kinds are folded until they are not.
    #[must_use]
    pub fn new(choices: &'a [Choice]) -> Self {
        let mut kinds = kinds(choices);
        let mut entries: Vec<MenuEntry<'a>> = Vec::new();
        let mut lines = choices.len();
        while let Some((verb, kind)) = kinds.pop() {
            if lines > MOST && kind.len() > 1 && !kinds.is_empty() {
                lines -= kind.len() - 1;
                entries.push(MenuEntry::Folded(verb, kind));
            } else {
                entries.extend(kind.into_iter().rev().map(MenuEntry::Choice));
            }
        }
        entries.reverse();
        Self { entries }
    }

    /// Returns the menu of choices that were folded.
    #[must_use]
    pub fn unfolded(choices: &[&'a Choice]) -> Self {
        let entries = choices
            .iter()
            .map(|choice| MenuEntry::Choice(choice))
            .collect();
        Self { entries }
    }

    /// Returns how many lines there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// Returns the line with this number, counted from 1.
    #[must_use]
    pub fn entry(&self, number: usize) -> Option<&MenuEntry<'a>> {
        self.entries.get(number.checked_sub(1)?)
    }

    /// Writes the lines.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let labels = self.entries.iter().map(|entry| match entry {
            MenuEntry::Choice(choice) => choice.label.chars().count(),
            MenuEntry::Folded(..) => 0,
        });
        let width = labels.max().unwrap_or_default();
        let line = |(number, entry): (usize, &MenuEntry<'_>)| match entry {
            MenuEntry::Choice(choice) => {
                let text = format!("{:<width$}  {}", choice.label, choice.hint);
                format!("{number:>3}) {}", text.trim_end())
            }
            MenuEntry::Folded(verb, list) => {
                let example = list
                    .get(list.len() / 2)
                    .map_or("", |choice| &choice.notation);
                format!(
                    "{number:>3}) {verb} …  {} ways: choose this to list them, or type one, as in: {example}",
                    list.len()
                )
            }
        };
        (1..).zip(&self.entries).map(line).collect()
    }
}

/// Sorts choices by the word they begin with, in the order in which these words come up.
fn kinds(choices: &[Choice]) -> Vec<(&str, Vec<&Choice>)> {
    let mut kinds: Vec<(&str, Vec<&Choice>)> = Vec::new();
    for choice in choices {
        match kinds.iter_mut().find(|(known, _)| *known == verb(choice)) {
            Some((_, kind)) => kind.push(choice),
            None => kinds.push((verb(choice), vec![choice])),
        }
    }
    kinds
}

fn verb(choice: &Choice) -> &str {
    let verb = choice.notation.split(' ').next();
    verb.unwrap_or_default()
}

/// Returns the choice that is done to exactly these dice, when they are written as `1 5 5`.
pub(super) fn by_dice<'a>(choices: &'a [Choice], text: &str) -> Option<&'a Choice> {
    let dice: Dice = text.parse().ok()?;
    let written_apart = text.contains(' ');
    let mut choices = choices.iter();
    choices.find(|choice| written_apart && choice.target == Target::Dice(dice))
}
