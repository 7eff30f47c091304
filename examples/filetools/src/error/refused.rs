//! What the operating system refused, on its way to a code.

use super::Action;
use std::io;

/// The operating system refused to do something with a path.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {path}")]
pub(crate) struct Refused {
    pub(crate) action: Action,
    /// The path as given.
    pub(crate) path: String,
    pub(crate) source: io::Error,
}

impl Refused {
    /// The reason in words, without the number that means nothing to a reader.
    pub(crate) fn reason(&self) -> String {
        let text = self.source.to_string();
        match text.split_once(" (os error ") {
            Some((words, _)) => words.to_lowercase(),
            None => text,
        }
    }

    /// Whether the path was refused for leading out of the root: cap-std says so without asking the system.
    pub(crate) fn leads_out(&self) -> bool {
        self.source.kind() == io::ErrorKind::PermissionDenied && self.source.raw_os_error().is_none()
    }
}
