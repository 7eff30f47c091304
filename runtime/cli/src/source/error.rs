//! Errors of sources.

use crate::input_error::InputError;
use crate::program::StartError;
use agent_error::{AgentError, exit};
use std::str::Utf8Error;

/// A catalog could not be read.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "CATALOG")]
pub enum CatalogSourceError {
    /// The source is larger than 64 MiB.
    #[error("{origin} is larger than {max_bytes} bytes")]
    #[code(
        "CATALOG_TOO_LARGE",
        exit = exit::sysexits::DATAERR,
        phase = validation,
        suggest = "Check that it is a catalog; `PROGRAM errors catalog` prints one"
    )]
    TooLarge {
        /// The path, `standard input`, or the program.
        origin: String,
        /// The largest size that is read, in bytes.
        max_bytes: usize,
    },

    /// The source is empty.
    #[error("{origin} is empty")]
    #[code(
        "CATALOG_EMPTY",
        exit = exit::sysexits::DATAERR,
        phase = validation,
        suggest = "Check that the program that writes it succeeds; `PROGRAM errors catalog` prints a catalog"
    )]
    Empty {
        /// The path, `standard input`, or the program.
        origin: String,
    },

    /// The source is not UTF-8.
    #[error("{origin} is not UTF-8 at byte {offset}")]
    #[code(
        "CATALOG_NOT_UTF8",
        exit = exit::sysexits::DATAERR,
        phase = validation,
        suggest = "Convert it to UTF-8; some shells write UTF-16 when they redirect the output of a program"
    )]
    NotUtf8 {
        /// The path, `standard input`, or the program.
        origin: String,
        /// The number of valid bytes before the first invalid one.
        offset: usize,
        /// The error of the conversion.
        source: Utf8Error,
    },

    /// The source is not a catalog.
    #[error("{origin} is not a catalog: found {found}")]
    #[code("CATALOG_NOT_RECOGNIZED", exit = exit::sysexits::DATAERR, phase = validation, suggest = "{advice}")]
    NotRecognized {
        /// The path, `standard input`, or the program.
        origin: String,
        /// What the source is instead.
        found: String,
        /// Pass a catalog; `PROGRAM errors catalog` prints one.
        #[context(skip)]
        advice: String,
    },

    /// The program did not exit in time and was killed.
    #[error("`{command}` did not exit within {timeout_ms} ms")]
    #[code(
        "CATALOG_PROGRAM_TIMED_OUT",
        exit = exit::TIMEOUT,
        suggest = "Check that the program exits by itself, or allow more time with `--timeout`"
    )]
    TimedOut {
        /// The command line, quoted for a shell.
        command: String,
        /// The time limit, in milliseconds.
        timeout_ms: u64,
    },

    /// The program did not exit with 0.
    #[error("`{command}` failed: {status}")]
    #[code(
        "CATALOG_PROGRAM_FAILED",
        exit = exit::sysexits::UNAVAILABLE,
        detail = "{reason}",
        suggest = "Run the program yourself to see why; if it prints its catalog with other arguments, pass them after it"
    )]
    Failed {
        /// The command line, quoted for a shell.
        command: String,
        /// The exit code; missing if a signal ended the program.
        exit_code: Option<i32>,
        /// How the program ended, in the words of the operating system.
        #[context(skip)]
        status: String,
        /// The error that the program reported, redacted and truncated.
        #[context(skip)]
        reason: String,
    },

    /// A file or standard input could not be read.
    #[error(transparent)]
    #[code(transparent)]
    Input(#[from] InputError),

    /// The program could not be started.
    #[error(transparent)]
    #[code(transparent)]
    Start(#[from] StartError),
}
