//! Tests the documentation of errfmt: the format of tool errors and its parser, the tool codes, and the hints for provider
//! errors.

use crate::sandbox::Sandbox;
use crate::scenarios::scenarios;
use agent_error::{ErrorRecord, Format, render};
use serde_json::Value;

/// Returns the code, the summary, the hint and the body of an error text, or `None` if it isn't one.
fn parsed(text: &str) -> Option<[String; 4]> {
    let record = Format::Tagged.parse(text).ok()?;
    let part = |part: &Option<String>| part.clone().unwrap_or_default();
    Some([record.code.clone(), record.message.clone(), part(&record.suggestion), part(&record.body)])
}

/// Runs `explain-error` and returns the context of its error.
fn context(sandbox: &Sandbox, message: &str, exit: i32) -> Value {
    let text = sandbox.fails(&["--output", "json", "explain-error", message], exit);
    serde_json::from_str::<Value>(&text).unwrap()["error"]["context"].clone()
}

#[test]
fn the_text_of_a_tool_error_has_the_documented_form() {
    let error = ErrorRecord::new("FILE_NOT_FOUND", "no such file: a.txt");
    assert_eq!(render(&error, Format::Tagged), "[error:FILE_NOT_FOUND] no such file: a.txt");
    let error = error.with_suggestion("Verify the path.");
    assert_eq!(render(&error, Format::Tagged), "[error:FILE_NOT_FOUND] no such file: a.txt\nhint: Verify the path.");
}

#[test]
fn an_extension_may_define_its_own_codes() {
    let error = ErrorRecord::new("ACME_QUOTA_EXCEEDED", "no quota left");
    let text = render(&error, Format::Tagged);
    assert_eq!(parsed(&text).unwrap()[0], "ACME_QUOTA_EXCEEDED");
}

#[test]
fn code_summary_hint_and_body_are_parsed() {
    for (text, expected) in [
        ("[error:TIMEOUT] too slow", ["TIMEOUT", "too slow", "", ""]),
        ("[error:TIMEOUT] too slow\nhint: Wait", ["TIMEOUT", "too slow", "Wait", ""]),
        ("[error:TIMEOUT] too slow\nhint: Wait\n\nout\nerr", ["TIMEOUT", "too slow", "Wait", "out\nerr"]),
        ("[error:TIMEOUT] too slow\n\nout", ["TIMEOUT", "too slow", "", "out"]),
    ] {
        assert_eq!(parsed(text).unwrap(), expected, "{text}");
    }
    for text in ["", "too slow", " [error:TIMEOUT] too slow", "error:TIMEOUT too slow"] {
        assert_eq!(parsed(text), None, "{text}");
    }
}

#[test]
fn a_real_error_is_parsed_to_its_parts() {
    let sandbox = Sandbox::new();
    let text = sandbox.fails(&["run", "--", "sh", "-c", "echo out; exit 3"], 1);
    let [code, summary, hint, body] = parsed(text.trim_end()).unwrap();
    assert_eq!((code.as_str(), body.as_str()), ("EXIT_NONZERO", "out"));
    assert!(summary.ends_with("exited with status 3") && hint.starts_with("Check the output"), "{text}");
}

#[test]
fn a_summary_is_one_line_without_a_trailing_period() {
    for scenario in scenarios() {
        let sandbox = Sandbox::new();
        (scenario.prepare)(&sandbox);
        let mut command = sandbox.command(scenario.arguments);
        let output = command.envs(scenario.variable).output().unwrap();
        let [code, summary, hint, _] = parsed(str::from_utf8(&output.stdout).unwrap().trim_end()).unwrap();
        assert_eq!(code, scenario.code);
        assert!(!summary.is_empty() && summary.lines().count() == 1 && !summary.ends_with('.'), "{summary:?}");
        assert!(hint.lines().count() == 1 && hint.starts_with(|first: char| first.is_uppercase()), "{hint:?}");
    }
}

