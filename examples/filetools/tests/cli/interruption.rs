//! Tests of killed sessions, and of what they report after a restart.

use crate::sandbox::{Sandbox, wait_for, wait_until};
use crate::talk::Talk;
use serde_json::json;
use std::io::Read as _;
use std::process::Command;

#[test]
fn a_restarted_session_reports_the_interrupted_call_first() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "old");
    let held = sandbox.hold_writers();
    let mut talk = Talk::start(&sandbox, &[]);
    talk.send(json!({"id": 7, "tool": "edit", "args": {"path": "a.txt", "old": "old", "new": "new"}}).to_string());
    wait_for(&sandbox.path(".filetools/session-1.json.journal"));
    talk.kill();
    drop(held);

    let mut talk = Talk::start(&sandbox, &[]);
    let report = json!({
        "id": 7, "ok": false, "exit": 3,
        "text": "[error:TOOL_INTERRUPTED] `edit a.txt` was interrupted; its result is unknown\n\
                 hint: Read the file to check whether it was written; if not, repeat the call",
    });
    assert_eq!(talk.receive(), report);
    assert_eq!(talk.succeeds("read", json!({"path": "a.txt"})), "old");
    assert_eq!(talk.end(), Some(0));

    // The interruption is only reported once.
    let mut talk = Talk::start(&sandbox, &[]);
    assert_eq!(talk.succeeds("read", json!({"path": "a.txt"})), "old");
}

#[test]
fn the_hint_stops_a_command_that_outlives_its_session() {
    let sandbox = Sandbox::new();
    sandbox.make_pipe("alive");
    let mut talk = Talk::start(&sandbox, &[]);
    let script = "exec 3> alive; sleep 60; sleep 60";
    talk.send(json!({"tool": "run", "args": {"command": ["sh", "-c", script]}}).to_string());
    let mut pipe = std::fs::File::open(sandbox.path("alive")).unwrap();
    let journal = sandbox.path(".filetools/session-1.json.journal");
    wait_until("the process group is in the journal", || {
        std::fs::read_to_string(&journal).is_ok_and(|entry| !entry.contains("\"process_group\":null"))
    });
    talk.kill();

    let talk = Talk::start(&sandbox, &[]);
    let report = talk.receive();
    let text = report["text"].as_str().unwrap();
    let head = format!("[error:TOOL_INTERRUPTED] `run sh -c '{script}'` was interrupted; its result is unknown\n");
    assert!(text.starts_with(&head), "{text}");
    let (_, advice) = text.split_once("hint: The command may still be running: stop it with `").unwrap();
    let (advised, rest) = advice.split_once('`').unwrap();
    assert_eq!(rest, ", then check what it has changed");
    assert!(advised.starts_with("kill -- -"), "{advised}");
    assert!(Command::new("sh").args(["-c", advised]).status().unwrap().success());
    // The read returns once no process of the group is left.
    pipe.read_to_end(&mut Vec::new()).unwrap();
}

#[test]
fn a_completed_call_is_not_reported_as_interrupted() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    let mut talk = Talk::start(&sandbox, &[]);
    talk.succeeds("read", json!({"path": "a.txt"}));
    // The session processes calls in order, so the second result shows that the first call was recorded.
    talk.succeeds("read", json!({"path": "a.txt"}));
    talk.send("");
    talk.succeeds("clear", json!({}));
    talk.kill();
    let mut talk = Talk::start(&sandbox, &[]);
    assert_eq!(talk.succeeds("read", json!({"path": "a.txt"})), "one");
}

#[test]
fn an_interrupted_session_is_resumed_before_a_free_one() {
    let sandbox = Sandbox::new();
    let first = Talk::start(&sandbox, &[]);
    wait_for(&sandbox.path(".filetools/session-1.json.lock"));
    let held = sandbox.hold_writers();
    let mut second = Talk::start(&sandbox, &[]);
    second.send(json!({"id": "b", "tool": "write", "args": {"path": "b", "content": ""}}).to_string());
    wait_for(&sandbox.path(".filetools/session-2.json.journal"));
    second.kill();
    assert_eq!(first.end(), Some(0));
    drop(held);
    assert_eq!(Talk::start(&sandbox, &[]).receive()["id"], "b");
}

#[test]
fn an_interruption_is_reported_before_the_next_single_call() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "old");
    let held = sandbox.hold_writers();
    let mut writer = sandbox.command(&["write", "a.txt", "--content", "new"]).spawn().unwrap();
    wait_for(&sandbox.path(".filetools/calls.json.journal"));
    writer.kill().unwrap();
    writer.wait().unwrap();
    drop(held);
    let text = sandbox.fails(&["write", "b.txt", "--content", "x"], 3);
    assert!(text.starts_with("[error:TOOL_INTERRUPTED] `write a.txt` was interrupted"), "{text}");
    assert!(!sandbox.path("b.txt").exists());
    sandbox.succeeds(&["write", "b.txt", "--content", "x"]);
}
