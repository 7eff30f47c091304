//! The codes that agent-error and its libraries add to programs are locked.

use agent_error::{Catalog, catalog, ready};
use agent_error_testing::Lock;
use serde_json::{Value, json};

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

/// Returns the errors in a catalog's document, as if a program declared them. A lock file contains all facts of such codes, but
/// only some of those that every program has.
fn errors_of(catalog: &Catalog) -> Vec<Value> {
    let mut document: Value = serde_json::from_str(&catalog.document()).unwrap();
    let mut errors: Vec<Value> = serde_json::from_value(document["errors"].take()).unwrap();
    for error in &mut errors {
        error.as_object_mut().unwrap().remove("of_every_program");
    }
    errors
}

#[test]
fn codes_of_the_libraries_are_locked() {
    let catalog = codes_of_the_libraries();
    let mut errors = errors_of(&catalog);
    // Codes that the libraries register themselves, such as `UNCLASSIFIED_ERROR`.
    let (linked, _) = Catalog::__complete();
    for error in errors_of(&linked) {
        let is_missing = catalog.get(error["code"].as_str().unwrap()).is_none();
        if is_missing && error["origin"] == "agent-error" {
            errors.push(error);
        }
    }
    let document = json!({"catalog_version": "1.0", "errors": errors});
    Lock::new("../runtime/errors.lock.json")
        .document(document.to_string())
        .check();
}
