//! Tests of output formats and streams.

use crate::filled;
use crate::tool::{Sandbox, envelope};
use std::process::Output;

#[track_caller]
fn assert_for_a_person(output: &Output) {
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(4));
    let expected = "error[DB_FILE_MISSING]: database dbtool.db does not exist

   cause: No such file or directory (ENOENT, os error 2)
    help: Create the database, or pass an existing one with `--db`
     fix: dbtool init --if-missing --db=dbtool.db
    docs: https://dbtool.example.com/errors/DB_FILE_MISSING
";
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
}

#[test]
fn errors_for_people_are_on_standard_error() {
    let sandbox = Sandbox::new();
    assert_for_a_person(&sandbox.run(&["status", "--output", "human"]));
    assert_for_a_person(&sandbox.run(&["--output=human", "status"]));
    assert_for_a_person(&sandbox.command(&["status"]).env("DBTOOL_OUTPUT", "human").output().unwrap());
}

#[test]
fn the_flag_takes_precedence_over_the_variable() {
    let sandbox = Sandbox::new();
    for arguments in [&["status", "--output", "json"][..], &["--agent", "status"]] {
        let output = sandbox.command(arguments).env("DBTOOL_OUTPUT", "human").output().unwrap();
        assert_eq!(envelope(&output)["error"]["code"], "DB_FILE_MISSING");
    }
}

#[test]
fn an_invalid_format_variable_is_a_warning() {
    let output = Sandbox::new().command(&["status"]).env("DBTOOL_OUTPUT", "jsn").output().unwrap();
    let warning = &envelope(&output)["warnings"][0];
    assert!(warning.as_str().unwrap().starts_with("DBTOOL_OUTPUT=jsn is not a format"), "{warning}");
}

#[test]
fn color_can_be_enabled_and_disabled() {
    let sandbox = Sandbox::new();
    let colored = |variables: &[(&str, &str)]| {
        let mut command = sandbox.command(&["status", "--output", "human"]);
        let output = command.envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stderr).unwrap().contains('\u{1b}')
    };
    assert!(colored(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[]));
    assert!(!colored(&[("NO_COLOR", "1")]));
}

#[test]
fn a_result_for_people_is_text() {
    let sandbox = filled();
    let output = sandbox.run(&["status", "--output", "human"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "dbtool.db\n  items   2\n  pieces  7\n");
    assert_eq!(output.stderr, b"");
}
