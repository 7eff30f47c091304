//! Tests of the output at a terminal.

use crate::tool::Sandbox;
use serde_json::Value;
use std::io::Read;

/// Runs a command in a terminal with 100 columns. Returns its exit code and output.
pub(crate) fn shown(
    command: pty_process::blocking::Command,
    directory: &std::path::Path,
    variables: &[(&str, &str)],
) -> (Option<i32>, String) {
    let (mut pty, pts) = pty_process::blocking::open().unwrap();
    pty.resize(pty_process::Size::new(50, 100)).unwrap();
    let mut command = command.current_dir(directory).env("TERM", "xterm-256color");
    for variable in ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "DBTOOL_OUTPUT"] {
        command = command.env_remove(variable);
    }
    let mut child = command.envs(variables.iter().copied()).spawn(pts).unwrap();
    let mut text = Vec::new();
    // Ignore the error: Linux returns EIO once the other side is closed.
    let _ = pty.read_to_end(&mut text);
    (child.wait().unwrap().code(), String::from_utf8(text).unwrap().replace("\r\n", "\n"))
}

/// Runs `dbtool status` without a database and returns its output.
fn status(sandbox: &Sandbox, variables: &[(&str, &str)]) -> String {
    let command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_dbtool")).arg("status");
    let (exit, text) = shown(command, &sandbox.path("."), variables);
    assert_eq!(exit, Some(4));
    text
}

#[test]
fn output_at_a_terminal_is_colored_text() {
    let sandbox = Sandbox::new();
    let text = status(&sandbox, &[]);
    assert!(text.contains("\u{1b}[1m\u{1b}[31merror[DB_FILE_MISSING]"), "{text:?}");
    let plain = status(&sandbox, &[("NO_COLOR", "1")]);
    assert!(plain.starts_with("error[DB_FILE_MISSING]: database dbtool.db does not exist\n"), "{plain:?}");
}

#[test]
fn ci_gets_json_even_at_a_terminal() {
    let text = status(&Sandbox::new(), &[("CI", "1")]);
    let envelope: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(envelope["error"]["code"], "DB_FILE_MISSING");
}
