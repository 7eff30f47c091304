//! Guides, each for one task, with tested examples.
//!
//! Exists only in the documentation. The files are Markdown that also reads well outside of it: their links are names, which
//! `_guide.md` defines for rustdoc, before the definition at the end of each file.

/// Adopt it in a program that has errors already, step by step and without visible changes.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(all(feature = "clap", feature = "axum"), doc = include_str!("guide/adopting.md"))]
pub mod adopting {}

/// A command line with clap, from an empty `Cargo.toml` to `errors explain`.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "clap", doc = include_str!("guide/cli.md"))]
pub mod cli {}

/// Exit codes and retries: the facts that callers act on.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/exit_codes.md")]
pub mod exit_codes {}

/// Errors of other libraries: their codes and statuses, and how they reach `main`.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/foreign.md")]
pub mod foreign {}

/// Formats: what each carries and leaves out, and which one a program uses.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "parse", doc = include_str!("guide/formats.md"))]
pub mod formats {}

/// An HTTP API with axum or another framework, whose failures are problems of RFC 9457.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "axum", doc = include_str!("guide/http.md"))]
pub mod http {}

/// Platforms and limits: linkers, WebAssembly, Miri, generic types, build scripts.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/platforms.md")]
pub mod platforms {}

/// Prove advice: a test follows the fixes, actions and retries of every code.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "testing", doc = include_str!("guide/proofs.md"))]
pub mod proofs {}

/// Security: secrets, untrusted text, commands that an agent runs.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/security.md")]
pub mod security {}

/// Keep codes stable: a lock file, comparisons of releases, retired codes.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "testing", doc = include_str!("guide/stable_codes.md"))]
pub mod stable_codes {}
