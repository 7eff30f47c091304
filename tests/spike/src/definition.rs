//! What the derive generates: a table of codes per type, and three methods.

use crate::record::ErrorRecord;
use crate::value::Values;
use std::error::Error;

/// A coded error. The derive implements `def`, `inner` and `values`.
pub trait AgentError: Error {
    /// The row of the table, or `None` for hand-written errors and for errors that pass on an inner error.
    fn def(&self) -> Option<&'static ErrorDef> {
        None
    }

    /// The error in a transparent variant.
    fn inner(&self) -> Option<&dyn AgentError> {
        None
    }

    /// The values of the fields, in the order of [`ErrorDef::fields`].
    fn values(&self) -> Values<'_> {
        Values::new()
    }

    /// The code.
    fn code(&self) -> &str {
        match (self.def(), self.inner()) {
            (Some(def), _) => def.code,
            (None, Some(inner)) => inner.code(),
            (None, None) => "",
        }
    }

    /// Edits the record of the error. For hand-written errors.
    fn edit(&self, _: &mut ErrorRecord) {}

    /// A string of the error, if generated code formats it.
    #[cfg(feature = "formatted")]
    fn text(&self, _: Part) -> Option<String> {
        None
    }

    /// The advice for the caller.
    fn suggestion(&self) -> Option<String> {
        ErrorRecord::of(self).suggestion
    }

    /// The exit code.
    fn exit_code(&self) -> u8 {
        match (self.def(), self.inner()) {
            (Some(def), _) => def.exit,
            (None, Some(inner)) => inner.exit_code(),
            (None, None) => 1,
        }
    }
}

/// A type with a table of codes.
pub trait Catalogued {
    const TYPE: &'static TypeDef;
}

/// Finds a type in any error.
pub type Cast = for<'a> fn(&'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)>;

/// Returns the error as a coded error if it has the type `T`.
pub fn cast<'a, T: AgentError + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
    error.downcast_ref::<T>().map(|error| error as _)
}

/// The table of a type.
pub struct TypeDef {
    pub path: &'static str,
    pub docs: Option<&'static str>,
    pub defs: &'static [ErrorDef],
    pub nested: &'static [&'static TypeDef],
    pub cast: Cast,
}

/// A row: what all errors with the code have in common.
pub struct ErrorDef {
    pub code: &'static str,
    pub exit: u8,
    pub variant: &'static str,
    pub line: u32,
    /// The names and the types of the fields in the context.
    pub fields: &'static [(&'static str, &'static str)],
    pub facts: &'static [Fact],
}

/// A declared fact. Strings are templates.
pub enum Fact {
    Summary(&'static str),
    Message(&'static str),
    Text(Part, &'static str),
    RetryAfterMillis(u64),
    Retryable(bool),
    Status(u16),
    Phase(&'static str),
    SideEffects(&'static str),
    Severity(&'static str),
    DocsUrl(&'static str),
    Secret(&'static str),
    Actions(&'static [&'static str]),
}

/// A string of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Detail,
    Suggestion,
    FixRequired,
    FixCommand,
    CheckCommand,
    Replacement,
    Instance,
}

/// Checks an exit code at compile time.
pub const fn exit_code(code: u8) -> u8 {
    assert!(code >= 1 && code <= 125, "an exit code must be between 1 and 125");
    code
}

/// The tables of all linked types.
#[linkme::distributed_slice]
pub static TYPES: [&'static TypeDef];
