//! The answer of a tool that ends with an error: a result, or a JSON-RPC error.

use super::responder::Responder;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::process::report::Report;
use crate::text::clean::clean;
use crate::vocabulary::terms::Phase;
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, ErrorCode};

/// The answer of a tool that ends with an error: a result, or a JSON-RPC error if the code declares one. Uses the
/// settings of the [`Server`](super::Server) whose call it answers, otherwise
/// [`Responder::default`](super::Responder::default).
///
/// # Errors
///
/// Errors whose code declares `protocol`.
pub fn answer(error: &dyn AgentError) -> Result<CallToolResponse, ErrorData> {
    if protocol(error).is_some() {
        return Err(error_data(error));
    }
    // rmcp marks every error that a tool returns as one, including a warning; a server reverts that.
    Ok(Responder::default().strict(true).result(error).into())
}

/// The error as a JSON-RPC error, with an [`ErrorRecord`] in `data`.
///
/// Its code is that of `protocol`, otherwise -32602 for an invalid call and -32603 for any other failure.
pub fn error_data(error: &dyn AgentError) -> ErrorData {
    let code = match (protocol(error), error.facts().phase) {
        (Some(code), _) => ErrorCode(code),
        (None, Some(Phase::Validation)) => ErrorCode::INVALID_PARAMS,
        (None, _) => ErrorCode::INTERNAL_ERROR,
    };
    let record = ErrorRecord::from_error(error);
    ErrorData::new(code, clean(&error), serde_json::to_value(&record).ok())
}

/// The JSON-RPC code that the innermost error declares.
fn protocol(error: &dyn AgentError) -> Option<i32> {
    match error.inner() {
        Some(inner) => protocol(inner),
        None => error.def()?.protocol_code(),
    }
}

impl IntoCallToolResult for ErrorRecord {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        answer(&self)
    }
}

/// The answer of the coded error in it, or of the code of the rule that matches.
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

/// The answer of the coded error in it, or of the code of the rule that matches.
impl From<Report> for ErrorData {
    fn from(report: Report) -> Self {
        match report.coded() {
            Some(error) if protocol(error).is_some() => error_data(error),
            _ => error_data(&report.classify()),
        }
    }
}
