//! Errors that agents can act on.
//!
//! `#[derive(AgentError)]` turns an error enum into a **catalog**: every variant has a stable code, an
//! exit code, advice and retry facts, all checked at compile time. One catalog then drives the envelope
//! that an agent reads, the process's exit code, and `errors list` and `errors explain`.
//!
//! ```
//! use agent_error::{AgentError, Catalog, Format, code, exit, render};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(docs = "https://docs.example.com/errors/{code}")]
//! enum UserError {
//!     /// No user has this name.
//!     #[error("no user `{name}`")]
//!     #[code("USER_NOT_FOUND", exit = exit::NOT_FOUND, suggest = "List them with `tool user list`")]
//!     NotFound { name: String },
//! }
//!
//! let error = UserError::NotFound { name: "eve".into() };
//! assert_eq!(error.code(), code!("USER_NOT_FOUND" in UserError));
//! assert_eq!(error.exit_code(), 5);
//! assert!(render(&error, Format::Envelope).contains(r#""context":{"name":"eve"}"#));
//! assert_eq!(Catalog::of::<UserError>().len(), 1);
//! ```
//!
//! [The derive](derive@AgentError) lists every key of `#[agent_error(...)]`, `#[code(...)]` and `#[context(...)]`.
//!
//! # What is where
//!
//! | to | use |
//! |---|---|
//! | declare errors | [the derive](derive@AgentError), the exit codes in [`exit`], the ready-made errors in [`ready`] |
//! | hold, read or build any error as data | [`ErrorRecord`], [`error`] |
//! | end a program | [`main`](macro@main), [`run`], [`Program`], [`Response`], [`Report`], [`process`] |
//! | write and read the formats | [`render`], [`write`](fn@write), [`Format`], [`mod@format`]; `parse`, with the feature of that name |
//! | ask which codes there are | [`Catalog`], [`Code`], [`ErrorSet`], [`mod@catalog`] |
//! | give codes to errors of other libraries | [`Classify`], [`find`], [`classify`], [`foreign!`] |
//! | read a declaration | [`definition`], [`vocabulary`] |
//! | export and lock the catalog, compare releases | `tooling`, with the feature of that name |
//! | serve a framework | `clap`, `axum`, `http`, `anyhow`, `eyre`, `tracing`, with the feature of that name; for MCP, the crate [`agent-error-mcp`] |
//! | test a program | `testing`, with the feature of that name |
//!
//! # Guides
//!
//! Each guide is one task, from start to finish:
//!
//! - [A command line with clap](_guide::cli)
//! - [An MCP server](https://docs.rs/agent-error-mcp/latest/agent_error_mcp/_guide/mcp/index.html)
//! - [An HTTP API](_guide::http)
//! - [One enum for a CLI, an MCP server and an API](https://docs.rs/agent-error-mcp/latest/agent_error_mcp/_guide/one_enum/index.html)
//! - [Adopt it in a program that has errors already](_guide::adopting)
//! - [Keep codes stable](_guide::stable_codes)
//! - [Prove advice](_guide::proofs)
//! - [Exit codes and retries](_guide::exit_codes)
//! - [Errors of other libraries](_guide::foreign)
//! - [Formats](_guide::formats)
//! - [Security](_guide::security)
//! - [Platforms and limits](_guide::platforms)
//!
//! [`agent-error-mcp`]: https://docs.rs/agent-error-mcp

#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[cfg(any(doc, doctest))]
pub mod _guide;
pub mod catalog;
pub mod classify;
pub mod definition;
pub mod error;
pub mod format;
mod integrations;
pub mod process;
pub mod ready;
mod registry;
mod text;
pub mod vocabulary;

pub use agent_error_macros::{AgentError, main};
pub use catalog::{Catalog, Code, ErrorSet};
pub use classify::Classify;
pub use error::{AgentError, ErrorRecord, FieldError};
#[cfg(feature = "parse")]
pub use format::parse;
pub use format::{Format, Renderer, render, write};
#[cfg(feature = "anyhow")]
pub use integrations::anyhow;
#[cfg(feature = "axum")]
pub use integrations::axum;
#[cfg(feature = "clap")]
pub use integrations::clap;
#[cfg(feature = "eyre")]
pub use integrations::eyre;
#[cfg(feature = "http")]
pub use integrations::http;
#[cfg(feature = "tracing")]
pub use integrations::tracing;
pub use process::{Program, Report, Response, run};
pub use ready::find;
#[doc(inline)]
pub use text::nearest::nearest;
pub use vocabulary::Severity;

/// Exit codes of processes, and what each implies.
pub mod exit {
    pub use crate::registry::exits::meaning;
    pub use crate::vocabulary::exit::*;
}
