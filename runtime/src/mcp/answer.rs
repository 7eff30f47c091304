//! An error as the result of a tool, or as an error of JSON-RPC.

use super::call;
use crate::error::AgentError;
use crate::format::{Format, Renderer, render};
use crate::record::ErrorRecord;
use crate::report::Report;
use crate::text::clean;
use crate::vocabulary::{Phase, Severity};
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ErrorCode};

/// How errors become results of tools.
///
/// ```
/// use agent_error::mcp::Responder;
/// use agent_error::{ErrorRecord, Format};
///
/// let error = ErrorRecord::new("NOTE_NOT_FOUND", "no note `milk`").exit(5);
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

/// What a tool that ends with an error answers: a result, or an error of JSON-RPC if the code states one. In a call
/// of a [`Server`](super::Server) as the server is told to, else as [`Responder::default`].
///
/// # Errors
///
/// Those whose code says `protocol`.
pub fn answer(error: &dyn AgentError) -> Result<CallToolResponse, ErrorData> {
    if protocol(error).is_some() {
        return Err(error_data(error));
    }
    Ok(call::ended_with(error).result(error).into())
}

/// The error as one of JSON-RPC, with an [`ErrorRecord`] in `data`.
///
/// Its code is the one that `protocol` states, else -32602 for what is wrong with a call, and -32603.
pub fn error_data(error: &dyn AgentError) -> ErrorData {
    let code = match (protocol(error), error.facts().phase) {
        (Some(code), _) => ErrorCode(code),
        (None, Some(Phase::Validation)) => ErrorCode::INVALID_PARAMS,
        (None, _) => ErrorCode::INTERNAL_ERROR,
    };
    let record = ErrorRecord::from_error(error);
    ErrorData::new(code, clean(&error), serde_json::to_value(&record).ok())
}

/// The code of JSON-RPC that the innermost error states.
fn protocol(error: &dyn AgentError) -> Option<i32> {
    match error.inner() {
        Some(inner) => protocol(inner),
        None => error.def()?.protocol,
    }
}

impl IntoCallToolResult for ErrorRecord {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        answer(&self)
    }
}

/// As the coded error in it, or with the code whose rules it meets.
impl IntoCallToolResult for Report {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        match self.coded() {
            Some(error) if protocol(error).is_some() => Err(error_data(error)),
            _ => answer(&self.classify()),
        }
    }
}

impl From<ErrorRecord> for ErrorData {
    fn from(error: ErrorRecord) -> Self {
        error_data(&error)
    }
}

/// As the coded error in it, or with the code whose rules it meets.
impl From<Report> for ErrorData {
    fn from(report: Report) -> Self {
        match report.coded() {
            Some(error) if protocol(error).is_some() => error_data(error),
            _ => error_data(&report.classify()),
        }
    }
}
