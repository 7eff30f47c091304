//! Guides with tested examples. This module only exists in the documentation.
//!
//! `_guide.md` defines the links of the guides for rustdoc. Each guide ends with definitions for other Markdown readers.

/// Use catalogs in CI: compare releases, lint, and generate documentation.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/catalogs.md")]
pub mod catalogs {}
