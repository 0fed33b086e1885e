//! How a command ends: the only place where exit codes are decided.

use std::env;
use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitCode;

use hotdice_client::Error as ClientError;
use hotdice_tui::plain::error_in_words;
use hotdice_tui::services::UiError;
use serde_json::{Value, json};

/// What a command returns.
pub(crate) type CliResult<T = ()> = Result<T, Stop>;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It was asked for in a way that cannot be understood. Exit code 2.
    Usage(anyhow::Error),
    /// The thing asked for failed. Exit code 1.
    Failed(anyhow::Error),
    /// A game could not be saved. Exit code 1.
    Unsaved(anyhow::Error),
    /// A signal ended it, and everything that is to be said is said. Exit code 128 and the signal's number.
    Signal(u8),
    /// The answer is no, and stands on the output where JSON was asked for. Exit code 1.
    Verdict(anyhow::Error),
}

impl Stop {
    /// Stops because of how the command was called.
    pub(crate) fn usage(cause: impl Error + Send + Sync + 'static) -> Self {
        Self::Usage(cause.into())
    }

    /// Stops because something did not work out; what a server said comes with the class that scripts look for.
    #[expect(clippy::needless_pass_by_value, reason = "it goes into map_err")]
    pub(crate) fn ui(error: UiError) -> Self {
        match error.client_error() {
            Some(cause) => Self::Failed(anyhow::Error::new(Coded {
                code: code_of(cause),
                text: error_in_words(&error),
            })),
            None => Self::Failed(anyhow::Error::msg(error.to_string())),
        }
    }

    /// Stops because there is no such thing.
    pub(crate) fn not_found(text: String) -> Self {
        let code = json!("not_found");
        Self::Failed(anyhow::Error::new(Coded { code, text }))
    }

    /// Tells the user, as a JSON object too where JSON was asked for, and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (error, code, exit) = match self {
            Self::Usage(error) => (error, Some(json!("usage")), 2),
            Self::Failed(error) if is_closed_pipe(&error) => return ExitCode::SUCCESS,
            Self::Failed(error) => {
                let coded = error.downcast_ref::<Coded>();
                let code = coded.map_or(json!("failed"), |coded| coded.code.clone());
                (error, Some(code), 1)
            }
            Self::Unsaved(error) => (error, Some(json!("failed")), 1),
            Self::Verdict(error) => (error, None, 1),
            Self::Signal(signal) => return ExitCode::from(128 | signal),
        };
        let message = format!("{error:#}");
        if let Some(code) = code {
            report_json(&code, &message);
        }
        anstream::eprintln!("hotdice: {message}");
        ExitCode::from(exit)
    }
}

/// Reports arguments that cannot be understood; help and versions are no errors.
pub(crate) fn report_arguments(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        let message = first.strip_prefix("error: ").unwrap_or(first);
        report_json(&json!("usage"), message);
    }
    // Whoever has closed the output has seen enough.
    drop(error.print());
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Prints an error as a JSON object, where the arguments ask for JSON.
fn report_json(code: &Value, message: &str) {
    let mut arguments = env::args_os().take_while(|argument| argument != "--");
    if arguments.any(|argument| argument == "--json") {
        let error = json!({ "error": { "code": code, "message": message } });
        anstream::println!("{error}");
    }
}

/// An error with a code for scripts.
#[derive(Debug)]
struct Coded {
    code: Value,
    text: String,
}

impl fmt::Display for Coded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for Coded {}

/// Returns the code of a server's refusal, as it is on the wire.
fn code_of(error: &ClientError) -> Value {
    match (error, error.code()) {
        (_, Some(code)) => json!(code),
        (ClientError::Unreachable { .. }, _) => json!("unreachable"),
        _ => json!("failed"),
    }
}

/// Tells whether whoever reads our output has seen enough, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

impl<E: Into<anyhow::Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}
