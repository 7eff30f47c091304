//! Text for people.

use std::io::Read;

/// The output of `agent-error score` in a terminal.
fn shown(arguments: &[&str]) -> (Option<i32>, String) {
    let (mut pty, pts) = pty_process::blocking::open().unwrap();
    pty.resize(pty_process::Size::new(50, 100)).unwrap();
    let mut command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_agent-error")).arg("score");
    command = command.args(arguments);
    for variable in ["CI", "CLICOLOR", "CLICOLOR_FORCE", "AGENT_ERROR_OUTPUT"] {
        command = command.env_remove(variable);
    }
    let mut child = command.env("TERM", "xterm-256color").env("NO_COLOR", "1").spawn(pts).unwrap();
    let mut text = Vec::new();
    // Linux returns EIO once the other side is closed.
    let _ = pty.read_to_end(&mut text);
    (child.wait().unwrap().code(), String::from_utf8(text).unwrap().replace("\r\n", "\n"))
}

#[test]
fn a_score_is_a_report() {
    let (exit, text) = shown(&["--", "ls", "/nonexistent"]);
    assert_eq!(exit, Some(0));
    assert_eq!(
        text,
        r#"$ ls /nonexistent
0 of 3 points
  1  NO   some errors have a code: 0 of 1 call
  1  NO   some errors have a message: 0 of 1 call
  2  NO   all errors have a code: missing in call 1
  2  NO   all errors have a message: missing in call 1
  2  NO   all errors have context: missing in call 1
  2  yes  no stack trace on stdout: 1 call
  2  yes  stdout contains only the error: 1 call
  3  NO   recoverable errors have a suggestion: missing in call 1
  3  NO   codes have a documentation page: missing in call 1
  3  NO   a list contains all codes: no list given
To reach 1:
  - Write errors as JSON to stdout, with a stable code: {"ok":false,"error":{"code":"NOT_FOUND","message":"..."}}
  - Describe what happened in `message`
Check of the envelope on stdout: not passed
  - call 1: JSON on stdout
Notes:
  - the list of errors was not requested; it only counts from 2 points on
"#
    );
}

#[test]
fn a_score_that_is_too_low_is_an_error_with_advice() {
    let (exit, text) = shown(&["--min", "1", "--", "ls", "/nonexistent"]);
    assert_eq!(exit, Some(79));
    assert!(text.starts_with("error[SCORE_TOO_LOW]: 0 of 3 points; `--min` requires 1\n"), "{text}");
    assert!(text.contains("\n    help: Write errors as JSON to stdout"), "{text}");
}
