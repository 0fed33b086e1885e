//! Thirty-two bytes that people can copy.

use std::fmt;
use std::str::FromStr;

/// Thirty-two bytes, written as 64 hexadecimal digits: a commitment, what a player adds to the dice, a revealed seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bytes32(pub [u8; 32]);

/// A text that is not thirty-two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 32 bytes as 64 hexadecimal digits")]
pub struct NotBytes32;

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Bytes32 {
    type Err = NotBytes32;

    fn from_str(text: &str) -> Result<Self, NotBytes32> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(NotBytes32);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = 16 * nibble(pair[0])? + nibble(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

fn nibble(digit: u8) -> Result<u8, NotBytes32> {
    match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        b'A'..=b'F' => Ok(digit - b'A' + 10),
        _ => Err(NotBytes32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_and_parses_back() {
        let bytes = Bytes32(std::array::from_fn(|place| 7 * place as u8));
        let text = bytes.to_string();
        assert!(text.starts_with("00070e15"), "{text}");
        assert_eq!(text.parse(), Ok(bytes));
        assert_eq!(text.to_uppercase().parse(), Ok(bytes));
    }

    #[test]
    fn refuses_anything_else() {
        let long = "0".repeat(65);
        let odd = format!("{}é", "0".repeat(62));
        for text in ["", "00", &long, &odd, &"+1".repeat(32)] {
            assert_eq!(text.parse::<Bytes32>(), Err(NotBytes32), "{text}");
        }
    }
}
