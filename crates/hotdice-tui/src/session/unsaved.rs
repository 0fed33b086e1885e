//! A game that could not be saved, as on a full disk.

use std::path::PathBuf;

/// A game on this terminal whose file does not hold it as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsavedGame {
    /// The file it belongs in.
    pub path: PathBuf,
    /// Why it could not be written.
    pub why: String,
    /// Whether the file holds the game as it was before.
    pub has_beginning: bool,
}

impl UnsavedGame {
    /// Returns what is said while the game goes on.
    #[must_use]
    pub fn notice(&self) -> String {
        format!("Not saved: {}", self.why)
    }

    /// Returns what is said when saving fails for the first time.
    #[must_use]
    pub fn warning(&self) -> String {
        let (path, why) = (self.path.display(), &self.why);
        format!(
            "This game cannot be saved in {path}: {why}. You can play on; every change tries again."
        )
    }

    /// Returns what is lost by leaving the game now.
    #[must_use]
    pub fn loss(&self) -> &'static str {
        if self.has_beginning {
            "Only its beginning is saved."
        } else {
            "It is lost if you leave."
        }
    }

    /// Returns what is said when the game has been left.
    #[must_use]
    pub fn in_words(&self) -> String {
        let path = self.path.display();
        let lost = format!("the game could not be saved in {path}: {}", self.why);
        if self.has_beginning {
            format!(
                "{lost}\nOnly its beginning is there. Go on from it with: hotdice play --resume '{path}'"
            )
        } else {
            lost
        }
    }
}
