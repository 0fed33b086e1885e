//! HMAC from SHA-256, as RFC 2104 has it.

use sha2::{Digest, Sha256};

/// The bytes that SHA-256 works on at a time.
const BLOCK: usize = 64;

/// Returns the HMAC-SHA-256 of a message.
#[must_use]
pub fn hmac_sha256(key: &[u8], message: &[&[u8]]) -> [u8; 32] {
    let mut padded = [0; BLOCK];
    if key.len() <= BLOCK {
        padded[..key.len()].copy_from_slice(key);
    } else {
        padded[..32].copy_from_slice(&sha256(&[key]));
    }
    let inner_key = padded.map(|byte| byte ^ 0x36);
    let outer_key = padded.map(|byte| byte ^ 0x5c);
    let inner = sha256(&[&[&inner_key[..]], message].concat());
    sha256(&[&outer_key, &inner])
}

/// Returns the SHA-256 of some bytes, one after the other.
pub(crate) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(key: &[u8], message: &[u8], expected: &str) {
        let hex = |bytes: &[u8]| {
            let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            digits.concat()
        };
        let whole = hmac_sha256(key, &[message]);
        assert!(hex(&whole).starts_with(expected), "{}", hex(&whole));
        let (head, tail) = message.split_at(message.len() / 2);
        assert_eq!(hmac_sha256(key, &[head, tail]), whole);
    }

    /// All seven test cases of RFC 4231, section 4.
    #[test]
    fn agrees_with_rfc_4231() {
        check(
            &[0x0b; 20],
            b"Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        );
        check(
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        );
        check(
            &[0xaa; 20],
            &[0xdd; 50],
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
        );
        let counted: Vec<u8> = (1..=25).collect();
        check(
            &counted,
            &[0xcd; 50],
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
        );
        check(
            &[0x0c; 20],
            b"Test With Truncation",
            "a3b6167473100ee06e0c796c2955552b",
        );
        check(
            &[0xaa; 131],
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        );
        check(
            &[0xaa; 131],
            b"This is a test using a larger than block-size key and a larger than block-size data. \
              The key needs to be hashed before being used by the HMAC algorithm.",
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
        );
    }

    /// A key of exactly one block is not hashed, one of a byte more is.
    #[test]
    fn long_keys_are_hashed_first() {
        let message: &[&[u8]] = &[b"dice"];
        let hashed = |key: &[u8]| hmac_sha256(&sha256(&[key]), message);
        assert_ne!(hmac_sha256(&[7; 64], message), hashed(&[7; 64]));
        assert_eq!(hmac_sha256(&[7; 65], message), hashed(&[7; 65]));
    }
}
