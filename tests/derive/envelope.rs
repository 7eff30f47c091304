//! Tests of the facts in a variant's envelope.

use agent_error::{AgentError, Format, render};
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://docs.example.com/errors/{code}", domain = "DB")]
enum DbError {
    /// The server did not accept the connection.
    #[error("cannot connect to database at {host}:{port}")]
    #[code(
        "DB_CONNECTION_REFUSED",
        exit = 12,
        retryable,
        retry_after = "5s",
        suggest = "Verify that the database is running: `dbtool status --host {host}`"
    )]
    ConnectionRefused {
        host: String,
        port: u16,
        #[source]
        source: std::io::Error,
    },
    #[error("the password of {user} is wrong")]
    #[code("DB_AUTH_FAILED", exit = agent_error::exit::AUTH_REQUIRED, fix = "dbtool login --user {user}")]
    AuthFailed {
        user: String,
        #[context(secret)]
        password: String,
    },
    #[error("the server is busy")]
    #[code("DB_BUSY", retry = exponential, retry_after = pause)]
    Busy {
        #[context(skip)]
        pause: Duration,
    },
}

#[test]
fn the_envelope_contains_every_fact() {
    let error = DbError::ConnectionRefused {
        host: "db.example.com".into(),
        port: 5432,
        source: std::io::Error::from(std::io::ErrorKind::ConnectionRefused),
    };
    assert_eq!(
        render(&error, Format::Envelope),
        concat!(
            r#"{"ok":false,"data":null,"error":{"code":"DB_CONNECTION_REFUSED","#,
            r#""message":"cannot connect to database at db.example.com:5432","cause":"connection refused","#,
            r#""suggestion":"Verify that the database is running: `dbtool status --host db.example.com`","#,
            r#""docs_url":"https://docs.example.com/errors/DB_CONNECTION_REFUSED","retryable":true,"#,
            r#""retry_after_ms":5000,"phase":"execution","context":{"host":"db.example.com","port":5432}},"#,
            r#""warnings":[],"meta":{"duration_ms":0,"schema_version":"1.0"}}"#
        )
    );
    assert_eq!(error.exit_code(), 12);
}

#[test]
fn secrets_are_redacted_and_fixes_quoted() {
    let error = DbError::AuthFailed { user: "o'neill; rm".into(), password: "hunter2".into() };
    let envelope = render(&error, Format::Envelope);
    assert!(!envelope.contains("hunter2"));
    assert!(envelope.contains(r#""context":{"user":"o'neill; rm","password":"[REDACTED]"}"#), "{envelope}");
    assert!(envelope.contains(r#""fix_command":"dbtool login --user \"o'neill; rm\"""#), "{envelope}");
    let busy = render(&DbError::Busy { pause: Duration::from_millis(1) }, Format::Envelope);
    assert!(busy.contains(r#""retry_after_ms":1,"retry_strategy":"exponential_backoff""#), "{busy}");
}
