//! Errors of the process itself: signals, failed writes, and errors that no rule matches.

use crate::text::cause::Cause;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::error::Error;
use std::{fmt, io};

/// The program was stopped before it finished.
///
/// Only programs that handle signals return this error.
///
/// After SIGINT (Ctrl-C), SIGTERM or SIGHUP, the signal still terminates the process. A shell
/// therefore stops its script, and reports 128 plus the signal number, such as 130 for Ctrl-C. The
/// exit code of this error is for callers that can't see signals. It isn't above 125, because these
/// codes are reserved for the shell.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "INTERRUPTED",
    exit = exit::PARTIAL_FAILURE,
    shared,
    suggest = "Check what has already been done before you call again"
)]
pub struct Interrupted {
    /// The signal, such as `SIGINT`.
    pub signal: String,
}

/// An error that no rule of the program matches.
#[derive(Debug, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "UNCLASSIFIED_ERROR",
    exit = exit::GENERAL_ERROR,
    shared,
    suggest = "Read the message",
    side_effects = unknown
)]
pub struct Unclassified {
    /// The kind of the I/O error that caused the failure, such as `ConnectionRefused`.
    pub(crate) io_kind: Option<String>,
    /// The error.
    #[context(skip)]
    pub(crate) error: Cause,
}

impl fmt::Display for Unclassified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

/// `Display` forwards to the wrapped error, so `source` does too.
impl Error for Unclassified {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

/// The error returned if the program's output can't be written.
#[derive(AgentError)]
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
    /// The program does not support the output format.
    #[code("INVALID_FLAG_VALUE", exit = exit::ARG_ERROR, hidden, shared, suggest = "Use one of {formats}")]
    UnsupportedFormat {
        /// The flag: `--output`.
        flag: &'static str,
        /// The requested format.
        value: &'static str,
        /// The reason why the format is invalid.
        reason: &'static str,
        /// The formats that the program supports, separated by commas.
        #[context(skip)]
        formats: String,
    },
}

/// `{:#}` and `{:?}` include the cause, as in anyhow, because programs also use these formats to
/// write errors themselves.
impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWritten { .. } => {
                f.write_str("cannot write the response to standard output")?
            }
            Self::PrintFailed { stream, .. } => write!(f, "cannot write to {stream}")?,
            Self::Unserializable { .. } => f.write_str("cannot serialize the response as JSON")?,
            Self::UnsupportedFormat {
                flag,
                value,
                reason,
                ..
            } => {
                write!(f, "invalid value '{value}' for '{flag}': {reason}")?;
            }
        }
        match self.source() {
            Some(source) if f.alternate() => write!(f, ": {source}"),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        self.source()
            .map_or(Ok(()), |source| write!(f, "\n\nCaused by:\n    {source}"))
    }
}

impl Error for OutputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NotWritten { source, .. } | Self::PrintFailed { source, .. } => Some(source),
            Self::Unserializable { source, .. } => Some(source),
            Self::UnsupportedFormat { .. } => None,
        }
    }
}

/// Whether a write failed because the reader has closed the pipe or socket. A socket that the
/// reader closes before it has read everything reports a reset connection. Node.js gives its child
/// processes sockets.
pub(crate) fn is_closed_by_reader(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset
    )
}
