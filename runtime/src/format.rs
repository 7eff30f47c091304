//! Formats write errors, and readers read them.
//!
//! A [`Format`] is a value. The constants of this crate have no privileges: [`Format::new`] creates
//! a format of your own from a function.

mod brief;
mod envelope;
mod human;
pub(crate) mod json;
#[cfg(feature = "parse")]
pub(crate) mod parsing;
mod problem;
#[cfg(feature = "parse")]
pub(crate) mod reader;
mod sentences;
mod style;
mod summary;
pub(crate) mod value;

pub use crate::error::item::ContextItem;
#[cfg(feature = "redact")]
pub use crate::text::redact_text::without_secrets;
pub use crate::text::sanitize::clean;
pub use crate::text::secret::{REDACTED, looks_secret};
#[cfg(feature = "tracing")]
pub(crate) use json::values;
#[cfg(feature = "parse")]
pub use reader::{ParseError, Reader, parse_with};
pub use style::Style;
pub(crate) use value::Format;

/// A standard stream of a process.
///
/// ```
/// use agent_error::Format;
/// use agent_error::format::Stream;
///
/// assert_eq!(Format::ENVELOPE.stream(), Stream::Stdout);
/// let for_logs = Format::ENVELOPE.with_stream(Stream::Stderr);
/// assert_eq!(for_logs.stream(), Stream::Stderr);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output, which carries results.
    Stdout,
    /// Standard error, which carries everything else.
    Stderr,
}
