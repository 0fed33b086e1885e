//! How a command ends: the only place where exit codes are decided.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use hotdice_tui::plain::error_in_words;
use hotdice_tui::services::UiError;

/// What a command returns.
pub(crate) type CliResult<T = ()> = Result<T, Stop>;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It was asked for in a way that cannot be understood. Exit code 2.
    Usage(anyhow::Error),
    /// The thing asked for failed. Exit code 1.
    Failed(anyhow::Error),
    /// A signal ended it, and everything that is to be said is said. Exit code 128 and the signal's number.
    Signal(u8),
}

impl Stop {
    /// Stops because of how the command was called.
    pub(crate) fn usage(cause: impl Error + Send + Sync + 'static) -> Self {
        Self::Usage(cause.into())
    }

    /// Stops because something did not work out; what a server said comes with the class that scripts look for.
    #[expect(clippy::needless_pass_by_value, reason = "it goes into map_err")]
    pub(crate) fn ui(error: UiError) -> Self {
        let text = match error.client_error() {
            Some(_) => error_in_words(&error),
            None => error.to_string(),
        };
        Self::Failed(anyhow::Error::msg(text))
    }

    /// Tells the user, and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (error, code) = match self {
            Self::Usage(error) => (error, 2),
            Self::Failed(error) if is_closed_pipe(&error) => return ExitCode::SUCCESS,
            Self::Failed(error) => (error, 1),
            Self::Signal(signal) => return ExitCode::from(128 | signal),
        };
        anstream::eprintln!("hotdice: {error:#}");
        ExitCode::from(code)
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
