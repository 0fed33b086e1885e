//! A numbered menu of choices, in which long lists of one kind are folded.

use hotdice_core::{Choice, Dice, Target};

/// The most choices of one kind that are listed at once.
const MOST: usize = 20;

/// A numbered menu.
pub(super) struct Menu<'a> {
    entries: Vec<Entry<'a>>,
}

/// A line of a menu.
pub(super) enum Entry<'a> {
    /// A choice.
    Choice(&'a Choice),
    /// Many choices that begin with the same word.
    Folded(&'a str, Vec<&'a Choice>),
}

impl<'a> Menu<'a> {
    /// Returns the menu of all choices, with folded lists at its end.
    pub(super) fn new(choices: &'a [Choice]) -> Self {
        let mut entries = Vec::new();
        let mut folded: Vec<(&str, Vec<&Choice>)> = Vec::new();
        for choice in choices {
            let verb = verb(choice);
            let same = choices.iter().filter(|other| self::verb(other) == verb);
            if same.count() <= MOST {
                entries.push(Entry::Choice(choice));
                continue;
            }
            match folded.iter_mut().find(|(known, _)| *known == verb) {
                Some((_, list)) => list.push(choice),
                None => folded.push((verb, vec![choice])),
            }
        }
        entries.extend(
            folded
                .into_iter()
                .map(|(verb, list)| Entry::Folded(verb, list)),
        );
        Self { entries }
    }

    /// Returns the menu of choices that were folded.
    pub(super) fn unfolded(choices: &[&'a Choice]) -> Self {
        let entries = choices.iter().map(|choice| Entry::Choice(choice)).collect();
        Self { entries }
    }

    /// Returns how many lines there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the line with this number, counted from 1.
    pub(super) fn entry(&self, number: usize) -> Option<&Entry<'a>> {
        self.entries.get(number.checked_sub(1)?)
    }

    /// Writes the lines.
    pub(super) fn lines(&self) -> Vec<String> {
        let labels = self.entries.iter().map(|entry| match entry {
            Entry::Choice(choice) => choice.label.chars().count(),
            Entry::Folded(..) => 0,
        });
        let width = labels.max().unwrap_or_default();
        let line = |(number, entry): (usize, &Entry<'_>)| match entry {
            Entry::Choice(choice) => {
                let text = format!("{:<width$}  {}", choice.label, choice.hint);
                format!("{number:>3}) {}", text.trim_end())
            }
            Entry::Folded(verb, list) => {
                let example = list
                    .get(list.len() / 2)
                    .map_or("", |choice| &choice.notation);
                format!(
                    "{number:>3}) {verb} …  one of {}: list them, or type it, as in: {example}",
                    list.len()
                )
            }
        };
        (1..).zip(&self.entries).map(line).collect()
    }
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
