//! An error as the result of a tool.

use agent_error::vocabulary::Severity;
use agent_error::{AgentError, ErrorRecord, Format, Renderer, render};
use rmcp::model::{CallToolResult, ContentBlock};

/// The form of errors as results of tools.
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
    /// `None` is the format of the server whose call is answered, otherwise the envelope.
    pub(crate) renderer: Option<Renderer<'static>>,
    pub(crate) structured: bool,
    /// Whether warnings are failures.
    strict: bool,
}

impl Responder {
    /// Results with text in this format, or written by this renderer. The text of [`Responder::default`] is in the
    /// format of the [`Server`](crate::Server) whose call it answers, otherwise an envelope.
    pub fn new(format: impl Into<Renderer<'static>>) -> Self {
        Self { renderer: Some(format.into()), ..Self::default() }
    }

    /// Sets whether results also have structured content: the envelope as JSON, whatever the format of the text. Off by
    /// default, as some clients check it against the tool's output schema, which describes successful answers.
    #[must_use]
    pub const fn structured(mut self, structured: bool) -> Self {
        self.structured = structured;
        self
    }

    /// The same with another format.
    pub(crate) fn format(self, format: impl Into<Renderer<'static>>) -> Self {
        Self { renderer: Some(format.into()), ..self }
    }

    /// The same for calls in which warnings are failures.
    pub(crate) const fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// The settings in a call of this server, whose format is used unless the author selected one.
    pub(crate) fn within(self, server: Self) -> Self {
        if self.renderer.is_some() { self } else { server.structured(server.structured || self.structured) }
    }

    /// The error as a result, independent of the current call.
    pub(crate) fn written(&self, error: &dyn AgentError) -> CallToolResult {
        let renderer = self.renderer.unwrap_or(Renderer::new(Format::Envelope));
        let text = renderer.render(error);
        if !self.strict && is_warning(error) {
            let record = record_of(&text, error);
            let text = record.as_ref().and_then(|record| serde_json::to_string(record).ok()).unwrap_or(text);
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            if self.structured {
                let record = record.unwrap_or_else(|| ErrorRecord::from_error(error));
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
}

/// The content of an envelope without its `"ok": false`; `None` for a text in another format.
fn record_of(text: &str, error: &dyn AgentError) -> Option<ErrorRecord> {
    let is_envelope = text.trim_start_matches(['{', ' ', '\n']).starts_with("\"ok\"");
    let mut record = is_envelope.then(|| Format::Envelope.parse(text).ok())??;
    record.facts.exit_code = error.facts().exit_code;
    Some(record)
}

pub(crate) fn is_warning(error: &dyn AgentError) -> bool {
    error.facts().severity == Some(Severity::Warning)
}
