//! What went wrong on the way to a table, in words that say what to do next.

use hotdice_client::{Error, Remedy};

/// Returns an error of the network in words for people at a screen.
pub(crate) fn of(error: &Error) -> String {
    let what = error.to_string();
    let what = what.trim_end_matches('.');
    let mut letters = what.chars();
    // Addresses keep their small letters.
    let what = match letters.next() {
        Some(first) if !what.starts_with("http") => first.to_uppercase().chain(letters).collect(),
        _ => what.to_owned(),
    };
    // Where a refusal has two parts, the second says what to do.
    let is_advised = error.code().is_some() && what.contains(": ");
    match advice(error.remedy()) {
        _ if is_advised => format!("{what}."),
        "" => format!("{what}."),
        advice => format!("{what}. {advice}"),
    }
}

fn advice(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::FindServer => "Check the address, and whether the server is open.",
        Remedy::CheckAddress => "Check the address.",
        Remedy::CheckTable => "Check the code: whoever opened the table knows it.",
        Remedy::Rewrite => "Change that and try again.",
        Remedy::ChooseOther => "Choose something else.",
        Remedy::TakeSeat => "Take a seat first.",
        Remedy::WaitForTurn => "Wait for your turn.",
        Remedy::LookAgain => "Look at the table again and choose.",
        Remedy::WatchInstead => "You can watch, or open a table of your own.",
        Remedy::SeeTheEnd => "You can still see how it went: watch.",
        Remedy::SlowDown => "Wait a little and try again.",
        Remedy::TellTheServer => "Try again later, or tell whoever runs the server.",
        Remedy::Nothing => "",
    }
}

/// Writes how long a decision may take.
pub fn clock_in_words(seconds: u32) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) if minutes % 1440 == 0 => match minutes / 1440 {
            1 => "a day".to_owned(),
            days => format!("{days} days"),
        },
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}
