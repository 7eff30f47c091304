//! Errors that occur when catalogs are read.

use crate::input_error::InputError;
use crate::program::SpawnError;
use agent_error::{AgentError, exit};
use std::str::Utf8Error;

/// A catalog can't be read.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "CATALOG")]
pub enum CatalogSourceError {
    /// The source is larger than 64 MiB.
    #[error("{origin} is larger than {max_bytes} bytes")]
    #[code(
        "CATALOG_TOO_LARGE",
        exit = exit::sysexits::DATAERR,
        phase = validation,
        suggest = "Check that it's a catalog, such as the output of `PROGRAM errors catalog`"
    )]
    TooLarge {
        /// The path, `standard input`, or the program.
        origin: String,
        /// The maximum size, in bytes.
        max_bytes: usize,
    },

    /// The source is empty.
    #[error("{origin} is empty")]
    #[code(
        "CATALOG_EMPTY",
        exit = exit::sysexits::DATAERR,
        phase = validation,
        suggest = "Check that the program that writes the catalog succeeds; `PROGRAM errors catalog` prints one"
    )]
    Empty {
        /// The path, `standard input`, or the program.
        origin: String,
    },

    /// The source isn't valid UTF-8.
    #[error("{origin} is not valid UTF-8 at byte {offset}")]
    #[code(
        "CATALOG_NOT_UTF8",
        exit = exit::sysexits::DATAERR,
        phase = validation,
        suggest = "Convert it to UTF-8; some shells redirect output as UTF-16"
    )]
    NotUtf8 {
        /// The path, `standard input`, or the program.
        origin: String,
        /// The byte offset of the first invalid byte.
        offset: usize,
        /// The decoding error.
        source: Utf8Error,
    },

    /// The source isn't a catalog.
    #[error("{origin} is not a catalog: found {found}")]
    #[code("CATALOG_NOT_RECOGNIZED", exit = exit::sysexits::DATAERR, phase = validation, suggest = "{advice}")]
    NotRecognized {
        /// The path, `standard input`, or the program.
        origin: String,
        /// What the source contains instead.
        found: String,
        /// Pass a catalog, such as the output of `PROGRAM errors catalog`.
        #[context(skip)]
        advice: String,
    },

    /// The program timed out and was killed.
    #[error("`{command}` did not exit within {timeout_ms} ms")]
    #[code(
        "CATALOG_PROGRAM_TIMED_OUT",
        exit = exit::TIMEOUT,
        suggest = "Check that the program exits on its own, or increase `--timeout`"
    )]
    TimedOut {
        /// The command line, quoted for a shell.
        command: String,
        /// The time limit, in milliseconds.
        timeout_ms: u64,
    },

    /// The program exited with an error.
    #[error("`{command}` failed: {status}")]
    #[code(
        "CATALOG_PROGRAM_FAILED",
        exit = exit::sysexits::UNAVAILABLE,
        detail = "{reason}",
        suggest = "Run the program yourself to see why; if it needs other arguments to print its catalog, add them"
    )]
    Failed {
        /// The command line, quoted for a shell.
        command: String,
        /// The exit code, or `None` if a signal terminated the program.
        exit_code: Option<i32>,
        /// The exit status, as formatted by the standard library.
        #[context(skip)]
        status: String,
        /// The error that the program reported, redacted and truncated.
        #[context(skip)]
        reason: String,
    },

    /// A file or standard input can't be read.
    #[error(transparent)]
    #[code(transparent)]
    Input(#[from] InputError),

    /// The program can't be started.
    #[error(transparent)]
    #[code(transparent)]
    Start(#[from] SpawnError),
}
