//! Renders errors as tool results.

use agent_error::vocabulary::Severity;
use agent_error::{AgentError, ErrorRecord, Format, Renderer, exit, render};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, TaskPayload};
use serde_json::Value;

/// Converts errors to tool results.
///
/// ```
/// use agent_error_mcp::Responder;
/// use agent_error::{ErrorRecord, Format};
///
/// let error = ErrorRecord::new("NOTE_NOT_FOUND", "no note `milk`").with_exit_code(5);
/// let result = Responder::new(Format::Xml).result(&error);
/// assert_eq!(result.is_error, Some(true));
/// assert_eq!(
///     result.content[0].as_text().unwrap().text,
///     "<tool_error code=\"NOTE_NOT_FOUND\" severity=\"error\">\n<message>no note `milk`</message>\n</tool_error>"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Responder {
    /// If `None`, uses the format of the server that handles the current call, or an envelope outside of a call.
    pub(crate) renderer: Option<Renderer<'static>>,
    pub(crate) structured: bool,
    /// Whether warnings are treated as failures.
    pub(crate) strict: bool,
}

impl Responder {
    /// Creates a responder with a format or a renderer.
    ///
    /// [`Responder::default`] uses the format of the [`Server`](crate::Server) that handles the current call, or an
    /// envelope outside of a call.
    pub fn new(format: impl Into<Renderer<'static>>) -> Self {
        Self { renderer: Some(format.into()), ..Self::default() }
    }

    /// Sets whether results also contain the envelope as structured content, regardless of the text format.
    ///
    /// Off by default. Some clients validate structured content against the tool's output schema, which describes
    /// successful results.
    #[must_use]
    pub const fn structured(mut self, structured: bool) -> Self {
        self.structured = structured;
        self
    }

    /// Returns this responder with another format.
    pub(crate) fn format(self, format: impl Into<Renderer<'static>>) -> Self {
        Self { renderer: Some(format.into()), ..self }
    }

    /// Sets whether to treat warnings as failures.
    pub(crate) const fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Combines this responder with the settings of the server that handles the call. The format of this responder
    /// takes precedence.
    pub(crate) fn within(self, server: Self) -> Self {
        if self.renderer.is_some() { self } else { server.structured(server.structured || self.structured) }
    }

    /// Renders an error without the settings of the current call.
    pub(crate) fn written(&self, error: &dyn AgentError) -> CallToolResult {
        let renderer = self.renderer.unwrap_or(Renderer::new(Format::Envelope));
        let text = renderer.render(error);
        if !self.strict && is_warning(error) {
            let record = record_of(&text, error);
            let text = record.as_ref().and_then(|record| serde_json::to_string(record).ok()).unwrap_or(text);
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            if self.structured {
                let record = record.unwrap_or_else(|| ErrorRecord::of(error));
                result.structured_content = serde_json::to_value(record).ok();
            }
            return result;
        }
        let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
        if self.structured {
            result.structured_content = serde_json::from_str(&render(error, Format::Envelope)).ok();
        }
        result
    }

    /// Converts a task's error from an envelope to this format. Tasks run outside of the call that started them, so
    /// they don't know the server's format.
    pub(crate) fn rewrite_task(self, payload: &mut TaskPayload) {
        if let TaskPayload::Completed { result } = payload
            && let Some(mut error) = envelope(result).and_then(|text| Format::Envelope.parse(text).ok())
        {
            // The envelope comes from this program, so omitted members have default values.
            error.facts.exit_code.get_or_insert(exit::GENERAL_ERROR);
            error.facts.severity.get_or_insert(Severity::Error);
            let written = serde_json::to_value(self.written(&error).content).unwrap_or_default();
            result.insert("content".to_owned(), written);
        }
    }
}

/// Parses the record in an envelope. Returns `None` if the text isn't an envelope.
fn record_of(text: &str, error: &dyn AgentError) -> Option<ErrorRecord> {
    let is_envelope = text.trim_start_matches(['{', ' ', '\n']).starts_with("\"ok\"");
    let mut record = is_envelope.then(|| Format::Envelope.parse(text).ok())??;
    record.facts.exit_code = error.facts().exit_code;
    Some(record)
}

pub(crate) fn is_warning(error: &dyn AgentError) -> bool {
    error.facts().severity == Some(Severity::Warning)
}

/// Returns the text of a failed call if it consists of a single envelope.
fn envelope(result: &JsonObject) -> Option<&str> {
    let failed = result.get("isError").and_then(Value::as_bool)?;
    let [only] = result.get("content")?.as_array()?.as_slice() else { return None };
    only.get("text")?.as_str().filter(|text| failed && text.starts_with("{\"ok\":false,"))
}
