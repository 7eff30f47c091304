//! Tests of programs in a pseudoterminal, where they print text for people.

use crate::UNDECIDED;
use pty_process::blocking::{Command, open};
use std::io::Read;
use std::process::Child;

const PLAIN: &str = "error[SERVICE_DOWN]: postgres does not respond";
const COLORED: &str = "\u{1b}[1m\u{1b}[31merror[SERVICE_DOWN]\u{1b}[0m";

/// Runs a command in a terminal of this width. Returns the process and its output.
pub(super) fn in_terminal(command: Command, columns: u16) -> (Child, String) {
    let (mut pty, pts) = open().unwrap();
    pty.resize(pty_process::Size::new(40, columns)).unwrap();
    let child = command.spawn(pts).unwrap();
    let mut text = Vec::new();
    // Ignore the error: Linux returns EIO once the other side is closed.
    let _ = pty.read_to_end(&mut text);
    (
        child,
        String::from_utf8(text).unwrap().replace("\r\n", "\n"),
    )
}

fn shown(arguments: &[&str], variables: &[(&str, &str)], columns: u16) -> String {
    let command = Command::new(env!("CARGO_BIN_EXE_answers"))
        .args(arguments)
        .env("TERM", "xterm-256color");
    let command = UNDECIDED
        .iter()
        .fold(command, Command::env_remove)
        .envs(variables.to_vec());
    let (mut child, text) = in_terminal(command, columns);
    child.wait().unwrap();
    text
}

#[test]
fn an_error_at_a_terminal_is_colored_text() {
    let text = shown(&["fail"], &[], 80);
    assert!(text.starts_with(COLORED), "{text:?}");
    assert!(
        text.contains("\u{1b}[36mhelp\u{1b}[0m: Start postgres\n"),
        "{text:?}"
    );
}

#[test]
fn a_string_response_is_text_at_a_terminal_and_json_for_agents() {
    assert_eq!(shown(&["string"], &[], 80), "two \"bottles\"\nof milk\n");
    let document = shown(&["string", "--agent"], &[], 80);
    assert!(
        document.contains(r#""value":"two \"bottles\"\nof \u001b[31mmilk\u001b[0m""#),
        "{document}"
    );
}

#[test]
fn no_color_only_disables_color() {
    assert!(shown(&["fail"], &[("NO_COLOR", "1")], 80).starts_with(PLAIN));
    assert!(shown(&["fail"], &[("TERM", "dumb")], 80).starts_with(PLAIN));
}

#[test]
fn ci_gets_an_envelope_unless_the_variable_means_no() {
    for no in ["", "0", "false", "False"] {
        assert!(
            shown(&["fail"], &[("CI", no)], 80).starts_with(COLORED),
            "{no:?}"
        );
    }
    for yes in ["true", "1", "woodpecker", "no"] {
        assert!(
            shown(&["fail"], &[("CI", yes)], 80).starts_with(r#"{"ok":false,"#),
            "{yes:?}"
        );
    }
}

#[test]
fn the_flag_takes_precedence_over_the_terminal() {
    assert!(shown(&["fail", "--output", "json"], &[], 80).starts_with(r#"{"ok":false,"#));
    assert!(shown(&["fail", "--agent"], &[], 80).starts_with(r#"{"ok":false,"#));
}

#[test]
fn only_a_person_at_a_terminal_can_answer_a_prompt() {
    assert_eq!(shown(&["prompt"], &[], 80), "true\n");
    assert!(shown(&["prompt", "--agent"], &[], 80).contains(r#""value":false"#));
}

#[test]
fn an_output_file_or_an_unrelated_variable_selects_no_format() {
    for arguments in [
        &["--output", "a.csv"][..],
        &["--", "--output", "json"],
        &["--output", "--output", "json"],
    ] {
        assert!(
            shown(&[&["fail"], arguments].concat(), &[], 80).starts_with(COLORED),
            "{arguments:?}"
        );
    }
    for value in [
        "postgres://eve:hunter2@db",
        "token=hunter2",
        "./out",
        "-",
        "hunter2hunter2hunter2",
    ] {
        assert!(
            shown(&["fail"], &[("ANSWERS_OUTPUT", value)], 80).starts_with(COLORED),
            "{value}"
        );
    }
}

#[test]
fn long_text_wraps_at_the_width_and_commands_and_links_do_not() {
    let text = shown(&["fail"], &[("NO_COLOR", "1")], 40);
    let lines = [
        "error[SERVICE_DOWN]: postgres does not",
        "          respond",
        "",
        "    help: Start postgres",
        "   retry: the same call may succeed",
        "          later",
        "    docs: https://answers.example.com/SERVICE_DOWN",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), lines);
}
