//! Tests at a terminal, where cloudctl prompts for values and prints text.

use crate::ADMIN;
use crate::sandbox::Sandbox;
use crate::terminal_session::Session;
use serde_json::{Value, json};
use std::os::unix::process::ExitStatusExt as _;

const ENTER: &str = "\r";
const DOWN: &str = "\u{1b}[B";
const CTRL_C: &str = "\u{3}";
const ESCAPE: &str = "\u{1b}";

fn session(sandbox: &Sandbox, arguments: &[&str]) -> Session {
    Session::start(sandbox, arguments, &[])
}

#[track_caller]
fn assert_ends(session: Session, exit: i32, text: &str) -> String {
    let (status, shown) = session.ends();
    assert_eq!(status.code(), Some(exit), "{shown}");
    assert!(shown.contains(text), "`{text}` is not shown:\n{shown}");
    shown
}

#[test]
fn an_instance_is_prompted_for_without_an_id() {
    let sandbox = Sandbox::admin();
    let mut session = session(&sandbox, &["instances", "get"]);
    session.sees("Select instance (type to filter)").sees("gpu-runner ● running").sees("Cancel");
    session.types(DOWN).types(ENTER);
    assert_ends(session, 0, "id        inst-2");
}

#[test]
fn typing_filters_the_instances() {
    let sandbox = Sandbox::admin();
    let mut session = session(&sandbox, &["instances", "get"]);
    session.sees("Cancel").types("arch").sees("archive ● offline").types(ENTER);
    assert_ends(session, 0, "id        inst-2");
}

#[test]
fn a_cancelled_choice_changes_nothing() {
    let sandbox = Sandbox::admin();
    for keys in [&[DOWN, DOWN, ENTER][..], &[ESCAPE]] {
        let mut session = session(&sandbox, &["instances", "delete"]);
        session.sees("Cancel");
        for key in keys {
            session.types(key);
        }
        assert_ends(session, 1, "error[CANCELLED]: cancelled: nothing was done");
    }
    assert_eq!(sandbox.succeeds(&["instances", "list"])["instances"].as_array().unwrap().len(), 2);
}

#[test]
fn a_destructive_action_requires_confirmation() {
    let sandbox = Sandbox::admin();
    for answer in ["n\r", ENTER, ESCAPE] {
        let mut session = session(&sandbox, &["instances", "delete", "inst-1"]);
        session.sees("Delete the instance gpu-runner (inst-1)?").types(answer);
        assert_ends(session, 1, "error[CANCELLED]");
    }
    sandbox.succeeds(&["instances", "get", "inst-1"]);
    let mut session = session(&sandbox, &["instances", "delete", "gpu-runner"]);
    session.sees("Delete the instance gpu-runner (inst-1)?").types("y\r");
    assert_ends(session, 0, "Deleted gpu-runner (inst-1).");
    let details = json!({"status": 404, "resource": "instance", "id": "inst-1"});
    sandbox.fails(&["instances", "get", "inst-1"], "NOT_FOUND", 5, &details);
}

#[test]
fn a_confirmation_follows_a_choice() {
    let sandbox = Sandbox::admin();
    let mut session = session(&sandbox, &["instances", "shutdown"]);
    session.sees("Cancel").types(ENTER).sees("Shut down the instance gpu-runner (inst-1)?").types("y\r");
    assert_ends(session, 0, "Shut down gpu-runner (inst-1).");
}

#[test]
fn a_missing_resource_is_reported_before_the_confirmation() {
    let sandbox = Sandbox::admin();
    let shown = assert_ends(session(&sandbox, &["instances", "delete", "inst-9"]), 5, "error[NOT_FOUND]");
    assert!(!shown.contains('?'), "{shown}");
}

#[test]
fn yes_skips_the_confirmation() {
    let sandbox = Sandbox::admin();
    let shown = assert_ends(session(&sandbox, &["instances", "delete", "archive", "--yes"]), 0, "Deleted archive");
    assert!(!shown.contains('?'), "{shown}");
}

#[test]
fn missing_values_of_a_new_instance_are_prompted_for() {
    let sandbox = Sandbox::admin();
    let mut session = session(&sandbox, &["instances", "create", "--os", "debian-13"]);
    session.sees("Instance type").sees("8H100.176V").types("1V100").types(ENTER);
    session.sees("Hostname").types("builder").types(ENTER);
    assert_ends(session, 0, "Created builder (inst-3).");
    let created = sandbox.succeeds(&["instances", "get", "builder"]);
    assert_eq!((&created["os"], &created["instance_type"]), (&json!("debian-13"), &json!("1V100.6V")));
}

