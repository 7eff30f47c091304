//! What a tool that ends with an error answers: a result, or an error of JSON-RPC.

use super::responder::Responder;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::process::report::Report;
use crate::text::clean::clean;
use crate::vocabulary::terms::Phase;
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, ErrorCode};

/// What a tool that ends with an error answers: a result, or an error of JSON-RPC if the code states one. In a call
/// of a [`Server`](super::Server) as the server is set up, else as [`Responder::default`](super::Responder::default).
///
/// # Errors
///
/// Those whose code says `protocol`.
pub fn answer(error: &dyn AgentError) -> Result<CallToolResponse, ErrorData> {
    if protocol(error).is_some() {
        return Err(error_data(error));
    }
    // What a tool returns as an error rmcp marks as one, a warning too; a server takes that back.
    Ok(Responder::default().strict(true).result(error).into())
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
