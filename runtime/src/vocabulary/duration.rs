//! Waiting times, for machines and for people.

use std::fmt::{self, Display};
use std::time::Duration;

/// Whole milliseconds, rounded up, so that a caller never waits too short.
pub(crate) fn millis(wait: Duration) -> u64 {
    u64::try_from(wait.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

/// A duration as an exact decimal number of seconds: `30`, `0.5`.
pub(crate) struct Seconds(pub(crate) Duration);

impl Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        match self.0.subsec_nanos() {
            0 => Ok(()),
            nanos => write!(f, ".{}", format!("{nanos:09}").trim_end_matches('0')),
        }
    }
}

/// Reads a decimal number of seconds, exactly to the nanosecond.
pub(crate) fn parse_seconds(text: &str) -> Option<Duration> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if digits(seconds) && digits(fraction) {
        let nanos: String = fraction.chars().chain(std::iter::repeat('0')).take(9).collect();
        return Some(Duration::new(seconds.parse().ok()?, nanos.parse().ok()?));
    }
    // `1e-7`, as JavaScript writes small numbers.
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

/// A duration for people: `1h 30m`, `5s`, `250ms`.
pub(crate) struct Wait(pub(crate) Duration);

impl Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = millis(self.0);
        if millis == 0 {
            return f.write_str("0s");
        }
        let units = [
            (millis / 3_600_000, "h"),
            (millis / 60_000 % 60, "m"),
            (millis / 1_000 % 60, "s"),
            (millis % 1_000, "ms"),
        ];
        let mut separator = "";
        for (count, unit) in units.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "{separator}{count}{unit}")?;
            separator = " ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Seconds, Wait, parse_seconds};
    use std::time::Duration;

    #[test]
    fn waits_are_written_in_units() {
        let shown = |millis| Wait(Duration::from_millis(millis)).to_string();
        assert_eq!(shown(0), "0s");
        assert_eq!(shown(250), "250ms");
        assert_eq!(shown(90_000), "1m 30s");
        assert_eq!(shown(5_400_500), "1h 30m 500ms");
    }

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
