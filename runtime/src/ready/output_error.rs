//! Errors that occur when output is written.

use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;
use std::io;

/// The error returned if the program's output can't be written.
#[derive(Debug, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[non_exhaustive]
pub enum OutputError {
    /// Standard output does not take the answer.
    #[code(
        "OUTPUT_NOT_WRITTEN",
        exit = exit::sysexits::IOERR,
        side_effects = complete,
        shared,
        suggest = "Check whether the disk behind standard output is full. The work itself is done"
    )]
    NotWritten {
        /// The error of the operating system.
        source: io::Error,
    },
    /// The program could not print and stopped midway.
    #[code(
        "PRINT_FAILED",
        exit = exit::sysexits::IOERR,
        side_effects = partial,
        shared,
        suggest = "Check whether the disk behind the stream is full, then inspect what was done already"
    )]
    PrintFailed {
        /// The stream: `stdout` or `stderr`.
        stream: &'static str,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The response can't be serialized, which is a bug in the program.
    #[code(
        "ANSWER_UNSERIALIZABLE",
        exit = exit::sysexits::SOFTWARE,
        side_effects = complete,
        shared,
        suggest = "Report this as a bug of the program; the work itself is done"
    )]
    Unserializable {
        /// The error of serde.
        source: serde_json::Error,
    },
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWritten { .. } => f.write_str("cannot write the answer to standard output"),
            Self::PrintFailed { stream, .. } => write!(f, "cannot write to {stream}"),
            Self::Unserializable { .. } => f.write_str("the answer cannot be written as JSON"),
        }
    }
}

impl std::error::Error for OutputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotWritten { source } | Self::PrintFailed { source, .. } => Some(source),
            Self::Unserializable { source } => Some(source),
        }
    }
}
