//! Tests of classification by the codes of other libraries, and by `io(..)`.

use crate::{api, around};
use agent_error::classify::Classifier;
use agent_error::definition::{Catalogued, Foreign};
use agent_error::format::Terminal;
use agent_error::{AgentError, Catalog, catalog};
use std::error::Error;
use std::io;

/// Mimics a database driver's error, which has the server's code both in a field and in the message.
#[derive(Debug, thiserror::Error)]
#[error("db error: ERROR: {message} (SQLSTATE {state})")]
struct DriverError {
    state: &'static str,
    message: &'static str,
}

fn refused(state: &'static str) -> DriverError {
    DriverError { state, message: "duplicate key" }
}

/// Mimics a gRPC status.
#[derive(Debug, thiserror::Error)]
#[error("status: {code:?}")]
struct Status {
    code: Grpc,
}

#[derive(Debug)]
enum Grpc {
    NotFound,
    Unavailable,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum StoreError {
    /// The name is taken.
    #[error("the name is taken ({code})")]
    #[code("NAME_TAKEN", exit = 8, classify(code("23505", "23503")))]
    Taken { code: String },
    /// The thing does not exist.
    #[error("not there")]
    #[code("NOT_THERE", exit = 5, classify(code("NotFound"), status(404)))]
    Missing { code: Option<String> },
    /// The API refused the call.
    #[error("refused")]
    #[code("REFUSED", classify(status(..)))]
    Refused { code: Option<i32> },
    /// A file is missing.
    #[error("no file")]
    #[code("NO_FILE", classify(io(NotFound)))]
    NoFile,
    /// The disk failed.
    #[error("the disk failed")]
    #[code("DISK_FAILED", exit = 74, classify(io(..)))]
    Disk { source: io::Error },
    /// Anything else.
    #[error("{message}")]
    #[code("ERROR", classify(fallback, message("duplicate key")))]
    Other { message: String },
}

fn classifier<E: Catalogued>() -> Classifier {
    Classifier::of::<E>()
        .unwrap()
        .foreign(Foreign::<DriverError>::new().code(|error| Some(error.state.to_owned())))
        .foreign(Foreign::<Status>::new().code(|error| Some(format!("{:?}", error.code))))
        .foreign(
            Foreign::<crate::Api>::new()
                .status(|error| Some(error.status))
                .code(|error| (error.message == "gone").then(|| "NotFound".to_owned())),
        )
}

fn code(error: impl Into<Box<dyn Error + Send + Sync>>) -> String {
    classifier::<StoreError>().classify(error).code.clone()
}

#[test]
fn a_foreign_code_is_classified() {
    assert_eq!(code(refused("23505")), "NAME_TAKEN");
    assert_eq!(code(around("cannot save", refused("23503"))), "NAME_TAKEN");
    assert_eq!(code(Status { code: Grpc::NotFound }), "NOT_THERE");
    assert_eq!(code(Status { code: Grpc::Unavailable }), "ERROR");
}

#[test]
fn foreign_codes_must_match_exactly() {
    let other = classifier::<StoreError>().classify(refused("2350"));
    assert_eq!((other.code.as_str(), other.message.contains("SQLSTATE 2350")), ("ERROR", true));
}

#[test]
fn a_foreign_code_fills_a_field() {
    let record = classifier::<StoreError>().classify(around("cannot save", refused("23503")));
    assert_eq!(record.message, "the name is taken (23503)");
    assert_eq!(record.value("code"), Some(serde_json::json!("23503")));
    let by_status = classifier::<StoreError>().classify(api(404, "no such thing"));
    assert_eq!(by_status.value("code"), Some(serde_json::Value::Null));
    assert_eq!(classifier::<StoreError>().classify(api(500, "")).value("code"), Some(serde_json::Value::Null));
}

#[test]
fn foreign_codes_precede_statuses_and_messages() {
    assert_eq!(code(api(500, "gone")), "NOT_THERE");
    assert_eq!(code(api(500, "here")), "REFUSED");
}

#[test]
fn io_error_kinds_precede_any_io_error() {
    assert_eq!(code(io::Error::from(io::ErrorKind::NotFound)), "NO_FILE");
    assert_eq!(code(io::Error::from(io::ErrorKind::PermissionDenied)), "DISK_FAILED");
    assert_eq!(code(around("cannot save", io::Error::other("no space"))), "DISK_FAILED");
}

#[test]
fn a_foreign_code_in_two_types_is_ambiguous() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("one")]
    #[agent_error(unregistered)]
    #[code("FOREIGN_ONE", classify(code("23505")))]
    struct One;

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("two")]
    #[agent_error(unregistered)]
    #[code("FOREIGN_TWO", classify(code("23505"), code("23503")))]
    struct Two;

    let error = Classifier::new(&catalog![One, Two]).unwrap_err();
    assert_eq!(error.code(), "CLASSIFY_RULES_TIE");
    assert!(error.to_string().contains("code \"23505\""), "{error}");
}

#[test]
fn any_io_error_beside_the_type_of_all_never_applies() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("any")]
    #[agent_error(unregistered)]
    #[code("IO_ANY", classify(io(..)))]
    struct Any;

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("whole")]
    #[agent_error(unregistered)]
    #[code("IO_WHOLE", classify(type(io::Error)))]
    struct Whole;

    let error = Classifier::new(&catalog![Any, Whole]).unwrap_err();
    assert_eq!(error.code(), "CLASSIFY_RULE_NEVER_APPLIES");
    assert!(error.to_string().ends_with("cover it: IO_WHOLE"), "{error}");
}

#[test]
fn the_catalog_shows_the_rules() {
    let catalog = Catalog::of::<StoreError>();
    let shown = |code: &str| serde_json::to_value(catalog.explain(code).unwrap()).unwrap()["classify"].clone();
    assert_eq!(
        shown("NAME_TAKEN"),
        serde_json::json!([{"rule": "code", "value": "23505"}, {"rule": "code", "value": "23503"}])
    );
    assert_eq!(shown("DISK_FAILED"), serde_json::json!([{"rule": "io", "value": ".."}]));
    let text = catalog.explain("DISK_FAILED").unwrap().text(Terminal::default());
    assert!(text.contains("any I/O error"), "{text}");
}
