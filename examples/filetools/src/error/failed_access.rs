//! I/O errors with the operation that failed.

use super::Action;
use std::io;

/// The operating system rejected an operation on a path.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {path}")]
pub(crate) struct FailedAccess {
    pub(crate) action: Action,
    /// The path, as passed.
    pub(crate) path: String,
    pub(crate) source: io::Error,
}

impl FailedAccess {
    /// Returns the operating system's message without its error number.
    pub(crate) fn reason(&self) -> String {
        if self.leads_out() {
            return "the path is outside the root".to_owned();
        }
        let text = self.source.to_string();
        match text.split_once(" (os error ") {
            Some((words, _)) => words.to_lowercase(),
            None => text,
        }
    }

    /// Whether the path is outside the root. cap-std reports this without a system call.
    pub(crate) fn leads_out(&self) -> bool {
        self.source.kind() == io::ErrorKind::PermissionDenied && self.source.raw_os_error().is_none()
    }
}
