//! Tests of the order in which classification rules apply.

use crate::classify::{Refused, Several, api, around, classifier, classify, code};
use agent_error::AgentError;
use agent_error::definition::{Foreign, Invalid};
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
fn the_narrowest_rule_of_its_kind_wins() {
    for (status, expected) in
        [(401, "AUTH_ERROR"), (404, "NOT_FOUND"), (503, "SERVER_ERROR"), (418, "API_ERROR"), (200, "API_ERROR")]
    {
        assert_eq!(code::<CliError>(api(status, "")), expected);
    }
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

/// An HTTP client's error, which has a library code, a status and a refused value, depending on its fields.
#[derive(Debug, Default, thiserror::Error)]
#[error("the call failed")]
struct CallFailed {
    code: Option<&'static str>,
    status: Option<u16>,
    field: Option<&'static str>,
    source: Option<io::Error>,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum NetError {
    #[error("missing")]
    #[code("NET_MISSING", classify(io(NotFound)))]
    Missing,
    #[error("any I/O error")]
    #[code("NET_IO", classify(io(..)))]
    Io,
    #[error("a number")]
    #[code("NET_NUMBER", classify(type(std::num::ParseIntError)))]
    Number,
    #[error("no connection")]
    #[code("NET_CONNECT", classify(code("connect")))]
    Connect,
    #[error("status")]
    #[code("NET_STATUS", classify(status(..)))]
    Status,
    #[error("invalid")]
    #[code("NET_INVALID", classify(validation))]
    Invalid,
    #[error("text")]
    #[code("NET_TEXT", classify(message("call")))]
    Text,
    #[error("other")]
    #[code("NET_OTHER", classify(fallback))]
    Other,
}

fn net(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> String {
    let call_failed = Foreign::<CallFailed>::new()
        .code(|error| error.code.map(str::to_owned))
        .status(|error| error.status)
        .invalid(|error| Some(Invalid { field: error.field?.to_owned(), reason: "bad".to_owned() }));
    classifier::<NetError>().foreign(call_failed).classify(error).code.clone()
}

#[test]
fn the_outermost_error_that_matches_wins_whatever_the_kind_of_rule() {
    let source = || Some(io::Error::from(io::ErrorKind::NotFound));
    assert_eq!(net(CallFailed { source: source(), ..CallFailed::default() }), "NET_MISSING");
    assert_eq!(net(CallFailed { code: Some("connect"), source: source(), ..CallFailed::default() }), "NET_CONNECT");
    assert_eq!(net(CallFailed { status: Some(500), source: source(), ..CallFailed::default() }), "NET_STATUS");
    assert_eq!(net(CallFailed { field: Some("f"), source: source(), ..CallFailed::default() }), "NET_INVALID");
    assert_eq!(net(around("a", around("b", api(500, "c")))), "NET_STATUS");
    assert_eq!(net(around("a", io::Error::other(api(500, "c")))), "NET_IO");
    let number = || "x".parse::<u8>().unwrap_err();
    assert_eq!(net(io::Error::other(number())), "NET_IO");
    let nested = Several(vec![Box::new(around("deep", number())), Box::new(api(500, "shallow"))]);
    assert_eq!(net(nested), "NET_STATUS");
}

#[test]
fn the_kind_of_rule_decides_among_errors_of_the_same_depth() {
    let number = || Box::new("x".parse::<u8>().unwrap_err());
    assert_eq!(net(Several(vec![Box::new(api(500, "first")), number()])), "NET_NUMBER");
    assert_eq!(
        net(around("a", Several(vec![Box::new(Refused { field: "f" }), Box::new(api(500, "x"))]))),
        "NET_STATUS"
    );
    let io = || Box::new(io::Error::from(io::ErrorKind::BrokenPipe));
    assert_eq!(code::<CliError>(Several(vec![Box::new(api(404, "")), io()])), "IO_ERROR");
}

#[test]
fn the_kind_of_rule_decides_among_rules_that_match_the_same_error() {
    let all = || CallFailed { code: Some("connect"), status: Some(500), field: Some("f"), source: None };
    assert_eq!(net(all()), "NET_CONNECT");
    assert_eq!(net(CallFailed { code: Some("other"), ..all() }), "NET_STATUS");
    assert_eq!(net(CallFailed { code: None, status: None, ..all() }), "NET_INVALID");
    assert_eq!(net(CallFailed::default()), "NET_TEXT");
}

/// Messages often repeat those of their sources, so a phrase is weaker evidence than data.
#[test]
fn messages_only_count_if_no_data_matches() {
    assert_eq!(net(around("the call failed: 500", api(500, "x"))), "NET_STATUS");
    assert_eq!(net(around("the call failed", "x")), "NET_TEXT");
    assert_eq!(code::<CliError>(around("unauthorized", Refused { field: "f" })), "VALIDATION_ERROR");
    assert_eq!(code::<CliError>(around("nothing known", around("unauthorized", "x"))), "AUTH_ERROR");
    assert_eq!(net("what is this?"), "NET_OTHER");
}

#[test]
fn the_message_is_that_of_the_error_that_matched() {
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
