//! Guides with tested examples. This module only exists in the documentation.
//!
//! `_guide.md` contains link definitions for rustdoc. Each guide also ends with link definitions for other Markdown
//! renderers.

/// Use catalogs in CI: compare releases, lint, and generate documentation.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/catalogs.md")]
pub mod catalogs {}
