//! A spike of the core in six steps: an error becomes a record once, and everything else reads the record.
//!
//! 1. [`process::run`] catches panics and chooses the format and the stream.
//! 2. [`ErrorRecord::of`] reads the error: codes, facts, filled templates, context, causes.
//! 3. The reporter edits the record.
//! 4. [`ErrorRecord::clean`] sanitizes and truncates each string once.
//! 5. A function of [`format`] turns the record into a string.
//! 6. The process writes the whole string, or says why it can't.

mod clean;
pub mod definition;
pub mod format;
pub mod process;
pub mod record;
mod template;
pub mod value;

pub use definition::AgentError;
pub use record::ErrorRecord;

/// Items for generated code.
pub mod __private {
    pub use crate::definition::{Catalogued, ErrorDef, Fact, TYPES, TypeDef, cast, exit_code};
    #[cfg(not(feature = "borrowed"))]
    pub use crate::value::OtherField;
    #[cfg(feature = "borrowed")]
    pub use crate::value::borrowed::OtherValue as OtherField;
    pub use crate::value::{Field, Value, Values};
    pub use linkme;
}
