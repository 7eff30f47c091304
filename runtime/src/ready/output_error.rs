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
    /// The response can't be written to standard output.
    #[code(
        "OUTPUT_NOT_WRITTEN",
        exit = exit::sysexits::IOERR,
        side_effects = complete,
        shared,
        suggest = "If standard output is a file, check whether the disk is full. The command itself completed"
    )]
    NotWritten {
        /// The stream: `stdout`.
        stream: &'static str,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The program failed to print and stopped midway.
    #[code(
        "PRINT_FAILED",
        exit = exit::sysexits::IOERR,
        side_effects = partial,
        shared,
        suggest = "If the stream is a file, check whether the disk is full; if it is a non-blocking pipe, read it faster. Then check what has already been done"
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
        suggest = "Report this as a bug in the program. The command itself completed"
    )]
    Unserializable {
        /// The Rust type of the response.
        response_type: &'static str,
        /// The error of serde.
        source: serde_json::Error,
    },
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWritten { .. } => f.write_str("cannot write the response to standard output"),
            Self::PrintFailed { stream, .. } => write!(f, "cannot write to {stream}"),
            Self::Unserializable { .. } => f.write_str("cannot serialize the response as JSON"),
        }
    }
}

impl std::error::Error for OutputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotWritten { source, .. } | Self::PrintFailed { source, .. } => Some(source),
            Self::Unserializable { source, .. } => Some(source),
        }
    }
}

/// Whether a write failed because the reader has closed the pipe or socket. A socket that the reader closes before it has
/// read everything reports a reset connection. Node.js gives its child processes sockets.
pub(crate) fn is_closed_by_reader(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset)
}

/// The program does not support the output format.
#[derive(Debug, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code("INVALID_FLAG_VALUE", exit = exit::ARG_ERROR, shared, suggest = "Use one of {formats}")]
pub(crate) struct UnsupportedFormat {
    /// The requested format.
    pub(crate) format: &'static str,
    /// The formats that the program supports, separated by commas.
    #[context(skip)]
    pub(crate) formats: String,
}

impl fmt::Display for UnsupportedFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid value '{}' for '--output': this program does not support the format", self.format)
    }
}
