//! The rules of a game as one text, to be kept in a golden file.

use std::fmt::Write;

use hotdice_core::AnyGame;

/// Writes all that a game says about its rules: the explanation, then the parameters.
#[must_use]
pub fn rules_text(game: &dyn AnyGame) -> String {
    let mut text = format!(
        "{}\nseats: {}\n",
        game.rules_line(),
        game.seats().in_words()
    );
    for section in game.explain() {
        let lines = section.lines.join("\n");
        put(&mut text, format_args!("\n{}\n{lines}\n", section.heading));
    }
    put(&mut text, format_args!("\nParameters\n"));
    for parameter in game.parameters() {
        let (name, value, meaning) = (parameter.name, &parameter.value, parameter.meaning);
        let accepts = parameter.accepts;
        put(
            &mut text,
            format_args!("{name}={value}: {meaning} ({accepts})\n"),
        );
    }
    text
}

fn put(text: &mut String, words: std::fmt::Arguments<'_>) {
    text.write_fmt(words).expect("a string takes every text");
}
