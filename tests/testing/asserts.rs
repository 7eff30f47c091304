//! Tests of each assertion with correct and incorrect output.

use crate::snapshots::same;
use crate::{answers, misbehaves, refused, sh};
use agent_error::format::Stream;
use agent_error_testing::Run;
use snapbox::file;
use std::panic::{AssertUnwindSafe, catch_unwind};

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
    answers("fail")
        .env("ANSWERS_OUTPUT", "human")
        .run()
        .assert_code("SERVICE_DOWN")
        .assert_stream(Stream::Stderr);
    for format in ["nested", "flat", "xml", "tagged", "problem"] {
        answers("fail")
            .args(["--output", format])
            .run()
            .assert_code("SERVICE_DOWN")
            .assert_exit(12);
    }
}

#[test]
fn a_record_has_the_facts_of_the_error() {
    let record = answers("fail").run().record().unwrap();
    assert_eq!(record.suggestion(), Some("Start postgres"));
    assert_eq!(record.context().get("service").unwrap(), "postgres");
    assert!(answers("ok").run().record().is_none());
    assert!(misbehaves("prose").run().record().is_none());
    assert!(
        misbehaves("log-before").run().record().is_none(),
        "what an agent cannot parse is not an answer"
    );
    assert_eq!(
        misbehaves("human").run().record().unwrap().code(),
        "NOT_FOUND"
    );
}

#[test]
fn a_failed_assertion_shows_the_command_exit_and_streams() {
    let run = misbehaves("both-streams").run();
    let message = refused(|| run.assert_code("GONE"));
    let duration = message
        .split("after ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .to_owned();
    let expected = format!(
        r#"expected the code GONE; found the code NOT_FOUND
command: {} both-streams
    end: exit code 5 after {duration} ms
 stdout: {{"ok":false,"data":null,"error":{{"code":"NOT_FOUND","message":"user eve does not exist","suggestion":"List them with `tool list`"}},"warnings":[],"meta":{{"duration_ms":0}}}}
 stderr: failed: user eve does not exist"#,
        env!("CARGO_BIN_EXE_misbehaves")
    );
    assert_eq!(message, expected);
    let run = sh("printf 'a\\nb\\n\\033[1m'; exit 1").run();
    let message = refused(|| run.assert_code("X"));
    assert!(
        message.ends_with("\n stdout: a\n         b\n stderr: nothing"),
        "{message}"
    );
}

/// Checks runs with all assertions, and describes those that fail.
fn failures<'r>(run: &'r Run) -> String {
    let assertions: [(&str, &dyn Fn() -> &'r Run); 6] = [
        ("code", &|| run.assert_code("X")),
        ("exit", &|| run.assert_exit(0)),
        ("stdout", &|| run.assert_stream(Stream::Stdout)),
        ("stderr", &|| run.assert_stream(Stream::Stderr)),
        ("schema", &|| run.assert_schema()),
        ("trace", &|| run.assert_no_trace()),
    ];
    let failed = assertions.into_iter().filter_map(|(name, assert)| {
        let payload = catch_unwind(AssertUnwindSafe(assert)).err()?;
        let message = payload.downcast::<String>().unwrap();
        Some(format!("  {name}: {}\n", message.lines().next().unwrap()))
    });
    failed.collect()
}

#[test]
fn each_misbehavior_fails_the_assertions_that_it_breaks() {
    let modes = [
        "good",
        "prose",
        "no-code",
        "log-before",
        "no-utf8",
        "abort",
        "wrong-stream",
        "both-streams",
        "human",
        "invalid",
        "trace-inside",
        "frames-on-stdout",
        "panic",
    ];
    let runs = modes.map(|mode| (mode.to_owned(), misbehaves(mode).run()));
    let scripts = [
        r#"echo "thread 'main' panicked at src/main.rs:2:5:"; exit 101"#,
        r#"printf '%s' '{"error":{"code":"X","message":"boom\n\tat com.acme.Tool.main(Tool.java:3)"}}' >&2"#,
        "echo '[error:A] a'; echo '[error:A] a' >&2; exit 1",
    ];
    let scripts = scripts.map(|script| (script.to_owned(), sh(script).run()));
    let shown = runs
        .iter()
        .chain(&scripts)
        .map(|(name, run)| format!("{name}\n{}", failures(run)));
    same(shown.collect::<String>(), file!["snapshots/asserts.txt"]);
}

#[test]
fn secrets() {
    let secret = |script: &str| {
        let run = sh(script).run();
        let message = refused(|| run.assert_no_secret(["other", "hunter2&x"]));
        message.lines().next().unwrap().to_owned()
    };
    let found = |form: &str| {
        format!("expected no secret on any stream; found the secret \"hunter2&x\" on {form}")
    };
    assert_eq!(
        secret("echo 'logging in with hunter2&x' >&2"),
        found("stderr, unencoded")
    );
    assert_eq!(
        secret("printf '%s' '{\"p\":\"hunter2\\u0026x\"}'"),
        found("stdout, escaped as in JSON")
    );
    assert_eq!(
        secret("echo https://eve:hunter2%26x@example.com"),
        found("stdout, escaped as in a URL")
    );
    assert_eq!(
        secret("echo 'Authorization: Basic ZXZlOmh1bnRlcjImeA==' >&2"),
        found("stderr, in base64")
    );
    assert_eq!(
        secret("echo '<p>hunter2&amp;x</p>'"),
        found("stdout, escaped as in XML")
    );
    sh("echo hunter3; echo aHVudGVyMw== >&2")
        .run()
        .assert_no_secret(["hunter2"]);
    let run = sh("true").run();
    let short = refused(|| run.assert_no_secret([""]));
    assert!(
        short.starts_with(
            "expected a secret of at least 4 bytes; found \"\", which may occur by chance"
        ),
        "{short}"
    );
}
