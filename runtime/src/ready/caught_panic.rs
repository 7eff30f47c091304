//! Caught panics.

use super::builtin::{self, Own};
use super::process::Panicked;
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::definition::running_settings::{PANIC_CODE, overridden_exit_code};
use crate::error::coded::AgentError;
use crate::error::facts::Facts;
use crate::error::record::ErrorRecord;
use std::any::Any;
use std::error::Error;
use std::fmt;

/// A caught panic, for example from a request handler. Its code is `INTERNAL`. If the program declares this code
/// itself, the declaration applies.
///
/// The error doesn't contain the panic message, because clients must not see the message. The panic hook prints it to
/// standard error.
///
/// ```
/// use agent_error::AgentError;
/// use agent_error::process::CaughtPanic;
/// use std::panic::catch_unwind;
///
/// let result = catch_unwind(|| panic!("the index is corrupt"));
/// let error = result.map_err(CaughtPanic::from).unwrap_err();
/// assert_eq!(error.code(), "INTERNAL");
/// assert!(!error.to_string().contains("index"));
/// ```
pub struct CaughtPanic {
    /// The program's own declaration of the code.
    entry: Option<Entry>,
    panicked: Panicked,
}

impl CaughtPanic {
    pub(crate) fn new(location: Option<String>) -> Self {
        Self { entry: builtin::declared(PANIC_CODE), panicked: Panicked { location } }
    }
}

impl From<Box<dyn Any + Send>> for CaughtPanic {
    fn from(payload: Box<dyn Any + Send>) -> Self {
        // Leak the payload, because dropping it may panic again.
        std::mem::forget(payload);
        Self::new(None)
    }
}

impl fmt::Debug for CaughtPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.panicked, f)
    }
}

impl fmt::Display for CaughtPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.panicked, f)
    }
}

impl Error for CaughtPanic {}

impl AgentError for CaughtPanic {
    fn code(&self) -> &str {
        PANIC_CODE
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        self.entry.map(|entry| entry.def)
    }

    fn inner(&self) -> Option<&dyn AgentError> {
        if self.entry.is_none() { Some(&self.panicked) } else { None }
    }

    fn facts(&self) -> Facts {
        let mut facts = self.entry.map_or_else(|| self.panicked.facts(), |entry| entry.def.facts());
        let exit = self.entry.map(|entry| entry.def).or(self.panicked.def()).and_then(overridden_exit_code);
        facts.exit_code = exit.or(facts.exit_code);
        facts
    }

    fn edit(&self, record: &mut ErrorRecord) {
        match &self.entry {
            Some(entry) => {
                for part in Part::ALL {
                    *record.part_mut(*part) = entry.fixed(*part);
                }
            }
            None => Own(&self.panicked).edit(record),
        }
    }
}
