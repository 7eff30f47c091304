//! Tests that the agent has no domain knowledge.

use crate::failure::Failure;
use serde_json::json;

#[test]
fn a_failure_only_exposes_five_members() {
    let read: Failure = serde_json::from_value(json!({
        "code": "C", "message": "m", "cause": "c", "detail": "d", "suggestion": "s", "fix_required": "f",
        "docs_url": "u", "retryable": false, "severity": "critical", "context": {"valid": ["a"]},
    }))
    .unwrap();
    let Failure { code, retryable, retry_after_ms, fix_command, actions } = read;
    assert_eq!((code.as_str(), retryable, retry_after_ms, fix_command, actions.len()), ("C", false, None, None, 0));
}

#[test]
fn the_agent_names_no_program() {
    let sources = [
        include_str!("agent.rs"),
        include_str!("call.rs"),
        include_str!("command_line.rs"),
        include_str!("failure.rs"),
        include_str!("host.rs"),
        include_str!("refresh.rs"),
        include_str!("server.rs"),
        include_str!("shell.rs"),
        include_str!("trace.rs"),
    ];
    for name in ["cloudctl", "dbtool", "kb"] {
        assert!(sources.iter().all(|source| !source.contains(name)), "{name}");
    }
}
