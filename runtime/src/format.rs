//! The wire formats: pure functions from an error to text.

mod envelope;
mod human;
mod json;
mod value;

pub(crate) use envelope::{Answer, ErrorObject};
pub(crate) use json::{Layout, to_json};
pub use value::UnserializableData;
pub(crate) use value::to_value;

use crate::buffer::Buffer;
use crate::error::AgentError;
use crate::style::Screen;
use crate::text::DEFAULT_CAP;
use crate::words::wire_words;
use std::fmt;
use std::io::{self, Write};

wire_words! {
    /// The shape in which an error is shown.
    #[non_exhaustive]
    pub enum Format {
        /// Text for a person: message, causes, advice.
        Human = "human",
        /// One line of JSON that holds a program's answer, good or bad:
        /// `{"ok":…,"data":…,"error":…,"warnings":…,"meta":…}`.
        Envelope = "envelope",
    }
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Self] = &[Self::Human, Self::Envelope];

    /// The format that a user means by `name`: a word of [`Format::WORDS`], `json` or `text`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "json" => Some(Self::Envelope),
            "text" => Some(Self::Human),
            other => other.parse().ok(),
        }
    }

    /// Where a program writes its errors in this format.
    pub const fn stream(self) -> Stream {
        match self {
            Self::Human => Stream::Stderr,
            Self::Envelope => Stream::Stdout,
        }
    }

    /// The format with its JSON indented; the same for a format that is no JSON.
    pub const fn pretty(self) -> Renderer<'static> {
        Renderer::new(self).pretty(true)
    }

    /// The error in this format, for `{}`, or indented for `{:#}`.
    pub fn display<E: AgentError>(self, error: &E) -> impl fmt::Display + use<'_, E> {
        Displayed { renderer: Renderer::new(self), error }
    }
}

/// A standard stream of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output: answers.
    Stdout,
    /// Standard error: what is not part of the answer.
    Stderr,
}

struct Displayed<'a> {
    renderer: Renderer<'a>,
    error: &'a dyn AgentError,
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let renderer = self.renderer.pretty(self.renderer.pretty || f.alternate());
        f.write_str(renderer.render(self.error).trim_end_matches('\n'))
    }
}

/// The `meta` of an envelope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meta<'a> {
    /// Wall-clock time of the call in milliseconds.
    pub duration_ms: u64,
    /// The version of the program, if known.
    pub tool_version: Option<&'a str>,
}

/// The version of the envelope's shape, in its `meta`.
pub const SCHEMA_VERSION: &str = "1.0";

/// A format with its settings.
#[derive(Clone, Copy, Debug)]
pub struct Renderer<'a> {
    format: Format,
    pretty: bool,
    cap: usize,
    color: bool,
    width: Option<usize>,
    meta: Meta<'a>,
    warnings: &'a [String],
}

impl<'a> Renderer<'a> {
    /// Compact, without colour or wrapping, values capped at 64 KiB.
    pub const fn new(format: Format) -> Self {
        let meta = Meta { duration_ms: 0, tool_version: None };
        Self { format, pretty: false, cap: DEFAULT_CAP, color: false, width: None, meta, warnings: &[] }
    }

    /// Whether JSON is indented. Off by default.
    #[must_use]
    pub const fn pretty(mut self, pretty: bool) -> Self {
        self.pretty = pretty;
        self
    }

    /// The most bytes of one value that are shown; what is left out is counted. 64 KiB by default.
    #[must_use]
    pub const fn cap(mut self, bytes: usize) -> Self {
        self.cap = bytes;
        self
    }

    /// Whether `Human` is coloured, which needs the feature `terminal`. Off by default.
    #[must_use]
    pub const fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// The columns at which `Human` wraps, which needs the feature `terminal`. `None`, the default, does not wrap.
    #[must_use]
    pub const fn width(mut self, columns: Option<usize>) -> Self {
        self.width = columns;
        self
    }

    /// The `meta` of an envelope.
    #[must_use]
    pub const fn meta(mut self, meta: Meta<'a>) -> Self {
        self.meta = meta;
        self
    }

    /// The `warnings` of an envelope.
    #[must_use]
    pub const fn warnings(mut self, warnings: &'a [String]) -> Self {
        self.warnings = warnings;
        self
    }

    /// The error as text, ending with a newline only in `Human`.
    pub fn render(&self, error: &dyn AgentError) -> String {
        let mut buffer = Buffer::new();
        self.render_into(error, &mut buffer);
        buffer.into_string()
    }

    /// Writes the error, in a single call of `write_all`, without allocating for a small one.
    ///
    /// # Errors
    ///
    /// What the writer answers.
    pub fn write<W: Write + ?Sized>(&self, error: &dyn AgentError, writer: &mut W) -> io::Result<()> {
        let mut buffer = Buffer::new();
        self.render_into(error, &mut buffer);
        writer.write_all(buffer.as_bytes())
    }

    pub(crate) const fn format(&self) -> Format {
        self.format
    }

    pub(crate) const fn screen(&self) -> Screen {
        Screen { width: self.width, color: self.color }
    }

    pub(crate) fn render_into(&self, error: &dyn AgentError, buffer: &mut Buffer) {
        match self.format {
            Format::Human => human::render(self, error, buffer),
            Format::Envelope => envelope::render(self, error, buffer),
        }
    }
}

impl From<Format> for Renderer<'_> {
    fn from(format: Format) -> Self {
        Self::new(format)
    }
}

/// The error in a format, as text.
///
/// ```
/// # use agent_error::{AgentError, Format, ErrorRecord};
/// let error = ErrorRecord::new("NOT_FOUND", "no such user").suggest("Run `tool user list`");
/// assert_eq!(
///     agent_error::render(&error, Format::Envelope),
///     r#"{"ok":false,"data":null,"error":{"code":"NOT_FOUND","message":"no such user","suggestion":"Run `tool user list`","retryable":false},"warnings":[],"meta":{"duration_ms":0,"schema_version":"1.0"}}"#
/// );
/// println!("{}", agent_error::render(&error, Format::Envelope.pretty()));
/// ```
pub fn render<'a>(error: &dyn AgentError, format: impl Into<Renderer<'a>>) -> String {
    format.into().render(error)
}

/// Writes the error in a format, in a single call of `write_all`, without allocating for a small one.
///
/// # Errors
///
/// What the writer answers.
pub fn write<'a, W: Write + ?Sized>(
    error: &dyn AgentError,
    format: impl Into<Renderer<'a>>,
    writer: &mut W,
) -> io::Result<()> {
    format.into().write(error, writer)
}
