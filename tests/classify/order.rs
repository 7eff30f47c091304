//! Tests of the order in which classification rules apply.

use crate::{Refused, Several, api, around, classify, code};
use agent_error::AgentError;
use std::io;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum CliError {
    /// The credentials do not suffice.
    #[error("{message}")]
    #[code("AUTH_ERROR", exit = 3, classify(status(401, 403), message("no credentials configured", "unauthorized")))]
    Auth { message: String, status: Option<u16> },
    /// The resource does not exist.
    #[error("{message}")]
    #[code("NOT_FOUND", exit = 5, classify(status(404)))]
    NotFound { message: String, status: u16 },
    /// The API failed.
    #[error("{message}")]
    #[code("SERVER_ERROR", exit = 12, classify(status(500..=599)))]
    Server { message: String, status: u16 },
    /// The API answered something else.
    #[error("API error {status}: {message}")]
    #[code("API_ERROR", exit = 4, classify(status(..)))]
    Api { message: String, status: u16 },
    /// A value is refused.
    #[error("invalid value for {field}: {reason}")]
    #[code("VALIDATION_ERROR", exit = 2, classify(validation))]
    Invalid { field: String, reason: String },
    /// A file is missing.
    #[error("no such file")]
    #[code("FILE_NOT_FOUND", exit = 5, classify(io(NotFound)))]
    NoFile { source: io::Error },
    /// A file cannot be read or written.
    #[error("input or output failed")]
    #[code("IO_ERROR", exit = 74, classify(type(io::Error)))]
    Io { source: io::Error },
    /// Anything else.
    #[error("{message}")]
    #[code("ERROR", classify(fallback))]
    Other { message: String },
}

#[test]
fn every_rule_selects_its_code() {
    assert_eq!(code::<CliError>(api(401, "who are you?")), "AUTH_ERROR");
    assert_eq!(code::<CliError>(api(404, "no such vm")), "NOT_FOUND");
    assert_eq!(code::<CliError>(Refused { field: "hostname" }), "VALIDATION_ERROR");
    assert_eq!(code::<CliError>("401: unauthorized"), "AUTH_ERROR");
    assert_eq!(code::<CliError>(io::Error::from(io::ErrorKind::NotFound)), "FILE_NOT_FOUND");
    assert_eq!(code::<CliError>("something else"), "ERROR");
}

#[test]
fn the_narrower_status_range_wins() {
    assert_eq!(code::<CliError>(api(404, "")), "NOT_FOUND");
    assert_eq!(code::<CliError>(api(503, "")), "SERVER_ERROR");
    assert_eq!(code::<CliError>(api(418, "")), "API_ERROR");
    assert_eq!(code::<CliError>(api(200, "")), "API_ERROR");
}

#[test]
fn io_error_kinds_precede_types() {
    assert_eq!(code::<CliError>(io::Error::from(io::ErrorKind::NotFound)), "FILE_NOT_FOUND");
    assert_eq!(code::<CliError>(io::Error::from(io::ErrorKind::BrokenPipe)), "IO_ERROR");
}

#[test]
fn a_coded_error_in_the_chain_keeps_its_code() {
    let coded = CliError::NotFound { message: "vm 1 does not exist".to_owned(), status: 404 };
    let record = classify::<CliError>(around("unauthorized", around("creating vm", coded)));
    assert_eq!((record.code(), record.exit_code(), record.message.as_str()), ("NOT_FOUND", 5, "vm 1 does not exist"));
    assert_eq!(record.detail.as_deref(), Some("unauthorized: creating vm"));
}

#[test]
fn the_outermost_coded_error_wins() {
    let inner = CliError::NotFound { message: "inner".to_owned(), status: 404 };
    let outer = agent_error::ErrorRecord::new("OUTER", "outer").with_cause("x");
    let several = Several(vec![Box::new(outer), Box::new(inner)]);
    assert_eq!(code::<CliError>(around("a", several)), "OUTER");
}

#[test]
fn types_precede_statuses_validation_and_messages() {
    let several = |errors| Several(errors);
    let io = || Box::new(io::Error::from(io::ErrorKind::BrokenPipe));
    assert_eq!(code::<CliError>(several(vec![Box::new(api(404, "")), io()])), "IO_ERROR");
    assert_eq!(
        code::<CliError>(several(vec![Box::new(Refused { field: "f" }), Box::new(api(500, "x"))])),
        "SERVER_ERROR"
    );
    assert_eq!(code::<CliError>(around("unauthorized", Refused { field: "f" })), "VALIDATION_ERROR");
    assert_eq!(code::<CliError>(around("nothing known", around("unauthorized", "x"))), "AUTH_ERROR");
}

#[test]
fn the_first_error_that_matches_a_kind_of_rule_wins() {
    let several = Several(vec![Box::new(api(500, "first")), Box::new(api(401, "second"))]);
    let record = classify::<CliError>(several);
    assert_eq!((record.code(), record.message.as_str()), ("SERVER_ERROR", "first"));
}

#[test]
fn errors_behind_pointers_are_classified() {
    let shared = std::sync::Arc::new(api(404, "shared"));
    assert_eq!(code::<CliError>(around("x", Box::new(api(404, "boxed")))), "NOT_FOUND");
    assert_eq!(code::<CliError>(shared), "NOT_FOUND");
    assert_eq!(code::<CliError>(io::Error::other(api(404, "inside"))), "IO_ERROR");
    let missing = || io::Error::from(io::ErrorKind::NotFound);
    assert_eq!(code::<CliError>(std::sync::Arc::new(missing())), "FILE_NOT_FOUND");
    assert_eq!(code::<CliError>(around("x", std::sync::Arc::new(missing()))), "FILE_NOT_FOUND");
}

#[test]
fn without_a_fallback_a_generic_code_is_used() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("missing")]
    #[agent_error(unregistered)]
    #[code("MISSING", classify(io(NotFound)))]
    struct Missing;

    let record = classify::<Missing>(around("what is this?", "a riddle"));
    assert_eq!((record.code(), record.exit_code()), ("UNCLASSIFIED_ERROR", 1));
    assert_eq!(record.message, "what is this?");
    assert_eq!(std::error::Error::source(&record).unwrap().to_string(), "a riddle");
    assert_eq!(classify::<Missing>(io::Error::from(io::ErrorKind::NotFound)).code(), "MISSING");
}
