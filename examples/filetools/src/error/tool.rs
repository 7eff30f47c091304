//! What a tool can answer instead of a result.

use super::{Action, Change, Ending, FileKind};
use crate::tool::Tool;
use agent_error::{AgentError, exit};

/// Why a tool did not do what it was called for.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ToolError {
    /// An argument is missing, empty, unknown, of the wrong type or useless.
    ///
    /// Nothing was done. In a session, this is also the answer to a line that is not a call. The hint shows the
    /// arguments that the tool takes; correct the call and repeat it.
    #[error("invalid arguments: {reason}")]
    #[code(
        "INVALID_ARGS",
        exit = exit::ARG_ERROR,
        classify(
            io(InvalidInput, InvalidData, InvalidFilename, ArgumentListTooLong, NotADirectory),
            with = Self::invalid
        ),
        suggest = "{advice}"
    )]
    InvalidArgs {
        /// What is wrong.
        reason: String,
        /// Correct the argument that the message names.
        #[context(skip)]
        advice: String,
    },

    /// The path leads nowhere, or the program does not exist.
    ///
    /// Verify the path, or call `run` with `find` to locate the file first.
    #[error("cannot {action} {path}: the file does not exist")]
    #[code(
        "FILE_NOT_FOUND",
        exit = exit::NOT_FOUND,
        classify(io(NotFound), with = Self::not_found),
        suggest = "{advice}"
    )]
    FileNotFound {
        /// The path as given.
        path: String,
        /// What was to be done with it.
        action: Action,
        /// Correct the path, or create the file first.
        #[context(skip)]
        advice: String,
    },

    /// The file has changed since this session read or wrote it.
    ///
    /// A file is known by its modification time, its size and a hash of its content; if any of them differs,
    /// another program changed it, and nothing was written. A file that the session never read is not stale.
    #[error("{path} has changed since this session saw it: {change}")]
    #[code(
        "FILE_STALE",
        exit = exit::CONFLICT,
        suggest = "Call `read` with {path:?}, then decide anew what to change in it",
        actions("read")
    )]
    FileStale {
        /// The path as given.
        path: String,
        /// How it differs.
        change: Change,
    },

    /// The file, or what is to become of it, is larger than the limit.
    ///
    /// A large file is read in parts, with `offset` and `limit`, and changed with a command.
    #[error("{path} has {size} bytes; the limit is {limit}")]
    #[code("FILE_TOO_LARGE", exit = exit::ARG_ERROR, status = 413, suggest = "{advice}")]
    FileTooLarge {
        /// The path as given.
        path: String,
        /// The size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
        /// Work on a smaller part of the file.
        #[context(skip)]
        advice: String,
    },

    /// The path leads to a directory, a pipe, a socket, a device or a loop of links.
    #[error("{path} is not a regular file but {kind}")]
    #[code(
        "NOT_REGULAR_FILE",
        exit = exit::ARG_ERROR,
        classify(io(IsADirectory), with = Self::not_regular),
        suggest = "{advice}"
    )]
    NotRegularFile {
        /// The path as given.
        path: String,
        /// What it leads to.
        kind: FileKind,
        /// Name a regular file.
        #[context(skip)]
        advice: String,
    },

    /// The operating system forbids it, or the path leads out of the root.
    ///
    /// No other arguments help, unless a path inside the root was meant: a user with more rights has to decide.
    #[error("cannot {action} {path}: {reason}")]
    #[code(
        "PERMISSION_DENIED",
        exit = exit::PERMISSION_DENIED,
        classify(io(PermissionDenied, ReadOnlyFilesystem), with = Self::denied),
        suggest = "{advice}"
    )]
    PermissionDenied {
        /// The path as given.
        path: String,
        /// What was to be done with it.
        action: Action,
        /// Who forbids it.
        reason: String,
        /// Name a path below the root that the program may open.
        #[context(skip)]
        advice: String,
    },

    /// The text to replace is not in the file, or more than once.
    ///
    /// Nothing was written. Read the file again, and give `old` enough of the lines around the place that is meant.
    #[error("the text to replace is in {path} {matches} times, not once")]
    #[code("NOT_UNIQUE", exit = exit::ARG_ERROR, suggest = "{advice}")]
    NotUnique {
        /// The path as given.
        path: String,
        /// How often the text is in the file; places that overlap count each.
        matches: usize,
        /// The lines in which the first of the matches begin.
        lines: Vec<usize>,
        /// Pass a longer text that is in the file once.
        #[context(skip)]
        advice: String,
    },

    /// The call did not end in time.
    ///
    /// A command was ended with all that it started; what it had done by then stays done. Allow more time, or run a
    /// narrower command.
    #[error("{subject} did not end within {timeout_ms} ms")]
    #[code("TIMEOUT", body = output, exit = exit::TIMEOUT, suggest = "{advice}")]
    Timeout {
        /// What was waited for.
        subject: String,
        /// The time limit in milliseconds.
        timeout_ms: u64,
        /// What it wrote until then; of much output, the beginning and the end.
        output: String,
        /// Allow more time, or run a narrower command.
        #[context(skip)]
        advice: String,
    },

    /// The command ran and did not succeed.
    ///
    /// That may be the answer: `grep` ends with status 1 if nothing matches. The output is below the hint.
    #[error("{command} {ending}")]
    #[code(
        "EXIT_NONZERO",
        body = output,
        exit = exit::GENERAL_ERROR,
        side_effects = partial,
        suggest = "Read what the command wrote; some commands answer with their status, as `grep` does without a match"
    )]
    ExitNonzero {
        /// The command as a shell would be given it.
        command: String,
        /// Its exit status, or the signal that ended it.
        ending: Ending,
        /// What it wrote to standard output and standard error; of much output, the beginning and the end.
        output: String,
    },

    /// The operating system failed to do what was asked, for a reason that has no code of its own.
    ///
    /// A full disk, a device that fails, too many open files: such reasons often pass.
    #[error("cannot {action} {path}: {reason}")]
    #[code(
        "IO_ERROR",
        exit = exit::sysexits::IOERR,
        classify(fallback, with = Self::failed),
        side_effects = none,
        retry = exponential,
        suggest = "{advice}"
    )]
    Io {
        /// The path as given.
        path: String,
        /// What was to be done with it.
        action: Action,
        /// The message of the system.
        reason: String,
        /// Correct what the message names.
        #[context(skip)]
        advice: String,
    },

    /// The tool has a bug: it panicked.
    #[error("`{tool}` has a bug: {reason} ({place})")]
    #[code(
        "INTERNAL",
        exit = exit::sysexits::SOFTWARE,
        severity = critical,
        side_effects = partial,
        suggest = "Report this bug of filetools with its message; the same call will meet it again"
    )]
    Internal {
        /// The tool.
        tool: Tool,
        /// The message of the panic.
        reason: String,
        /// The file and the line of the panic.
        place: String,
    },

    /// The process was ended while the tool worked, so the result is unknown.
    ///
    /// A session says so once, when it is taken up again. A file is written as a whole or not at all; what a
    /// command has done by then stays done. Find out which, then repeat the call if it is still needed.
    #[error("`{call}` was interrupted before its result was known")]
    #[code("TOOL_INTERRUPTED", exit = exit::PARTIAL_FAILURE, suggest = "{advice}")]
    ToolInterrupted {
        /// The tool.
        tool: Tool,
        /// The call in a few words.
        call: String,
        /// The process group of the command, if it was one.
        process_group: Option<i32>,
        /// Look at what was done before you call again.
        #[context(skip)]
        advice: String,
    },

    /// The tool failed too often in a row and is disabled.
    ///
    /// A call that succeeds sets the count back. `clear` does so, too.
    #[error("`{tool}` is disabled after {errors} errors in a row")]
    #[code(
        "TOOL_DISABLED",
        exit = exit::PRECONDITION,
        suggest = "Correct what led to {last}, the last of the errors, then enable the tool again with `clear`",
        actions("clear")
    )]
    ToolDisabled {
        /// The tool.
        tool: Tool,
        /// How many errors there were.
        errors: u32,
        /// The code of the last error.
        last: String,
    },
}
