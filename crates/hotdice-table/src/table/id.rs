//! The name of a table, short enough to be read out, and codes like it.

use std::fmt;
use std::str::FromStr;

/// Some letters and digits, none of which look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortCode<const LENGTH: usize>([u8; LENGTH]);

/// The name of a table: ten letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(ShortCode<{ TableId::LENGTH }>);

/// A text that is not the name of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a table is named by {} letters and digits, like k7w2m9x4ab",
    TableId::LENGTH
)]
pub struct NotATableId;

/// The digits, without i, l, o and u.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl<const LENGTH: usize> ShortCode<LENGTH> {
    /// Returns the code that random bytes give.
    #[must_use]
    pub fn from_bytes(bytes: [u8; LENGTH]) -> Self {
        Self(bytes.map(|byte| DIGITS[usize::from(byte % 32)]))
    }

    /// Reads a code as people type it: in capitals, with o for 0 and i or l for 1, in groups.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let typed = text.trim().bytes().filter(|letter| *letter != b'-');
        let digits: Option<Vec<u8>> = typed.map(meant).collect();
        digits?.try_into().ok().map(Self)
    }

    /// Returns the code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("digits are ASCII")
    }
}

impl TableId {
    /// How many characters a name has.
    pub const LENGTH: usize = 10;

    /// Returns the name that random bytes give.
    #[must_use]
    pub fn from_bytes(bytes: [u8; Self::LENGTH]) -> Self {
        Self(ShortCode::from_bytes(bytes))
    }

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for TableId {
    type Err = NotATableId;

    /// Reads a name as people type it: in capitals, with o for 0 and i or l for 1, in groups.
    fn from_str(text: &str) -> Result<Self, NotATableId> {
        ShortCode::read(text).map(Self).ok_or(NotATableId)
    }
}

fn meant(letter: u8) -> Option<u8> {
    let digit = match letter.to_ascii_lowercase() {
        b'o' => b'0',
        b'i' | b'l' => b'1',
        other => other,
    };
    DIGITS.contains(&digit).then_some(digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_type() {
        let id = TableId::from_bytes([0, 1, 31, 32, 255, 7, 8, 9, 10, 11]);
        assert_eq!(id.as_str(), "01z0z789ab");
        for text in ["01z0z789ab", " 01Z0Z-789AB ", "oizoz789ab"] {
            assert_eq!(text.parse(), Ok(id), "{text}");
        }
        for text in ["", "01z0z789a", "01z0z789abc", "01z0z789u!", "ééééé"] {
            assert_eq!(text.parse::<TableId>(), Err(NotATableId), "{text}");
        }
    }
}
