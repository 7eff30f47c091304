//! Errors of the token file. None shows its content.

use super::exit;
use agent_error::AgentError;
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, domain = "TOKEN_FILE", exit = exit::GENERAL)]
pub(crate) enum TokenFileError {
    /// The file was not written by cloudctl.
    #[error("{path} is damaged, or is not a token file")]
    #[code(
        "TOKEN_FILE_INVALID",
        exit = exit::AUTH,
        side_effects = none,
        suggest = "Check that `--token-file` names the right file; if it does, remove {path}, then log in again with `cloudctl auth login`"
    )]
    Invalid {
        /// The token file.
        path: PathBuf,
    },

    /// A login would replace a file that cloudctl has not written, or a logout remove it; it is left as it is.
    ///
    /// A login may replace a file that is empty.
    #[error("{path} is not a token file; it is left as it is")]
    #[code(
        "TOKEN_FILE_FOREIGN",
        exit = exit::BAD_INPUT,
        side_effects = none,
        suggest = "Name another file with `--token-file`; if {path} may go, remove it yourself, then call again"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },

    /// The file exists and cannot be read.
    #[error("cannot read {path}: {source}")]
    #[code(
        "TOKEN_FILE_UNREADABLE",
        suggest = "Correct what the message says, or name another file with `--token-file`"
    )]
    Unreadable {
        /// The token file.
        path: PathBuf,
        source: io::Error,
    },

    /// The token cannot be stored: the login came to nothing.
    #[error("cannot write {path}: {source}")]
    #[code(
        "TOKEN_FILE_UNWRITABLE",
        suggest = "Correct what the message says, or name another file with `--token-file`"
    )]
    Unwritable {
        /// The token file.
        path: PathBuf,
        source: io::Error,
    },

    /// The file cannot be removed: every reader of it has the token.
    #[error("cannot remove {path}: {source}")]
    #[code("TOKEN_FILE_UNREMOVABLE", suggest = "Correct what the message says, then call `cloudctl auth logout` again")]
    Unremovable {
        /// The token file.
        path: PathBuf,
        source: io::Error,
    },
}
