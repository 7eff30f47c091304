//! Simulated failures, for testing clients.

use std::str::FromStr;

/// A simulated failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Responds with this HTTP status and its reason phrase.
    Status(u16),
    /// Responds with a success status and invalid JSON.
    Garbage,
    /// Responds with bytes that aren't HTTP.
    Noise,
    /// Closes the connection without a response.
    Hangup,
    /// Responds after a minute.
    Slow,
}

impl Fault {
    /// Returns the fault in an instance's ID, such as `inst-500`.
    pub(crate) fn of_instance(name: &str) -> Option<Self> {
        name.strip_prefix("inst-")?.parse().ok()
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "garbage" => Ok(Self::Garbage),
            "noise" => Ok(Self::Noise),
            "hangup" => Ok(Self::Hangup),
            "slow" => Ok(Self::Slow),
            _ => match word.parse() {
                Ok(status @ 400..=599) => Ok(Self::Status(status)),
                _ => Err("expected `garbage`, `noise`, `hangup`, `slow`, or an HTTP status from 400 to 599".to_owned()),
            },
        }
    }
}

/// Returns the standard reason phrase of an HTTP status, in lowercase.
pub(crate) fn reason(status: u16) -> String {
    let reason = ureq::http::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    reason.unwrap_or("no reason given").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{Fault, reason};

    #[test]
    fn instance_names_request_faults() {
        for (name, fault) in [
            ("inst-500", Some(Fault::Status(500))),
            ("inst-garbage", Some(Fault::Garbage)),
            ("inst-noise", Some(Fault::Noise)),
            ("inst-hangup", Some(Fault::Hangup)),
            ("inst-slow", Some(Fault::Slow)),
            ("inst-1", None),
            ("inst-399", None),
            ("inst-600", None),
            ("slow", None),
        ] {
            assert_eq!(Fault::of_instance(name), fault, "{name}");
        }
    }

    #[test]
    fn every_status_has_a_reason_phrase() {
        assert_eq!(reason(500), "internal server error");
        assert_eq!(reason(599), "no reason given");
    }
}
