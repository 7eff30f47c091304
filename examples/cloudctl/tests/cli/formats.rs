//! Output formats, output streams, and secrets that no format may show.

use crate::sandbox::Sandbox;
use serde_json::{Value, json};
use std::io::Read as _;
use std::net::TcpStream;
use std::process::Stdio;

#[test]
fn agent_mode_ignores_the_environment() {
    let sandbox = Sandbox::new(&[]);
    let expected = r#"{"error":{"code":"AUTH_ERROR","message":"no credentials configured\n\nRun `cloudctl auth login` to set up your credentials","details":{"status":401}}}"#;
    for variables in [&[][..], &[("CI", "1")], &[("CLOUDCTL_OUTPUT", "human")]] {
        let mut command = sandbox.command(&["balance", "--agent"]);
        let output = command.envs(variables.iter().copied()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("{expected}\n"));
        assert_eq!(output.stdout, b"");
    }
}

#[test]
fn output_to_a_pipe_is_an_envelope_by_default() {
    let sandbox = Sandbox::new(&[]);
    let output = sandbox.run(&["balance"]);
    let envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&envelope["ok"], &envelope["error"]["code"]), (&json!(false), &json!("AUTH_ERROR")));
    assert!(envelope["error"]["suggestion"].as_str().unwrap().contains("`cloudctl auth login --user NAME`"));
    assert_eq!(output.stderr, b"");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn there_is_no_prompt_in_a_pipe_even_without_agent_mode() {
    let sandbox = Sandbox::admin();
    for (arguments, code) in [
        (&["instances", "get"][..], "INTERACTIVE_PROMPT_BLOCKED"),
        (&["instances", "create"], "MISSING_REQUIRED_FLAGS"),
        (&["instances", "delete", "inst-1"], "CONFIRMATION_REQUIRED"),
        (&["auth", "login"], "MISSING_REQUIRED_FLAGS"),
        (&["auth", "login", "--user", "admin"], "INTERACTIVE_PROMPT_BLOCKED"),
    ] {
        for format in ["json", "human"] {
            let mut command = sandbox.command(&[arguments, &["--output", format]].concat());
            // Keep standard input open, so that an unexpected prompt would block.
            let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let mut text = String::new();
            child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
            child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
            assert!(text.contains(code), "{text}");
            assert!(!text.contains("agent mode"), "it was not asked for: {text}");
            assert_eq!(child.wait().unwrap().code(), Some(2));
        }
    }
}

#[test]
fn a_blocked_prompt_outside_agent_mode_suggests_the_flag() {
    let sandbox = Sandbox::admin();
    for (arguments, message, advice) in [
        (
            &["instances", "get"][..],
            "select prompt not available in non-interactive mode",
            "Pass the answer as the argument `INSTANCE`, then call again",
        ),
        (
            &["auth", "login", "--user", "admin"],
            "password prompt not available in non-interactive mode",
            "Pass the answer as the variable `CLOUDCTL_PASSWORD`, or on standard input with `--password-stdin`, then call again",
        ),
        (
            &["instances", "delete", "inst-1"],
            "destructive action \"delete\" requires --yes in non-interactive mode",
            "Ask the user for confirmation, then call again with --yes",
        ),
    ] {
        let envelope: Value = serde_json::from_slice(&sandbox.run(arguments).stdout).unwrap();
        assert_eq!(
            (&envelope["error"]["message"], &envelope["error"]["suggestion"]),
            (&json!(message), &json!(advice))
        );
    }
}

