//! Errors of the tools.

use super::{Action, Change, Ending, FileKind};
use crate::tool::Tool;
use agent_error::{AgentError, exit};

/// Errors of the tools.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ToolError {
    /// An argument is missing or invalid.
    ///
    /// Nothing was done. A session also returns this for a line that isn't a valid call. Correct the arguments as
    /// described in the hint, then try again.
    #[error("invalid arguments: {reason}")]
    #[code("INVALID_ARGS", exit = exit::ARG_ERROR, suggest = "{advice}")]
    InvalidArgs {
        /// What is invalid.
        reason: String,
        /// Correct the arguments.
        #[context(skip)]
        advice: String,
    },

    /// The file, directory or program doesn't exist.
    ///
    /// Check the path, or call `run` with `find` to locate the file.
    #[error("cannot {action} {path}: not found")]
    #[code("FILE_NOT_FOUND", exit = exit::NOT_FOUND, suggest = "{advice}")]
    FileNotFound {
        /// The path, as passed.
        path: String,
        /// The operation.
        action: Action,
        /// Find or create the file.
        #[context(skip)]
        advice: String,
    },

    /// The file has changed since this session last read or wrote it.
    ///
    /// Nothing was written. A session detects changes by modification time, size and a hash of the content. A file that
    /// the session never read is never stale.
    #[error("{path} has changed since this session last read or wrote it: {change}")]
    #[code(
        "FILE_STALE",
        exit = exit::CONFLICT,
        suggest = "Call `read` with {path:?}, then review your change",
        actions("read")
    )]
    FileStale {
        /// The path, as passed.
        path: String,
        /// What has changed.
        change: Change,
    },

    /// The file, or its new content, exceeds the size limit.
    ///
    /// Read a large file in parts with `offset` and `limit`, and change it with a command.
    #[error("{path} is too large: {size} bytes, but the limit is {limit}")]
    #[code("FILE_TOO_LARGE", exit = exit::ARG_ERROR, status = 413, suggest = "{advice}")]
    FileTooLarge {
        /// The path, as passed.
        path: String,
        /// The size, in bytes.
        size: u64,
        /// The limit, in bytes.
        limit: u64,
        /// Read or edit a smaller part of the file.
        #[context(skip)]
        advice: String,
    },

    /// The path isn't a regular file, but for example a directory, a pipe, a device or a loop of links.
    #[error("{path} is {kind}, not a regular file")]
    #[code("NOT_REGULAR_FILE", exit = exit::ARG_ERROR, suggest = "{advice}")]
    NotRegularFile {
        /// The path, as passed.
        path: String,
        /// The kind of file.
        kind: FileKind,
        /// Pass the path of a regular file.
        #[context(skip)]
        advice: String,
    },

    /// The operating system denies access, or the path is outside the root.
    ///
    /// If you meant a path inside the root, correct it. Otherwise, ask a user with more permissions.
    #[error("cannot {action} {path}: {reason}")]
    #[code("PERMISSION_DENIED", exit = exit::PERMISSION_DENIED, suggest = "{advice}")]
    PermissionDenied {
        /// The path, as passed.
        path: String,
        /// The operation.
        action: Action,
        /// Why access is denied.
        reason: String,
        /// Ask for access, or use another path.
        #[context(skip)]
        advice: String,
    },

    /// The string to replace doesn't occur exactly once in the file.
    ///
    /// Nothing was written. Read the file again, and include enough surrounding lines in `old` to make it unique.
    #[error("`old` must occur exactly once in {path}; number of matches: {matches}")]
    #[code("NOT_UNIQUE", exit = exit::ARG_ERROR, suggest = "{advice}")]
    NotUnique {
        /// The path, as passed.
        path: String,
        /// The number of matches. Overlapping matches all count.
        matches: usize,
        /// The line numbers of the first matches.
        lines: Vec<usize>,
        /// Add surrounding lines until the string is unique.
        #[context(skip)]
        advice: String,
    },

    /// The call timed out.
    ///
    /// If the call ran a command, the command and all its child processes were killed. Its effects up to then remain.
    /// Allow more time, or run a narrower command.
    #[error("{subject} timed out after {timeout_ms} ms")]
    #[code(
        "TIMEOUT",
        body = output,
        exit = exit::TIMEOUT,
        suggest = "{advice}",
        check = "filetools run -- ls -lAt"
    )]
    Timeout {
        /// What timed out.
        subject: String,
        /// The timeout, in milliseconds.
        timeout_ms: u64,
        /// The command's output up to the timeout. Long output is truncated in the middle.
        output: String,
        /// Allow more time, or run a narrower command.
        #[context(skip)]
        advice: String,
    },

    /// The command failed.
    ///
    /// Some commands report a result this way; for example, `grep` exits with 1 if nothing matches. The output follows
    /// the hint.
    #[error("{command} {ending}")]
    #[code(
        "EXIT_NONZERO",
        body = output,
        exit = exit::GENERAL_ERROR,
        side_effects = partial,
        suggest = "Check the output; for some commands, the status is a result, such as 1 from `grep` for no match",
        check = "filetools run -- ls -lAt"
    )]
    ExitNonzero {
        /// The command, quoted for a shell.
        command: String,
        /// The exit status, or the signal that killed the command.
        ending: Ending,
        /// The command's standard output and standard error. Long output is truncated in the middle.
        output: String,
    },

    /// An I/O error that no other code covers.
    ///
    /// Such errors are often temporary; for example, the disk is full, a device fails, or too many files are open.
    #[error("cannot {action} {path}: {reason}")]
    #[code(
        "IO_ERROR",
        exit = exit::sysexits::IOERR,
        side_effects = none,
        retry = exponential,
        suggest = "{advice}"
    )]
    Io {
        /// The path, as passed.
        path: String,
        /// The operation.
        action: Action,
        /// The operating system's message.
        reason: String,
        /// Fix the cause, then repeat the call.
        #[context(skip)]
        advice: String,
    },

    /// The tool panicked because of a bug.
    #[error("`{tool}` has a bug: {reason} ({place})")]
    #[code(
        "INTERNAL",
        exit = exit::sysexits::SOFTWARE,
        severity = critical,
        side_effects = partial,
        suggest = "Report this bug to the maintainers of filetools; the same call will fail again",
        check = "filetools run -- ls -lAt"
    )]
    Internal {
        /// The tool.
        tool: Tool,
        /// The message of the panic.
        reason: String,
        /// The source location of the panic.
        place: String,
    },

    /// The process was killed while the tool was running, so the result is unknown.
    ///
    /// The session reports this once, when it restarts. Files are written atomically, but a command may have been
    /// partly done. Find out what was done, then repeat the call if necessary.
    #[error("`{call}` was interrupted; its result is unknown")]
    #[code(
        "TOOL_INTERRUPTED",
        exit = exit::PARTIAL_FAILURE,
        suggest = "{advice}",
        check = "filetools run -- ls -lAt"
    )]
    ToolInterrupted {
        /// The tool.
        tool: Tool,
        /// A short description of the call.
        call: String,
        /// The process group of the command, if the tool was `run`.
        process_group: Option<i32>,
        /// Find out what was done before you repeat the call.
        #[context(skip)]
        advice: String,
    },

    /// The tool is disabled after too many consecutive errors.
    ///
    /// A successful call or `clear` resets the error count.
    #[error("`{tool}` is disabled after {errors} consecutive errors")]
    #[code(
        "TOOL_DISABLED",
        exit = exit::PRECONDITION,
        suggest = "Fix the cause of the last error, {last}, then enable the tool with `clear`",
        actions("clear")
    )]
    ToolDisabled {
        /// The tool.
        tool: Tool,
        /// The number of consecutive errors.
        errors: u32,
        /// The code of the last error.
        last: String,
    },
}
