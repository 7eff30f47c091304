//! Guides, each for one task, with tested examples.
//!
//! Exists only in the documentation. `_guide.md` defines the links of the Markdown files for rustdoc. The definitions at the
//! end of each file are for other readers.

/// A gRPC service whose errors a client can act on.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/grpc.md")]
pub mod grpc {}
