//! Compare, lint and export the error catalogs of [agent-error](https://docs.rs/agent-error).
//!
//! This crate works on catalog documents, the JSON of `errors catalog` and of
//! [`Catalog::document`](agent_error::Catalog::document).
//!
//! You don't need to link the program's types, and the program doesn't have to be written in Rust.
//! The JSON Schema of catalog documents is [`document_schema`].
//!
//! | to | use |
//! |---|---|
//! | read a catalog document | [`Document`] |
//! | compare two versions of a catalog, or write a lock file | [`Contract`], [`Changes`] |
//! | find missing information in a catalog | [`Document::lint`] |
//! | find codes whose facts differ between programs | [`Document::differences_between`] |
//! | generate schemas and documentation | [`Document::export`], [`ExportFormat`] |
//!
//! The command-line tool `agent-error` (crate `agent-error-cli`) has a subcommand for each of these
//! tasks. The crate [`agent-error-testing`](https://docs.rs/agent-error-testing) provides
//! assertions for tests.
//!
//! ```
//! use agent_error::{AgentError, Catalog};
//! use agent_error_tooling::{Contract, Document, ExportFormat};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! enum UserError {
//!     /// The user doesn't exist.
//!     #[error("user `{name}` does not exist")]
//!     #[code("USER_NOT_FOUND", exit = 5, suggest = "List all users with `tool user list`")]
//!     NotFound { name: String },
//! }
//!
//! let catalog = Catalog::of::<UserError>().document();
//!
//! let old: Contract = catalog.replace("\"exit_code\": 5", "\"exit_code\": 4").parse()?;
//! let changes = old.changes_to(&catalog.parse()?);
//! assert!(!changes.are_compatible());
//! assert_eq!(changes.iter().next().unwrap().to_string(), "USER_NOT_FOUND: exit code 4 became 5");
//!
//! let document: Document = catalog.parse()?;
//! assert_eq!(document.lint().score(), 2); // The code has no documentation page.
//! assert_eq!(document.export(ExportFormat::OpenApi)[0].path, "errors.openapi.json");
//! # Ok::<(), agent_error_tooling::DocumentError>(())
//! ```
//!
//! # Features
//!
//! - `pages`: exports Markdown pages. Adds a Markdown parser.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod contract;
#[cfg_attr(
    not(feature = "pages"),
    allow(dead_code, reason = "some facts are only shown on pages")
)]
mod document;
mod error_schema;
mod export;
mod facts;
mod file;
mod lint;
#[cfg(feature = "pages")]
mod pages;
mod schema;
mod words;

pub use contract::{Change, ChangeClass, Changes, Contract};
pub use document::{Document, DocumentError, document_schema};
pub use export::{ExportFormat, ExportedFile};
pub use file::{staged_file, write_file};
pub use lint::{FactDifference, Finding, FindingKind, Lint, LintedCode};
