//! Tests of the output at a terminal.

use crate::sandbox::{Sandbox, VARIABLES};
use crate::scenarios::scenarios;
use std::io::Read as _;

/// Runs filetools in a terminal with 100 columns. Returns its exit code and output.
fn shown(sandbox: &Sandbox, arguments: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let (mut pty, pts) = pty_process::blocking::open().unwrap();
    pty.resize(pty_process::Size::new(50, 100)).unwrap();
    let command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_filetools"));
    let mut command = command.args(arguments).current_dir(sandbox.root()).env("TERM", "xterm-256color");
    for variable in VARIABLES {
        command = command.env_remove(variable);
    }
    let mut child = command.envs(variables.iter().copied()).spawn(pts).unwrap();
    let mut text = Vec::new();
    // Ignore the error: Linux returns EIO once the other side is closed.
    let _ = pty.read_to_end(&mut text);
    (child.wait().unwrap().code(), String::from_utf8(text).unwrap().replace("\r\n", "\n"))
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_code_is_shown_with_help_and_docs_at_a_terminal() {
    for scenario in scenarios() {
        let sandbox = Sandbox::new();
        (scenario.prepare)(&sandbox);
        let variables: Vec<_> = scenario.variable.into_iter().chain([("NO_COLOR", "1")]).collect();
        let (exit, text) = shown(&sandbox, scenario.arguments, &variables);
        let code = scenario.code;
        assert_eq!(exit, Some(scenario.exit), "{text}");
        let severity = if code == "INTERNAL" { "critical" } else { "error" };
        assert!(text.starts_with(&format!("{severity}[{code}]: {}", scenario.summary)), "{text}");
        let (text, flat) = (text.as_str(), words(text.as_str()));
        assert!(flat.contains(&format!("help: {}", words(scenario.hint))), "{text}");
        assert!(text.contains(&format!("    docs: https://filetools.example.com/errors/{code}\n")), "{text}");
        assert!(!text.contains("[error:") && !text.contains("hint: "), "{text}");
        let output = scenario.body.map(|body| format!("  output: {}\n", body.replace('\n', "\n          ")));
        assert_eq!(text.contains("  output: "), output.is_some());
        assert!(output.is_none_or(|output| text.ends_with(&output)), "{text}");
    }
}

#[test]
fn errors_are_colored_and_contents_are_not() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one\ntwo\n");
    let (_, error) = shown(&sandbox, &["read", "no.such"], &[]);
    assert!(error.starts_with("\u{1b}[1m\u{1b}[31merror[FILE_NOT_FOUND]"), "{error:?}");
    assert_eq!(shown(&sandbox, &["read", "a.txt"], &[]), (Some(0), "one\ntwo\n".to_owned()));
    assert_eq!(shown(&sandbox, &["run", "--", "echo", "hi"], &[]), (Some(0), "hi\n".to_owned()));
}

#[test]
fn agents_and_ci_get_tagged_output_at_a_terminal() {
    let sandbox = Sandbox::new();
    for (arguments, variables) in [
        (&["read", "no.such", "--agent"][..], &[][..]),
        (&["read", "no.such"], &[("FILETOOLS_OUTPUT", "tagged")]),
        (&["read", "no.such"], &[("CI", "1")]),
    ] {
        let (exit, text) = shown(&sandbox, arguments, variables);
        assert_eq!(exit, Some(5));
        assert!(text.starts_with("[error:FILE_NOT_FOUND] cannot read no.such: "), "{text}");
    }
}