#[test]
fn a_password_prompt_does_not_echo() {
    let sandbox = Sandbox::new(&[]);
    let mut session = session(&sandbox, &["auth", "login"]);
    session.sees("User").types(ADMIN.0).types(ENTER);
    session.sees("Password").types(ADMIN.1).types(ENTER);
    assert_ends(session, 0, &format!("Logged in to {} as admin.", sandbox.server.endpoint));
    sandbox.succeeds(&["balance"]);
}

#[test]
fn a_password_that_is_not_piped_is_prompted_for() {
    let sandbox = Sandbox::new(&[]);
    let login = ["auth", "login", "--user", "admin", "--password-stdin"];
    let mut session = session(&sandbox, &login);
    session.sees("Password").types(ADMIN.1).types(ENTER);
    assert_ends(session, 0, "Logged in to");
    let (status, shown) = Session::start(&sandbox, &[&login[..], &["--agent"]].concat(), &[]).ends();
    assert!(shown.contains("INTERACTIVE_PROMPT_BLOCKED"), "{shown}");
    assert_eq!(status.code(), Some(2));
}

#[test]
fn cancelling_the_password_prompt_cancels_the_login() {
    let sandbox = Sandbox::new(&[]);
    let mut session = session(&sandbox, &["auth", "login", "--user", "admin"]);
    session.sees("Password").types("hunter2").types(ESCAPE);
    assert_ends(session, 1, "error[CANCELLED]");
    assert!(!sandbox.token_file().exists());
}

#[test]
fn an_error_is_colored_text_with_advice() {
    let sandbox = Sandbox::new(&[]);
    let shown = assert_ends(session(&sandbox, &["balance"]), 3, "error[AUTH_ERROR]: no credentials configured");
    assert!(shown.contains("Run `cloudctl auth login` to set up your credentials"), "{shown}");
    assert!(shown.contains("help: ") && !shown.contains("fix: "), "{shown}");
}

#[test]
fn there_is_no_prompt_at_a_terminal_with_another_format() {
    let sandbox = Sandbox::admin();
    for (arguments, variables) in [
        (&["--agent"][..], &[][..]),
        (&["--output", "json"], &[]),
        (&[], &[("CI", "1")]),
        (&[], &[("CLOUDCTL_OUTPUT", "nested")]),
    ] {
        let arguments = [&["instances", "delete", "inst-1"], arguments].concat();
        let (status, shown) = Session::start(&sandbox, &arguments, variables).ends();
        assert_eq!(status.code(), Some(2));
        let answer: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(answer["error"]["code"], "CONFIRMATION_REQUIRED", "{shown}");
    }
    sandbox.succeeds(&["instances", "get", "inst-1"]);
}

#[test]
fn ctrl_c_during_a_call_warns_about_side_effects() {
    let sandbox = Sandbox::admin();
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let arguments = ["auth", "login", "--user", "admin", "--endpoint", &endpoint];
    let mut session = Session::start(&sandbox, &arguments, &[("CLOUDCTL_PASSWORD", "hunter2")]);
    let _connection = listener.accept().unwrap();
    session.types(CTRL_C);
    let (status, shown) = session.ends();
    assert!(shown.contains("error[INTERRUPTED]"), "{shown}");
    assert_eq!(status.signal(), Some(2));
}

#[test]
fn ctrl_c_at_a_prompt_terminates_by_signal() {
    let sandbox = Sandbox::admin();
    for (arguments, prompt) in [
        (&["instances", "delete"][..], "Cancel"),
        (&["instances", "delete", "inst-1"], "Delete the instance gpu-runner (inst-1)?"),
        (&["auth", "login"], "User"),
        (&["auth", "login", "--user", "admin", "--token-file", "other"], "Password"),
    ] {
        let mut session = session(&sandbox, arguments);
        session.sees(prompt).types(CTRL_C);
        let (status, shown) = session.ends();
        assert!(shown.contains("error[INTERRUPTED]") && !shown.contains("CANCELLED"), "{shown}");
        assert_eq!(status.signal(), Some(2), "{shown}");
    }
    sandbox.succeeds(&["instances", "get", "inst-1"]);
    assert!(!sandbox.path("other").exists());
}

#[test]
fn ctrl_c_at_a_prompt_stops_the_calling_script() {
    let sandbox = Sandbox::admin();
    let script = format!("'{}' instances delete; echo went on", env!("CARGO_BIN_EXE_cloudctl"));
    let mut session = Session::of("/bin/sh", &sandbox, &["-c", &script], &[]);
    session.sees("Cancel").types(CTRL_C);
    let (status, shown) = session.ends();
    assert!(!shown.contains("went on"), "{shown}");
    assert_eq!(status.signal(), Some(2), "{shown}");
}
