//! Renders errors in each output format, and parses them.

mod brief;
mod envelope;
mod human;
mod json;
#[cfg(feature = "parse")]
pub(crate) mod parsing;
mod problem;
mod renderer;
mod summary;
mod tagged;
mod xml;

#[cfg(feature = "redact")]
pub use crate::json::secrets::Secrets;
#[cfg(feature = "redact")]
pub use crate::text::redact_text::without_secrets;
pub use crate::text::sanitize::{DEFAULT_CAP, clean, clean_capped};
pub use crate::text::secret::looks_secret;
pub use crate::text::style::Terminal;
pub(crate) use envelope::success_envelope;
#[cfg(feature = "tracing")]
pub(crate) use json::values;
#[cfg(feature = "parse")]
pub use parsing::{ParseError, parse, xml_unescaped};
pub use renderer::Renderer;

use crate::error::coded::AgentError;
use crate::vocabulary::terms::wire_words;

wire_words! {
    /// An output format for errors.
    pub enum Format {
        /// Text for people: the message, the causes and the advice.
        Human = "human",
        /// A single line of JSON that contains the result of a call, either its data or its error:
        /// `{"ok":…,"data":…,"error":…,"warnings":…,"meta":…}`.
        Envelope = "json",
        /// `{"error":{"code","message","details"}}`, the format of the Verda CLI.
        Nested = "nested",
        /// `{"error":true,"code","message","detail","suggestion","retryable"}`, the format that
        /// Pyrite proposes.
        Flat = "flat",
        /// `<tool_error code="…" severity="…">` and `<validation_error>`, the format of Vurb.ts.
        Xml = "xml",
        /// `[error:CODE] summary` and `hint: …`, the format of errfmt.
        Tagged = "tagged",
        /// `application/problem+json` (RFC 9457) with extension members.
        Problem = "problem",
        /// `error CODE: message`, followed by lines such as `help: …`. This format contains
        /// everything that a caller can act on, in as few tokens as possible.
        Brief = "brief",
    }
}

impl Format {
    /// Returns the format with the given name, as in `--output NAME`. Accepts the names in
    /// [`Format::WORDS`] and the aliases `envelope` and `text`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "envelope" => Some(Self::Envelope),
            "text" => Some(Self::Human),
            other => other.parse().ok(),
        }
    }

    /// Returns the stream to which a program writes errors in this format.
    pub const fn stream(self) -> Stream {
        match self {
            Self::Human | Self::Nested => Stream::Stderr,
            Self::Envelope
            | Self::Flat
            | Self::Xml
            | Self::Tagged
            | Self::Problem
            | Self::Brief => Stream::Stdout,
        }
    }
}

/// A standard stream of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output, which carries results.
    Stdout,
    /// Standard error, which carries everything else.
    Stderr,
}

/// Renders an error as a string.
///
/// ```
/// # use agent_error::{AgentError, Format, ErrorRecord};
/// let error = ErrorRecord::new("NOT_FOUND", "no such user").with_suggestion("Run `tool user list`");
/// assert_eq!(
///     agent_error::render(&error, Format::Envelope),
///     r#"{"ok":false,"data":null,"error":{"code":"NOT_FOUND","message":"no such user","suggestion":"Run `tool user list`"},"warnings":[],"meta":{"duration_ms":0}}"#
/// );
/// ```
#[inline]
pub fn render<'a>(error: &dyn AgentError, format: impl Into<Renderer<'a>>) -> String {
    format.into().render(error)
}
