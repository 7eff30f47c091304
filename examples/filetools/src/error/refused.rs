//! What the operating system refused, on its way to a code.

use super::Action;
use agent_error::classify::Found;
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
        if self.leads_out() {
            return "the path leads out of the root".to_owned();
        }
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

/// Every error that is classified here says what was to be done; of any other, only its text is known.
impl From<Found> for Refused {
    fn from(found: Found) -> Self {
        match found.error.downcast::<Self>() {
            Ok(refused) => *refused,
            Err(other) => Self { action: Action::Read, path: "a file".to_owned(), source: io::Error::other(other) },
        }
    }
}
