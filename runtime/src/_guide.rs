//! Guides with tested examples. This module only exists in the documentation.
//!
//! `_guide.md` defines the links of the guides for rustdoc. Each guide ends with definitions for other Markdown readers.

/// Adopt agent-error in an existing program.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(all(feature = "clap", feature = "axum"), doc = include_str!("guide/adopting.md"))]
pub mod adopting {}

/// Build a CLI with clap.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "clap", doc = include_str!("guide/cli.md"))]
pub mod cli {}

/// Benchmarks: what the crate costs.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/costs.md")]
pub mod costs {}

/// Choose exit codes and retry facts.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/exit_codes.md")]
pub mod exit_codes {}

/// Differences from the systems that the formats come from, each with the reason.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/deviations.md")]
pub mod deviations {}

/// Give codes to errors from other libraries.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/foreign.md")]
pub mod foreign {}

/// Choose an output format, and read it back.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "parse", doc = include_str!("guide/formats.md"))]
pub mod formats {}

/// The terms that the documentation uses.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/glossary.md")]
pub mod glossary {}

/// Build an HTTP API with axum or another framework.
///
#[doc = include_str!("_guide.md")]
#[cfg_attr(feature = "axum", doc = include_str!("guide/http.md"))]
pub mod http {}

/// Show errors in traces, logs and metrics.
///
#[doc = include_str!("_guide.md")]
// The examples need OpenTelemetry and other large libraries, so `tests/guides` tests them.
#[cfg_attr(not(doctest), doc = include_str!("guide/observability.md"))]
pub mod observability {}

/// Use exported components in an OpenAPI document of utoipa.
///
#[doc = include_str!("_guide.md")]
// Tested by `tests/guides`, too.
#[cfg_attr(not(doctest), doc = include_str!("guide/openapi.md"))]
pub mod openapi {}

/// Supported platforms and known limits.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/platforms.md")]
pub mod platforms {}

/// Repeat failed calls, with backon and tower.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/retries.md")]
pub mod retries {}

/// Protect secrets, and handle untrusted input.
///
#[doc = include_str!("_guide.md")]
#[doc = include_str!("guide/security.md")]
pub mod security {}
