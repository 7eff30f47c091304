//! Converts I/O errors to codes, and adds advice that depends on the operation.

use super::{Action, FailedAccess, FileKind, ToolError};
use std::io::ErrorKind;

impl From<FailedAccess> for ToolError {
    fn from(refused: FailedAccess) -> Self {
        match refused.source.kind() {
            ErrorKind::NotFound => {
                let advice = not_found(refused.action).to_owned();
                Self::FileNotFound { path: refused.path, action: refused.action, advice }
            }
            ErrorKind::IsADirectory => Self::not_regular_file(&refused.path, FileKind::Directory),
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                let (reason, advice) = (refused.reason(), denied(&refused).to_owned());
                Self::PermissionDenied { path: refused.path, action: refused.action, reason, advice }
            }
            ErrorKind::InvalidInput
            | ErrorKind::InvalidData
            | ErrorKind::InvalidFilename
            | ErrorKind::ArgumentListTooLong
            | ErrorKind::NotADirectory => {
                let advice = invalid(&refused).to_owned();
                Self::InvalidArgs { reason: format!("{refused}: {}", refused.reason()), advice }
            }
            _ => {
                let (reason, advice) = (refused.reason(), failed(refused.action).to_owned());
                Self::Io { path: refused.path, action: refused.action, reason, advice }
            }
        }
    }
}

impl ToolError {
    pub(crate) fn not_regular_file(path: &str, kind: FileKind) -> Self {
        let advice = "Pass a regular file; to list files, call `run` with [\"ls\", \"-l\"]";
        Self::NotRegularFile { path: path.to_owned(), kind, advice: advice.to_owned() }
    }
}

fn invalid(refused: &FailedAccess) -> &'static str {
    let is_below_a_file = refused.source.kind() == ErrorKind::NotADirectory;
    match refused.action {
        Action::OpenRoot => "Pass a directory as `--root`",
        Action::LoadState | Action::KeepState if is_below_a_file => "Pass a file in an existing directory as `--state`",
        Action::LoadState => {
            "Pass another file as `--state`; if this one belongs to filetools, it's damaged and can be removed"
        }
        _ if is_below_a_file => "A parent in the path is a file, not a directory; correct the path",
        _ => "Correct the path or the command; the operating system rejects it",
    }
}

fn not_found(action: Action) -> &'static str {
    match action {
        Action::OpenRoot => "Pass an existing directory as `--root`",
        Action::LoadState | Action::KeepState => "Pass a file in an existing directory as `--state`",
        Action::Start => "Check the name of the program; for shell built-ins, use [\"sh\", \"-c\", \"...\"]",
        _ => {
            "Check the path, which is relative to the root; to locate files, call `run` with [\"find\", \".\", \"-name\", \"...\"]"
        }
    }
}

fn denied(refused: &FailedAccess) -> &'static str {
    match refused.action {
        _ if refused.leads_out() => "Use a path inside the root; tools can't access other paths",
        Action::Start => "Use an executable program, or run a script with its interpreter, such as [\"sh\", PATH]",
        Action::LoadState | Action::KeepState => "Pass a writable file as `--state`",
        _ => "Ask the file's owner for permission; no tool can grant it",
    }
}

fn failed(action: Action) -> &'static str {
    match action {
        Action::LoadState | Action::KeepState => "Fix the cause, or pass another file as `--state`",
        _ => "Check the reason and the disk; such failures are often temporary, so try again later",
    }
}
