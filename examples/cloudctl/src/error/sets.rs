//! Which errors the commands may end with.

use super::{CloudError, PromptError, TokenFileError};
use agent_error::{ErrorSet, error_set};

/// What a call of a logged-in user can end with.
pub(crate) const CALL: ErrorSet =
    error_set![CloudError, "TOKEN_FILE_INVALID" | "TOKEN_FILE_UNREADABLE" in TokenFileError];

/// What a question may end with.
pub(crate) const QUESTION: ErrorSet = error_set![PromptError];

/// What logging in may end with.
pub(crate) const LOGIN: ErrorSet = error_set![
    CloudError,
    "TOKEN_FILE_FOREIGN" | "TOKEN_FILE_UNREADABLE" | "TOKEN_FILE_UNWRITABLE" in TokenFileError,
];

/// What logging out may end with: that the API fails is a warning.
pub(crate) const LOGOUT: ErrorSet = error_set![
    "VALIDATION_ERROR" in CloudError,
    "TOKEN_FILE_FOREIGN" | "TOKEN_FILE_UNREADABLE" | "TOKEN_FILE_UNREMOVABLE" in TokenFileError,
];
