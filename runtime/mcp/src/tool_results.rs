//! Renders errors as tool results.

use crate::size::{DEFAULT_MAX_BYTES, fit};
use agent_error::__private::Caller;
use agent_error::__private::fields;
use agent_error::facts::Severity;
use agent_error::format::Reader;
use agent_error::{ErrorRecord, Format, render};
use rmcp::model::{CallToolResult, ContentBlock};

/// Converts errors to tool results.
///
/// In the task of a call, results use the format and the other settings of the
/// [`Server`](crate::Server). In other tasks and threads, choose the format with
/// [`ToolResults::new`].
///
/// ```
/// use agent_error_mcp::ToolResults;
/// use agent_error::{ErrorRecord, Format};
///
/// let error = ErrorRecord::new("NOTE_NOT_FOUND", "no note `milk`").with_exit_code(5);
/// let result = ToolResults::new(Format::BRIEF).result(&error);
/// assert_eq!(result.is_error, Some(true));
/// let text = &result.content[0].as_text().unwrap().text;
/// assert_eq!(text, "error NOTE_NOT_FOUND: no note `milk`");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ToolResults {
    /// If `None`, uses the format of the server that handles the current call, or an envelope
    /// outside of a call.
    pub(crate) format: Option<Format>,
    pub(crate) structured: bool,
    /// Whether warnings are also failures, with `isError: true`.
    pub(crate) strict: bool,
    pub(crate) max_bytes: usize,
    /// Whether errors contain shell commands.
    pub(crate) shows_commands: bool,
}

impl Default for ToolResults {
    fn default() -> Self {
        Self {
            format: None,
            structured: false,
            strict: false,
            max_bytes: DEFAULT_MAX_BYTES,
            shows_commands: false,
        }
    }
}

impl ToolResults {
    /// Sets the format of the results.
    ///
    /// [`ToolResults::default`] uses the format of the [`Server`](crate::Server) that handles the
    /// current call, or an envelope outside of a call. Only the writers of `format` and
    /// `Format::ENVELOPE` are linked.
    pub fn new(format: Format) -> Self {
        Self::default().format(format)
    }

    /// Sets whether results also contain the envelope as structured content, regardless of the text
    /// format.
    ///
    /// Off by default. Some clients validate structured content against the tool's output schema,
    /// which describes successful results.
    #[must_use]
    pub const fn structured(mut self, structured: bool) -> Self {
        self.structured = structured;
        self
    }

    /// Makes warnings failures, with `isError: true`.
    pub(crate) const fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Replaces the format.
    pub(crate) fn format(self, format: Format) -> Self {
        Self {
            format: Some(format),
            ..self
        }
    }

    /// Adds the settings of the server that handles the call. The format of `self` takes precedence.
    pub(crate) fn within(self, server: Self) -> Self {
        if self.format.is_none() {
            return server.structured(server.structured || self.structured);
        }
        Self {
            format: self.format,
            structured: self.structured,
            strict: self.strict,
            ..server
        }
    }

    /// Renders an error without the settings of the current call.
    pub(crate) fn write(self, error: ErrorRecord) -> CallToolResult {
        fit(self.followable(error), self.max_bytes, |error| {
            self.render(error)
        })
    }

    /// Drops the hints for other callers from an error, and the shell commands, unless clients can
    /// run them.
    pub(crate) fn followable(self, error: ErrorRecord) -> ErrorRecord {
        if self.shows_commands {
            error.for_callers(&[Caller::Mcp, Caller::Cli])
        } else {
            error.without_commands().for_callers(&[Caller::Mcp])
        }
    }

    fn render(self, error: &ErrorRecord) -> CallToolResult {
        let format = self.format.unwrap_or(Format::ENVELOPE);
        let text = render(error, format);
        if is_warning(error) && !self.strict {
            return self.render_warning(error, format, text);
        }
        let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
        if self.structured {
            let envelope = render(error, Format::ENVELOPE);
            result.structured_content = serde_json::from_str(&envelope).ok();
        }
        result
    }

    fn render_warning(self, error: &ErrorRecord, format: Format, text: String) -> CallToolResult {
        let json = sanitized_json(error).unwrap_or_default();
        let content = if self.structured {
            serde_json::from_str(&json).ok()
        } else {
            None
        };
        let text = if format == Format::ENVELOPE {
            json
        } else {
            text
        };
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        result.structured_content = content;
        result
    }
}

/// Serializes the members of an envelope's `error`, and the exit code.
fn sanitized_json(error: &ErrorRecord) -> Option<String> {
    let mut record = Reader::ENVELOPE
        .read(&render(error, Format::ENVELOPE))
        .ok()?;
    fields(&mut record).facts.exit_code = fields(&mut error.clone()).facts.exit_code;
    serde_json::to_string(&record).ok()
}

pub(crate) fn is_warning(error: &ErrorRecord) -> bool {
    error.severity() == Severity::Warning
}
