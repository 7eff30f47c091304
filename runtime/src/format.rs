//! The wire formats: pure functions from an error to text.

mod actions;
mod brief;
mod carried;
mod envelope;
mod flat;
mod human;
mod json;
mod listed;
mod name;
mod nested;
mod object;
#[cfg(feature = "parse")]
pub(crate) mod parsing;
mod problem;
mod record;
mod render;
mod renderer;
mod rest;
mod status_phrase;
mod tagged;
mod value;
mod xml;

pub use crate::text::clean::{DEFAULT_CAP, clean, clean_capped};
pub use crate::text::redact_text::without_secrets;
pub use crate::text::secret::looks_secret;
pub use crate::text::secrets::Secrets;
pub use crate::text::style::Screen;
pub use carried::{Carried, ErrorFact};
pub(crate) use envelope::Answer;
pub(crate) use json::Member;
#[cfg(feature = "tracing")]
pub(crate) use json::context_json;
pub(crate) use object::ErrorObject;
#[cfg(feature = "parse")]
pub use parsing::{ParseError, parse, replace_lone_surrogates, xml_unescaped};
pub use renderer::{Meta, Renderer, SCHEMA_VERSION};
pub use value::UnserializableData;
pub(crate) use value::push_data;

use crate::error::coded::AgentError;
use crate::vocabulary::word::wire_words;
use std::fmt;
use std::io::{self, Write};

wire_words! {
    /// The format in which an error is shown.
    pub enum Format {
        /// Text for people: message, causes, advice.
        Human = "human",
        /// One line of JSON with a program's answer, a success or an error:
        /// `{"ok":…,"data":…,"error":…,"warnings":…,"meta":…}`.
        Envelope = "json",
        /// `{"error":{"code","message","details"}}`, as the Verda CLI writes it.
        Nested = "nested",
        /// `{"error":true,"code","message","detail","suggestion","retryable"}`, as Pyrite proposes it.
        Flat = "flat",
        /// `<tool_error code="…" severity="…">` and `<validation_error>`, as Vurb.ts writes them.
        Xml = "xml",
        /// `[error:CODE] summary` and `hint: …`, as errfmt writes them.
        Tagged = "tagged",
        /// `application/problem+json` of RFC 9457, with extension members.
        Problem = "problem",
        /// `error CODE: message` and lines of `name: value`: the facts that a caller acts on, in the fewest tokens.
        Brief = "brief",
    }
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Self] =
        &[Self::Human, Self::Envelope, Self::Nested, Self::Flat, Self::Xml, Self::Tagged, Self::Problem, Self::Brief];

    /// The format with this name, as in `--output NAME`: a word of [`Format::WORDS`], or one of the aliases `envelope` and
    /// `text`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "envelope" => Some(Self::Envelope),
            "text" => Some(Self::Human),
            other => other.parse().ok(),
        }
    }

    /// The stream to which a program writes errors in this format.
    pub const fn stream(self) -> Stream {
        match self {
            Self::Human | Self::Nested => Stream::Stderr,
            Self::Envelope | Self::Flat | Self::Xml | Self::Tagged | Self::Problem | Self::Brief => Stream::Stdout,
        }
    }

    /// This format with indented JSON; formats other than JSON do not change.
    pub const fn pretty(self) -> Renderer<'static> {
        Renderer::new(self).pretty(true)
    }

    /// The error in this format, for `{}`, or indented, for `{:#}`.
    pub fn display<E: AgentError>(self, error: &E) -> impl fmt::Display + use<'_, E> {
        Displayed { renderer: Renderer::new(self), error }
    }
}

/// A standard stream of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output: answers.
    Stdout,
    /// Standard error: everything else.
    Stderr,
}

struct Displayed<'a> {
    renderer: Renderer<'a>,
    error: &'a dyn AgentError,
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let renderer = self.renderer.pretty(self.renderer.is_pretty() || f.alternate());
        f.write_str(renderer.render(self.error).trim_end_matches('\n'))
    }
}

/// The error in a format, as text.
///
/// ```
/// # use agent_error::{AgentError, Format, ErrorRecord};
/// let error = ErrorRecord::new("NOT_FOUND", "no such user").with_suggestion("Run `tool user list`");
/// assert_eq!(
///     agent_error::render(&error, Format::Envelope),
///     r#"{"ok":false,"data":null,"error":{"code":"NOT_FOUND","message":"no such user","suggestion":"Run `tool user list`","retryable":false},"warnings":[],"meta":{"duration_ms":0,"schema_version":"1.0"}}"#
/// );
/// println!("{}", agent_error::render(&error, Format::Envelope.pretty()));
/// ```
pub fn render<'a>(error: &dyn AgentError, format: impl Into<Renderer<'a>>) -> String {
    format.into().render(error)
}

/// Writes the error in a format, in a single call of `write_all`. Small errors need no allocation.
///
/// # Errors
///
/// Those of the writer.
pub fn write<'a, W: Write + ?Sized>(
    error: &dyn AgentError,
    format: impl Into<Renderer<'a>>,
    writer: &mut W,
) -> io::Result<()> {
    format.into().write(error, writer)
}
