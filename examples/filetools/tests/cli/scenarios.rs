//! A failing call for each of the thirteen tool codes. The calls run in a pipe here, and at a terminal in `terminal`.

use crate::sandbox::{Sandbox, failed, wait_for};
use agent_error::Format;
use std::fs;

/// A call that fails, and its expected error.
pub(crate) struct Scenario {
    pub(crate) code: &'static str,
    pub(crate) exit: i32,
    pub(crate) arguments: &'static [&'static str],
    pub(crate) variable: Option<(&'static str, &'static str)>,
    /// Prepares the sandbox before the call.
    pub(crate) prepare: fn(&Sandbox),
    pub(crate) summary: &'static str,
    pub(crate) hint: &'static str,
    pub(crate) body: Option<&'static str>,
}

impl Scenario {
    const fn new(code: &'static str, exit: i32, arguments: &'static [&'static str]) -> Self {
        Self { code, exit, arguments, variable: None, prepare: |_| (), summary: "", hint: "", body: None }
    }
}

pub(crate) fn scenarios() -> Vec<Scenario> {
    vec![
        Scenario {
            summary: "invalid arguments: `path` is empty",
            hint: "Pass a file; relative paths are resolved against the root",
            ..Scenario::new("INVALID_ARGS", 2, &["read", ""])
        },
        Scenario {
            summary: "cannot read no.such: not found",
            hint: "Check the path, which is relative to the root; to locate files, call `run` with [\"find\", \".\", \"-name\", \"...\"]",
            ..Scenario::new("FILE_NOT_FOUND", 5, &["read", "no.such"])
        },
        Scenario {
            prepare: |sandbox| {
                sandbox.write("a.txt", "one");
                sandbox.succeeds(&["read", "a.txt"]);
                sandbox.write("a.txt", "two");
            },
            summary: "a.txt has changed since this session last read or wrote it: different content",
            hint: "Call `read` with \"a.txt\", then review your change",
            ..Scenario::new("FILE_STALE", 6, &["write", "a.txt", "--content", "x"])
        },
        Scenario {
            prepare: |sandbox| sandbox.write("a.txt", "x".repeat(11)),
            summary: "a.txt is too large: 11 bytes, but the limit is 10",
            hint: "Read the file in parts, with the line numbers `offset` and `limit`",
            ..Scenario::new("FILE_TOO_LARGE", 2, &["--max-bytes", "10", "read", "a.txt"])
        },
        Scenario {
            summary: ". is a directory, not a regular file",
            hint: "Pass a regular file; to list files, call `run` with [\"ls\", \"-l\"]",
            ..Scenario::new("NOT_REGULAR_FILE", 2, &["read", "."])
        },
        Scenario {
            summary: "cannot read ../secret: the path is outside the root",
            hint: "Use a path inside the root; tools can't access other paths",
            ..Scenario::new("PERMISSION_DENIED", 7, &["read", "../secret"])
        },
        Scenario {
            prepare: |sandbox| sandbox.write("a.txt", "a\nb\na\n"),
            summary: "`old` must occur exactly once in a.txt; number of matches: 2",
            hint: "Include more surrounding lines in `old`, so that it matches only one of the lines [1, 3]",
            ..Scenario::new("NOT_UNIQUE", 2, &["edit", "a.txt", "--old", "a", "--new", "c"])
        },
        Scenario {
            summary: "`sh -c 'echo begun; sleep 600'` timed out after 300 ms",
            hint: "Increase `timeout_ms`, or run a narrower command",
            body: Some("begun"),
            ..Scenario::new("TIMEOUT", 10, &["run", "--timeout-ms", "300", "--", "sh", "-c", "echo begun; sleep 600"])
        },
        Scenario {
            summary: "`sh -c 'echo out; echo err >&2; exit 3'` exited with status 3",
            hint: "Check the output; for some commands, the status is a result, such as 1 from `grep` for no match",
            body: Some("out\nerr"),
            ..Scenario::new("EXIT_NONZERO", 1, &["run", "--", "sh", "-c", "echo out; echo err >&2; exit 3"])
        },
        Scenario {
            // Address 0 isn't mapped in any process, so reading this file fails.
            summary: "cannot read mem: input/output error",
            hint: "Check the reason and the disk; such failures are often temporary, so try again later",
            ..Scenario::new(
                "IO_ERROR",
                74,
                &["--root", "/proc/self", "--state", "state", "read", "mem", "--limit", "1"],
            )
        },
        Scenario {
            variable: Some(("FILETOOLS_TEST_PANIC", "read")),
            summary: "`read` has a bug: requested by FILETOOLS_TEST_PANIC",
            hint: "Report this bug to the maintainers of filetools; the same call will fail again",
            ..Scenario::new("INTERNAL", 70, &["read", "a.txt"])
        },
        Scenario {
            prepare: interrupt_a_write,
            summary: "`write a.txt` was interrupted; its result is unknown",
            hint: "Read the file to check whether it was written; if not, repeat the call",
            ..Scenario::new("TOOL_INTERRUPTED", 3, &["read", "a.txt"])
        },
        Scenario {
            prepare: |sandbox| (0..5).for_each(|_| drop(sandbox.fails(&["read", "no.such"], 5))),
            summary: "`read` is disabled after 5 consecutive errors",
            hint: "Fix the cause of the last error, FILE_NOT_FOUND, then enable the tool with `clear`",
            ..Scenario::new("TOOL_DISABLED", 4, &["read", "no.such"])
        },
    ]
}

/// Kills a process while it waits to write.
fn interrupt_a_write(sandbox: &Sandbox) {
    sandbox.write("a.txt", "old");
    let held = sandbox.hold_writers();
    let mut writer = sandbox.command(&["write", "a.txt", "--content", "new"]).spawn().unwrap();
    wait_for(&sandbox.path(".filetools/calls.json.journal"));
    writer.kill().unwrap();
    writer.wait().unwrap();
    drop(held);
    assert_eq!(fs::read_to_string(sandbox.path("a.txt")).unwrap(), "old");
}

#[test]
fn each_code_has_its_message_hint_and_exit_code_in_a_pipe() {
    for scenario in scenarios() {
        let sandbox = Sandbox::new();
        (scenario.prepare)(&sandbox);
        let mut command = sandbox.command(scenario.arguments);
        let output = command.envs(scenario.variable).output().unwrap();
        let text = failed(&output, scenario.exit);
        let record = Format::Tagged.parse(text.trim_end_matches('\n')).unwrap();
        let (head, _) = text.split_once('\n').unwrap();
        let summary = match scenario.code {
            // Ignore the line number in the message, which changes whenever the source file does.
            "INTERNAL" => head.rsplit_once(" (").unwrap().0,
            _ => head,
        };
        assert_eq!(summary, format!("[error:{}] {}", scenario.code, scenario.summary));
        assert_eq!(record.code, scenario.code);
        assert_eq!(record.suggestion.as_deref(), Some(scenario.hint));
        assert_eq!(record.body.as_deref(), scenario.body);
        let body = scenario.body.map_or_else(String::new, |body| format!("\n{body}\n"));
        assert_eq!(text, format!("{head}\nhint: {}\n{body}", scenario.hint));
    }
}

#[test]
fn there_is_a_scenario_for_every_tool_code() {
    let sandbox = Sandbox::new();
    let (data, _) = sandbox.succeeds(&["errors", "list", "--all", "--output", "tagged"]);
    let listed = data["errors"].as_array().unwrap();
    let declared = listed.iter().filter(|entry| entry["declared_by"].as_str().unwrap().contains("ToolError"));
    let mut declared: Vec<(&str, u64)> =
        declared.map(|entry| (entry["code"].as_str().unwrap(), entry["exit_code"].as_u64().unwrap())).collect();
    let scenarios = scenarios();
    let mut shown: Vec<(&str, u64)> =
        scenarios.iter().map(|scenario| (scenario.code, u64::try_from(scenario.exit).unwrap())).collect();
    declared.sort_unstable();
    shown.sort_unstable();
    assert_eq!(declared, shown);
    assert_eq!(shown.len(), 13);
}
