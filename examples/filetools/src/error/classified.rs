//! Converts I/O errors to codes, and adds advice.

use super::{Action, FailedAccess, FileKind, ToolError};
use agent_error::Classify as _;
use agent_error::classify::Found;
use std::io::ErrorKind;

impl From<FailedAccess> for ToolError {
    fn from(refused: FailedAccess) -> Self {
        Self::classify(refused)
    }
}

/// Constructors for the classified variants. The advice depends on the operation.
impl ToolError {
    pub(super) fn invalid(found: Found) -> Self {
        let refused = FailedAccess::from(found);
        let is_below_a_file = refused.source.kind() == ErrorKind::NotADirectory;
        let advice = match refused.action {
            Action::OpenRoot => "Pass a directory as `--root`",
            Action::LoadState | Action::KeepState if is_below_a_file => {
                "Pass a file in an existing directory as `--state`"
            }
            Action::LoadState => {
                "Pass another file as `--state`; if this one belongs to filetools, it's damaged and can be removed"
            }
            _ if is_below_a_file => "A parent in the path is a file, not a directory; correct the path",
            _ => "Correct the path or the command; the operating system rejects it",
        };
        Self::InvalidArgs { reason: format!("{refused}: {}", refused.reason()), advice: advice.to_owned() }
    }

    pub(super) fn not_regular(found: Found) -> Self {
        Self::not_regular_file(&FailedAccess::from(found).path, FileKind::Directory)
    }

    pub(crate) fn not_regular_file(path: &str, kind: FileKind) -> Self {
        let advice = "Pass a regular file; to list files, call `run` with [\"ls\", \"-l\"]";
        Self::NotRegularFile { path: path.to_owned(), kind, advice: advice.to_owned() }
    }

    pub(super) fn not_found(found: Found) -> Self {
        let refused = FailedAccess::from(found);
        let advice = match refused.action {
            Action::OpenRoot => "Pass an existing directory as `--root`",
            Action::LoadState | Action::KeepState => "Pass a file in an existing directory as `--state`",
            Action::Start => "Check the name of the program; for shell built-ins, use [\"sh\", \"-c\", \"...\"]",
            _ => {
                "Check the path, which is relative to the root; to locate files, call `run` with [\"find\", \".\", \"-name\", \"...\"]"
            }
        };
        Self::FileNotFound { path: refused.path, action: refused.action, advice: advice.to_owned() }
    }

    pub(super) fn denied(found: Found) -> Self {
        let refused = FailedAccess::from(found);
        let advice = match refused.action {
            _ if refused.leads_out() => "Use a path inside the root; tools can't access other paths",
            Action::Start => "Use an executable program, or run a script with its interpreter, such as [\"sh\", PATH]",
            Action::LoadState | Action::KeepState => "Pass a writable file as `--state`",
            _ => "Ask the file's owner for permission; no tool can grant it",
        };
        let reason = refused.reason();
        Self::PermissionDenied { path: refused.path, action: refused.action, reason, advice: advice.to_owned() }
    }

    pub(super) fn failed(found: Found) -> Self {
        let refused = FailedAccess::from(found);
        let advice = match refused.action {
            Action::LoadState | Action::KeepState => "Fix the cause, or pass another file as `--state`",
            _ => "Check the reason and the disk; such failures are often temporary, so try again later",
        };
        let reason = refused.reason();
        Self::Io { path: refused.path, action: refused.action, reason, advice: advice.to_owned() }
    }
}
