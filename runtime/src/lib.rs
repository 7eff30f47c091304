//! Errors that AI agents can act on.
//!
//! `#[derive(AgentError)]` turns an error enum into a *catalog*. Each variant has a stable code, an
//! exit code, retry behavior and advice, all checked at compile time. agent-error uses the catalog
//! for JSON output, exit codes, `errors list`, MCP results and HTTP responses.
//!
//! ```
//! use agent_error::{AgentError, Catalog, Format, code, exit, render};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(docs = "https://docs.example.com/errors/{code}")]
//! enum UserError {
//!     /// The user doesn't exist.
//!     #[error("user `{name}` does not exist")]
//!     #[code("USER_NOT_FOUND", exit = exit::NOT_FOUND, suggest = "List all users with `tool user list`")]
//!     NotFound { name: String },
//! }
//!
//! let error = UserError::NotFound { name: "eve".into() };
//! assert_eq!(error.code(), code!("USER_NOT_FOUND" in UserError));
//! assert_eq!(error.record().exit_code(), 5);
//! assert!(render(&error, Format::ENVELOPE).contains(r#""context":{"name":"eve"}"#));
//! assert_eq!(Catalog::of::<UserError>().len(), 1);
//! ```
//!
//! For a list of all attributes, see the [derive macro](derive@AgentError). Terms are defined in
//! the [glossary](_guide::glossary).
//!
//! # Overview
//!
//! | to | use |
//! |---|---|
//! | declare errors | [`derive(AgentError)`](derive@AgentError), [`exit`], [`ready`] |
//! | return errors from `main` | [`main`](macro@main), [`run`], [`Program`], [`Response`], [`Report`] |
//! | write errors | [`render`], [`Format`] |
//! | read errors | `parse`, [`ErrorRecord`] |
//! | retry failed calls | [`RetryPolicy`] |
//! | list codes | [`Catalog`], [`Code`], [`ErrorSet`] |
//! | assign codes to errors from other libraries | [`Classify`], [`Foreign`], [`foreign!`] |
//! | find a coded error in a chain of sources | [`find`] |
//! | inspect declarations | [`ErrorDef`], [`facts`] |
//!
//! # Features
//!
//! No feature is enabled by default.
//!
//! - `catalog`: [`Catalog`], which lists and explains the codes of a program. Included in `clap`
//!   and `schemars`.
//! - `clap`: the `errors` command, the `--output` and `--agent` flags, and coded usage errors.
//! - `terminal`: colored output, wrapped to the width of the terminal.
//! - `parse`: the `parse` function, which reads errors in any format except `HUMAN`.
//! - `redact`: [`format::without_secrets`], which finds secrets in text. Fields marked as secret
//!   are always redacted. Included in `parse`, `http`, `clap` and `tracing`.
//! - `http`: conversions between errors and HTTP responses, in both directions.
//! - `anyhow` and `eyre`: coded errors inside `anyhow::Error` and `eyre::Report`.
//! - `schemars`: JSON Schemas for context fields. Requires `integrate(schemars)` on the error type.
//! - `signals`: coded errors for Ctrl-C, SIGTERM and SIGHUP on Unix.
//! - `tracing`: errors as `tracing` events.
//!
//! # Related crates
//!
//! - [`agent-error-axum`]: support for HTTP services built with axum.
//! - [`agent-error-formats`]: four formats that imitate existing systems.
//! - [`agent-error-mcp`]: support for MCP servers built with rmcp.
//! - [`agent-error-tonic`]: support for gRPC services built with tonic.
//! - [`agent-error-testing`]: lock files, and tests of real processes and their advice.
//! - [`agent-error-tooling`]: a library that compares, lints and exports catalogs.
//! - [`agent-error-cli`]: the `agent-error` command-line tool, for CI.
//!
//! # Guides
//!
//! - [A CLI with clap](_guide::cli)
//! - [An MCP server](https://docs.rs/agent-error-mcp/latest/agent_error_mcp/_guide/mcp/index.html)
//! - [An HTTP API](https://docs.rs/agent-error-axum/latest/agent_error_axum/_guide/http/index.html)
//! - [A gRPC service][grpc]
//! - [Adopt it in an existing program](_guide::adopting)
//! - [Errors from other libraries](_guide::foreign)
//! - [Exit codes and retries](_guide::exit_codes)
//! - [Formats](_guide::formats)
//! - [Security](_guide::security)
//! - [Keep codes and advice correct][stable_codes]
//!
//! References: [glossary](_guide::glossary), [differences from the original
//! systems](_guide::deviations), [comparison with other crates](_guide::comparison), [what versions may
//! change](_guide::versions).
//!
//! [`agent-error-axum`]: https://docs.rs/agent-error-axum
//! [`agent-error-cli`]: https://docs.rs/agent-error-cli
//! [`agent-error-formats`]: https://docs.rs/agent-error-formats
//! [`agent-error-mcp`]: https://docs.rs/agent-error-mcp
//! [`agent-error-testing`]: https://docs.rs/agent-error-testing
//! [`agent-error-tooling`]: https://docs.rs/agent-error-tooling
//! [`agent-error-tonic`]: https://docs.rs/agent-error-tonic
//! [grpc]: https://docs.rs/agent-error-tonic/latest/agent_error_tonic/_guide/grpc/index.html
//! [stable_codes]: https://docs.rs/agent-error-testing/latest/agent_error_testing/_guide/stable_codes/index.html

#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[doc(hidden)]
#[path = "tooling.rs"]
pub mod __tooling;
#[cfg(any(doc, doctest))]
pub mod _guide;
mod catalog;
mod classify;
mod definition;
mod error;
pub mod format;
mod integrations;
mod json;
pub mod process;
pub mod ready;
mod registry;
mod text;
mod vocabulary;

pub use agent_error_macros::{AgentError, main};
#[cfg(feature = "catalog")]
pub use catalog::Catalog;
pub use catalog::{CatalogError, Code, ErrorSet};
pub use classify::Classify;
pub use definition::{Declares, ErrorDef};
pub use error::{AgentError, Context, ErrorRecord, FieldError, Foreign, Listing, RetryPolicy};
#[cfg(feature = "parse")]
pub use format::reader::parse;
pub use format::value::{Format, render};
#[cfg(feature = "anyhow")]
pub use integrations::anyhow;
#[cfg(feature = "clap")]
pub use integrations::clap;
#[cfg(feature = "eyre")]
pub use integrations::eyre;
#[cfg(feature = "http")]
pub use integrations::http;
#[cfg(feature = "tracing")]
pub use integrations::tracing;
pub use process::outcome::Report;
pub use process::program::Program;
pub use process::response::Response;
pub use process::run::run;
pub use ready::find::find;
#[doc(inline)]
pub use text::nearest::nearest;

/// The values of an error's facts, such as its severity.
pub mod facts {
    pub use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects, UnknownWord};
}

/// Exit codes and their meanings.
pub mod exit {
    pub use crate::registry::linked::meaning;
    pub use crate::vocabulary::exit::*;
}
