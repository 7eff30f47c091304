//! Guides with tested examples. This module only exists in the documentation.
//!
//! `_guide.md` contains the link definitions for rustdoc. For other Markdown readers, each guide
//! ends with its own link definitions.

/// Build an HTTP API with axum, and a client.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/http.md")]
pub mod http {}
