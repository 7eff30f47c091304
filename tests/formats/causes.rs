//! Tests that formats show a cause only if the message doesn't contain it.

use agent_error::{AgentError, Format, Renderer};
use serde_json::Value;
use std::error::Error;
use std::fmt;

#[derive(Debug)]
struct Cause(&'static str);

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for Cause {}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("{message}")]
#[code("NOT_READ")]
struct NotRead {
    message: &'static str,
    #[source]
    cause: Cause,
}

/// An error whose `Display` fails, because its source's `Display` does. The output contains a placeholder.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("{cause}")]
#[code("NOT_SHOWN")]
struct NotShown {
    #[source]
    cause: Fails,
}

#[derive(Debug)]
struct Fails;

impl fmt::Display for Fails {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("so far").and(Err(fmt::Error))
    }
}

impl Error for Fails {}

#[test]
fn a_cause_that_cannot_be_shown_is_in_the_message_in_every_format() {
    for format in Format::ALL {
        for cap in [3, usize::MAX] {
            let text = Renderer::new(*format).cap(cap).render(&NotShown { cause: Fails });
            assert!(!text.contains("cause:") && !text.contains("\"cause\":"), "{text}");
        }
    }
}

/// Returns the cause in a JSON format, truncated at a cap.
fn cause(error: &NotRead, format: Format, cap: usize) -> Option<String> {
    let json: Value = serde_json::from_str(&Renderer::new(format).cap(cap).render(error)).unwrap();
    let member = if format == Format::Envelope { &json["error"]["cause"] } else { &json["cause"] };
    member.as_str().map(str::to_owned)
}

#[test]
fn a_cause_in_the_message_is_omitted_even_if_both_are_truncated() {
    for (message, text, is_contained) in [
        ("cannot read: \"a\\b\" is gone", "\"a\\b\" is gone", true),
        ("cannot read: it is gone", "is gone", true),
        ("cannot read: it is gone", "is go", false),
        ("cannot read", "it is gone", false),
        ("cannot read: \u{1b}[1mgone\n", "\u{1b}[1mgone\n", true),
        ("gone", "cannot read: gone", false),
        ("cannot read", "", false),
        ("", "gone", false),
    ] {
        let error = NotRead { message, cause: Cause(text) };
        for format in [Format::Envelope, Format::Problem] {
            for cap in (0..40).chain([usize::MAX]) {
                let cause = cause(&error, format, cap);
                assert_eq!(cause.is_none(), is_contained, "{cause:?} of {message:?} up to {cap}");
            }
        }
    }
}

/// An error of the operating system, in the message or as the cause.
#[derive(Debug, thiserror::Error, AgentError)]
enum Unreachable {
    #[error("cannot connect")]
    #[code("NOT_CONNECTED")]
    Apart(#[source] std::io::Error),
    #[error("cannot connect: {0}")]
    #[code("NOT_CONNECTED_TO")]
    InMessage(#[source] std::io::Error),
    #[error("cannot connect")]
    #[code("NOT_CONNECTED_AT_ALL")]
    Wrapped(#[source] Retried),
}

#[derive(Debug, thiserror::Error)]
#[error("three attempts failed")]
struct Retried(#[source] std::io::Error);

#[test]
#[cfg(target_os = "linux")]
fn an_error_of_the_operating_system_has_its_symbolic_name() {
    let refused = || std::io::Error::from_raw_os_error(111);
    let named = "Connection refused (ECONNREFUSED, os error 111)";
    for format in Format::ALL {
        let shown = Renderer::new(*format).render(&Unreachable::Apart(refused()));
        assert_eq!(shown.matches(named).count(), shown.matches("os error").count(), "{format:?} {shown}");
        let wrapped = Renderer::new(*format).render(&Unreachable::Wrapped(Retried(refused())));
        assert_eq!(wrapped.matches(named).count(), wrapped.matches("os error").count(), "{format:?} {wrapped}");
        let once = Renderer::new(*format).render(&Unreachable::InMessage(refused()));
        assert_eq!(once.matches("Connection refused").count(), 1, "{format:?} {once}");
    }
    let envelope: Value =
        serde_json::from_str(&agent_error::render(&Unreachable::Apart(refused()), Format::Envelope)).unwrap();
    assert_eq!(envelope["error"]["cause"], named);
    let human = agent_error::render(&Unreachable::Wrapped(Retried(refused())), Format::Human);
    assert!(human.contains("cause: three attempts failed\n") && human.contains(named), "{human}");
}

#[test]
fn a_cause_that_another_program_wrote_keeps_its_text() {
    let text = "Connection refused (os error 111)";
    let record = agent_error::ErrorRecord::new("NOT_CONNECTED", "cannot connect").with_cause(text);
    let envelope: Value = serde_json::from_str(&agent_error::render(&record, Format::Envelope)).unwrap();
    assert_eq!(envelope["error"]["cause"], text);
}
