//! What a line of a tape asks for.

use std::time::Duration;

/// A line of a tape. `TEXT` is all the rest of the line; `{name}` in it stands for what [`Take`](Self::Take) took under that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `size 100 30`: columns and rows of the terminals opened from here on, and of this one.
    Size(u16, u16),
    /// `set NAME VALUE`: a variable of the environment of the terminals opened from here on.
    Set(String, String),
    /// `terminal NAME`: goes to a terminal; it is opened when nobody has been there.
    Terminal(String),
    /// `run LINE`: types a line to the shell.
    Run(String),
    /// `type TEXT`: types letters.
    Type(String),
    /// `press KEY KEY …`: presses keys, named as tmux names them: `Enter`, `Down`, `C-c`, `y`.
    Press(Vec<String>),
    /// `click TEXT`: waits for a text, and clicks on its first letter with the mouse.
    Click(String),
    /// `patience SECONDS`: how long to wait for things from here on.
    Patience(Duration),
    /// `wait TEXT`: waits until a text is on the screen.
    Wait(String),
    /// `gone TEXT`: waits until a text has left the screen.
    Gone(String),
    /// `miss TEXT`: a text must not be on the screen when it is at rest.
    Miss(String),
    /// `until TEXT`, and lines of `when TEXT press KEY …` below it: answers what is seen until a text is on the screen.
    Until(String, Vec<Rule>),
    /// `together TEXT`, and rules as below `until`: answers in all terminals until the text is on every screen.
    Together(String, Vec<Rule>),
    /// `take NAME TEXT`: waits for a text, takes the word after it, and calls that by a name.
    Take(String, String),
    /// `still NAME`: takes a picture, as soon as the screen is at rest.
    Still(String),
    /// `file NAME TEXT`: writes a file in the data folder of this terminal.
    File(String, String),
    /// `serve`: starts a server beside the terminals, the same one again if there was one. Its address is `{server}`.
    Serve,
    /// `kill`: ends the server as a crash would.
    Kill,
    /// `restored`: the program has ended, and the terminal is what it was before: its modes, its screen, its shell.
    Restored,
    /// `idle MILLISECONDS`: does nothing for a while. For what cannot be seen.
    Idle(Duration),
}

/// What to press when a text is on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The text.
    pub seen: String,
    /// The keys.
    pub keys: Vec<String>,
}
