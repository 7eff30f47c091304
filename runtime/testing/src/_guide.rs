//! Guides with tested examples. This module only exists in the documentation.
//!
//! `_guide.md` contains the link definitions for rustdoc. For other Markdown readers, each guide
//! ends with its own link definitions.

/// Lock your codes, follow your advice in tests, and check the catalog in CI.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(all(feature = "clap", feature = "programs"), doc = include_str!("guide/stable_codes.md"))]
pub mod stable_codes {}
