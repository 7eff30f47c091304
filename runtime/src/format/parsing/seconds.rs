//! Parses durations in seconds.

use std::time::Duration;

/// Parses a decimal number of seconds. Nine decimal places are exact, and further ones are ignored.
pub(crate) fn parse_seconds(text: &str) -> Option<Duration> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if digits(seconds) && digits(fraction) {
        let nanos: String = fraction.chars().chain(std::iter::repeat('0')).take(9).collect();
        return Some(Duration::new(seconds.parse().ok()?, nanos.parse().ok()?));
    }
    // JavaScript writes small numbers like `1e-7`.
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::parse_seconds;
    use crate::vocabulary::duration::Seconds;
    use std::time::Duration;

    #[test]
    fn seconds_are_exact_both_ways() {
        for text in ["0", "30", "0.5", "0.000000001", "18446744073709551615.999999999"] {
            assert_eq!(Seconds(parse_seconds(text).unwrap()).to_string(), text);
        }
        assert_eq!(parse_seconds("1e-7"), Some(Duration::from_nanos(100)));
        for bad in ["", "-1", "x", ".", "18446744073709551616", "NaN", "inf"] {
            assert_eq!(parse_seconds(bad), None, "{bad}");
        }
    }
}
