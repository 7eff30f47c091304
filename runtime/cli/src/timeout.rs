//! Parses time limits on the command line.

use std::time::Duration;

/// Parses a duration such as `500ms`, `10s` or `2m`. Zero is invalid.
pub(crate) fn parse(text: &str) -> Result<Duration, &'static str> {
    const EXPECTED: &str = "expected a number and a unit, such as 500ms, 10s or 2m";
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).ok_or(EXPECTED)?);
    let number: u64 = number.parse().map_err(|_| EXPECTED)?;
    let milliseconds = match unit {
        "ms" => Some(number),
        "s" => number.checked_mul(1_000),
        "m" => number.checked_mul(60_000),
        _ => None,
    };
    match milliseconds.ok_or(EXPECTED)? {
        0 => Err("the time limit must be greater than zero"),
        milliseconds => Ok(Duration::from_millis(milliseconds)),
    }
}

/// Returns a time limit in whole milliseconds.
pub(crate) fn milliseconds(timeout: Duration) -> u64 {
    u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Duration, parse};

    #[test]
    fn a_time_limit_has_a_unit() {
        assert_eq!(parse("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(parse("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "10", "s", "1.5s", "-1s", "10h", "0s", "99999999999999999999s", "9999999999999999999m"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
