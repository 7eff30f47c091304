//! Tests of what is written to which stream outside a terminal.

use crate::{answers, output};
use serde_json::Value;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::process::Stdio;

/// Parses the only line of standard output and removes the duration.
fn envelope(stdout: &str) -> Value {
    let line = stdout.strip_suffix('\n').unwrap();
    assert!(!line.contains('\n'), "one line: {line}");
    let mut envelope: Value = serde_json::from_str(line).unwrap();
    assert!(envelope["meta"]["duration_ms"].take().is_u64());
    envelope
}

#[test]
fn an_error_in_a_pipe_is_an_envelope_on_stdout() {
    let (exit, stdout, stderr) = output(answers(&["fail"]));
    assert_eq!(exit, Some(12));
    assert_eq!(stderr, "");
    assert_eq!(
        envelope(&stdout),
        serde_json::json!({
            "ok": false,
            "data": null,
            "error": {
                "code": "SERVICE_DOWN",
                "message": "postgres does not respond",
                "suggestion": "Start postgres",
                "docs_url": "https://answers.example.com/SERVICE_DOWN",
                "retryable": true,
                "context": {"service": "postgres"}
            },
            "warnings": [],
            "meta": {"duration_ms": null}
        })
    );
}

#[test]
fn a_successful_envelope_has_the_same_members() {
    let (exit, stdout, stderr) = output(answers(&["ok"]));
    assert_eq!((exit, stderr.as_str()), (Some(0), ""));
    let envelope = envelope(&stdout);
    assert_eq!(envelope["ok"], true);
    assert_eq!(envelope["data"], serde_json::json!(["a", "b"]));
    assert_eq!(envelope["error"], Value::Null);
    assert_eq!(envelope["warnings"], serde_json::json!(["c is missing"]));
}

#[test]
fn a_failure_with_exit_code_zero_exits_with_one() {
    let (exit, stdout, _) = output(answers(&["zero"]));
    assert_eq!(exit, Some(1));
    assert_eq!(envelope(&stdout)["error"]["code"], "ZERO");
}

#[test]
fn a_single_value_is_wrapped_in_an_object() {
    let (_, stdout, _) = output(answers(&["number"]));
    assert_eq!(envelope(&stdout)["data"], serde_json::json!({"value": 7}));
}

#[test]
fn a_result_that_cannot_be_serialized_is_null_with_a_warning() {
    for (mode, reason) in [
        ("unserializable", "broken on purpose"),
        ("panics", "its `Serialize` impl panicked"),
        ("path", "path contains invalid UTF-8 characters"),
    ] {
        let warning = format!("the result can't be shown as JSON: {reason}");
        let (exit, stdout, _) = output(answers(&[mode]));
        assert_eq!(exit, Some(0));
        let envelope = envelope(&stdout);
        assert_eq!(envelope["ok"], true);
        assert_eq!(envelope["data"], Value::Null);
        assert_eq!(envelope["warnings"], serde_json::json!([warning]));
        // Other formats have no place for warnings.
        for format in ["brief", "human"] {
            let (exit, stdout, stderr) = output(answers(&[mode, "--output", format]));
            assert_eq!((exit, stdout.contains("bro")), (Some(0), false));
            assert!(
                stderr.ends_with(&format!("warning: {warning}\n")),
                "{format}: {stderr}"
            );
        }
    }
}

#[test]
fn human_text_goes_to_stderr_and_leaves_stdout_empty() {
    for (arguments, variable) in [
        (&["fail", "--output", "human"][..], None),
        (&["fail"][..], Some("human")),
    ] {
        let mut command = answers(arguments);
        command.envs(variable.map(|value| ("ANSWERS_OUTPUT", value)));
        let (exit, stdout, stderr) = output(command);
        assert_eq!((exit, stdout.as_str()), (Some(12), ""));
        assert_eq!(
            stderr,
            "error[SERVICE_DOWN]: postgres does not respond\n\n    help: Start postgres\n   retry: the same call may \
             succeed later\n    docs: https://answers.example.com/SERVICE_DOWN\n"
        );
    }
}

#[test]
fn a_result_for_people_is_text_with_warnings_on_stderr() {
    let (exit, stdout, stderr) = output(answers(&["ok", "--output=human"]));
    assert_eq!(
        (exit, stdout.as_str(), stderr.as_str()),
        (Some(0), "a and b\n", "warning: c is missing\n")
    );
}

#[test]
fn an_invalid_format_variable_is_a_warning() {
    let warned = |arguments: &[&str]| {
        let mut command = answers(arguments);
        command.env("ANSWERS_OUTPUT", "yaml");
        output(command)
    };
    let warning = "ANSWERS_OUTPUT=yaml is not a format; expected one of human, json, brief, problem, nested, flat, xml, tagged";
    let (_, stdout, stderr) = warned(&["fail"]);
    assert_eq!(
        (&envelope(&stdout)["warnings"], stderr.as_str()),
        (&serde_json::json!([warning]), "")
    );
    // The other formats have no place for warnings.
    assert_eq!(
        warned(&["fail", "--output", "tagged"]).2,
        format!("warning: {warning}\n")
    );
}

#[test]
fn an_envelope_is_written_at_once() {
    for (mode, length) in [("fail", 200), ("long", 5_000)] {
        let (ours, theirs) = UnixDatagram::pair().unwrap();
        let status = answers(&[mode])
            .stdout(Stdio::from(OwnedFd::from(theirs)))
            .status()
            .unwrap();
        assert_ne!(status.code(), Some(0));
        let mut datagram = vec![0; 100_000];
        let received = ours.recv(&mut datagram).unwrap();
        let text = std::str::from_utf8(&datagram[..received]).unwrap();
        assert!(
            text.len() > length && text.ends_with("}\n"),
            "one datagram holds all of it: {text}"
        );
        ours.set_nonblocking(true).unwrap();
        assert!(
            ours.recv(&mut datagram).is_err(),
            "there was a second write"
        );
    }
}

#[test]
fn a_full_disk_makes_printed_text_and_text_for_people_a_failure() {
    for (arguments, expected) in [
        (&["unit"][..], r#""code":"OUTPUT_NOT_WRITTEN""#),
        (&["ok", "--output=human"], "error[OUTPUT_NOT_WRITTEN]: "),
    ] {
        let mut command = answers(arguments);
        command.stdout(File::options().write(true).open("/dev/full").unwrap());
        let (exit, _, stderr) = output(command);
        assert!(exit == Some(74) && stderr.contains(expected), "{stderr}");
    }
}
