//! Which errors the commands may end with.

use super::ToolError;
use crate::provider::ProviderError;
use agent_error::{ErrorSet, error_set};

/// What may become of anything that the operating system refuses.
const REFUSED: ErrorSet = error_set![
    "INVALID_ARGS" | "FILE_NOT_FOUND" | "NOT_REGULAR_FILE" | "PERMISSION_DENIED" | "IO_ERROR" in ToolError
];

/// What opening the root and the state may end with: all that a session ends with, whose calls fail by themselves.
pub(crate) fn session() -> ErrorSet {
    REFUSED.and(&error_set!["TIMEOUT" | "FILE_TOO_LARGE" in ToolError])
}

/// What explaining an error may end with: each class of errors is how it ends.
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

/// What every call of a tool may end with.
fn call() -> ErrorSet {
    session().and(&error_set!["TOOL_DISABLED" | "TOOL_INTERRUPTED" | "INTERNAL" in ToolError])
}
