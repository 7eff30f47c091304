//! Tests of a buffer that is reused for several errors.

use crate::records::{bare, full, invalid_fields};
use agent_error::vocabulary::RetryStrategy;
use agent_error::{AgentError as _, ErrorRecord, Format, Renderer, render};
use std::time::Duration;

#[test]
fn an_error_is_appended_to_a_string() {
    for format in Format::ALL {
        for renderer in [Renderer::new(*format), format.pretty()] {
            let mut text = "before {".to_owned();
            renderer.render_into(&full(), &mut text);
            renderer.render_into(&invalid_fields(), &mut text);
            assert_eq!(text, format!("before {{{}{}", renderer.render(&full()), renderer.render(&invalid_fields())));
        }
    }
}

#[test]
fn a_large_enough_buffer_is_not_reallocated() {
    for format in Format::ALL {
        let mut text = String::with_capacity(4096);
        for _ in 0..3 {
            text.clear();
            Renderer::new(*format).render_into(&full(), &mut text);
            Renderer::new(*format).render_into(&bare(), &mut text);
            assert_eq!(text.capacity(), 4096, "{format}");
        }
    }
}

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
