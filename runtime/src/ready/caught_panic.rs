//! Caught panics.

use super::builtin;
use super::process::Panicked;
use crate::definition::def::Catalogued;
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::definition::running_settings::{PANIC_CODE, overridden_exit_code};
use crate::error::coded::AgentError;
use crate::error::facts::Facts;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::registry::linked;
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
    /// The program's own declaration of the code, or else this crate's.
    entry: Entry,
    panicked: Panicked,
}

impl CaughtPanic {
    pub(crate) fn new(location: Option<String>) -> Self {
        let [def] = Panicked::TYPE.defs else { unreachable!("a struct declares one code") };
        let own = || Entry { def, ty: Panicked::TYPE, docs: linked::docs_template(), is_builtin: true };
        Self { entry: builtin::declared(PANIC_CODE).unwrap_or_else(own), panicked: Panicked { location } }
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
        Some(self.entry.def)
    }

    fn values(&self) -> Vec<ContextValue> {
        // The program's own declaration has other fields, or none.
        if self.entry.is_builtin { self.panicked.values() } else { Vec::new() }
    }

    fn facts(&self) -> Facts {
        let mut facts = self.entry.def.facts();
        facts.exit_code = overridden_exit_code(self.entry.def).or(facts.exit_code);
        facts
    }

    fn edit(&self, record: &mut ErrorRecord) {
        for part in Part::ALL {
            *record.part_mut(*part) = self.entry.fixed(*part);
        }
    }
}
