//! Caught panics.

use crate::definition::def::{Declares, Entry, TypeDef};
use crate::definition::error_def::{ErrorDef, Fact};
use crate::definition::part::Part;
use crate::definition::running_settings::{PANIC_CODE, overridden_exit_code};
use crate::error::coded::AgentError;
use crate::error::field::Known as _;
use crate::error::record::ErrorRecord;
use crate::error::record::derived::{self, Declared};
use crate::registry::linked;
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Severity, SideEffects};
use std::any::Any;
use std::error::Error;
use std::fmt;

/// A caught panic, for example from a request handler. Its code is `INTERNAL`. If the program
/// declares this code itself, the declaration applies.
///
/// The error doesn't contain the panic message, because clients must not see the message. The panic
/// hook prints it to standard error.
///
/// To create it, convert the error of [`catch_unwind`](std::panic::catch_unwind).
///
/// ```
/// use agent_error::AgentError;
/// use agent_error::ready::CaughtPanic;
/// use std::panic::catch_unwind;
///
/// fn handle(request: fn() -> String) -> Result<String, CaughtPanic> {
///     Ok(catch_unwind(request)?)
/// }
///
/// let error = handle(|| panic!("no row 7")).unwrap_err();
/// assert_eq!(error.code(), "INTERNAL");
/// assert_eq!(error.to_string(), "the program has a bug and stopped midway");
/// ```
pub struct CaughtPanic {
    /// The program's own declaration of the code, or else this crate's.
    entry: Entry,
    /// The source location, such as `src/main.rs:3:5`. Servers don't state it, because clients
    /// don't have the source. Programs with their own panic hook don't know it.
    location: Option<String>,
}

static DEF: ErrorDef = ErrorDef {
    code: PANIC_CODE,
    exit: exit::sysexits::SOFTWARE,
    line: line!(),
    fields: &[("location", "Option<String>")],
    summary: "The program has a bug and stopped midway.",
    suggestion: "Report this as a bug in the program",
    facts: &[
        Fact::Description("Work that was done before the panic isn't undone."),
        Fact::Status(500),
        Fact::Severity(Severity::Critical),
        Fact::SideEffects(SideEffects::Partial),
        Fact::Shared,
        Fact::FieldSummary(
            "location",
            "The source location, such as `src/main.rs:3:5`.",
        ),
    ],
    ..ErrorDef::EMPTY
};

/// Not derived: caught panics needn't be recognized in other errors, and the derive would link the
/// function for it.
impl Declares for CaughtPanic {
    const TYPE: &'static TypeDef = &TypeDef {
        path: concat!(module_path!(), "::CaughtPanic"),
        file: file!(),
        origin: "agent-error",
        defs: std::slice::from_ref(&DEF),
        ..TypeDef::EMPTY
    };
}

impl CaughtPanic {
    pub(crate) fn new(location: Option<String>) -> Self {
        let entry = linked::declared(PANIC_CODE).unwrap_or_else(|| Entry {
            def: &DEF,
            ty: Self::TYPE,
            docs: linked::docs_template(),
            is_builtin: true,
        });
        Self { entry, location }
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
        f.debug_struct("CaughtPanic")
            .field("location", &self.location)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for CaughtPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the program has a bug and stopped midway")
    }
}

impl Error for CaughtPanic {}

impl AgentError for CaughtPanic {
    fn code(&self) -> &str {
        PANIC_CODE
    }

    fn record(&self) -> ErrorRecord {
        let def = self.entry.def;
        // The program's own declaration has other fields, or none.
        let values = if self.entry.is_builtin {
            vec![self.location.known()]
        } else {
            Vec::new()
        };
        let mut record = derived::record(self, Declared::Def(def), values, None);
        if let Some(exit) = overridden_exit_code(def) {
            record.fields.facts.exit_code = Some(exit);
        }
        for part in Part::ALL {
            *record.part_mut(*part) = self.entry.fixed(*part);
        }
        record
    }
}
