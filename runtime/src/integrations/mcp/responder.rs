//! An error as the result of a tool.

use crate::error::coded::AgentError;
use crate::format::{Format, Renderer, render};
use crate::vocabulary::terms::Severity;
use rmcp::model::{CallToolResult, ContentBlock};

/// How errors become results of tools.
///
/// ```
/// use agent_error::mcp::Responder;
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
#[derive(Clone, Copy, Debug)]
pub struct Responder {
    renderer: Renderer<'static>,
    structured: bool,
}

impl Default for Responder {
    fn default() -> Self {
        Self::new(Format::Envelope)
    }
}

impl Responder {
    /// Results whose text is in this format, or as this renderer writes it.
    pub fn new(format: impl Into<Renderer<'static>>) -> Self {
        Self { renderer: format.into(), structured: false }
    }

    /// Whether results also have structured content: the envelope as JSON, whatever the format of the text. Off by default,
    /// as some clients check it against the tool's output schema, which is about the good answer.
    #[must_use]
    pub const fn structured(mut self, structured: bool) -> Self {
        self.structured = structured;
        self
    }

    /// The same with another format.
    pub(super) fn format(self, format: impl Into<Renderer<'static>>) -> Self {
        Self { renderer: format.into(), ..self }
    }

    /// The error as a result; `isError` is true unless its severity is `warning`.
    pub fn result(&self, error: &dyn AgentError) -> CallToolResult {
        let content = vec![ContentBlock::text(self.renderer.render(error))];
        let mut result = match is_warning(error) {
            true => CallToolResult::success(content),
            false => CallToolResult::error(content),
        };
        if self.structured {
            result.structured_content = serde_json::from_str(&render(error, Format::Envelope)).ok();
        }
        result
    }
}

pub(super) fn is_warning(error: &dyn AgentError) -> bool {
    error.facts().severity == Some(Severity::Warning)
}
