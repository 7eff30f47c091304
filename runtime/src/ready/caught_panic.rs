//! Caught panics.

use super::builtin::{self, Own};
use super::process::Panicked;
use crate::definition::part::Part;
use crate::definition::running_settings::{PANIC_CODE, overridden_exit_code};
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use std::any::Any;

/// Converts a caught panic, for example of a request handler, to the error `INTERNAL`. If the program declares this
/// code itself, the declaration applies.
///
/// The error doesn't contain the panic message, because clients must not see the message. The panic hook prints it to
/// standard error.
///
/// ```
/// use agent_error::process::caught_panic;
/// use std::panic::catch_unwind;
///
/// let result = catch_unwind(|| panic!("the index is corrupt"));
/// let error = result.map_err(caught_panic).unwrap_err();
/// assert_eq!(error.code, "INTERNAL");
/// assert!(!error.message.contains("index"));
/// ```
pub fn caught_panic(payload: Box<dyn Any + Send>) -> ErrorRecord {
    // Leak the payload, because dropping it may panic again.
    std::mem::forget(payload);
    panic_at(None)
}

/// Returns the error for a panic at this source location, if known.
pub(crate) fn panic_at(location: Option<String>) -> ErrorRecord {
    let panicked = Panicked { location };
    let declared = builtin::declared(PANIC_CODE);
    let mut record = match declared {
        Some(_) => ErrorRecord::new(PANIC_CODE, panicked.to_string()),
        None => ErrorRecord::of(&Own(&panicked)),
    };
    if let Some(entry) = declared {
        record.facts = entry.def.facts();
        for part in Part::ALL {
            *record.part_mut(*part) = entry.fixed(*part);
        }
    }
    let exit = declared.map(|entry| entry.def).or(panicked.def()).and_then(overridden_exit_code);
    record.facts.exit_code = exit.or(record.facts.exit_code);
    record
}
