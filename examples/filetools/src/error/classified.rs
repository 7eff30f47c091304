//! Codes for errors of the operating system, by the rules of the variants, with advice.

use super::{Action, FileKind, Refused, ToolError};
use agent_error::Classify as _;
use agent_error::classify::Found;
use std::io::ErrorKind;

impl From<Refused> for ToolError {
    fn from(refused: Refused) -> Self {
        Self::classify(refused)
    }
}

/// The variants as their rules build them; the advice depends on the operation.
impl ToolError {
    pub(super) fn invalid(found: Found) -> Self {
        let refused = Refused::from(found);
        let is_below_a_file = refused.source.kind() == ErrorKind::NotADirectory;
        let advice = match refused.action {
            Action::OpenRoot => "Name a directory with `--root`",
            Action::LoadState | Action::KeepState if is_below_a_file => {
                "Name a file in a directory that exists with `--state`"
            }
            Action::LoadState => {
                "Name another file with `--state`; if this one is a state of filetools, it is damaged and can be removed"
            }
            _ if is_below_a_file => "A part of the path before the last is a file; correct the path, or name another",
            _ => "Correct the path or the command; the operating system does not take it",
        };
        Self::InvalidArgs { reason: format!("{refused}: {}", refused.reason()), advice: advice.to_owned() }
    }

    pub(super) fn not_regular(found: Found) -> Self {
        Self::not_regular_file(&Refused::from(found).path, FileKind::Directory)
    }

    pub(crate) fn not_regular_file(path: &str, kind: FileKind) -> Self {
        let advice = "Name a regular file; call `run` with [\"ls\", \"-l\"] to see which there are";
        Self::NotRegularFile { path: path.to_owned(), kind, advice: advice.to_owned() }
    }

    pub(super) fn not_found(found: Found) -> Self {
        let refused = Refused::from(found);
        let advice = match refused.action {
            Action::OpenRoot => "Name a directory that exists with `--root`",
            Action::LoadState | Action::KeepState => "Name a file in a directory that exists with `--state`",
            Action::Start => "Check the name of the program; a shell's own commands need [\"sh\", \"-c\", \"...\"]",
            _ => {
                "Verify the path, which starts at the root; call `run` with [\"find\", \".\", \"-name\", \"...\"] to locate files"
            }
        };
        Self::FileNotFound { path: refused.path, action: refused.action, advice: advice.to_owned() }
    }

    pub(super) fn denied(found: Found) -> Self {
        let refused = Refused::from(found);
        let advice = match refused.action {
            _ if refused.leads_out() => "Name a path inside the root; no tool reaches any other",
            Action::Start => {
                "Name a program that is executable, or give a script to its interpreter, as in [\"sh\", PATH]"
            }
            Action::LoadState | Action::KeepState => "Name a file that may be written with `--state`",
            _ => "Get the permission from the owner of the file; no call of a tool can give it",
        };
        let reason = refused.reason();
        Self::PermissionDenied { path: refused.path, action: refused.action, reason, advice: advice.to_owned() }
    }

    pub(super) fn failed(found: Found) -> Self {
        let refused = Refused::from(found);
        let advice = match refused.action {
            Action::LoadState | Action::KeepState => "Correct the cause, or name another file with `--state`",
            _ => "Read the reason and check the disk; such failures often pass, so call again later",
        };
        let reason = refused.reason();
        Self::Io { path: refused.path, action: refused.action, reason, advice: advice.to_owned() }
    }
}
