//! Formats for [`agent_error`] that imitate existing systems.
//!
//! | format | name | stream | modeled on |
//! |---|---|---|---|
//! | [`NESTED`] | `nested` | standard error | the Verda CLI |
//! | [`FLAT`] | `flat` | standard output | Pyrite |
//! | [`XML`] | `xml` | standard output | Vurb.ts |
//! | [`TAGGED`] | `tagged` | standard output | errfmt |
//!
//! ```
//! use agent_error::{ErrorRecord, render};
//! use agent_error_formats::{TAGGED, XML};
//!
//! let error = ErrorRecord::new("NOT_FOUND", "no such note").with_suggestion("List the notes");
//! assert_eq!(render(&error, TAGGED), "[error:NOT_FOUND] no such note\nhint: List the notes");
//! ```
//!
//! A program links only the formats that it names, for example in
//! `#[agent_error::main(formats = &[agent_error_formats::XML])]`. The feature `parse` adds
//! [`READERS`] for `parse_with`. The [differences from the original systems][deviations] explain
//! each deviation.
//!
//! [deviations]: https://docs.rs/agent-error/latest/agent_error/_guide/deviations/index.html

#![cfg_attr(docsrs, feature(doc_cfg))]

mod flat;
#[cfg(feature = "parse")]
mod members;
mod nested;
mod tagged;
mod text;
mod xml;

#[cfg(feature = "parse")]
#[doc(hidden)]
pub use xml::read::unescape as __xml_unescaped;

use agent_error::Format;
#[cfg(feature = "parse")]
use agent_error::format::Reader;
use agent_error::format::Stream;

/// `{"error":{"code","message","details"}}` on standard error, the format of the Verda CLI. Advice
/// is in the detail `suggestion`.
pub const NESTED: Format = Format::new("nested", nested::write).with_stream(Stream::Stderr);

/// `{"error":true,"code","message","detail","suggestion","retryable"}`, the format that Pyrite
/// proposes.
pub const FLAT: Format = Format::new("flat", flat::write);

/// `<tool_error code="…" severity="…">` and `<validation_error>`, the format of Vurb.ts.
pub const XML: Format = Format::new("xml", xml::write).with_media_type("application/xml");

/// `[error:CODE] summary` and `hint: …`, the format of errfmt.
pub const TAGGED: Format =
    Format::new("tagged", tagged::write).with_media_type("text/plain; charset=utf-8");

/// All formats: those of agent-error, and those of this crate.
pub const ALL: &[Format] = &[
    Format::ENVELOPE,
    Format::BRIEF,
    Format::HUMAN,
    Format::PROBLEM,
    NESTED,
    FLAT,
    XML,
    TAGGED,
];

/// Readers for all formats of agent-error except `HUMAN`, and for those of this crate.
///
/// ```
/// use agent_error::format::parse_with;
/// use agent_error_formats::READERS;
///
/// let record = parse_with("[error:FILE_STALE] the file changed\nhint: read it again", READERS)?;
/// assert_eq!(record.code(), "FILE_STALE");
/// assert_eq!(record.suggestion(), Some("read it again"));
/// # Ok::<(), agent_error::format::ParseError>(())
/// ```
#[cfg(feature = "parse")]
pub const READERS: &[Reader] = &[
    Reader::ENVELOPE,
    Reader::BRIEF,
    Reader::PROBLEM,
    Reader::new("nested", nested::read::read).detected_by(nested::read::looks_nested),
    Reader::new("flat", flat::read),
    Reader::new("xml", xml::read::read).detected_by(xml::read::has_error),
    Reader::new("tagged", tagged::read),
];
