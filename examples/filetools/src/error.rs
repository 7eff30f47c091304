//! The errors of the tools: the codes of errfmt, each with its recovery as the hint.
//!
//! `INTERNAL` is the only code of errfmt that isn't declared here. The library reports it if the
//! program panics.

use agent_error::CatalogError;
use agent_error::clap::UsageError;
use agent_error::{AgentError, ErrorRecord, ErrorSet, error_set, exit};
use std::io::{self, ErrorKind};

/// The errors of all commands.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://filetools.example.com/errors/{code}")]
pub(crate) enum ToolError {
    /// An argument is missing or invalid. Nothing was done.
    #[error("{reason}")]
    #[code("INVALID_ARGS", exit = exit::ARG_ERROR, suggest = "{advice}")]
    InvalidArgs {
        /// What is invalid.
        reason: String,
        /// Correct the arguments; for the valid ones, see `filetools --help`.
        #[context(skip)]
        advice: String,
    },

    /// The file or the program doesn't exist.
    #[error("no such file: {path}")]
    #[code(
        "FILE_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "Check the path; to search for it, run `filetools run -- find . -name NAME`"
    )]
    FileNotFound { path: String },

    /// The file has changed since it was last read or edited. Nothing was written.
    #[error("{path} has changed since you last read it")]
    #[code(
        "FILE_STALE",
        exit = exit::CONFLICT,
        suggest = "Read the file again, then adapt your change to its new content",
        actions("read")
    )]
    FileStale { path: String },

    /// The file or its new content exceeds the size limit.
    #[error("{path} is too large: {size} bytes, but the limit is {limit}")]
    #[code(
        "FILE_TOO_LARGE",
        exit = exit::ARG_ERROR,
        suggest = "Process the file in chunks; to read some of its lines, pass `--offset` and `--limit`"
    )]
    FileTooLarge { path: String, size: u64, limit: u64 },

    /// The path is a directory, a symbolic link loop, a device or another special file.
    #[error("{path} is not a regular file")]
    #[code(
        "NOT_REGULAR_FILE",
        exit = exit::ARG_ERROR,
        suggest = "Pass a regular file; to list the files of a directory, run `filetools run -- ls DIRECTORY`"
    )]
    NotRegularFile { path: String },

    /// The operating system denies access.
    #[error("permission denied: {path}")]
    #[code(
        "PERMISSION_DENIED",
        exit = exit::PERMISSION_DENIED,
        suggest = "Ask the user for access, because no tool can grant it"
    )]
    PermissionDenied { path: String },

    /// The text to replace doesn't occur exactly once. Nothing was written.
    #[error("the old text occurs {matches} times in {path}, not once")]
    #[code(
        "NOT_UNIQUE",
        exit = exit::ARG_ERROR,
        suggest = "Include more of the surrounding lines in `--old`, copied exactly from the file"
    )]
    NotUnique { path: String, matches: usize },

    /// The command exceeded its timeout and was killed. Its child processes may still be running.
    #[error("`{command}` exceeded its timeout of {timeout_ms} ms and was killed")]
    #[code(
        "TIMEOUT",
        body = output,
        exit = exit::TIMEOUT,
        retryable = false,
        side_effects = unknown,
        suggest = "Increase `--timeout-ms`, or run a narrower command",
        check = "filetools read .filetools.log"
    )]
    Timeout {
        command: String,
        timeout_ms: u64,
        /// The output before the timeout.
        output: String,
    },

    /// The command exited with an error status, which some commands use to report a result.
    #[error("`{command}` exited with {status}")]
    #[code(
        "EXIT_NONZERO",
        body = output,
        exit = exit::GENERAL_ERROR,
        side_effects = unknown,
        suggest = "Check the output; a status of 1 may be a result, as when `grep` finds no match",
        check = "filetools read .filetools.log"
    )]
    ExitNonzero {
        command: String,
        /// The exit status or the signal.
        status: String,
        output: String,
    },

    /// An I/O error that no other code covers.
    #[error("cannot {action} {path}: {reason}")]
    #[code(
        "IO_ERROR",
        exit = exit::sysexits::IOERR,
        side_effects = none,
        retry = exponential,
        suggest = "Check the reason; it's often temporary"
    )]
    Io {
        action: &'static str,
        path: String,
        reason: String,
    },

    /// An earlier command was interrupted, so its outcome is unknown. The current call wasn't made.
    ///
    /// This is reported once.
    #[error(
        "the earlier call `run {command}` was interrupted and may still be running; the current call was not made"
    )]
    #[code(
        "TOOL_INTERRUPTED",
        exit = exit::PARTIAL_FAILURE,
        side_effects = unknown,
        suggest = "See how far the command got with `filetools read .filetools.log`, and do only what is left",
        check = "filetools read .filetools.log"
    )]
    Interrupted { command: String },

    /// The tool has failed too many times in a row.
    #[error("`{tool}` is disabled after {errors} consecutive errors")]
    #[code(
        "TOOL_DISABLED",
        exit = exit::PRECONDITION,
        suggest = "Correct the call that failed, then enable the tool with `filetools clear`"
    )]
    ToolDisabled { tool: String, errors: u32 },

    /// An error of a model provider, classified by its message.
    #[error(transparent)]
    #[code(transparent)]
    Provider(#[from] ErrorRecord),
    #[error(transparent)]
    #[code(transparent)]
    Errors(#[from] CatalogError),
    #[error(transparent)]
    #[code(transparent)]
    Usage(UsageError),
}

impl ToolError {
    pub(crate) fn invalid(reason: impl Into<String>, advice: &str) -> Self {
        Self::InvalidArgs {
            reason: reason.into(),
            advice: advice.to_owned(),
        }
    }

    /// Converts an error of the operating system.
    pub(crate) fn of_io(action: &'static str, path: &str, error: &io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            ErrorKind::NotFound => Self::FileNotFound { path },
            ErrorKind::PermissionDenied => Self::PermissionDenied { path },
            ErrorKind::NotADirectory | ErrorKind::InvalidInput | ErrorKind::InvalidFilename => {
                Self::invalid(
                    format!("cannot {action} {path}: {error}"),
                    "Correct the path",
                )
            }
            _ => Self::Io {
                action,
                path,
                reason: error.to_string(),
            },
        }
    }

    /// Reports missing and invalid arguments as `INVALID_ARGS`.
    pub(crate) fn of_usage(usage: UsageError) -> Self {
        let invalid = error_set!["MISSING_REQUIRED_FLAGS" | "INVALID_FLAG_VALUE" in UsageError];
        if !invalid.contains(usage.code()) {
            return Self::Usage(usage);
        }
        Self::invalid(
            usage.to_string(),
            usage.record().suggestion().unwrap_or_default(),
        )
    }
}

/// The errors of reading a file.
pub(crate) const READ: ErrorSet = error_set![
    "INVALID_ARGS" | "FILE_NOT_FOUND" | "FILE_TOO_LARGE" | "NOT_REGULAR_FILE" | "PERMISSION_DENIED" in ToolError,
    "IO_ERROR" | "TOOL_INTERRUPTED" | "TOOL_DISABLED" in ToolError,
];

/// The errors of changing a file, in addition to those of reading it.
pub(crate) const CHANGE: ErrorSet = error_set!["FILE_STALE" | "NOT_UNIQUE" in ToolError];

/// The errors of running a command.
pub(crate) const RUN: ErrorSet = error_set![
    "INVALID_ARGS" | "FILE_NOT_FOUND" | "PERMISSION_DENIED" | "IO_ERROR" | "TOOL_INTERRUPTED" in ToolError,
    "TOOL_DISABLED" | "TIMEOUT" | "EXIT_NONZERO" in ToolError,
];
