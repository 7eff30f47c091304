//! Tests that the sessions in the README show the real output in a terminal with 100 columns.

use std::path::Path;
use std::sync::LazyLock;

static README: LazyLock<String> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    std::fs::read_to_string(path).unwrap()
});

/// A command in the README and its output.
struct Session<'a> {
    command: &'a str,
    output: Vec<&'a str>,
}

fn sessions() -> Vec<Session<'static>> {
    let blocks = README.split("```console\n").skip(1).map(|block| block.split("```").next().unwrap());
    let mut sessions: Vec<Session<'_>> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        match (line.strip_prefix("$ "), sessions.last_mut()) {
            (Some(command), _) => sessions.push(Session { command, output: Vec::new() }),
            (None, Some(session)) => session.output.push(line),
            (None, None) => panic!("a session without a command: {line}"),
        }
    }
    sessions
}

/// Runs a command in a terminal and returns its output.
fn shown(command: &str) -> String {
    let tool = Path::new(env!("CARGO_BIN_EXE_dbtool")).parent().unwrap();
    let search = format!("{}:{}", tool.display(), std::env::var("PATH").unwrap());
    let directory = tempfile::tempdir().unwrap();
    let shell = pty_process::blocking::Command::new("sh").args(["-c", command]);
    crate::terminal::shown(shell, directory.path(), &[("PATH", &search), ("NO_COLOR", "1")]).1
}

/// Masks the duration, which varies from run to run.
fn without_duration(text: &str) -> String {
    const KEY: &str = "\"duration_ms\":";
    let Some(start) = text.find(KEY).map(|at| at + KEY.len()) else { return text.to_owned() };
    let end = start + text[start..].find(',').unwrap();
    format!("{}0{}", &text[..start], &text[end..])
}

#[test]
fn every_readme_session_shows_the_real_output() {
    let sessions = sessions();
    assert!(sessions.len() >= 4, "{}", sessions.len());
    for session in sessions {
        let expected = without_duration(session.output.join("\n").trim_end());
        assert_eq!(without_duration(shown(session.command).trim_end()), expected, "$ {}", session.command);
    }
}

#[test]
fn the_guide_lists_all_exit_codes() {
    let guide = include_str!("../../../../runtime/src/guide/exit_codes.md");
    for entry in agent_error::exit::TABLE {
        let retry = match (entry.code, entry.retryable) {
            (0, _) => "",
            (_, true) => "yes",
            (_, false) => "no",
        };
        let retry = if retry.is_empty() { " ".to_owned() } else { format!(" {retry} ") };
        let row = format!("| {} | `{}` |{retry}| {} |", entry.code, entry.name, entry.advice);
        assert!(guide.contains(&row), "the guide lacks {row}");
    }
}
