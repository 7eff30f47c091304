//! Keeps a file with the catalog document up to date.

use crate::lock::{VARIABLE, accepting_command, in_package};
use agent_error::Catalog;
use agent_error_tooling::write_file;
use serde_json::Value;
use std::path::Path;
use std::{env, fs, io};

/// Asserts that a file contains the current catalog document of the program. Tools such as
/// `agent-error` can read the file.
///
/// Use this for a library, an MCP server or a service without an `errors catalog` command. Call it
/// from a test inside the crate. In other tests, the linker may omit the crate's error types. The
/// path is relative to the package's `Cargo.toml`. To write the file, set
/// `AGENT_ERROR_LOCK=overwrite`.
///
/// The file contains the source location of each declaration, but the assertion ignores locations.
/// You don't need to update the file when code moves.
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
/// Panics if the file is missing or differs from the catalog. The message contains the command that
/// updates the file. Also panics if two types in the program declare the same code.
#[track_caller]
#[allow(clippy::panic, reason = "assertions panic")]
pub fn assert_catalog(path: impl AsRef<Path>) {
    let path = in_package(path.as_ref());
    let (catalog, problems) = Catalog::__complete();
    if let Some(problem) = problems.first() {
        panic!("cannot create the catalog: {problem}");
    }
    let named = env::var("CARGO_PKG_NAME")
        .ok()
        .zip(env::var("CARGO_PKG_VERSION").ok());
    let document = match named {
        Some((name, version)) => catalog.named(name, version).document(),
        None => catalog.document(),
    };
    let shown = path.display();
    let overwrites =
        env::var_os(VARIABLE).is_some_and(|value| value == "overwrite" || value == "additive");
    let found = match fs::read_to_string(&path) {
        Ok(found) if without_sources(&found) == without_sources(&document) => return,
        found => found,
    };
    if overwrites {
        return write_file(&path, &document)
            .unwrap_or_else(|error| panic!("cannot write {shown}: {error}"));
    }
    match found {
        Ok(_) => panic!(
            "{shown} is not up to date. Update it with\n\n{}",
            accepting_command()
        ),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            panic!(
                "{shown} does not exist. Create it with\n\n{}",
                accepting_command()
            )
        }
        Err(error) => panic!("cannot read {shown}: {error}"),
    }
}

/// Parses the document and removes its source locations. Returns `None` if the document isn't valid
/// JSON.
fn without_sources(document: &str) -> Option<Value> {
    fn strip(value: &mut Value) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(strip),
            Value::Object(members) => {
                // Other members named `source` are strings or schemas, without a line number.
                if members
                    .get("source")
                    .is_some_and(|source| source.get("line").is_some())
                {
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
