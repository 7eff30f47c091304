//! What a terminal changes, seen through `script`, which gives a program one.

use crate::tool::Sandbox;
use serde_json::Value;
use std::process::{Command, Stdio};

/// What dbtool writes to a terminal.
fn typed(sandbox: &Sandbox, variables: &[(&str, &str)]) -> String {
    let line = format!("{} status", env!("CARGO_BIN_EXE_dbtool"));
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    command.current_dir(sandbox.path(".")).stdin(Stdio::null()).env("TERM", "xterm-256color");
    for variable in ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "DBTOOL_OUTPUT"] {
        command.env_remove(variable);
    }
    let output = command.envs(variables.iter().copied()).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_person_at_a_terminal_reads_coloured_text() {
    let sandbox = Sandbox::new();
    let text = typed(&sandbox, &[]);
    assert!(text.contains("\u{1b}[1m\u{1b}[31merror[DB_FILE_MISSING]"), "{text:?}");
    let plain = typed(&sandbox, &[("NO_COLOR", "1")]);
    assert!(plain.starts_with("error[DB_FILE_MISSING]: there is no database dbtool.db\r\n"), "{plain:?}");
}

#[test]
fn a_build_server_reads_json_even_at_a_terminal() {
    let text = typed(&Sandbox::new(), &[("CI", "1")]);
    let envelope: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(envelope["error"]["code"], "DB_FILE_MISSING");
}
