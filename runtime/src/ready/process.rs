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
// The derive copies doc comments to the catalog, which doesn't need the example.
#[cfg_attr(
    doc,
    doc = r#"
```no_run
use agent_error::{Report, Response};

#[agent_error::main(handle_signals = true)]
fn main() -> Result<Response, Report> {
    // Ctrl-C stops the program here, and the output is the error `INTERRUPTED`.
    std::thread::sleep(std::time::Duration::from_secs(60));
    Ok(Response::new("done"))
}
```"#
)]
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
    pub(super) signal: String,
}

impl Interrupted {
    #[cfg(all(feature = "signals", unix))]
    pub(crate) fn by(signal: String) -> Self {
        crate::registry::search::announce::<Self>();
        Self { signal }
    }
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
pub(crate) struct Unclassified {
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
///
/// Its codes are `OUTPUT_NOT_WRITTEN`, `PRINT_FAILED`, and `INVALID_FLAG_VALUE` for an output
/// format that the program doesn't have.
///
/// If your program writes errors for people itself, it can recognize this type:
///
/// ```
/// use agent_error::Program;
/// use agent_error::ready::OutputError;
///
/// let program = Program::new("tool").human(|failure, out| {
///     if failure.downcast_ref::<OutputError>().is_some() {
///         writeln!(out, "tool: the command completed, but its output is incomplete")
///     } else {
///         writeln!(out, "tool: {failure}")
///     }
/// });
/// ```
#[derive(AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(transparent)]
pub struct OutputError(OutputProblem);

#[derive(AgentError)]
#[agent_error(crate = crate, unregistered)]
enum OutputProblem {
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
    /// The program does not support the output format.
    #[code("INVALID_FLAG_VALUE", exit = exit::ARG_ERROR, hidden, shared, suggest = "Use one of {formats}")]
    UnsupportedFormat {
        /// The flag, such as `--output`.
        flag: String,
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
impl fmt::Display for OutputProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWritten { .. } => {
                f.write_str("cannot write the response to standard output")?;
            }
            Self::PrintFailed { stream, .. } => write!(f, "cannot write to {stream}")?,
            Self::UnsupportedFormat {
                flag,
                value,
                reason,
                ..
            } => {
                write!(f, "invalid value '{value}' for '{flag}': {reason}")?;
            }
        }
        if f.alternate()
            && let Some(source) = self.source()
        {
            write!(f, ": {source}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for OutputProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        if let Some(source) = self.source() {
            write!(f, "\n\nCaused by:\n    {source}")?;
        }
        Ok(())
    }
}

impl Error for OutputProblem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NotWritten { source, .. } | Self::PrintFailed { source, .. } => Some(source),
            Self::UnsupportedFormat { .. } => None,
        }
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for OutputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl OutputError {
    pub(crate) fn not_written(source: io::Error) -> Self {
        Self(OutputProblem::NotWritten {
            stream: "stdout",
            source,
        })
    }

    pub(crate) fn print_failed(stream: &'static str, source: io::Error) -> Self {
        Self(OutputProblem::PrintFailed { stream, source })
    }

    /// Creates the error for a format that isn't one of `formats`.
    pub(crate) fn unsupported_format(flag: &str, value: &'static str, formats: String) -> Self {
        Self(OutputProblem::UnsupportedFormat {
            flag: format!("--{flag}"),
            value,
            reason: "this program does not support the format",
            formats,
        })
    }

    /// Whether standard output can't be written.
    pub(crate) fn is_of_stdout(&self) -> bool {
        matches!(
            self.0,
            OutputProblem::NotWritten { .. }
                | OutputProblem::PrintFailed {
                    stream: "stdout",
                    ..
                }
        )
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
