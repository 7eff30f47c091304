//! A table of carriers and positions: the same error has one code, whatever carries it.

use crate::{MailFailed, NoUser, no_user};
use agent_error::{AgentError, ErrorRecord, Report, find, http};
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

/// An error without a code.
#[derive(Debug)]
struct Plain(Option<Box<dyn Error + Send + Sync>>);

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plain")
    }
}

impl Error for Plain {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0
            .as_deref()
            .map(|error| error as &(dyn Error + 'static))
    }
}

fn plain(error: impl Error + Send + Sync + 'static) -> Plain {
    Plain(Some(Box::new(error)))
}

/// A coded error with a coded cause.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("sending failed")]
#[code("SENDING_FAILED", exit = 13)]
struct SendingFailed {
    source: NoUser,
}

fn sending_failed() -> SendingFailed {
    SendingFailed { source: no_user() }
}

/// Where the coded errors are in an error with layers, and the code of the outermost one.
macro_rules! layered {
    ($error:ty, $context:ident, $text:expr) => {{
        let boxed: Box<dyn Error + Send + Sync> = Box::new(plain(no_user()));
        let rows: Vec<(&str, $error, Option<&str>)> = vec![
            ("itself", <$error>::new(no_user()), Some("NO_USER")),
            (
                "below text",
                <$error>::new(no_user()).$context("a"),
                Some("NO_USER"),
            ),
            (
                "a source",
                <$error>::new(plain(no_user())).$context("a"),
                Some("NO_USER"),
            ),
            (
                "with a coded cause",
                <$error>::new(sending_failed()),
                Some("SENDING_FAILED"),
            ),
            (
                "context of text",
                $text.$context(MailFailed),
                Some("MAIL_FAILED"),
            ),
            (
                "context, outermost",
                <$error>::new(no_user()).$context(MailFailed),
                Some("MAIL_FAILED"),
            ),
            (
                "context below text",
                <$error>::new(no_user()).$context(MailFailed).$context("a"),
                Some("MAIL_FAILED"),
            ),
            (
                "context above text",
                <$error>::new(no_user()).$context("a").$context(MailFailed),
                Some("MAIL_FAILED"),
            ),
            (
                "context of a source",
                <$error>::new(plain(no_user())).$context(MailFailed),
                Some("MAIL_FAILED"),
            ),
            (
                "context with a cause",
                <$error>::new(MailFailed).$context(sending_failed()),
                Some("SENDING_FAILED"),
            ),
            (
                "two contexts",
                <$error>::new(sending_failed())
                    .$context(no_user())
                    .$context(MailFailed),
                Some("MAIL_FAILED"),
            ),
            (
                "the same type twice",
                $text.$context(MailFailed).$context(MailFailed),
                Some("MAIL_FAILED"),
            ),
            (
                "other errors without fields",
                <$error>::new(Empty).$context(MailFailed),
                Some("MAIL_FAILED"),
            ),
            (
                "in an I/O error",
                <$error>::new(io::Error::other(no_user())).$context(MailFailed),
                Some("MAIL_FAILED"),
            ),
            (
                "in an Arc",
                <$error>::new(Arc::new(no_user())).$context("a"),
                Some("NO_USER"),
            ),
            (
                "boxed",
                <$error>::from_boxed(boxed).$context(MailFailed),
                Some("MAIL_FAILED"),
            ),
            ("none", $text.$context("a"), None),
        ];
        rows
    }};
}

/// Another error without fields.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("empty")]
#[code("EMPTY", exit = 14)]
struct Empty;

/// Creates errors from boxes, as `anyhow!` and `eyre!` do.
trait FromBoxed {
    fn from_boxed(error: Box<dyn Error + Send + Sync>) -> Self;
}

impl FromBoxed for anyhow::Error {
    fn from_boxed(error: Box<dyn Error + Send + Sync>) -> Self {
        anyhow::anyhow!(error)
    }
}

impl FromBoxed for eyre::Report {
    fn from_boxed(error: Box<dyn Error + Send + Sync>) -> Self {
        eyre::eyre!(error)
    }
}

/// Returns the code of a record, unless it's the code of all errors without a code.
fn coded(record: &ErrorRecord) -> Option<String> {
    Some(record.code().to_owned()).filter(|code| code != "UNCLASSIFIED_ERROR")
}

/// Checks a report, and everything that it can be converted to.
#[track_caller]
fn check_report(name: &str, report: Report, code: Option<&str>) {
    let code = code.map(str::to_owned);
    let found = report.coded().map(|error| error.code().to_owned());
    assert_eq!(found, code, "Report::coded, {name}");
    let found = find(report.error()).map(|error| error.code().to_owned());
    assert_eq!(found, code, "find, {name}");
    // A report that becomes a boxed error, and that in other carriers.
    let boxed = plain_of(report.into_error());
    assert_eq!(
        coded(&Report::new(boxed).into_record()),
        code,
        "boxed, {name}"
    );
}

fn plain_of(error: Box<dyn Error + Send + Sync>) -> Plain {
    Plain(Some(error))
}

/// Converts an error with `?`, as functions do.
fn by_question_mark<E>(error: E) -> Report
where
    Report: From<E>,
{
    fn fail<E>(error: E) -> Result<(), Report>
    where
        Report: From<E>,
    {
        Err(error)?;
        Ok(())
    }
    fail(error).unwrap_err()
}

fn http_code(record: &ErrorRecord) -> Option<String> {
    let response = http::response::<String>(record);
    let record = agent_error::parse(response.body()).unwrap();
    coded(&record)
}

#[test]
fn the_outermost_code_of_anyhow_wins_in_each_carrier() {
    let rows = || layered!(anyhow::Error, context, anyhow::anyhow!("text"));
    for (name, error, code) in rows() {
        let found = agent_error::anyhow::find(&error).map(|error| error.code().to_owned());
        assert_eq!(found.as_deref(), code, "anyhow::find, {name}");
    }
    for (name, error, code) in rows() {
        check_report(name, by_question_mark(error), code);
    }
    for (name, error, code) in rows() {
        let record = Report::new(error).into_record();
        assert_eq!(coded(&record).as_deref(), code, "classify, {name}");
        assert_eq!(http_code(&record).as_deref(), code, "HTTP, {name}");
    }
    for (name, error, code) in rows() {
        let tool_error = agent_error_mcp::ToolError::from(error);
        let found = tool_error
            .error()
            .coded()
            .map(|error| error.code().to_owned());
        assert_eq!(found.as_deref(), code, "MCP, {name}");
    }
    // An error that passes through the other library.
    for (name, error, code) in rows() {
        let report = eyre::eyre!(Report::new(error).into_error()).wrap_err("b");
        check_report(name, Report::new(report), code);
    }
}

#[test]
fn the_outermost_code_of_eyre_wins_in_each_carrier() {
    let rows = || layered!(eyre::Report, wrap_err, eyre::eyre!("text"));
    for (name, error, code) in rows() {
        let found = agent_error::eyre::find(&error).map(|error| error.code().to_owned());
        assert_eq!(found.as_deref(), code, "eyre::find, {name}");
    }
    for (name, error, code) in rows() {
        check_report(name, by_question_mark(error), code);
    }
    for (name, error, code) in rows() {
        let record = Report::new(error).into_record();
        assert_eq!(http_code(&record).as_deref(), code, "HTTP, {name}");
    }
    for (name, error, code) in rows() {
        let error = anyhow::anyhow!(Report::new(error).into_error()).context("b");
        check_report(name, Report::new(error), code);
    }
}

#[test]
fn the_outermost_code_of_other_errors_wins_in_each_carrier() {
    fn rows() -> Vec<(
        &'static str,
        Box<dyn Error + Send + Sync>,
        Option<&'static str>,
    )> {
        vec![
            ("itself", no_user().into(), Some("NO_USER")),
            (
                "with a coded cause",
                sending_failed().into(),
                Some("SENDING_FAILED"),
            ),
            (
                "a source",
                plain(sending_failed()).into(),
                Some("SENDING_FAILED"),
            ),
            (
                "in an I/O error",
                io::Error::other(sending_failed()).into(),
                Some("SENDING_FAILED"),
            ),
            (
                "in an Arc",
                Arc::new(plain(no_user())).into(),
                Some("NO_USER"),
            ),
            (
                "in a box",
                Box::new(sending_failed()).into(),
                Some("SENDING_FAILED"),
            ),
            (
                "a record",
                sending_failed().boxed_record(),
                Some("SENDING_FAILED"),
            ),
            ("none", Plain(None).into(), None),
        ]
    }
    for (name, error, code) in rows() {
        let found = find(&*error).map(|error| error.code().to_owned());
        assert_eq!(found.as_deref(), code, "find, {name}");
        check_report(name, Report::new(error), code);
    }
    for (name, error, code) in rows() {
        check_report(name, by_question_mark(anyhow::anyhow!(error)), code);
    }
    for (name, error, code) in rows() {
        check_report(name, by_question_mark(eyre::eyre!(error)), code);
    }
}

trait BoxedRecord {
    fn boxed_record(self) -> Box<dyn Error + Send + Sync>;
}

impl<E: AgentError> BoxedRecord for E {
    fn boxed_record(self) -> Box<dyn Error + Send + Sync> {
        Box::new(self.record())
    }
}

/// The guides say that this conversion loses codes. If anyhow changes, change the guides.
#[test]
fn a_box_made_from_anyhow_hides_the_outermost_error_unless_a_report_makes_it() {
    let error = || anyhow::Error::new(no_user()).context(MailFailed);
    let lost: Box<dyn Error + Send + Sync> = error().into();
    assert_eq!(find(&*lost).unwrap().code(), "NO_USER");
    let lost: Box<dyn Error + Send + Sync> = anyhow::Error::new(no_user()).into();
    assert!(find(&*lost).is_none());
    let kept = Report::new(error()).into_error();
    assert_eq!(find(&*kept).unwrap().code(), "MAIL_FAILED");
}
