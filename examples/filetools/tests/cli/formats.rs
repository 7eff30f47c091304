//! Tests of output formats.

use crate::sandbox::{Sandbox, failed, texts};
use crate::talk::Talk;
use serde_json::{Value, json};

#[test]
fn in_a_pipe_errors_are_tagged_and_results_are_json() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "[error:FAKE] this is content\n");
    assert!(sandbox.fails(&["read", "no.such"], 5).starts_with("[error:FILE_NOT_FOUND] "));
    // File content that looks like an error is printed as JSON.
    assert_eq!(sandbox.succeeds(&["read", "a.txt"]).0["content"], "[error:FAKE] this is content\n");
}

#[test]
fn the_user_can_choose_another_format() {
    let sandbox = Sandbox::new();
    let json = sandbox.fails(&["read", "no.such", "--output", "json"], 5);
    let envelope: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(envelope["error"]["code"], "FILE_NOT_FOUND");
    assert_eq!(envelope["error"]["docs_url"], "https://filetools.example.com/errors/FILE_NOT_FOUND");
    assert_eq!(envelope["meta"]["tool_version"], env!("CARGO_PKG_VERSION"));
    let output = sandbox.command(&["read", "no.such"]).env("FILETOOLS_OUTPUT", "xml").output().unwrap();
    assert!(failed(&output, 5).starts_with("<tool_error code=\"FILE_NOT_FOUND\""));
    let output = sandbox.run(&["--output=human", "read", "no.such"]);
    let (stdout, stderr) = texts(&output);
    assert_eq!(stdout, "");
    assert!(stderr.starts_with("error[FILE_NOT_FOUND]: cannot read no.such: not found\n"), "{stderr}");
    let output = sandbox.command(&["--agent", "read", "no.such"]).env("FILETOOLS_OUTPUT", "json").output().unwrap();
    assert!(failed(&output, 5).starts_with("[error:FILE_NOT_FOUND] "));
}

#[test]
fn flags_of_the_executed_command_are_passed_through() {
    let sandbox = Sandbox::new();
    let text = sandbox.fails(&["run", "--", "sh", "-c", "exit 1", "--output", "json"], 1);
    assert!(text.starts_with("[error:EXIT_NONZERO] "), "{text}");
}

#[test]
fn a_session_uses_the_requested_format() {
    let sandbox = Sandbox::new();
    let mut talk = Talk::start(&sandbox, &["--output", "json"]);
    let answer = talk.call("read", json!({"path": "no.such"}));
    let envelope: Value = serde_json::from_str(answer["text"].as_str().unwrap()).unwrap();
    assert_eq!(envelope["error"]["context"], json!({"path": "no.such", "action": "read"}));
    let mut talk = Talk::start(&sandbox, &["--output", "human"]);
    let answer = talk.call("run", json!({"command": ["sh", "-c", "echo no; exit 1"]}));
    assert!(answer["text"].as_str().unwrap().contains("\n  output: no\n"), "{answer}");
}

#[test]
fn usage_errors_are_tagged_too() {
    let sandbox = Sandbox::new();
    for (arguments, start) in [
        (
            &["raed"][..],
            "[error:UNKNOWN_COMMAND] unrecognized subcommand 'raed'\nhint: Use the nearest command, or choose another valid one\n\nnearest: read",
        ),
        (
            &["read"],
            "[error:INVALID_ARGS] invalid arguments: the following required arguments were not provided: <PATH>\nhint: Call again with the missing arguments",
        ),
        (
            &["read", "a", "--ofset", "1"],
            "[error:UNKNOWN_FLAG] unexpected argument '--ofset' found\nhint: Use the nearest flag, or choose another valid one\n\nnearest: --offset",
        ),
        (
            &["read", "a", "--offset", "0"],
            "[error:INVALID_ARGS] invalid arguments: invalid value '0' for '--offset <LINE>': ",
        ),
        (
            &["run", "--timeout-ms", "5"],
            "[error:INVALID_ARGS] invalid arguments: the following required arguments were not provided: <COMMAND>...\n",
        ),
    ] {
        let text = sandbox.fails(arguments, 2);
        assert!(text.starts_with(start), "{text}");
    }
}

#[test]
fn help_and_version_are_plain() {
    let sandbox = Sandbox::new();
    for (arguments, start) in [
        (&["--help"][..], "File and process tools for agents: read, write, edit and run\n"),
        (&["session", "--help"], "Process calls from standard input, one JSON object per line\n"),
        (&["--version"], "filetools 0.1.0\n"),
    ] {
        let (stdout, stderr) = texts(&sandbox.run(arguments));
        assert!(stdout.starts_with(start), "{stdout}");
        assert_eq!(stderr, "");
    }
}
