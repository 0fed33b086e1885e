//! Lines in, lines out.

use std::any::Any;
use std::io::{self, BufRead, Write};

use anstyle::{AnsiColor, Style};
use hotdice_core::Tone;

/// Headings and the names of players.
const STRONG: Style = Style::new().bold();

/// A place to read lines from and write lines to, which fails when one of them is gone.
///
/// Styles are written as escape sequences; whoever gives an output that is no terminal gives one that strips them.
pub struct Console<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    echo: Echo,
    spinner: Option<SpinnerFn>,
}

/// Shows something that turns while people wait, until what it returns is dropped.
pub type SpinnerFn = fn(&str) -> Box<dyn Any>;

/// Whether answers are written behind their prompts, for input that does not show there by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// Answers are written.
    On,
    /// Answers show by themselves, as at a terminal.
    Off,
}

impl<'a> Console<'a> {
    /// Returns a console.
    pub fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write, echo: Echo) -> Self {
        Self {
            input,
            output,
            echo,
            spinner: None,
        }
    }

    /// Returns the console with something that turns while people wait.
    #[must_use]
    pub fn with_spinner(mut self, spinner: SpinnerFn) -> Self {
        self.spinner = Some(spinner);
        self
    }

    /// Says what people wait for, until what it returns is dropped.
    #[must_use]
    pub fn spin(&self, what: &str) -> Option<Box<dyn Any>> {
        self.spinner.map(|spinner| spinner(what))
    }

    /// Writes a line.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    /// Writes a line that stands out.
    pub fn announce(&mut self, text: &str) -> io::Result<()> {
        self.say(&styled(STRONG, text))
    }

    /// Writes a line in its tone.
    pub fn say_in_tone(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        match tone {
            Tone::Plain => self.say(text),
            Tone::Good => self.say(&styled(AnsiColor::Green.on_default(), text)),
            Tone::Bad => self.say(&styled(AnsiColor::Red.on_default(), text)),
        }
    }

    /// Writes a prompt and reads the answer; nothing when the input has ended.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{}> ", styled(STRONG, prompt))?;
        self.output.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            self.say("")?;
            return Ok(None);
        }
        let answer = String::from_utf8_lossy(&line).trim().to_owned();
        if self.echo == Echo::On {
            self.say(&answer)?;
        }
        Ok(Some(answer))
    }

    /// Asks until the answer is yes or no; nothing when the input has ended.
    pub fn ask_whether(&mut self, question: &str) -> io::Result<Option<bool>> {
        loop {
            let Some(answer) = self.ask(&format!("{question} (y/n)"))? else {
                return Ok(None);
            };
            match answer.to_lowercase().as_str() {
                "y" | "yes" => return Ok(Some(true)),
                "n" | "no" => return Ok(Some(false)),
                _ => self.say("Please answer y or n.")?,
            }
        }
    }

    /// Returns the output.
    pub(super) fn output(&mut self) -> &mut dyn Write {
        self.output
    }
}

fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