#[test]
fn output_for_people_is_text() {
    let sandbox = Sandbox::admin();
    let text = |arguments: &[&str]| {
        let output = sandbox.run(&[arguments, &["--output", "human"]].concat());
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let list = "\
ID      HOSTNAME    STATUS   TYPE        OS            LOCATION  IP
inst-1  gpu-runner  running  1V100.6V    ubuntu-24.04  FIN-01    203.0.113.10
inst-2  archive     offline  CPU.4V.16G  ubuntu-24.04  FIN-01    203.0.113.11
";
    assert_eq!(text(&["instances", "list"]), list);
    assert_eq!(text(&["balance"]), "10.00 EUR\n");
    assert_eq!(text(&["instances", "shutdown", "inst-1", "--yes"]), "Shut down gpu-runner (inst-1).\n");
    let page = "\
archive
  id        inst-2
  status    offline
  type      CPU.4V.16G
  os        ubuntu-24.04
  location  FIN-01
  ip        203.0.113.11
";
    assert_eq!(text(&["instances", "get", "archive"]), page);
    for name in ["gpu-runner", "archive"] {
        text(&["instances", "delete", name, "--yes"]);
    }
    assert!(text(&["instances", "list"]).starts_with("The account has no instances.\n"));
    assert_eq!(text(&["auth", "logout"]), "Logged out.\n");
    assert_eq!(text(&["auth", "logout"]), "No user was logged in.\n");
}

#[test]
fn errors_for_people_include_cause_and_advice() {
    let sandbox = Sandbox::new(&[]);
    let mut login =
        sandbox.command(&["auth", "login", "--user", "a", "--output", "human", "--endpoint", "http://127.0.0.1:1"]);
    let output = login.env("CLOUDCTL_PASSWORD", "hunter2").output().unwrap();
    let refused = TcpStream::connect("127.0.0.1:1").unwrap_err().to_string();
    let refused = refused.replace("(os error 111)", "(ECONNREFUSED, os error 111)");
    let expected = format!(
        "error[API_UNREACHABLE]: cannot reach http://127.0.0.1:1: connection refused

   cause: {refused}
    help: Check that the API is running, that `--endpoint` has the right port, and that the network is up
   retry: the same call may succeed later; wait 1s; double the pause each time
    docs: https://cloudctl.example.com/errors/API_UNREACHABLE
"
    );
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    assert_eq!(output.stdout, b"");
}

#[test]
fn the_crate_parses_the_error() {
    let sandbox = Sandbox::admin();
    let output = sandbox.run(&["--agent", "instances", "get", "inst-9"]);
    let record = agent_error::parse(str::from_utf8(&output.stderr).unwrap()).unwrap();
    assert_eq!((&*record.code, &*record.message), ("NOT_FOUND", "instance inst-9 does not exist"));
    assert_eq!(record.value("id"), Some(json!("inst-9")));
}

#[test]
fn a_wait_is_in_every_format_that_supports_it() {
    let sandbox = Sandbox::of(crate::ADMIN, &["--rate-limit", "0", "--retry-after", "90"]);
    let envelope: Value = serde_json::from_slice(&sandbox.run(&["balance"]).stdout).unwrap();
    assert_eq!(envelope["error"]["retry_after_ms"], 90_000);
    let error = &envelope["error"];
    assert_eq!((&error["retryable"], &error["context"]["retry_after_s"]), (&json!(true), &json!(90)));
    let human = String::from_utf8(sandbox.run(&["balance", "--output", "human"]).stderr).unwrap();
    assert!(human.contains("wait 1m"), "{human}");
}

#[test]
fn a_signal_during_a_call_is_reported() {
    let sandbox = Sandbox::admin();
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let mut command = sandbox.command(&["--agent", "auth", "login", "--user", "admin", "--endpoint", &endpoint]);
    command.env("CLOUDCTL_PASSWORD", "hunter2").stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // The command is now connected and waiting for the response.
    let _connection = listener.accept().unwrap();
    let kill = std::process::Command::new("/bin/sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let envelope: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(envelope["error"]["code"], "INTERRUPTED");
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&output.status), Some(2));
}

#[test]
fn usage_errors_respect_agent_mode() {
    let sandbox = Sandbox::new(&[]);
    for (arguments, code) in [
        (&[][..], "MISSING_COMMAND"),
        (&["instances"], "MISSING_COMMAND"),
        (&["instance", "list"], "UNKNOWN_COMMAND"),
        (&["instances", "list", "--all"], "UNKNOWN_FLAG"),
        (&["instances", "get", ""], "VALIDATION_ERROR"),
        (&["errors", "explain"], "MISSING_REQUIRED_FLAGS"),
    ] {
        let output = sandbox.run(&[arguments, &["--agent"]].concat());
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
        let envelope: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(envelope["error"]["code"], code);
    }
}

#[test]
fn help_has_no_password_argument() {
    let sandbox = Sandbox::new(&[]);
    let output = sandbox.command(&["auth", "login", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(help.contains("--password-stdin") && help.contains("CLOUDCTL_PASSWORD"), "{help}");
    assert!(!help.contains("--password "), "{help}");
}
