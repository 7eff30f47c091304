//! A format and its settings.

use super::{Format, brief, envelope, human, json, problem, tagged, xml};
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::text::sanitize::DEFAULT_CAP;
use crate::text::style::Terminal;

type RecordWriter = fn(&ErrorRecord, &Renderer<'_>) -> String;

/// Renders errors in a format, with settings such as indentation, color and width.
///
/// A renderer holds a pointer to the function that writes its format. If the format is a constant,
/// the program links only this function. If the format is chosen at run time, it links the
/// functions of all formats.
///
/// ```
/// use agent_error::{ErrorRecord, Format, Renderer};
///
/// let renderer = Renderer::new(Format::Envelope).pretty(true).cap(1024);
/// let error = ErrorRecord::new("DB_LOCKED", "the database is locked");
/// assert!(renderer.render(&error).starts_with("{\n  \"ok\": false,\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Renderer<'a> {
    format: Format,
    writer: RecordWriter,
    pub(crate) pretty: bool,
    cap: usize,
    pub(crate) terminal: Terminal,
    pub(super) duration_ms: u64,
    pub(super) warnings: &'a [String],
}

impl Renderer<'static> {
    /// A renderer for each format, for [`Program::with_formats`](crate::Program::with_formats).
    pub const ALL: &'static [Self] = &[
        Self::new(Format::Envelope),
        Self::new(Format::Brief),
        Self::new(Format::Human),
        Self::new(Format::Nested),
        Self::new(Format::Flat),
        Self::new(Format::Xml),
        Self::new(Format::Tagged),
        Self::new(Format::Problem),
    ];

    /// The formats that a program links by default, in addition to `Human`.
    pub const DEFAULT: &'static [Self] = &[Self::new(Format::Envelope), Self::new(Format::Brief)];
}

impl<'a> Renderer<'a> {
    /// Creates a renderer with the default settings: no indentation, no color, no wrapping, and a
    /// cap of 64 KiB per value.
    // Inlining lets the compiler drop the writers of all formats except a constant one.
    #[inline]
    pub const fn new(format: Format) -> Self {
        let writer: RecordWriter = match format {
            Format::Human => human::render,
            Format::Envelope => envelope::render,
            Format::Nested => json::nested,
            Format::Flat => json::flat,
            Format::Xml => xml::render,
            Format::Tagged => tagged::render,
            Format::Problem => problem::render,
            Format::Brief => brief::render,
        };
        let terminal = Terminal {
            width: None,
            color: false,
        };
        Self {
            format,
            writer,
            pretty: false,
            cap: DEFAULT_CAP,
            terminal,
            duration_ms: 0,
            warnings: &[],
        }
    }

    /// Renders an error as a string. Only `Human` ends with a newline.
    pub fn render(&self, error: &dyn AgentError) -> String {
        self.render_record(ErrorRecord::of(error))
    }

    pub(crate) fn render_record(&self, record: ErrorRecord) -> String {
        (self.writer)(&record.clean(self.cap), self)
    }

    /// Sets whether JSON is indented. Other formats don't change. The default is `false`.
    #[must_use]
    pub const fn pretty(self, pretty: bool) -> Self {
        Self { pretty, ..self }
    }

    /// Sets the cap on each value in bytes. A longer value is truncated, and the number of omitted
    /// bytes is appended. A longer list or object becomes a string. The default is 64 KiB.
    #[must_use]
    pub const fn cap(self, bytes: usize) -> Self {
        Self { cap: bytes, ..self }
    }

    /// Sets whether `Human` is colored. Requires the `terminal` feature. The default is `false`.
    #[must_use]
    pub const fn color(self, color: bool) -> Self {
        Self {
            terminal: Terminal {
                color,
                ..self.terminal
            },
            ..self
        }
    }

    /// Sets the column at which `Human` wraps. Requires the `terminal` feature. The default is
    /// `None`, which disables wrapping.
    #[must_use]
    pub const fn width(self, columns: Option<usize>) -> Self {
        Self {
            terminal: Terminal {
                width: columns,
                ..self.terminal
            },
            ..self
        }
    }

    /// Sets the wall-clock time of the call in milliseconds, which an envelope contains in `meta`.
    /// Defaults to 0.
    #[must_use]
    pub const fn duration_ms(self, duration_ms: u64) -> Self {
        Self {
            duration_ms,
            ..self
        }
    }

    /// Sets the `warnings` list of an envelope.
    #[must_use]
    pub const fn warnings(self, warnings: &'a [String]) -> Self {
        Self { warnings, ..self }
    }

    /// Returns the format.
    pub const fn format(&self) -> Format {
        self.format
    }
}

impl From<Format> for Renderer<'_> {
    #[inline]
    fn from(format: Format) -> Self {
        Self::new(format)
    }
}
