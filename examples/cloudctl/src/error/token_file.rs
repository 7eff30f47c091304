//! Errors of the token file. None of them shows its content.

use super::exit;
use agent_error::AgentError;
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, domain = "TOKEN_FILE", exit = exit::GENERAL)]
pub(crate) enum TokenFileError {
    /// The file is damaged, or isn't a token file.
    #[error("{path} is damaged or not a token file")]
    #[code(
        "TOKEN_FILE_INVALID",
        exit = exit::AUTH,
        side_effects = none,
        suggest = "Check the path in `--token-file`; if it's correct, remove {path}, then log in again with `cloudctl auth login`"
    )]
    Invalid {
        /// The token file.
        path: PathBuf,
    },

    /// A login or logout would overwrite or remove a file that isn't a token file; the file is unchanged.
    ///
    /// A login may replace an empty file.
    #[error("refusing to change {path}: not a token file")]
    #[code(
        "TOKEN_FILE_FOREIGN",
        exit = exit::BAD_INPUT,
        side_effects = none,
        suggest = "Pass another file with `--token-file`, or remove {path} yourself, then try again"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },

    /// The token file can't be read.
    #[error("cannot read {path}: {source}")]
    #[code("TOKEN_FILE_UNREADABLE", suggest = "Fix the cause in the message, or pass another file with `--token-file`")]
    Unreadable {
        /// The token file.
        path: PathBuf,
        source: io::Error,
    },

    /// The token can't be saved, so you aren't logged in.
    #[error("cannot write {path}: {source}")]
    #[code("TOKEN_FILE_UNWRITABLE", suggest = "Fix the cause in the message, or pass another file with `--token-file`")]
    Unwritable {
        /// The token file.
        path: PathBuf,
        source: io::Error,
    },

    /// The token file can't be removed, so whoever can read the file still has the token.
    #[error("cannot remove {path}: {source}")]
    #[code("TOKEN_FILE_UNREMOVABLE", suggest = "Fix the cause in the message, then run `cloudctl auth logout` again")]
    Unremovable {
        /// The token file.
        path: PathBuf,
        source: io::Error,
    },
}
