//! Sizes as people read them.

/// Says how much memory so many bytes are: "14.8 GiB".
pub(crate) fn in_words(bytes: u128) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let unit = (0..units.len()).rev().find(|unit| bytes >> (10 * unit) > 0);
    let unit = unit.unwrap_or_default();
    let value = bytes as f64 / (1_u128 << (10 * unit)) as f64;
    let places = usize::from(value.fract() >= 0.05 && value < 99.5);
    format!("{value:.places$} {}", units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_few_digits() {
        for (bytes, words) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1 << 20, "1 MiB"),
            (512 << 20, "512 MiB"),
            (15_894_470_592, "14.8 GiB"),
            (1_134_290_757_600, "1 TiB"),
            (16_000_264_000_128, "14.6 TiB"),
        ] {
            assert_eq!(in_words(bytes), words);
        }
    }
}
