//! Guides with tested examples. This module only exists in the documentation.
//!
//! `_guide.md` defines the links of the guides for rustdoc. Each guide ends with definitions for other Markdown readers.

/// Prove that fixes, actions and retries work.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "programs", doc = include_str!("guide/proofs.md"))]
pub mod proofs {}

/// Keep codes stable with a lock file.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/stable_codes.md")]
pub mod stable_codes {}
