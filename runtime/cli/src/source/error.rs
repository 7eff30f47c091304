//! Errors that occur when catalogs are read.

use crate::program::SpawnError;
use agent_error::{AgentError, exit};
use std::io;

/// A catalog can't be read.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "CATALOG")]
pub enum CatalogSourceError {
    /// A file or standard input can't be read.
    #[error("cannot read {path}")]
    #[code(
        "CATALOG_FILE_UNREADABLE",
        exit = exit::sysexits::NOINPUT,
        suggest = "Check the path of the file",
        phase = validation,
        shared
    )]
    Unreadable {
        /// The path, or `standard input`.
        path: String,
        /// The error of the operating system.
        source: io::Error,
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
    #[error("`{command}` did not exit within {timeout_s} s")]
    #[code(
        "CATALOG_PROGRAM_TIMED_OUT",
        exit = exit::TIMEOUT,
        suggest = "Check that the program exits on its own, or increase `--timeout`"
    )]
    TimedOut {
        /// The command line, quoted for a shell.
        command: String,
        /// The time limit, in seconds.
        timeout_s: u64,
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

    /// The program can't be started.
    #[error(transparent)]
    #[code(transparent)]
    Start(#[from] SpawnError),
}

/// Two catalogs have the same program name.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("{first} and {second} are both catalogs of `{program}`")]
#[code(
    "CATALOG_PROGRAM_DUPLICATE",
    exit = exit::ARG_ERROR,
    phase = validation,
    suggest = "Pass one catalog per program; to compare two versions, use `agent-error diff`"
)]
pub struct DuplicateProgramError {
    /// The program name.
    pub(crate) program: String,
    /// The source of the first catalog.
    pub(crate) first: String,
    /// The source of the second catalog.
    pub(crate) second: String,
}
