//! Tests of messages, causes, and errors with all facts.

use super::shows;
use crate::records::{bare, full};
use agent_error::{AgentError, ErrorRecord, Severity};

fn record() -> ErrorRecord {
    ErrorRecord::new("DEPLOY_FAILED", "cannot deploy `web`")
}

#[test]
fn code_and_message_alone() {
    shows(
        &bare(),
        None,
        "
error[NOT_FOUND]: no such user
",
    );
    shows(
        &bare(),
        80,
        "
error[NOT_FOUND]: no such user
",
    );
}

#[test]
fn no_code() {
    shows(
        &ErrorRecord::new("", "no such user"),
        80,
        "
error: no such user
",
    );
}

#[test]
fn no_message() {
    shows(
        &ErrorRecord::new("DEPLOY_FAILED", ""),
        80,
        "
error[DEPLOY_FAILED]: DEPLOY_FAILED
",
    );
    shows(
        &ErrorRecord::new("", ""),
        80,
        "
error: unknown error
",
    );
    shows(
        &ErrorRecord::new("DEPLOY_FAILED", "").with_suggestion("Run `tool logs web`"),
        80,
        "
error[DEPLOY_FAILED]: DEPLOY_FAILED

    help: Run `tool logs web`
",
    );
}

#[test]
fn severities() {
    shows(
        &record().with_severity(Severity::Warning),
        80,
        "
warning[DEPLOY_FAILED]: cannot deploy `web`
",
    );
    shows(
        &record().with_severity(Severity::Error),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`
",
    );
    shows(
        &record().with_severity(Severity::Critical),
        80,
        "
critical[DEPLOY_FAILED]: cannot deploy `web`
",
    );
}

#[test]
fn causes_are_indented_below_each_other() {
    let record = record()
        .with_cause("cannot push the image")
        .with_cause("cannot connect to registry.example.com:443")
        .with_cause("Connection refused (os error 111)");
    shows(
        &record,
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   cause: cannot push the image
   cause:   cannot connect to registry.example.com:443
   cause:     Connection refused (os error 111)
",
    );
}

#[test]
fn causes_beyond_the_eighth_are_not_indented_further() {
    let record = (1..=11).fold(record(), |record, depth| record.with_cause(format!("cause {depth}")));
    shows(
        &record,
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   cause: cause 1
   cause:   cause 2
   cause:     cause 3
   cause:       cause 4
   cause:         cause 5
   cause:           cause 6
   cause:             cause 7
   cause:               cause 8
   cause:                 cause 9
   cause:                 cause 10
   cause:                 cause 11
",
    );
}

#[test]
fn message_of_several_lines() {
    let message = "cannot deploy `web`\nthe image is missing\n\n  - linux/amd64\n  - linux/arm64";
    shows(
        &ErrorRecord::new("DEPLOY_FAILED", message),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`
          the image is missing
         \x20
            - linux/amd64
            - linux/arm64
",
    );
}

#[test]
fn cause_of_several_lines() {
    shows(
        &record().with_cause("the build failed:\nline 3: syntax error").with_cause("exit status 2\nno output"),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   cause: the build failed:
          line 3: syntax error
   cause:   exit status 2
            no output
",
    );
}

#[test]
fn everything() {
    shows(
        &full(),
        80,
        "
critical[RATE_LIMITED]: too many requests

   cause: the upstream answered 429
   cause:   quota exhausted
  detail: 100 requests in 60 s
    help: Wait, then call again
   needs: fewer calls a minute
     fix: tool quota --raise
     try: quota.show, quota.raise
   retry: the same call may succeed later; wait 1s 500ms; double the pause each
          time
    docs: https://example.com/errors/RATE_LIMITED
  output: line 1
          line 2
",
    );
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://docs.example.com/errors/{code}")]
enum HumanError {
    /// The server did not accept the connection.
    #[error("cannot connect to database at {host}:{port}")]
    #[code(
        "HUMAN_CONNECTION_REFUSED",
        exit = 12,
        retry_after = "5s",
        suggest = "Verify that the database is running: `dbtool status --host {host}`",
        actions("db.status", "db.start")
    )]
    ConnectionRefused { host: String, port: u16, source: std::io::Error },
}

#[test]
fn a_derived_error() {
    let source = std::io::Error::from_raw_os_error(2);
    let error = HumanError::ConnectionRefused { host: "my host".into(), port: 5432, source };
    shows(
        &error,
        80,
        "
error[HUMAN_CONNECTION_REFUSED]: cannot connect to database at my host:5432

   cause: No such file or directory (ENOENT, os error 2)
    help: Verify that the database is running: `dbtool status --host my host`
     try: db.status, db.start
   retry: the same call may succeed later; wait 5s
    docs: https://docs.example.com/errors/HUMAN_CONNECTION_REFUSED
",
    );
}
