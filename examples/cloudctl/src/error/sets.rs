//! The errors of each command.

use super::{CloudError, PromptError, ServeError, TokenFileError};
use agent_error::{ErrorSet, error_set};

/// The errors of a call with a token.
pub(crate) const CALL: ErrorSet =
    error_set![CloudError, "TOKEN_FILE_INVALID" | "TOKEN_FILE_UNREADABLE" in TokenFileError];

/// The errors of `serve`.
pub(crate) const SERVE: ErrorSet = error_set![ServeError, "VALIDATION_ERROR" in CloudError];

/// The errors of a prompt.
pub(crate) const QUESTION: ErrorSet = error_set![PromptError];

/// The errors of `auth login`.
pub(crate) const LOGIN: ErrorSet = error_set![
    CloudError,
    "TOKEN_FILE_FOREIGN" | "TOKEN_FILE_UNREADABLE" | "TOKEN_FILE_UNWRITABLE" in TokenFileError,
];

/// The errors of `auth logout`. Failing to revoke the token is only a warning.
pub(crate) const LOGOUT: ErrorSet = error_set![
    "VALIDATION_ERROR" in CloudError,
    "TOKEN_FILE_FOREIGN" | "TOKEN_FILE_UNREADABLE" | "TOKEN_FILE_UNREMOVABLE" in TokenFileError,
];