#[test]
fn tool_codes_are_in_upper_snake_case() {
    for scenario in scenarios() {
        let parts = scenario.code.split('_');
        let is_upper = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase());
        assert!(parts.clone().all(is_upper), "{}", scenario.code);
    }
}

/// What a recovery must mention, by code. `scenarios` tests the complete hints.
#[test]
fn the_hint_of_each_tool_code_is_the_documented_recovery() {
    const RECOVERIES: [(&str, &str); 13] = [
        ("INVALID_ARGS", "Pass a file"),
        ("FILE_NOT_FOUND", r#"call `run` with ["find""#),
        ("FILE_STALE", "Call `read`"),
        ("FILE_TOO_LARGE", "`offset` and `limit`"),
        ("NOT_REGULAR_FILE", "Pass a regular file"),
        ("PERMISSION_DENIED", "tools can't access other paths"),
        ("NOT_UNIQUE", "Include more surrounding lines"),
        ("TIMEOUT", "Increase `timeout_ms`, or run a narrower command"),
        ("EXIT_NONZERO", "Check the output"),
        ("IO_ERROR", "often temporary"),
        ("INTERNAL", "Report this bug"),
        ("TOOL_INTERRUPTED", "repeat the call"),
        ("TOOL_DISABLED", "enable the tool with `clear`"),
    ];
    let scenarios = scenarios();
    assert_eq!(scenarios.len(), RECOVERIES.len());
    for scenario in scenarios {
        let (_, recovery) = RECOVERIES.iter().find(|(code, _)| *code == scenario.code).unwrap();
        assert!(scenario.hint.contains(recovery), "{}: {}", scenario.code, scenario.hint);
    }
}

#[test]
fn an_authentication_error_has_a_diagnostic_code() {
    let sandbox = Sandbox::new();
    for (message, code) in [
        ("anthropic API error 403: Forbidden", "auth.missing_api_key"),
        ("401 Unauthorized: local server requires authentication", "auth.local_server"),
        ("openai API error 401: Incorrect API key provided", "auth.invalid_key"),
    ] {
        assert_eq!(context(&sandbox, message, 8)["diag_code"], code, "{message}");
    }
}

#[test]
fn other_errors_have_no_diagnostic_code() {
    let sandbox = Sandbox::new();
    for (message, exit) in [("429", 11), ("connection refused", 12), ("timed out", 10), ("HTTP 503", 12), ("what?", 1)]
    {
        assert!(context(&sandbox, message, exit).get("diag_code").is_none(), "{message}");
    }
}

#[test]
fn an_unknown_error_is_displayed_unchanged() {
    let sandbox = Sandbox::new();
    for message in ["something completely random", "first line\n  second line", "ends with a period."] {
        assert_eq!(sandbox.fails(&["explain-error", message], 1), format!("{message}\n"));
    }
}

#[test]
fn a_known_error_is_displayed_as_its_summary_and_one_bullet_per_hint() {
    let sandbox = Sandbox::new();
    let human = |message: &str| {
        let output = sandbox.run(&["--output", "human", "explain-error", message]);
        String::from_utf8(output.stderr).unwrap()
    };
    let local = human("Local Server says no");
    let (summary, _) = local.split_once('\n').unwrap();
    assert_eq!((summary.starts_with("error[AUTH_LOCAL_SERVER]: "), local.matches("• ").count()), (true, 2), "{local}");
    // A single hint has no bullet.
    let refused = human("connection refused");
    assert!(refused.contains("    help: ") && !refused.contains('•'), "{refused}");
}

#[test]
fn the_most_specific_class_is_checked_first() {
    let sandbox = Sandbox::new();
    for (message, exit, code) in [
        ("401 from the local server", 8, "AUTH_LOCAL_SERVER"),
        ("500: rate limit storage is down", 11, "PROVIDER_RATE_LIMIT"),
    ] {
        let text = sandbox.fails(&["explain-error", message], exit);
        assert!(text.starts_with(&format!("[error:{code}] ")), "{text}");
    }
}
