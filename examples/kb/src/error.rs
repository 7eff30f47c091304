//! All errors of kb, for commands and tools.
//!
//! The main codes come from the design document of kb: `validation_failed`, `not_found`, `permission_denied`,
//! `serialization_error`, `schema_violation`, `conflict` and `limit_exceeded`. Other failures that callers need to
//! handle have their own codes. Callers read the `Flat` format, which has no member for the context, so the message,
//! the detail and the suggestion include all facts.
//!
//! Lowercase codes are about the knowledge base. Uppercase codes are about the call itself; they come from the library
//! and mean the same in every program that uses it. For example, `VALIDATION_ERROR` rejects arguments that don't match
//! a tool's schema, whereas `validation_failed` rejects an invalid entry. To list both kinds, run `errors list`; to
//! explain a code, run `errors explain`.

mod access;
mod entry;
mod file;
mod serve;
pub(crate) mod sets;
mod store;

pub(crate) use access::AccessError;
pub(crate) use entry::{EntryError, Line};
pub(crate) use file::FileError;
pub(crate) use serve::ServeError;
pub(crate) use store::StoreError;

use agent_error::AgentError;
use agent_error::clap::ErrorsCommandError;
use agent_error::clap::UsageError;

/// The errors of all commands and tools.
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[agent_error(strict, docs = "https://kb.example.com/errors/{code}", integrate(mcp))]
pub(crate) enum KbError {
    #[code(transparent)]
    Entry(#[from] EntryError),
    #[code(transparent)]
    Access(#[from] AccessError),
    #[code(transparent)]
    Store(#[from] StoreError),
    #[code(transparent)]
    File(#[from] FileError),
    #[code(transparent)]
    Serve(#[from] ServeError),
    #[code(transparent)]
    Errors(#[from] ErrorsCommandError),
    #[code(transparent)]
    Usage(#[from] UsageError),
}
