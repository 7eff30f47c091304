//! The errors of each command.

use super::ToolError;
use crate::provider::ProviderError;
use agent_error::{ErrorSet, error_set};

/// The errors of system calls.
const REFUSED: ErrorSet = error_set![
    "INVALID_ARGS" | "FILE_NOT_FOUND" | "NOT_REGULAR_FILE" | "PERMISSION_DENIED" | "IO_ERROR" in ToolError
];

/// The errors of opening the root and the state. The calls of a session have their own errors.
pub(crate) fn session() -> ErrorSet {
    REFUSED.and(&error_set!["TIMEOUT" | "FILE_TOO_LARGE" in ToolError])
}

/// The errors of `explain-error`, one per class.
pub(crate) fn explanation() -> ErrorSet {
    REFUSED.and(&error_set![ProviderError])
}

pub(crate) fn read() -> ErrorSet {
    call()
}

pub(crate) fn write() -> ErrorSet {
    read().and(&error_set!["FILE_STALE" in ToolError])
}

pub(crate) fn edit() -> ErrorSet {
    write().and(&error_set!["NOT_UNIQUE" in ToolError])
}

pub(crate) fn run() -> ErrorSet {
    call().and(&error_set!["EXIT_NONZERO" in ToolError])
}

/// The errors of every tool call.
fn call() -> ErrorSet {
    session().and(&error_set!["TOOL_DISABLED" | "TOOL_INTERRUPTED" | "INTERNAL" in ToolError])
}
