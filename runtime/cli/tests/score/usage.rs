//! The command line of `score`, and the catalog.

use crate::{agent_error, refuses};
use agent_error::format::Stream;
use serde_json::json;

#[test]
fn a_program_is_required_behind_two_hyphens() {
    let run = refuses(&[], "PROGRAM_MISSING", 2);
    assert_eq!(run.record().unwrap().value("usage").unwrap(), "agent-error score -- <PROGRAM> [ARGS]...");
    let run = refuses(&["ls", "/nonexistent"], "PROGRAM_NOT_SEPARATED", 2);
    let record = run.record().unwrap();
    assert_eq!(record.value("word").unwrap(), "ls");
    assert!(record.suggestion.as_ref().unwrap().starts_with("Run `agent-error score -- ls` with"));
    refuses(&["--no-list", "--"], "PROGRAM_MISSING", 2);
}

#[test]
fn quotes_must_match() {
    for flag in ["--case", "--list"] {
        let run = refuses(&[flag, "get 'a", "--", "ls"], "ARGS_QUOTES_UNBALANCED", 2);
        let record = run.record().unwrap();
        assert_eq!((record.value("flag").unwrap(), record.value("value").unwrap()), (&json!(flag), &json!("get 'a")));
    }
}

#[test]
fn what_clap_refuses_is_coded() {
    let run = refuses(&["--timeout", "10", "--", "ls"], "INVALID_FLAG_VALUE", 2);
    assert!(run.record().unwrap().message.ends_with("expected a number and a unit, such as 500ms, 10s or 2m"));
    refuses(&["--no-list", "--list", "x", "--", "ls"], "CONFLICTING_FLAGS", 2);
    refuses(&["--tiemout", "1s", "--", "ls"], "UNKNOWN_FLAG", 2);
}

#[test]
fn an_output_flag_after_the_program_is_passed_on() {
    let flags = ["score", "--output", "human", "--min", "1"];
    let run = agent_error().args(flags).args(["--", "ls", "/nonexistent", "--output", "json"]).run();
    run.assert_code("SCORE_TOO_LOW").assert_stream(Stream::Stderr);
    let run = agent_error().args(["score", "--", "ls", "/nonexistent", "--output", "human"]).run();
    run.assert_exit(0).assert_schema();
}

#[test]
fn help_shows_a_call() {
    let run = agent_error().args(["score", "--help"]).run();
    run.assert_exit(0);
    assert!(run.stdout().contains("\n  agent-error score -- tool connect --port abc\n"), "{run}");
}
