//! Tests of a program with a format of its own.

use crate::{output, program};
use agent_error::format::parse_with;
use agent_error_tests::{ACME, ACME_READER};

fn acme(arguments: &[&str]) -> (Option<i32>, String, String) {
    output(program(env!("CARGO_BIN_EXE_acme"), arguments))
}

const ERROR: &str =
    r#"{"errorCode":"NOTE_NOT_FOUND","text":"no note `7`","hint":"List the notes"}"#;

#[test]
fn the_first_format_is_for_pipes_and_agents() {
    for arguments in [
        &[][..],
        &["--agent"],
        &["--output", "acme"],
        &["--output=acme"],
    ] {
        let (exit, stdout, stderr) = acme(arguments);
        assert_eq!((exit, stderr.as_str()), (Some(5), ""), "{arguments:?}");
        assert_eq!(stdout.trim_end(), ERROR, "{arguments:?}");
    }
    let record = parse_with(ERROR, &[ACME_READER]).unwrap();
    assert_eq!(record.suggestion(), Some("List the notes"));
    assert_eq!(agent_error::render(&record, ACME), ERROR);
}

#[test]
fn the_other_formats_of_the_program_can_be_selected() {
    let (exit, stdout, _) = acme(&["--output", "brief"]);
    assert_eq!(
        (exit, stdout.lines().next()),
        (Some(5), Some("error NOTE_NOT_FOUND: no note `7`"))
    );
    let (exit, stdout, stderr) = acme(&["--output", "human"]);
    assert_eq!((exit, stdout.as_str()), (Some(5), ""));
    assert!(
        stderr.starts_with("error[NOTE_NOT_FOUND]: no note `7`"),
        "{stderr}"
    );
    // A known format that the program doesn't link, and an unknown one.
    for format in ["xml", "json", "acne"] {
        let (exit, stdout, _) = acme(&["--output", format]);
        assert_eq!(
            exit,
            Some(if format == "acne" { 5 } else { 2 }),
            "{format}: {stdout}"
        );
    }
}

#[test]
fn results_are_json_and_their_warnings_are_on_standard_error() {
    let (exit, stdout, stderr) = acme(&["ok"]);
    assert_eq!((exit, stdout.trim_end()), (Some(0), "7"));
    assert!(stderr.contains("rounded"), "{stderr}");
}
