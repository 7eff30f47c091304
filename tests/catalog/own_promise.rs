//! The codes that agent-error and its libraries add to programs are locked.

use agent_error::{Catalog, catalog, ready};
use agent_error_testing::Lock;
use serde_json::Value;

fn codes_of_the_libraries() -> Catalog {
    catalog![
        agent_error::CatalogError,
        agent_error::clap::UsageError,
        agent_error::format::ParseError,
        agent_error_axum::Rejection,
        ready::CaughtPanic,
        ready::ConfirmationRequired,
        ready::Deprecated,
        ready::Interrupted,
        ready::InvalidDiscriminator,
        ready::InvalidFields,
        ready::InvalidValue,
        ready::MissingDiscriminator,
        ready::MissingField,
        ready::MissingFlags,
        ready::OutputError,
        ready::PromptBlocked,
        ready::RateLimited,
        ready::UnknownAction,
        ready::UnknownTool,
    ]
}

/// Returns the catalog's document as if a program declared the codes. A lock file contains all facts of such codes, but only
/// some of those that every program has.
fn document_of_a_program(catalog: &Catalog) -> String {
    let mut document: Value = serde_json::from_str(&catalog.document()).unwrap();
    for code in document["errors"].as_array_mut().unwrap() {
        code.as_object_mut().unwrap().remove("of_every_program");
    }
    document.to_string()
}

#[test]
fn codes_of_the_libraries_are_locked() {
    let document = document_of_a_program(&codes_of_the_libraries());
    Lock::new("../runtime/errors.lock.json")
        .document(&document)
        .check();
}
