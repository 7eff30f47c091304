//! Tools for the error catalogs of [agent-error](https://docs.rs/agent-error): contracts and lock files, the lint, exports and
//! pages.
//!
//! Everything works on catalog documents, the JSON that `errors catalog` and [`Catalog::document`](agent_error::Catalog::document)
//! print. A tool doesn't link the types of a catalog, and the program doesn't have to be written in Rust. The JSON Schema of
//! catalog documents is [`document_schema`].
//!
//! | to | use |
//! |---|---|
//! | read a catalog document | [`Document`] |
//! | compare two versions, write a lock file | [`Contract`], [`Changes`] |
//! | find what a catalog lacks | [`Document::lint`], [`Baseline`] |
//! | write schemas, types and pages | [`Document::export`], [`ExportFormat`] |
//! | count the proven advice | [`Coverage`], [`Document::with_proofs`] |
//!
//! The program `agent-error` has a command for each of these, and `agent-error-testing` has the functions for tests.
//!
//! # Features
//!
//! `pages` adds the formats that consist of Markdown: pages, sites and `llms.txt`. Without it, the crate has no other
//! dependencies than agent-error itself.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod annotations;
mod contract;
#[cfg_attr(not(feature = "pages"), allow(dead_code, reason = "only pages show every fact"))]
mod document;
mod export;
mod lint;
#[cfg(feature = "pages")]
mod pages;
mod place;
mod pretty;
mod proofs;
mod reading;
mod schema;
mod words;

pub use annotations::{Place, github, sarif};
pub use contract::{Change, ChangeClass, Changes, Contract, DiffError, Merge};
pub use document::{Document, DocumentError, document_schema};
pub use export::{ExportError, ExportFormat, Exported, ExportedFile};
pub use lint::{Baseline, Finding, FindingKind, Lint, LintError, LintedCode};
pub use place::write_file;
pub use proofs::{Coverage, CoverageError, CoveredCode, Promise, ProofEntry, ProofFile, Standing, promises};
