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
