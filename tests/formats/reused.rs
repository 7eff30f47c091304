//! Tests of records that render other errors, and of records with every kind of fact.

use crate::records::bare;
use agent_error::vocabulary::RetryStrategy;
use agent_error::{AgentError as _, ErrorRecord, Format, render};
use std::time::Duration;

/// The message of this error renders another error while it's being written.
#[test]
fn rendering_is_reentrant() {
    #[derive(Debug)]
    struct Outer;
    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            let mut inner = Vec::new();
            agent_error::write(&bare(), Format::Tagged, &mut inner).map_err(|_| std::fmt::Error)?;
            f.write_str(&String::from_utf8_lossy(&inner))
        }
    }
    impl std::error::Error for Outer {}
    impl agent_error::AgentError for Outer {
        fn code(&self) -> &'static str {
            "OUTER"
        }
    }
    let mut written = Vec::new();
    agent_error::write(&Outer, Format::Tagged, &mut written).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), "[error:OUTER] [error:NOT_FOUND] no such user");
    assert_eq!(render(&Outer, Format::Tagged), "[error:OUTER] [error:NOT_FOUND] no such user");
}

#[test]
fn a_record_with_every_kind_of_fact_is_built_in_one_chain() {
    let record = ErrorRecord::new("RATE_LIMITED", "too many requests")
        .with_suggestion("Wait, then call again")
        .with_replacement("tool batch")
        .with_check_command("tool status")
        .with_actions(["quota.show", "quota.raise"])
        .with_action("quota.reset")
        .with_context("limit", 100)
        .with_context("load", 0.5)
        .with_context("exact", true)
        .with_context("regions", vec!["eu", "us"])
        .with_retry_after(Duration::from_secs(30))
        .with_retry_strategy(RetryStrategy::Exponential)
        .with_status(429)
        .with_exit_code(11);
    let envelope: serde_json::Value = serde_json::from_str(&render(&record, Format::Envelope)).unwrap();
    let error = &envelope["error"];
    assert_eq!(record.actions, ["quota.show", "quota.raise", "quota.reset"]);
    assert_eq!(
        error["context"],
        serde_json::json!({"limit": 100, "load": 0.5, "exact": true, "regions": ["eu", "us"]})
    );
    assert_eq!((&error["retryable"], &error["retry_after_ms"]), (&true.into(), &30_000.into()));
    assert_eq!((&error["replacement"], &error["check_command"]), (&"tool batch".into(), &"tool status".into()));
    assert_eq!((record.facts.http_status(), record.exit_code()), (429, 11));
}
