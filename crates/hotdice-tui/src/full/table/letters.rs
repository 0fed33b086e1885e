//! Letters that make choices at once.

use hotdice_core::{Choice, Target};

/// Letters that mean something else at a table.
const TAKEN: &str = "acdeghijklnqsuvGx:?";

/// Gives letters to the choices that need nothing else: the first of their words, or else the next one that is free.
pub(super) fn letters(choices: &[Choice]) -> Vec<Option<char>> {
    let words = |choice: &Choice| match choice.target {
        Target::Nothing => choice.notation.clone(),
        _ => String::new(),
    };
    let first = |choice: &Choice| words(choice).chars().next();
    let firsts: Vec<Option<char>> = choices.iter().map(first).collect();
    let mut given: Vec<char> = Vec::new();
    let mut give = |choice: &Choice| {
        let is_free = |letter: &char| {
            let others = firsts.iter().filter(|first| **first == Some(*letter));
            let own = usize::from(first(choice) == Some(*letter));
            letter.is_alphabetic()
                && !TAKEN.contains(*letter)
                && !given.contains(letter)
                && others.count() == own
        };
        let letter = words(choice).chars().find(is_free);
        given.extend(letter);
        letter
    };
    choices.iter().map(&mut give).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(notation: &str) -> Choice {
        Choice {
            label: notation.to_owned(),
            notation: notation.to_owned(),
            hint: String::new(),
            target: Target::Nothing,
            points: None,
        }
    }

    #[test]
    fn a_choice_whose_letter_is_taken_has_the_next_one() {
        let given = |words: &[&str]| {
            let choices = words.iter().map(|word| choice(word));
            letters(&choices.collect::<Vec<_>>())
        };
        assert_eq!(given(&["roll", "hold"]), [Some('r'), Some('o')]);
        assert_eq!(given(&["bank", "hob"]), [Some('b'), Some('o')]);
        // What two begin with chooses neither, and what is taken nothing.
        assert_eq!(given(&["roll", "rob"]), [Some('o'), Some('b')]);
        assert_eq!(given(&["cd", "keep"]), [None, Some('p')]);
    }
}
