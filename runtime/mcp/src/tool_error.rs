//! An error type for tools.

use crate::conversions::{data_of, respond};
use agent_error::Report;
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::CallToolResponse;
use std::fmt;

/// An error type for tools that can fail in several ways. The `?` operator converts a [`Report`]
/// and any error that converts to a `Report`.
///
/// The client receives the coded error in the report, or else the code of the first matching
/// classification rule. See [`Report::into_record`](agent_error::Report::into_record). If the code
/// declares `protocol`, the client receives a protocol error.
///
/// `ToolError` also converts to [`rmcp::ErrorData`], for methods that return this type.
///
/// ```
/// use agent_error::{AgentError, Report};
/// use agent_error_mcp::ToolError;
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no note has the number {number}")]
/// #[code("NOTE_NOT_FOUND", exit = 5)]
/// struct NoNote {
///     number: u16,
/// }
///
/// fn load(number: u16) -> Result<String, Report> {
///     match number {
///         7 => Ok(std::fs::read_to_string("7.txt")?),
///         _ => Err(NoNote { number })?,
///     }
/// }
///
/// /// A tool's method.
/// fn read(number: &str) -> Result<String, ToolError> {
///     Ok(load(number.parse()?)?)
/// }
///
/// let error = read("8").unwrap_err();
/// assert_eq!(error.error().coded().map(AgentError::code), Some("NOTE_NOT_FOUND"));
/// assert!(read("eight").unwrap_err().error().coded().is_none());
/// ```
pub struct ToolError(Report);

impl ToolError {
    /// Returns the error as a [`Report`].
    pub const fn error(&self) -> &Report {
        &self.0
    }
}

impl<E: Into<Report>> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl IntoCallToolResult for ToolError {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        respond(self.0.into_record())
    }
}

impl From<ToolError> for ErrorData {
    fn from(error: ToolError) -> Self {
        data_of(error.0.into_record())
    }
}
