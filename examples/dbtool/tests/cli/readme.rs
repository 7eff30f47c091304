//! The README shows what really comes out: its sessions run in a terminal of 100 columns.

use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

static README: LazyLock<String> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    std::fs::read_to_string(path).unwrap()
});

/// A command and what it prints.
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

/// What the command shows in a terminal.
fn shown(command: &str) -> String {
    let tool = Path::new(env!("CARGO_BIN_EXE_dbtool")).parent().unwrap();
    let search = format!("{}:{}", tool.display(), std::env::var("PATH").unwrap());
    let directory = tempfile::tempdir().unwrap();
    let (mut pty, pts) = pty_process::blocking::open().unwrap();
    pty.resize(pty_process::Size::new(50, 100)).unwrap();
    let mut shell = pty_process::blocking::Command::new("sh").args(["-c", command]).current_dir(directory.path());
    for variable in ["CI", "CLICOLOR", "CLICOLOR_FORCE", "DBTOOL_OUTPUT"] {
        shell = shell.env_remove(variable);
    }
    let mut child = shell.env("PATH", search).env("NO_COLOR", "1").env("TERM", "xterm").spawn(pts).unwrap();
    let mut text = Vec::new();
    // Linux answers EIO once the other side has closed.
    let _ = pty.read_to_end(&mut text);
    child.wait().unwrap();
    String::from_utf8(text).unwrap().replace("\r\n", "\n")
}

/// The run time is the machine's, not ours.
fn without_duration(text: &str) -> String {
    const KEY: &str = "\"duration_ms\":";
    let Some(start) = text.find(KEY).map(|at| at + KEY.len()) else { return text.to_owned() };
    let end = start + text[start..].find(',').unwrap();
    format!("{}0{}", &text[..start], &text[end..])
}

#[test]
fn every_session_of_the_readme_is_what_comes_out() {
    let sessions = sessions();
    assert!(sessions.len() >= 4, "{}", sessions.len());
    for session in sessions {
        let expected = without_duration(session.output.join("\n").trim_end());
        assert_eq!(without_duration(shown(session.command).trim_end()), expected, "$ {}", session.command);
    }
}

#[test]
fn the_exit_codes_of_the_readme_are_those_of_the_table() {
    for entry in agent_error::exit::TABLE {
        let retry = match (entry.code, entry.retryable) {
            (0, _) => "",
            (_, true) => "yes",
            (_, false) => "no",
        };
        let retry = if retry.is_empty() { " ".to_owned() } else { format!(" {retry} ") };
        let row = format!("| {} | `{}` |{retry}| {} |", entry.code, entry.name, entry.advice);
        assert!(README.contains(&row), "the README lacks {row}");
    }
}
