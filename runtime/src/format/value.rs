//! A format as a value, and rendering.

use super::{Stream, Style, brief, envelope, human, problem};
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::text::sanitize::DEFAULT_CAP;
use crate::text::style::Terminal;
use std::fmt;

/// Writes the record of an error.
type Write = fn(&ErrorRecord, &Style<'_>) -> String;

/// Wraps the JSON of a successful result.
type WriteSuccess = fn(&str, &Style<'_>) -> String;

/// An output format for errors: a name, a stream, a media type, and a function that writes an
/// error.
///
/// A program links only the formats that it names as constants. Two formats are equal if they have
/// the same name.
///
/// ```
/// use agent_error::{ErrorRecord, Format, render};
///
/// let error = ErrorRecord::new("DB_LOCKED", "the database is locked");
/// assert_eq!(render(&error, Format::BRIEF), "error DB_LOCKED: the database is locked");
/// assert!(render(&error, Format::ENVELOPE.pretty(true)).starts_with("{\n  \"ok\": false,\n"));
/// ```
#[derive(Clone, Copy)]
pub struct Format {
    name: &'static str,
    alias: &'static str,
    media_type: &'static str,
    stream: Stream,
    is_for_people: bool,
    write: Write,
    write_success: Option<WriteSuccess>,
    is_pretty: bool,
    cap: usize,
    terminal: Terminal,
}

impl Format {
    /// A single line of JSON that contains the result of a call, either its data or its error:
    /// `{"ok":…,"data":…,"error":…,"warnings":…,"meta":…}`. Its name is `json`.
    ///
    /// The `error` of an envelope always has a `code` and a `message`. It omits what doesn't apply,
    /// and four defaults: `"retryable": false`, `"phase": "execution"`, `"side_effects": "none"`
    /// and `"severity": "error"`. In a script, treat a missing member as its default, as in
    /// `jq '.error.retryable // false'`. A parsed error contains exactly the members that the other
    /// program wrote.
    pub const ENVELOPE: Self = Self::new("json", envelope::write)
        .with_alias("envelope")
        .with_success(envelope::write_success);

    /// `error CODE: message`, followed by lines such as `help: …`. Contains everything that a
    /// caller can act on, in as few tokens as possible.
    ///
    /// ```text
    /// error CONNECTION_REFUSED: cannot connect to database at db-1:5432
    /// cause: Connection refused (ECONNREFUSED, os error 111)
    /// retry: after 5s, exponential
    /// help: Verify that the database is running: `dbtool status --host db-1`
    /// ```
    ///
    /// The first line contains the severity (`error`, `warning` or `critical`), the code and the
    /// message. Each following line is a name and a value:
    ///
    /// | name | value |
    /// |---|---|
    /// | `cause` | A cause. Each cause has its own line. |
    /// | `field NAME` | An invalid field. |
    /// | `detail` | The reason this call failed. |
    /// | `help`, `needs`, `fix`, `check`, `use`, `try` | The suggestion, required condition, fix command, check command, replacement and actions. |
    /// | `retry` | `yes`, `after 1m 30s`, `immediate`, `constant` or `exponential`. `after …` may be followed by a comma and one of the last three. |
    /// | `side effects` | What the failed call changed. |
    /// | `docs` | The documentation page, if there's no other advice. |
    /// | `output` | The body. |
    /// | `values of NAME` | The command that lists the valid values of an argument or a field. |
    /// | any other name | A context value, unless the template of another line contains its field or, if the template is unknown, another line contains the value (a single word or number: in quotes), or the retry delay or the actions come from its field. A [`Listing`](crate::Listing) has one line per name, with its description. |
    ///
    /// A line that starts with a space continues the value above it. Ambiguous names are in double
    /// quotes. If no advice follows, so is a code that could be part of a sentence:
    /// `error "reading": …`.
    pub const BRIEF: Self = Self::new("brief", brief::write).with_media_type(PLAIN_TEXT);

    /// Text for people: the message, the causes and the advice. The only format of this crate that
    /// goes to standard error.
    pub const HUMAN: Self = Self::new("human", human::write)
        .with_alias("text")
        .with_media_type(PLAIN_TEXT)
        .with_stream(Stream::Stderr)
        .for_people();

    /// `application/problem+json` (RFC 9457) with extension members.
    pub const PROBLEM: Self =
        Self::new("problem", problem::write).with_media_type("application/problem+json");

    /// All formats of this crate. A program that uses this constant links all of them.
    pub const BUILT_IN: &'static [Self] =
        &[Self::ENVELOPE, Self::BRIEF, Self::HUMAN, Self::PROBLEM];

    /// Creates a format for programs: JSON on standard output, without a function for results.
    ///
    /// `write` receives a clean record. All strings are sanitized and truncated to the cap, marked
    /// secrets are redacted, and commands that an output could change are dropped. A blank message
    /// is replaced. The function only has to escape for its own syntax.
    ///
    /// ```
    /// use agent_error::format::Style;
    /// use agent_error::{ErrorRecord, Format, render};
    ///
    /// const LINE: Format = Format::new("line", write).with_media_type("text/plain");
    ///
    /// fn write(error: &ErrorRecord, _: &Style<'_>) -> String {
    ///     format!("{}\t{}", error.code(), error.message())
    /// }
    ///
    /// let error = ErrorRecord::new("DB_LOCKED", "the database is locked");
    /// assert_eq!(render(&error, LINE), "DB_LOCKED\tthe database is locked");
    /// ```
    pub const fn new(name: &'static str, write: fn(&ErrorRecord, &Style<'_>) -> String) -> Self {
        Self {
            name,
            alias: name,
            media_type: "application/json",
            stream: Stream::Stdout,
            is_for_people: false,
            write,
            write_success: None,
            is_pretty: false,
            cap: DEFAULT_CAP,
            terminal: Terminal {
                width: None,
                color: false,
            },
        }
    }

    /// Sets a second name, which `--output` accepts as well.
    #[must_use]
    pub const fn with_alias(self, alias: &'static str) -> Self {
        Self { alias, ..self }
    }

    /// Sets the media type, which HTTP responses contain. Defaults to `application/json`.
    #[must_use]
    pub const fn with_media_type(self, media_type: &'static str) -> Self {
        Self { media_type, ..self }
    }

    /// Sets the stream to which a program writes errors. Defaults to standard output.
    #[must_use]
    pub const fn with_stream(self, stream: Stream) -> Self {
        Self { stream, ..self }
    }

    /// Sets a function that wraps the result of a successful call. It receives the result as JSON,
    /// and the warnings in the style. Without such a function, the program writes the result alone,
    /// and the warnings to standard error.
    #[must_use]
    pub const fn with_success(self, write: fn(data: &str, &Style<'_>) -> String) -> Self {
        Self {
            write_success: Some(write),
            ..self
        }
    }

    /// Declares that the format is for people. Programs then write the text of a
    /// [`Response`](crate::Response), may ask questions, and may use colors.
    #[must_use]
    pub const fn for_people(self) -> Self {
        Self {
            is_for_people: true,
            ..self
        }
    }

    /// Sets whether JSON is indented. The default is `false`.
    #[must_use]
    pub const fn pretty(self, is_pretty: bool) -> Self {
        Self { is_pretty, ..self }
    }

    /// Sets the cap on each value in bytes. A longer value is truncated, and the number of omitted
    /// bytes is appended. A longer list or object becomes a string. Codes and names are truncated
    /// to at least 1 KiB. The default is 64 KiB.
    #[must_use]
    pub const fn cap(self, bytes: usize) -> Self {
        Self { cap: bytes, ..self }
    }

    /// Sets whether [`HUMAN`](Self::HUMAN) is colored. Requires the `terminal` feature. The default
    /// is `false`.
    #[must_use]
    pub const fn color(self, color: bool) -> Self {
        let width = self.terminal.width;
        Self {
            terminal: Terminal { width, color },
            ..self
        }
    }

    /// Sets the column at which [`HUMAN`](Self::HUMAN) wraps. Requires the `terminal` feature. The
    /// default is `None`, which disables wrapping.
    #[must_use]
    pub const fn width(self, width: Option<usize>) -> Self {
        let color = self.terminal.color;
        Self {
            terminal: Terminal { width, color },
            ..self
        }
    }

    /// Returns the name, as in `--output NAME`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the media type.
    pub const fn media_type(&self) -> &'static str {
        self.media_type
    }

    /// Returns the stream to which a program writes errors.
    pub const fn stream(&self) -> Stream {
        self.stream
    }

    /// Whether the format is for people.
    pub const fn is_for_people(&self) -> bool {
        self.is_for_people
    }

    /// Returns the format of this crate with this name or alias. A program that calls this function
    /// links all of them.
    #[inline]
    pub fn named(name: &str) -> Option<Self> {
        Self::BUILT_IN
            .iter()
            .copied()
            .find(|format| format.has_name(name))
    }

    pub(crate) fn has_name(&self, name: &str) -> bool {
        self.name == name || self.alias == name
    }

    #[cfg(feature = "clap")]
    pub(crate) fn names(&self) -> [&'static str; 2] {
        [self.name, self.alias]
    }

    /// Whether a successful result is wrapped together with its warnings.
    pub(crate) fn wraps_results(&self) -> bool {
        self.write_success.is_some()
    }

    /// Writes a record that isn't clean yet.
    pub(crate) fn write(self, record: ErrorRecord) -> String {
        self.write_in(record, &self.style(&[], 0))
    }

    pub(crate) fn write_in(self, record: ErrorRecord, style: &Style<'_>) -> String {
        let clean = record.clean(self.cap).with_blanks_replaced();
        (self.write)(&clean, style)
    }

    /// Writes a successful result, which is JSON.
    pub(crate) fn write_success(self, data: String, style: &Style<'_>) -> String {
        match self.write_success {
            Some(write) => write(&data, style),
            None => data,
        }
    }

    /// For tests of this project. Renders an error in these circumstances.
    #[doc(hidden)]
    #[inline]
    pub fn __render(self, error: &dyn AgentError, warnings: &[String], duration_ms: u64) -> String {
        self.write_in(ErrorRecord::of(error), &self.style(warnings, duration_ms))
    }

    /// For tests of this project. Returns a style without warnings.
    #[doc(hidden)]
    pub fn __style(self) -> Style<'static> {
        self.style(&[], 0)
    }

    pub(crate) fn style(self, warnings: &[String], duration_ms: u64) -> Style<'_> {
        Style {
            is_pretty: self.is_pretty,
            terminal: self.terminal,
            warnings,
            duration_ms,
        }
    }
}

const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({})", self.name)
    }
}

/// Formats the name.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Renders an error as a string. Only [`Format::HUMAN`] ends with a newline.
///
/// ```
/// # use agent_error::{ErrorRecord, Format};
/// let error = ErrorRecord::new("NOT_FOUND", "no such user").with_suggestion("Run `tool user list`");
/// assert_eq!(
///     agent_error::render(&error, Format::ENVELOPE),
///     r#"{"ok":false,"data":null,"error":{"code":"NOT_FOUND","message":"no such user","suggestion":"Run `tool user list`"},"warnings":[],"meta":{"duration_ms":0}}"#
/// );
/// ```
pub fn render(error: &dyn AgentError, format: Format) -> String {
    format.write(ErrorRecord::of(error))
}
