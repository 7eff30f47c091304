//! Task-oriented guides with tested examples.
//!
//! This module exists only in the documentation. `_guide.md` defines the links in the guides for rustdoc; the link
//! definitions at the end of each guide are for other Markdown viewers.

/// Build an MCP server with rmcp that returns errors a model can act on.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "arguments", doc = include_str!("guide/mcp.md"))]
pub mod mcp {}

/// Use one error enum for a CLI, an MCP server and an HTTP API.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/one_enum.md")]
pub mod one_enum {}
