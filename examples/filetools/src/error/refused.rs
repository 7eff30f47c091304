//! An error of the operating system, before it gets a code.

use super::Action;
use agent_error::classify::Found;
use std::io;

/// The operating system refused an operation on a path.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {path}")]
pub(crate) struct Refused {
    pub(crate) action: Action,
    /// The path as given.
    pub(crate) path: String,
    pub(crate) source: io::Error,
}

impl Refused {
    /// The reason in words, without the error number.
    pub(crate) fn reason(&self) -> String {
        if self.leads_out() {
            return "the path leads out of the root".to_owned();
        }
        let text = self.source.to_string();
        match text.split_once(" (os error ") {
            Some((words, _)) => words.to_lowercase(),
            None => text,
        }
    }

    /// Whether the path leads out of the root, which cap-std reports without a system call.
    pub(crate) fn leads_out(&self) -> bool {
        self.source.kind() == io::ErrorKind::PermissionDenied && self.source.raw_os_error().is_none()
    }
}

/// Every error that is classified here states the operation; of any other, only the text is known.
impl From<Found> for Refused {
    fn from(found: Found) -> Self {
        match found.error.downcast::<Self>() {
            Ok(refused) => *refused,
            Err(other) => Self { action: Action::Read, path: "a file".to_owned(), source: io::Error::other(other) },
        }
    }
}
