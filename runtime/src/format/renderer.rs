//! A format and its settings.

use super::Format;
use crate::text::sanitize::DEFAULT_CAP;
use crate::text::style::Terminal;

/// The `meta` object of an envelope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meta<'a> {
    /// The wall-clock time of the call in milliseconds.
    pub duration_ms: u64,
    /// The version of the program, if it's known.
    pub tool_version: Option<&'a str>,
}

/// The version of the envelope's schema, as stated in `meta`.
pub const SCHEMA_VERSION: &str = "1.0";

/// A format and its settings.
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
    /// Creates a renderer with the default settings: no indentation, no color, no wrapping, and a cap of 64 KiB per
    /// value.
    pub const fn new(format: Format) -> Self {
        let meta = Meta { duration_ms: 0, tool_version: None };
        Self { format, pretty: false, cap: DEFAULT_CAP, color: false, width: None, meta, warnings: &[] }
    }

    /// Sets whether JSON is indented. The default is `false`.
    #[must_use]
    pub const fn pretty(mut self, pretty: bool) -> Self {
        self.pretty = pretty;
        self
    }

    /// Sets the cap on each value in bytes. A longer value is truncated, and the number of omitted bytes is appended.
    /// The default is 64 KiB.
    #[must_use]
    pub const fn cap(mut self, bytes: usize) -> Self {
        self.cap = bytes;
        self
    }

    /// Sets whether `Human` is colored. Requires the `terminal` feature. The default is `false`.
    #[must_use]
    pub const fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Sets the column at which `Human` wraps. Requires the `terminal` feature. The default is `None`, which disables
    /// wrapping.
    #[must_use]
    pub const fn width(mut self, columns: Option<usize>) -> Self {
        self.width = columns;
        self
    }

    /// Sets the `meta` object of an envelope.
    #[must_use]
    pub const fn meta(mut self, meta: Meta<'a>) -> Self {
        self.meta = meta;
        self
    }

    /// Sets the `warnings` list of an envelope.
    #[must_use]
    pub const fn warnings(mut self, warnings: &'a [String]) -> Self {
        self.warnings = warnings;
        self
    }

    /// Returns the format.
    pub const fn format(&self) -> Format {
        self.format
    }

    pub(super) const fn max_bytes(&self) -> usize {
        self.cap
    }

    pub(super) const fn answer_meta(&self) -> &Meta<'a> {
        &self.meta
    }

    pub(super) const fn answer_warnings(&self) -> &[String] {
        self.warnings
    }

    pub(crate) const fn is_pretty(&self) -> bool {
        self.pretty
    }

    pub(crate) const fn terminal(&self) -> Terminal {
        Terminal { width: self.width, color: self.color }
    }
}

impl From<Format> for Renderer<'_> {
    fn from(format: Format) -> Self {
        Self::new(format)
    }
}
