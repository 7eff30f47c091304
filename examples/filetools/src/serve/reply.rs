//! The reply to a call, as a line of JSON.

use crate::answer::Answer;
use crate::error::{FiletoolsError, ToolError};
use agent_error::{ErrorRecord, Format};
use serde::Serialize;
use serde_json::Value;

/// `{"id":…,"ok":…,"exit":…,"text":…,"warnings":[…]}`.
#[derive(Serialize)]
pub(super) struct Reply {
    /// The call's `id`, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    ok: bool,
    /// The exit code that a separate process would return.
    exit: u8,
    /// The result, or the error in the session's format.
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

impl Reply {
    pub(super) fn new(id: Option<Value>, result: Result<Answer, ToolError>, format: Format) -> Self {
        match result {
            Ok(answer) => Self { id, ok: true, exit: 0, text: answer.text, warnings: answer.warnings },
            Err(error) => {
                let record = ErrorRecord::of(&FiletoolsError::from(error));
                let text = agent_error::render(&record, format);
                Self { id, ok: false, exit: record.facts.exit_code(), text, warnings: Vec::new() }
            }
        }
    }

    pub(super) fn to_line(&self) -> String {
        // A reply consists of strings, numbers and a parsed JSON value, so serializing it can't fail.
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }
}
