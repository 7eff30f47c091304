//! Caught panics.

use super::builtin::{declared, own};
use super::panicked::Panicked;
use crate::definition::def::Catalogued;
use crate::definition::part::Part;
use crate::definition::running_settings::{PANIC_CODE, overridden_exit_code};
use crate::error::record::ErrorRecord;
use crate::error::record::edited::Edited;
use std::any::Any;

/// Converts a caught panic, for example from a request handler. The code is `INTERNAL`. If the program declares this
/// code itself, the declaration applies.
///
/// The error doesn't contain the panic message, because clients must not see the message. The panic hook prints it to
/// standard error.
///
/// ```
/// use agent_error::AgentError;
/// use agent_error::process::caught_panic;
/// use std::panic::catch_unwind;
///
/// let result = catch_unwind(|| panic!("the index is corrupt"));
/// let error = result.map_err(caught_panic).unwrap_err();
/// assert_eq!(error.code(), "INTERNAL");
/// assert!(!error.to_string().contains("index"));
/// ```
pub fn caught_panic(payload: Box<dyn Any + Send>) -> ErrorRecord {
    // Leak the payload, because dropping it may panic again.
    std::mem::forget(payload);
    panicked(None).record
}

pub(crate) fn panicked(location: Option<String>) -> Edited<'static> {
    let panicked = Panicked { location };
    let mut error = match declared(PANIC_CODE) {
        Some(entry) => {
            let mut record = ErrorRecord::declared(entry.def, Vec::new(), &panicked.to_string(), None);
            for part in Part::ALL {
                *record.part_mut(*part) = entry.fixed(*part);
            }
            record.state(entry.def);
            Edited::new(Some(entry.def), record, None)
        }
        None => Edited::new(Panicked::TYPE.defs.first(), own(&panicked).record, None),
    };
    let facts = &mut error.record.facts;
    facts.exit_code = error.def.and_then(overridden_exit_code).or(facts.exit_code);
    error
}
