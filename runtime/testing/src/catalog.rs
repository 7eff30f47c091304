//! Keeps a file with the catalog document up to date.

use agent_error::Catalog;
use agent_error_tooling::write_file;
use serde_json::Value;
use std::path::Path;
use std::{env, fs, io, thread};

/// The environment variable that accepts changes. `overwrite` accepts all changes; `additive` only
/// accepts compatible changes.
pub(crate) const VARIABLE: &str = "AGENT_ERROR_LOCK";

/// Returns the document of a catalog, with the name and version of the package under test.
pub(crate) fn named_document(catalog: Catalog) -> String {
    let name = env::var("CARGO_PKG_NAME").ok();
    let version = env::var("CARGO_PKG_VERSION").ok();
    match name.zip(version) {
        Some((name, version)) => catalog.named(name, version).document(),
        None => catalog.document(),
    }
}

/// Asserts that a file contains the document, or updates the file.
#[track_caller]
#[allow(clippy::panic, reason = "assertions panic")]
pub(crate) fn check(path: &Path, document: &str, is_updated: bool) {
    let shown = path.display();
    let found = fs::read_to_string(path);
    if let Ok(text) = &found
        && without_sources(text) == without_sources(document)
    {
        return;
    }
    if is_updated {
        if let Err(error) = write_file(path, document) {
            panic!("cannot write {shown}: {error}");
        }
        return;
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
    let mut document = serde_json::from_str(document).ok()?;
    remove_sources(&mut document);
    Some(document)
}

fn remove_sources(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(remove_sources),
        Value::Object(members) => {
            let source = members.get("source");
            // Other members named `source` are strings or schemas, without a line number.
            if source.is_some_and(|source| source.get("line").is_some()) {
                members.remove("source");
            }
            members.values_mut().for_each(remove_sources);
        }
        _ => {}
    }
}

/// Returns the command that runs this test again and accepts the changes.
pub(crate) fn accepting_command() -> String {
    let mut command = format!("    {VARIABLE}=overwrite cargo test");
    if let Ok(package) = env::var("CARGO_PKG_NAME") {
        command += &format!(" -p {package}");
    }
    // The test harness gives each test's thread the name of the test, unless the tests run in the
    // main thread.
    if let Some(test) = thread::current().name()
        && test != "main"
    {
        command += &format!(" {test}");
    }
    command
}
