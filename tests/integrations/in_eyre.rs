//! Tests of coded errors in `eyre::Report`.

use crate::{MailFailed, NoUser, no_user};
use agent_error::AgentError;
use agent_error::classify::Classifier;
use agent_error::eyre::{classify, find};
use eyre::{Report, WrapErr, eyre};
use std::io;

#[track_caller]
fn code(error: &Report) -> String {
    find(error).unwrap().code().to_owned()
}

#[test]
fn the_outermost_coded_error_is_found_as_context_or_cause() {
    assert_eq!(code(&Report::from(no_user()).wrap_err("a").wrap_err(format!("b {}", 1))), "NO_USER");
    assert_eq!(code(&Report::from(io::Error::other(no_user())).wrap_err("a")), "NO_USER");
    let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(no_user());
    assert_eq!(code(&eyre!(boxed).wrap_err("a")), "NO_USER");
    assert_eq!(code(&Err::<(), _>(io::Error::other("x")).wrap_err(MailFailed).unwrap_err()), "MAIL_FAILED");
    assert_eq!(code(&Report::from(no_user()).wrap_err(MailFailed)), "MAIL_FAILED");
    assert_eq!(code(&eyre!("x").wrap_err(MailFailed).wrap_err("a").wrap_err(no_user()).wrap_err("b")), "NO_USER");
    assert!(find(&eyre!("text").wrap_err("a")).is_none());
}

#[test]
fn the_contexts_are_reported() {
    let classifier = Classifier::of::<NoUser>().unwrap();
    let record = classify(&classifier, Report::from(no_user()).wrap_err("sending the mail").wrap_err("step 2"));
    assert_eq!((record.code(), record.message.as_str()), ("NO_USER", "no user eve"));
    assert_eq!(record.detail.as_deref(), Some("step 2: sending the mail"));

    let record = classify(&classifier, eyre!("socket closed").wrap_err(no_user()).wrap_err("step 2"));
    assert_eq!((record.code(), record.detail.as_deref()), ("NO_USER", Some("step 2")));
}

#[test]
fn foreign_errors_below_contexts_are_classified() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("no such file")]
    #[agent_error(unregistered)]
    #[code("EYRE_NO_FILE", exit = 5, classify(io(NotFound)))]
    struct NoFile {
        source: io::Error,
    }
    let error = Report::from(io::Error::from(io::ErrorKind::NotFound)).wrap_err("reading the settings");
    let record = classify(&Classifier::of::<NoFile>().unwrap(), error);
    assert_eq!(record.code(), "EYRE_NO_FILE");
    let cause = std::error::Error::source(&record).unwrap();
    assert_eq!(cause.to_string(), "reading the settings");
}

#[test]
fn what_a_context_was_added_to_is_its_cause() {
    let error = eyre!("socket closed").wrap_err("line 4").wrap_err(no_user()).wrap_err("step 2");
    let record = classify(&Classifier::of::<NoUser>().unwrap(), error);
    let cause = std::error::Error::source(&record).unwrap();
    assert_eq!((cause.to_string(), cause.source().unwrap().to_string()), ("line 4".into(), "socket closed".into()));
}
