//! Tests of each assertion with correct and incorrect output.

use crate::{answers, misbehaves, refused, sh};
use agent_error::format::Stream;
use agent_error_testing::{Captured, Run};

#[test]
fn correct_output_passes_all_assertions() {
    answers("fail")
        .run()
        .assert_code("SERVICE_DOWN")
        .assert_exit(12)
        .assert_stream(Stream::Stdout)
        .assert_schema()
        .assert_no_trace()
        .assert_no_secret(["hunter2"]);
    answers("ok").run().assert_exit(0).assert_schema();
    answers("fail").env("ANSWERS_OUTPUT", "human").run().assert_code("SERVICE_DOWN").assert_stream(Stream::Stderr);
    for format in ["nested", "flat", "xml", "tagged", "problem"] {
        answers("fail").args(["--output", format]).run().assert_code("SERVICE_DOWN").assert_exit(12);
    }
}

#[test]
fn a_record_has_the_facts_of_the_error() {
    let record = answers("fail").run().record().unwrap();
    assert_eq!(record.suggestion.as_deref(), Some("Start postgres"));
    assert_eq!(record.value("service").unwrap(), "postgres");
    assert!(answers("ok").run().record().is_none());
    assert!(misbehaves("prose").run().record().is_none());
    assert!(misbehaves("log-before").run().record().is_none(), "what an agent cannot parse is not an answer");
    assert_eq!(misbehaves("human").run().record().unwrap().code, "NOT_FOUND");
}

#[test]
fn a_failed_assertion_shows_the_command_exit_and_streams() {
    let message = refused(|| {
        misbehaves("both-streams").run().assert_code("GONE");
    });
    let duration = message.split("after ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let expected = format!(
        r#"expected the code GONE; found the code NOT_FOUND
command: {} both-streams
    end: exit code 5 after {duration} ms
 stdout: {{"ok":false,"data":null,"error":{{"code":"NOT_FOUND","message":"user eve does not exist","suggestion":"List them with `tool list`","retryable":false}},"warnings":[],"meta":{{"duration_ms":0,"schema_version":"1.0"}}}}
 stderr: failed: user eve does not exist"#,
        env!("CARGO_BIN_EXE_misbehaves")
    );
    assert_eq!(message, expected);
    let message = refused(|| {
        sh("printf 'a\\nb\\n\\033[1m'; exit 1").run().assert_code("X");
    });
    assert!(message.ends_with("\n stdout: a\n         b\n stderr: nothing"), "{message}");
}

/// Returns the first line of an assertion's message about a misbehaving program.
#[track_caller]
fn about(mode: &str, assert: impl Fn(&Run)) -> String {
    let message = refused(|| {
        assert(&misbehaves(mode).run());
    });
    message.lines().next().unwrap().to_owned()
}

#[test]
fn codes() {
    let code = |mode| {
        about(mode, |run| {
            run.assert_code("X");
        })
    };
    assert_eq!(code("good"), "expected the code X; found the code NOT_FOUND");
    assert_eq!(code("prose"), "expected the code X; found no error in a known format");
    assert_eq!(code("no-code"), "expected the code X; found an error without a code");
    assert_eq!(code("log-before"), "expected the code X; found the error NOT_FOUND among other text on stdout");
    assert_eq!(code("no-utf8"), "expected the code X; found the error X among other text on stdout");
}

#[test]
fn exit_codes() {
    assert_eq!(
        about("good", |run| {
            run.assert_exit(0);
        }),
        "expected exit code 0; found exit code 5"
    );
    assert_eq!(
        about("abort", |run| {
            run.assert_exit(0);
        }),
        "expected exit code 0; found no exit code: the process was killed"
    );
}

