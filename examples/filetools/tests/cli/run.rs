//! Tests of `run`: commands, their output, and how they exit.

use crate::sandbox::{Sandbox, failed};
use serde_json::json;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_command_runs_in_the_root_without_a_shell() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "");
    let (data, _) = sandbox.succeeds(&["run", "--", "echo", "*", "$HOME"]);
    assert_eq!(data, json!({"command": ["echo", "*", "$HOME"], "status": 0, "output": "* $HOME\n"}));
    let (data, _) = sandbox.succeeds(&["run", "sh", "-c", "echo *; echo error >&2"]);
    assert_eq!(data["output"], "a.txt\nerror\n");
    let elsewhere = ["--root", sandbox.root().to_str().unwrap(), "run", "--", "ls"].map(str::to_owned);
    let output = sandbox.command(&elsewhere.each_ref().map(String::as_str)).current_dir("/").output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("\"output\":\"a.txt\\n\""));
}

#[test]
fn standard_input_is_not_the_commands() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.succeeds(&["run", "--", "cat"]).0["output"], "");
}

#[test]
fn an_exit_status_and_a_signal_are_distinguished() {
    let sandbox = Sandbox::new();
    for (script, ending) in [
        ("exit 1", "exited with status 1"),
        ("exit 255", "exited with status 255"),
        ("kill -9 $$", "was killed by signal 9"),
    ] {
        let text = sandbox.fails(&["run", "--", "sh", "-c", script], 1);
        assert!(text.starts_with(&format!("[error:EXIT_NONZERO] `sh -c '{script}'` {ending}\n")), "{text}");
    }
    let text = sandbox.fails(&["run", "--output", "json", "--", "sh", "-c", "echo no; exit 7"], 1);
    let envelope: serde_json::Value = serde_json::from_str(&text).unwrap();
    let context = json!({"command": "`sh -c 'echo no; exit 7'`", "ending": {"status": 7}, "output": "no"});
    assert_eq!(envelope["error"]["context"], context);
}

#[test]
fn long_output_is_truncated_in_the_middle() {
    let sandbox = Sandbox::new();
    let script = "echo first; yes | head -c 10000000; echo last; exit 1";
    let text = sandbox.fails(&["run", "--", "sh", "-c", script], 1);
    assert!(text.len() < 40_000, "{}", text.len());
    let (_, body) = text.split_once("\n\n").unwrap();
    assert!(body.starts_with("first\ny\n") && body.ends_with("y\nlast\n"), "{body}");
    assert!(body.contains("\n... [9967243 bytes omitted] ...\n"), "{}", &body[16_380..16_500]);
}

#[test]
fn binary_output_is_shown_lossily() {
    let sandbox = Sandbox::new();
    let (data, _) = sandbox.succeeds(&["run", "--", "printf", "a\\377b"]);
    assert_eq!(data["output"], "a\u{fffd}b");
}

#[test]
fn a_timeout_kills_all_child_processes() {
    let sandbox = Sandbox::new();
    sandbox.make_pipe("alive");
    // Both shells keep the pipe open. Reading from it ends when both have exited.
    let script = "exec 3> alive; (trap '' TERM; sleep 600; sleep 600) & trap '' TERM; sleep 600; sleep 600";
    let path = sandbox.path("alive");
    let gone = thread::spawn(move || {
        let mut pipe = std::fs::File::open(path).unwrap();
        pipe.read_to_end(&mut Vec::new()).unwrap();
    });
    let started = Instant::now();
    let text = sandbox.fails(&["run", "--timeout-ms", "300", "--", "sh", "-c", script], 10);
    assert!(text.contains("timed out after 300 ms\nhint: Increase `timeout_ms`"), "{text}");
    gone.join().unwrap();
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_command_may_clean_up_before_it_is_killed() {
    let sandbox = Sandbox::new();
    let script = "trap 'echo cleaned; exit' TERM; echo begun; sleep 600 & wait";
    let text = sandbox.fails(&["run", "--timeout-ms", "500", "--", "sh", "-c", script], 10);
    assert!(text.ends_with("\n\nbegun\ncleaned\n"), "{text}");
}

#[test]
fn background_processes_are_not_waited_for() {
    let sandbox = Sandbox::new();
    let started = Instant::now();
    let (data, _) = sandbox.succeeds(&["run", "--", "sh", "-c", "sleep 600 & echo done"]);
    assert_eq!(data["output"], "done\n");
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_command_that_cannot_start_is_reported_with_the_reason() {
    let sandbox = Sandbox::new();
    sandbox.write("plain", "echo hi");
    sandbox.write("junk", "\0\u{1}");
    std::fs::set_permissions(sandbox.path("junk"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut missing = sandbox.command(&["run", "--", "no-such-program", "x"]);
    assert_eq!(
        failed(&missing.env("PATH", sandbox.root()).output().unwrap(), 5),
        "[error:FILE_NOT_FOUND] cannot start no-such-program: not found\n\
         hint: Check the name of the program; for shell built-ins, use [\"sh\", \"-c\", \"...\"]\n",
    );
    sandbox.refuses(
        &["run", "--", "./plain"],
        7,
        "[error:PERMISSION_DENIED] cannot start ./plain: permission denied\n\
         hint: Use an executable program, or run a script with its interpreter, such as [\"sh\", PATH]",
    );
    sandbox.refuses(
        &["run", "--", "./junk"],
        2,
        "[error:INVALID_ARGS] invalid arguments: ./junk is not a program for this machine\n\
         hint: Run the script with its interpreter, such as [\"sh\", PATH]",
    );
    let text = sandbox.fails(&["run", "--timeout-ms", "600001", "--", "ls"], 2);
    assert!(text.starts_with("[error:INVALID_ARGS] invalid arguments: `timeout_ms` is 600001; the limit is 600000\n"));
}
