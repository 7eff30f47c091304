//! Keeps the catalog document in a file.

use crate::lock::{Command, VARIABLE, in_package};
use agent_error::Catalog;
use agent_error_tooling::write_file;
use serde_json::Value;
use std::path::Path;
use std::{env, fs, io};

/// Asserts that a file contains the program's catalog document, for tools such as `agent-error`.
///
/// Use this for a library, an MCP server or a service without an `errors catalog` command. Call it in a test inside the
/// crate, so that the crate's types are linked. The path is relative to the package's `Cargo.toml`. The file is only
/// written if `AGENT_ERROR_LOCK=overwrite` is set.
///
/// The file includes the source locations of declarations, but they aren't compared, so the file doesn't need an update
/// after every edit.
///
/// ```no_run
/// #[test]
/// fn catalog_is_up_to_date() {
///     agent_error_testing::assert_catalog("errors.catalog.json");
/// }
/// ```
///
/// # Panics
///
/// Panics if the file is missing or differs from the catalog. The message includes the command that updates the file.
/// Also panics if two types of the program declare the same code.
#[track_caller]
#[allow(clippy::panic, reason = "assertions panic")]
pub fn assert_catalog(path: impl AsRef<Path>) {
    let path = in_package(path.as_ref());
    let (catalog, problems) = Catalog::of_the_program();
    if let Some(problem) = problems.first() {
        panic!("cannot create the catalog: {problem}");
    }
    let named = env::var("CARGO_PKG_NAME").ok().zip(env::var("CARGO_PKG_VERSION").ok());
    let document = match named {
        Some((name, version)) => catalog.of_program(name, version).document(),
        None => catalog.document(),
    };
    let shown = path.display();
    let overwrites = env::var_os(VARIABLE).is_some_and(|value| value == "overwrite" || value == "additive");
    let found = match fs::read_to_string(&path) {
        Ok(found) if without_sources(&found) == without_sources(&document) => return,
        found => found,
    };
    if overwrites {
        return write_file(&path, &document).unwrap_or_else(|error| panic!("cannot write {shown}: {error}"));
    }
    match found {
        Ok(_) => panic!("{shown} is not up to date. Update it with\n\n{Command}"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            panic!("{shown} does not exist. Create it with\n\n{Command}")
        }
        Err(error) => panic!("cannot read {shown}: {error}"),
    }
}

/// Parses the document and removes the source locations. Returns `None` if it isn't JSON.
fn without_sources(document: &str) -> Option<Value> {
    fn strip(value: &mut Value) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(strip),
            Value::Object(members) => {
                // Anywhere else, `source` is a string or a schema.
                if members.get("source").is_some_and(|source| source.get("line").is_some()) {
                    members.remove("source");
                }
                members.values_mut().for_each(strip);
            }
            _ => {}
        }
    }
    let mut document = serde_json::from_str(document).ok()?;
    strip(&mut document);
    Some(document)
}
