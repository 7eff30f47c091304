//! All errors of kb, as a command and as a tool.
//!
//! The categories are those of the design that kb follows: `validation_failed`, `not_found`, `permission_denied`,
//! `serialization_error`, `schema_violation`, `conflict` and `limit_exceeded`. Other failures that a caller must handle
//! have their own codes. Callers read `Flat`, which has no place for the context, so all facts are also in the message,
//! the detail or the suggestion.
//!
//! Lower-case codes are about the knowledge base. Upper-case codes are about the call itself; they come from the library and
//! mean the same in each of its programs. `VALIDATION_ERROR` refuses arguments that do not fit the schema of a tool, before
//! kb reads them; `validation_failed` refuses the entry that they describe. `errors explain` knows both.

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

/// The error of a command or a tool.
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
