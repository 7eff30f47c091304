//! Guides with tested examples. This module only exists in the documentation.
//!
//! `_guide.md` defines the links of the guides for rustdoc. Each guide ends with definitions for
//! other Markdown readers.

/// Add codes and JSON to an existing program, without changing what people see.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "clap", doc = include_str!("guide/adopting.md"))]
pub mod adopting {}

/// Build a CLI with clap.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "clap", doc = include_str!("guide/cli.md"))]
pub mod cli {}

/// Choose between agent-error and other crates, and see what it costs.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("reference/comparison.md")]
pub mod comparison {}

/// Look up how the formats differ from the systems that they're modeled on.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("reference/deviations.md")]
pub mod deviations {}

/// Choose exit codes and retry facts, and retry failed calls.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/exit_codes.md")]
pub mod exit_codes {}

/// Give codes to errors from other libraries.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/foreign.md")]
pub mod foreign {}

/// Choose an output format, and read errors.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "parse", doc = include_str!("guide/formats.md"))]
pub mod formats {}

/// Look up a term.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("reference/glossary.md")]
pub mod glossary {}

/// Protect secrets, and handle untrusted input.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/security.md")]
pub mod security {}

/// Look up what a new version may change, and which Rust it needs.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("reference/versions.md")]
pub mod versions {}
