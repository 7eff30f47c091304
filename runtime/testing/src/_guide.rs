//! Guides whose examples run as tests. Only compiled for the documentation and for doctests.
//!
//! `_guide.md` defines link targets for rustdoc. The definitions at the end of each guide are for other Markdown
//! renderers.

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
