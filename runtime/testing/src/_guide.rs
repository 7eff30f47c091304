//! Guides. This module is only compiled by rustdoc, which also runs the examples as doctests.
//!
//! `_guide.md` defines the link targets for rustdoc. For other Markdown renderers, each guide ends with its own link
//! definitions.

/// Test that fixes, actions and retries work.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "programs", doc = include_str!("guide/advice.md"))]
pub mod advice {}

/// Keep codes stable with a lock file.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/stable_codes.md")]
pub mod stable_codes {}
