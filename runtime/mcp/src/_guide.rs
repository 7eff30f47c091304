//! Guides, each for one task, with tested examples.
//!
//! Exists only in the documentation. `_guide.md` defines the links of the Markdown files for rustdoc. The definitions at the
//! end of each file are for other readers.

/// An MCP server with rmcp, whose failures a model can act on.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "arguments", doc = include_str!("guide/mcp.md"))]
pub mod mcp {}

/// One error enum for a command line, an MCP server and an HTTP API.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/one_enum.md")]
pub mod one_enum {}