#[test]
fn streams() {
    let stream = |mode, stream| {
        about(mode, |run| {
            run.assert_stream(stream);
        })
    };
    assert_eq!(
        stream("wrong-stream", Stream::Stdout),
        "expected the error on stdout alone; found the error NOT_FOUND on stderr"
    );
    assert_eq!(
        stream("both-streams", Stream::Stdout),
        "expected the error on stdout alone; found also `user eve does not exist` on stderr"
    );
    assert_eq!(
        stream("human", Stream::Stdout),
        "expected the error on stdout alone; found the error NOT_FOUND on stderr"
    );
    assert_eq!(
        stream("good", Stream::Stderr),
        "expected the error on stderr alone; found the error NOT_FOUND on stdout"
    );
    assert_eq!(
        stream("log-before", Stream::Stdout),
        "expected the error on stdout alone; \
         found the error NOT_FOUND among other text on stdout"
    );
    misbehaves("human").run().assert_stream(Stream::Stderr);
    misbehaves("wrong-stream").run().assert_stream(Stream::Stderr);
    let twice = Captured::new("[error:A] a", "[error:A] a", Some(1));
    let unmet = twice.check_stream(Stream::Stdout).unwrap_err();
    assert_eq!(unmet.found, "also the error A on stderr");
}

#[test]
fn schemas() {
    let schema = |mode| {
        about(mode, |run| {
            run.assert_schema();
        })
    };
    let invalid = schema("invalid");
    for part in ["'hint' was unexpected", "\"meta\" is a required property", "[] is not of type \"null\" at /data"] {
        assert!(invalid.contains(part), "{part}: {invalid}");
    }
    assert_eq!(schema("wrong-stream"), "expected a valid envelope alone on stdout; found nothing");
    assert_eq!(schema("no-utf8"), "expected a valid envelope alone on stdout; found invalid UTF-8 at byte 43");
    assert!(schema("log-before").starts_with("expected a valid envelope alone on stdout; found invalid JSON: "));
}

#[test]
fn traces() {
    let trace = |mode| {
        about(mode, |run| {
            run.assert_no_trace();
        })
    };
    assert_eq!(
        trace("trace-inside"),
        "expected no stack trace; found a stack trace of Python in the JSON at /error/detail: \
         Traceback (most recent call last):"
    );
    assert_eq!(
        trace("frames-on-stdout"),
        "expected no stack trace; found a stack trace of JavaScript on stdout: at run (/app/tool.js:1:7)"
    );
    // A trace on standard error is harmless.
    misbehaves("panic").run().assert_no_trace().assert_exit(101);
    let rust = sh(r#"echo "thread 'main' panicked at src/main.rs:2:5:"; exit 101"#).run();
    assert!(
        refused(|| {
            rust.assert_no_trace();
        })
        .contains("a stack trace of Rust on stdout")
    );
    let nested = r#"printf '%s' '{"error":{"code":"X","message":"boom\n\tat com.acme.Tool.main(Tool.java:3)"}}' >&2"#;
    let found = sh(nested).run().check_no_trace().unwrap_err().found;
    assert_eq!(found, "a stack trace of Java in the JSON at /message: at com.acme.Tool.main(Tool.java:3)");
}

#[test]
fn secrets() {
    let secret = |script: &str| {
        let run = sh(script).run();
        refused(|| {
            run.assert_no_secret(["other", "hunter2&x"]);
        })
        .lines()
        .next()
        .unwrap()
        .to_owned()
    };
    let found = |form: &str| format!("expected no secret on any stream; found the secret \"hunter2&x\" on {form}");
    assert_eq!(secret("echo 'logging in with hunter2&x' >&2"), found("stderr, unencoded"));
    assert_eq!(secret("printf '%s' '{\"p\":\"hunter2\\u0026x\"}'"), found("stdout, escaped as in JSON"));
    assert_eq!(secret("echo https://eve:hunter2%26x@example.com"), found("stdout, escaped as in a URL"));
    assert_eq!(secret("echo 'Authorization: Basic ZXZlOmh1bnRlcjImeA==' >&2"), found("stderr, in base64"));
    assert_eq!(secret("echo '<p>hunter2&amp;x</p>'"), found("stdout, escaped as in XML"));
    sh("echo hunter3; echo aHVudGVyMw== >&2").run().assert_no_secret(["hunter2"]);
    let short = refused(|| {
        sh("true").run().assert_no_secret([""]);
    });
    assert!(
        short.starts_with("expected a secret of at least 4 bytes; found \"\", which may occur by chance"),
        "{short}"
    );
}
