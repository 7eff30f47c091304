//! Errors that occur when catalogs are read.

use agent_error::{AgentError, exit};
use std::ffi::OsStr;
use std::io;

/// A catalog can't be read.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum SourceError {
    /// A file or standard input can't be read.
    #[error("cannot read {path}")]
    #[code(
        "CATALOG_FILE_UNREADABLE",
        exit = exit::sysexits::NOINPUT,
        suggest = "Check the path of the file",
        phase = validation
    )]
    Unreadable {
        /// The path, or `standard input`.
        path: String,
        /// The error of the operating system.
        source: io::Error,
    },

    /// A file isn't a valid catalog or lock file.
    #[error("{path}: {problem}")]
    #[code(
        "CATALOG_FILE_INVALID",
        exit = exit::sysexits::DATAERR,
        suggest = "Correct the value; `PROGRAM errors catalog` prints a valid catalog",
        phase = validation
    )]
    Invalid {
        /// The path, `standard input`, or the program.
        path: String,
        /// The mistake in it.
        problem: String,
    },

    /// The source isn't a catalog.
    #[error("{origin} is not a catalog: {found}")]
    #[code(
        "CATALOG_NOT_RECOGNIZED",
        exit = exit::sysexits::DATAERR,
        suggest = "Pass the output of `PROGRAM errors catalog`, or add other arguments after `-- PROGRAM`; only `agent-error diff` reads lock files",
        phase = validation
    )]
    NotRecognized {
        /// The path, `standard input`, or the program.
        origin: String,
        /// What the source contains instead.
        found: String,
    },

    /// Another version of agent-error wrote the catalog or the lock file.
    #[error("{origin}: {problem}")]
    #[code(
        "CATALOG_VERSION_UNSUPPORTED",
        exit = exit::sysexits::DATAERR,
        suggest = "Use the version of `agent-error` that wrote it, or write it again: a lock file with `AGENT_ERROR_LOCK=overwrite cargo test`, a catalog with `PROGRAM errors catalog`",
        phase = validation
    )]
    OtherVersion {
        /// The path, `standard input`, or the program.
        origin: String,
        /// Its version, and the one that's read.
        problem: String,
    },

    /// The file passed with `--baseline` isn't a baseline.
    #[error("{path} is not a baseline")]
    #[code(
        "BASELINE_NOT_RECOGNIZED",
        exit = exit::sysexits::DATAERR,
        suggest = "Pass another file with `--baseline`",
        phase = validation
    )]
    NotABaseline {
        /// The file.
        path: String,
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
        suggest = "Run the program without `agent-error` to see why it fails; in Rust, use `FullErrorsCommand` for `Errors`; other programs may need other arguments"
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

/// The program can't be started.
///
/// It may be missing or not executable, or the interpreter of the script is missing.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("cannot start {program}: {source}")]
#[code(
    "PROGRAM_NOT_STARTED",
    exit = exit::sysexits::UNAVAILABLE,
    side_effects = none,
    suggest = "Pass the path of an executable file, such as ./tool; to run a script, pass its interpreter first, as in `sh ./tool`"
)]
pub(crate) struct SpawnError {
    /// The program as given.
    program: String,
    /// The I/O error.
    source: io::Error,
}

impl SpawnError {
    pub(crate) fn new(program: &OsStr, source: io::Error) -> Self {
        Self {
            program: program.display().to_string(),
            source,
        }
    }
}
