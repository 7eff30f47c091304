//! Sources of catalogs with real files and processes.

// The programs are those of every Unix.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

#[path = "source/files.rs"]
mod files;
#[path = "source/programs.rs"]
mod programs;
#[path = "source/secrets.rs"]
mod secrets;

use agent_error::{AgentError as _, ErrorRecord, Format};
use agent_error_cli::source::{CatalogSourceError, Source};
use std::ffi::OsString;
use std::time::Duration;

/// Longer than any test takes.
const TIMEOUT: Duration = Duration::from_secs(60);

const CATALOG: &str = "{\"catalog_version\": \"1.1\", \"errors\": []}\n";

fn program(words: &[&str]) -> Source {
    Source::of_program(&words.iter().map(OsString::from).collect::<Vec<_>>())
}

/// The error as a program would report it, with this code and exit code.
#[track_caller]
fn reported(error: &CatalogSourceError, code: &str, exit: u8) -> ErrorRecord {
    assert_eq!((error.code(), error.exit_code()), (code, exit));
    let record = agent_error::parse(&agent_error::render(error, Format::Envelope)).unwrap();
    assert!(record.suggestion.as_ref().is_some_and(|text| !text.is_empty()), "{record:?}");
    record
}
