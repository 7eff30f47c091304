//! Tests of `integrate(tonic)`.

use agent_error::{AgentError, find};
use tonic::{Code, Status};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, integrate(tonic))]
enum OrderError {
    #[error("no order {id}")]
    #[code("G_ORDER_MISSING", exit = 5)]
    Missing { id: u64 },
    #[error("the ledger is unreadable")]
    #[code("G_LEDGER", exit = 72)]
    Ledger { source: std::io::Error },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, integrate(tonic))]
#[error("invalid: {0}")]
#[code("G_INVALID", exit = 2)]
struct Invalid<T: std::fmt::Display>(#[context(display, rename = "value")] T);

#[test]
fn a_handler_returns_the_error_with_a_question_mark() {
    fn handler() -> Result<(), Status> {
        Err(OrderError::Missing { id: 9 })?
    }
    let status = handler().unwrap_err();
    assert_eq!(
        (status.code(), status.message()),
        (Code::NotFound, "no order 9")
    );
    assert!(!status.details().is_empty());
}

#[test]
fn a_generic_error_is_converted() {
    assert_eq!(Status::from(Invalid(7)).message(), "invalid: 7");
}

#[test]
fn a_renamed_crate_is_found() {
    assert_eq!(
        Status::from(renamed::Lost::default()).code(),
        Code::Unavailable
    );
}

#[test]
fn the_server_finds_the_complete_error_in_the_status() {
    let source = std::io::Error::other("/var/ledger: permission denied");
    let status = Status::from(OrderError::Ledger { source });
    let coded = find(&status).unwrap();
    assert_eq!(coded.code(), "G_LEDGER");
    assert_eq!(
        coded.source().unwrap().to_string(),
        "/var/ledger: permission denied"
    );
    let sent = String::from_utf8_lossy(status.details()).into_owned();
    assert!(!sent.contains("/var/ledger"), "{sent}");
}
