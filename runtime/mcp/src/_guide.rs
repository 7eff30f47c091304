//! Guides with tested examples. This module only exists in the documentation.
//!
//! `_guide.md` contains the link definitions for rustdoc. For other Markdown readers, each guide
//! ends with its own link definitions.

/// Build an MCP server whose errors a model can act on.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/mcp.md")]
pub mod mcp {}
