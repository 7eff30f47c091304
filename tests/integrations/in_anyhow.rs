//! Tests of coded errors in `anyhow::Error`.

use crate::{Aligned, MailFailed, no_user};
use agent_error::anyhow::find;
use agent_error::http::response;
use agent_error::{AgentError, Classify as _, ErrorRecord, Report, parse};
use anyhow::{Context, Error, anyhow};
use std::io;

#[track_caller]
fn code(error: &Error) -> String {
    find(error).unwrap().code().to_owned()
}

#[test]
fn the_outermost_coded_error_is_found_as_context_or_cause() {
    assert_eq!(
        code(
            &Error::from(no_user())
                .context("a")
                .context(format!("b {}", 1))
        ),
        "NO_USER"
    );
    assert_eq!(
        code(&Error::from(io::Error::other(no_user())).context("a")),
        "NO_USER"
    );
    let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(no_user());
    assert_eq!(code(&anyhow!(boxed).context("a")), "NO_USER");
    assert_eq!(
        code(
            &Err::<(), _>(io::Error::other("x"))
                .context(MailFailed)
                .unwrap_err()
        ),
        "MAIL_FAILED"
    );
    assert_eq!(
        code(&Error::from(no_user()).context(MailFailed)),
        "MAIL_FAILED"
    );
    assert_eq!(
        code(
            &anyhow!("x")
                .context(MailFailed)
                .context("a")
                .context(no_user())
                .context("b")
        ),
        "NO_USER"
    );
    assert_eq!(
        code(&Error::from(no_user()).context(Aligned(1)).context("a")),
        "ALIGNED"
    );
    assert!(find(&anyhow!("text").context("a")).is_none());
}

#[test]
fn the_contexts_are_reported() {
    let record = Report::new(
        Error::from(no_user())
            .context("sending the mail")
            .context("step 2"),
    )
    .into_record();
    assert_eq!(
        (record.code(), record.message()),
        ("NO_USER", "no user eve")
    );
    assert_eq!(record.detail(), Some("step 2: sending the mail"));

    let record = Report::new(
        anyhow!("socket closed")
            .context(no_user())
            .context("step 2"),
    )
    .into_record();
    assert_eq!(
        (record.code(), record.detail()),
        ("NO_USER", Some("step 2"))
    );

    for (status, detail) in [(499, Some("step 2; it is late")), (500, None)] {
        let failed = ErrorRecord::new("X_FAILED", "failed")
            .with_status(status)
            .with_detail("it is late");
        let response =
            response::<String>(&Report::new(Error::from(failed).context("step 2")).into_record());
        assert_eq!(parse(response.body()).unwrap().detail(), detail);
    }
}

#[test]
fn foreign_errors_below_contexts_are_classified() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("no such file")]
    #[agent_error(unregistered)]
    #[code("NO_FILE", exit = 5, classify(io(NotFound)))]
    struct NoFile {
        source: io::Error,
    }
    let error =
        Error::from(io::Error::from(io::ErrorKind::NotFound)).context("reading the settings");
    let record = NoFile::classify(error);
    assert_eq!(record.code(), "NO_FILE");
    let cause = std::error::Error::source(&record).unwrap();
    assert_eq!(cause.to_string(), "reading the settings");
}

#[test]
fn what_a_context_was_added_to_is_its_cause() {
    let error = anyhow!("socket closed")
        .context("line 4")
        .context(no_user())
        .context("step 2");
    let record = Report::new(error).into_record();
    assert_eq!(
        (record.detail(), &*causes(&record)),
        (Some("step 2"), "line 4: socket closed")
    );
}

#[test]
fn a_message_cannot_pose_as_a_panicked_task() {
    let record = Report::new(anyhow!("JoinError::Panic(")).into_record();
    assert_eq!(
        (record.code(), record.message()),
        ("UNCLASSIFIED_ERROR", "JoinError::Panic(")
    );
}

fn causes(record: &ErrorRecord) -> String {
    let causes = std::iter::successors(std::error::Error::source(record), |cause| cause.source());
    causes
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}

#[test]
fn a_cause_that_ends_the_previous_one_is_left_out() {
    for (outer, shown) in [
        ("read: gone", "read: gone"),
        ("it is gone", "it is gone: gone"),
        ("gone", "gone"),
    ] {
        assert_eq!(
            causes(&Report::new(anyhow!("gone").context(outer).context(no_user())).into_record()),
            shown
        );
    }
}

/// std maps some of the error numbers to an `ErrorKind`.
#[test]
fn an_error_of_the_operating_system_has_its_symbolic_name() {
    let kinds = "NotFound ENOENT,WouldBlock EAGAIN,DirectoryNotEmpty ENOTEMPTY,AddrInUse EADDRINUSE,\
        ConnectionReset ECONNRESET,TimedOut ETIMEDOUT,ConnectionRefused ECONNREFUSED,QuotaExceeded EDQUOT";
    for (kind, name) in kinds.split(',').filter_map(|pair| pair.split_once(' ')) {
        let number = (1..200)
            .find(|n| format!("{:?}", io::Error::from_raw_os_error(*n).kind()) == kind)
            .unwrap();
        let error = Error::from(io::Error::from_raw_os_error(number)).context(no_user());
        assert!(
            causes(&Report::new(error).into_record())
                .ends_with(&format!("({name}, os error {number})"))
        );
    }
}

#[test]
fn the_question_mark_converts_to_a_report() {
    fn send(error: Error) -> Result<(), Report> {
        Err(error)?;
        Ok(())
    }
    let report = |error: Error| send(error).unwrap_err();
    assert_eq!(
        report(Error::from(no_user()).context("a"))
            .coded()
            .unwrap()
            .code(),
        "NO_USER"
    );
    assert_eq!(
        report(anyhow!("text").context(no_user()).context("a"))
            .coded()
            .unwrap()
            .code(),
        "NO_USER"
    );
    assert!(report(anyhow!("text").context("a")).coded().is_none());
    let record = report(anyhow!("text").context(no_user()).context("a")).into_record();
    assert_eq!((record.code(), record.detail()), ("NO_USER", Some("a")));
    let shown = report(anyhow!("text").context("a"));
    assert_eq!(shown.to_string(), "a");
    assert!(
        format!("{shown:?}").starts_with("a\n\nCaused by:\n    text"),
        "{shown:?}"
    );
}
