//! What can be done without pointing at the board: roll, bank, shut what is picked.
//!
//! Dice that are kept are followed by rolling or banking, so both are one step: what is picked can be changed until then, and nothing
//! has to be taken back.

use hotdice_core::{Choice, FollowUp, Target};

use super::selection::picks;

/// Something that can be done at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Act {
    /// The letter that does it.
    pub(super) key: Option<char>,
    /// What it does.
    pub(super) label: String,
    /// The same without the dice that are kept.
    pub(super) short: String,
    /// What it leads to, in a few words; may be empty.
    pub(super) hint: String,
    /// What is chosen, one after the other.
    pub(super) steps: Vec<String>,
}

/// Letters that mean something else at a table.
const TAKEN: &str = "acdeghijklqtux";

/// Returns what can be done: with what is picked, or else with everything that scores, and what needs nothing picked.
pub(super) fn acts(choices: &[Choice], picked: &[u8], scoring: &[u8]) -> Vec<Act> {
    let of = |values: &[u8]| {
        let made = |choice: &&Choice| picks(&choice.target).as_deref() == Some(values);
        choices.iter().find(made)
    };
    let made = match of(picked) {
        Some(made) => with_what_follows(made),
        None if picked.is_empty() => of(scoring)
            .map(|made| with_all_that_scores(made, choices))
            .unwrap_or_default(),
        None => Vec::new(),
    };
    let astray = !picked.is_empty() && made.is_empty();
    let plain = choices
        .iter()
        .filter(|choice| choice.target == Target::Nothing)
        .map(|choice| {
            act(
                &choice.label,
                &choice.hint,
                choice.points,
                vec![&choice.notation],
            )
        });
    // What picked dice lead to takes the place of what could be done without picking any.
    let plain = plain.filter(|each| !astray && !made.iter().any(|one| one.key == each.key));
    let mut acts: Vec<Act> = made.iter().cloned().chain(plain).collect();
    // Rolling stands in the same place, whatever is picked.
    acts.sort_by_key(|act| act.key != Some('r'));
    give_letters(&mut acts);
    acts
}

fn act(label: &str, hint: &str, points: Option<i32>, steps: Vec<&str>) -> Act {
    Act {
        key: Some(if points.is_none() { 'r' } else { 'b' }),
        label: label.to_owned(),
        short: label.to_owned(),
        hint: hint.to_owned(),
        steps: steps.into_iter().map(str::to_owned).collect(),
    }
}

/// A choice that leads straight to others is made together with one of them.
fn with_what_follows(made: &Choice) -> Vec<Act> {
    if made.then.is_empty() {
        let act = act(&made.label, &made.hint, made.points, vec![&made.notation]);
        // Holding dice is rolling the others, and keeping them for good is banking; shutting tiles has a letter of its own.
        let key = act.key.filter(|_| matches!(made.target, Target::Dice(_)));
        return vec![Act { key, ..act }];
    }
    made.then.iter().map(|next| follow_up(made, next)).collect()
}

fn follow_up(made: &Choice, next: &FollowUp) -> Act {
    let steps = vec![made.notation.as_str(), &next.notation];
    act(&next.label, &next.hint, next.points, steps)
}

/// Keeps everything that scores, and rolls on or banks; banking without picking is a choice of its own where there is one.
fn with_all_that_scores(made: &Choice, choices: &[Choice]) -> Vec<Act> {
    let banks = |choice: &Choice| choice.target == Target::Nothing && choice.points.is_some();
    let banked = choices.iter().any(banks);
    if made.then.is_empty() {
        // Only what banks is done without picking: holding dice may be meant in many ways.
        let ends = made.points.is_some() && !banked;
        return if ends {
            with_what_follows(made)
        } else {
            Vec::new()
        };
    }
    let rest = made
        .then
        .iter()
        .filter(|next| next.points.is_none() || !banked);
    let acts = rest.map(|next| {
        let act = follow_up(made, next);
        let label = format!("{}, {}", made.label, lower(&act.label));
        Act { label, ..act }
    });
    acts.collect()
}

