//! Faults on request, to test clients.

use std::str::FromStr;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The server answers with this HTTP status and a reason.
    Status(u16),
    /// The server answers with the status of a success and a body that is not JSON.
    Garbage,
    /// The server answers with bytes that are not HTTP.
    Noise,
    /// The server closes the connection without an answer.
    Hangup,
    /// The server answers after a minute.
    Slow,
}

impl Fault {
    /// The fault in the name of an instance, such as `inst-500`.
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

/// The standard reason of an HTTP status, in lower case.
pub(crate) fn reason(status: u16) -> String {
    let reason = ureq::http::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    reason.unwrap_or("no reason given").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{Fault, reason};

    #[test]
    fn names_of_instances_ask_for_faults() {
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
    fn every_status_has_a_reason() {
        assert_eq!(reason(500), "internal server error");
        assert_eq!(reason(599), "no reason given");
    }
}
