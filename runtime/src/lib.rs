//! Errors that agents can act on.
//!
//! `#[derive(AgentError)]` turns an error enum into a **catalog**: every variant has a stable code, an
//! exit code, advice and retry facts, all checked at compile time.

// The derive names this crate by its name; so do the doctests' users.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod buffer;
mod catalog;
#[cfg(feature = "clap")]
pub mod clap;
mod context;
mod def;
mod duration;
mod error;
pub mod exit;
mod field_error;
mod format;
mod nearest;
mod output;
mod process;
pub mod ready;
mod record;
mod registry;
mod response;
mod secret;
mod style;
mod template;
mod text;
mod unique;
mod words;

use __private as private;

pub use agent_error_macros::{AgentError, main};
pub use catalog::{Catalog, CatalogError, Declaration, Entry, Exits, Explanation, Filter, List};
pub use context::{ContextValue, REDACTED};
pub use def::{Catalogued, ErrorDef, Facts, FieldDef, Phase, Retry, RetryAfter, Severity, Shown, SideEffects, TypeDef};
pub use error::{AgentError, Part};
pub use field_error::FieldError;
pub use format::{
    Format, Meta, ParseError, Renderer, SCHEMA_VERSION, Stream, UnserializableData, parse, render, write,
};
pub use output::set_format;
pub use process::{Outcome, OutputError, Program, Reporter, run};
pub use record::{ErrorRecord, RecordParts};
pub use response::Response;
pub use style::Screen;
pub use template::Template;
pub use text::DEFAULT_CAP;
pub use words::UnknownWord;