/// Begins with a small letter.
pub(super) fn lower(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Gives a letter of their own to all acts that share one or have none: one that a word of their label begins with.
fn give_letters(acts: &mut [Act]) {
    let keys: Vec<Option<char>> = acts.iter().map(|act| act.key).collect();
    let shared = |key: Option<char>| keys.iter().filter(|each| **each == key).count() > 1;
    let mut given: Vec<char> = keys.iter().flatten().copied().collect();
    given.retain(|key| !shared(Some(*key)));
    let begin = |act: &Act| act.label.to_lowercase().chars().next();
    let begins: Vec<char> = acts.iter().filter_map(begin).collect();
    let common = |letter: char| begins.iter().filter(|each| **each == letter).count() > 1;
    for act in acts {
        if act.key.is_some() && !shared(act.key) {
            continue;
        }
        let mut letters = mnemonics(&act.label);
        let is_free = |letter: &char| !TAKEN.contains(*letter) && !given.contains(letter);
        act.key = letters
            .find(|letter| letter.is_ascii_lowercase() && is_free(letter) && !common(*letter));
        given.extend(act.key);
    }
}

/// Returns the letters that call something to mind: those that its words begin with, and then all others.
fn mnemonics(words: &str) -> impl Iterator<Item = char> {
    let first = words.split(' ').filter_map(|word| word.chars().next());
    first.chain(words.chars()).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(label: &str, target: Target, points: Option<i32>) -> Choice {
        Choice {
            label: label.to_owned(),
            notation: label.to_lowercase(),
            hint: String::new(),
            target,
            points,
            then: Vec::new(),
        }
    }

    fn keep(dice: &str) -> Choice {
        let next = |label: &str, points| FollowUp {
            label: label.to_owned(),
            notation: label.to_lowercase(),
            hint: String::new(),
            points,
        };
        let target = Target::Dice(dice.parse().unwrap());
        let mut choice = choice(&format!("Keep {dice}"), target, Some(100));
        choice.then = vec![next("Bank", Some(100)), next("Roll 4 dice", None)];
        choice
    }

    fn written(acts: &[Act]) -> Vec<String> {
        let key = |act: &Act| act.key.unwrap_or('-');
        let line = |act: &Act| format!("{} {}: {}", key(act), act.label, act.steps.join("; "));
        acts.iter().map(line).collect()
    }

    #[test]
    fn nothing_picked_keeps_all_that_scores() {
        let choices = [
            choice("Bank 150", Target::Nothing, Some(150)),
            keep("1 5"),
            keep("1"),
        ];
        assert_eq!(
            written(&acts(&choices, &[], &[1, 5])),
            [
                "r Keep 1 5, roll 4 dice: keep 1 5; roll 4 dice",
                "b Bank 150: bank 150"
            ]
        );
        assert_eq!(
            written(&acts(&choices, &[1], &[1, 5])),
            ["r Roll 4 dice: keep 1; roll 4 dice", "b Bank: keep 1; bank"]
        );
        assert!(acts(&choices, &[2], &[1, 5]).is_empty());
    }

    #[test]
    fn keeping_all_dice_banks_where_that_ends_the_turn() {
        let dice = Target::Dice("1 5".parse().unwrap());
        let choices = [choice("Keep all", dice, Some(150)), keep("1")];
        let pass = ["b Keep all: keep all"];
        assert_eq!(written(&acts(&choices, &[], &[1, 5])), pass);
        assert_eq!(written(&acts(&choices, &[1, 5], &[1, 5])), pass);
        assert_eq!(
            written(&acts(&choices, &[1], &[1, 5])),
            ["r Roll 4 dice: keep 1; roll 4 dice", "b Bank: keep 1; bank"]
        );
        // What can be banked without keeping any is the same, and is there once.
        let bank = choice("Bank 150", Target::Nothing, Some(150));
        let choices = [&[bank][..], &choices].concat();
        assert_eq!(
            written(&acts(&choices, &[], &[1, 5])),
            ["b Bank 150: bank 150"]
        );
        assert_eq!(written(&acts(&choices, &[1, 5], &[1, 5])), pass);
    }

    #[test]
    fn acts_that_would_share_a_letter_have_their_own() {
        let choices = [
            choice("Roll one die", Target::Nothing, None),
            choice("Roll both dice", Target::Nothing, None),
        ];
        let keys: Vec<Option<char>> = acts(&choices, &[], &[]).iter().map(|act| act.key).collect();
        assert_eq!(keys, [Some('o'), Some('b')]);
        let tiles = [choice("Shut 2 and 7", Target::Tiles(vec![2, 7]), None)];
        assert_eq!(
            written(&acts(&tiles, &[2, 7], &[])),
            ["s Shut 2 and 7: shut 2 and 7"]
        );
    }
}
