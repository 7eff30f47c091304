//! Finds stack traces, which agents can't act on.

use super::captured::Captured;
use agent_error::__private::clean_capped;
use agent_error::ErrorRecord;
use regex::bytes::Regex;
use serde_json::Value;
use std::sync::LazyLock;

/// Regular expressions that only match stack traces, each with its language.
const SIGNS: [(&str, &str); 20] = [
    ("Rust", r"panicked at [^\n]*\.rs:\d+"),
    ("Rust", r"^thread '[^'\n]*'( \(\d+\))? panicked at"),
    ("Rust", r"^\s*stack backtrace:"),
    ("Rust", r"^\s+\d+: .*\n\s+at \S+\.rs:\d+"),
    ("Rust", r"run with `RUST_BACKTRACE="),
    ("Python", r"Traceback \(most recent call last\)"),
    ("Python", r#"^\s*File "[^"\n]+", line \d+(, in |\r?$)"#),
    ("JavaScript", r"^\s*at (async )?\S.* \(\S+:\d+:\d+\)\r?$"),
    (
        "JavaScript",
        r"^\s+at (async )?(file:|node:|/|[A-Z]:\\)\S*:\d+:\d+\r?$",
    ),
    (
        "Java",
        r"^\s*at [\w.$/<>@-]+\((\w+\.(java|kts?|scala|groovy|clj):\d+|Native Method|Unknown Source)\)",
    ),
    ("Java", r#"^Exception in thread ""#),
    ("Go", r"^goroutine \d+ \[[^\]\n]+\]:"),
    ("Go", r"^\s+\S+\.go:\d+ \+0x[0-9a-f]+\r?$"),
    ("Go", r"^panic: .*\n\n?(goroutine|\[signal)"),
    (".NET", r"^\s*at [\w.<>`+]+\(.*\) in .*:line \d+"),
    (".NET", r"^Unhandled exception[.:]"),
    ("Ruby", r"\.rb:\d+:in [`']"),
    ("PHP", r"^(PHP )?Fatal error: +Uncaught "),
    ("PHP", r"^#\d+ \S+\.php\(\d+\): "),
    ("PHP", r"^#\d+ \{main\}"),
];

static PATTERNS: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    let mut patterns = Vec::new();
    for (language, sign) in SIGNS {
        // A unit test checks that all patterns are valid.
        if let Ok(pattern) = Regex::new(&format!("(?m-u){sign}")) {
            patterns.push((language, pattern));
        }
    }
    patterns
});

/// Finds a stack trace on standard output. If the output is JSON, also searches its strings.
pub(super) fn on_stdout(captured: &Captured) -> Option<String> {
    if let Ok(value) = serde_json::from_slice(&captured.stdout)
        && let Some(trace) = in_value(&value, "")
    {
        return Some(trace);
    }
    in_text(&captured.stdout, "on stdout")
}

/// Finds a stack trace in the strings of an error record.
pub(super) fn in_record(record: &ErrorRecord) -> Option<String> {
    in_value(&serde_json::to_value(record).ok()?, "")
}

fn in_value(value: &Value, pointer: &str) -> Option<String> {
    match value {
        Value::String(text) => in_text(text.as_bytes(), &format!("in the JSON at {pointer}")),
        Value::Array(values) => values
            .iter()
            .enumerate()
            .find_map(|(index, value)| in_value(value, &format!("{pointer}/{index}"))),
        Value::Object(members) => members
            .iter()
            .find_map(|(name, value)| in_value(value, &format!("{pointer}/{name}"))),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn in_text(text: &[u8], place: &str) -> Option<String> {
    let matches = PATTERNS
        .iter()
        .filter_map(|(language, pattern)| Some((pattern.find(text)?.start(), *language)));
    let (start, language) = matches.min_by_key(|(start, _)| *start)?;
    let before = &text[..start];
    let newline = before.iter().rposition(|byte| *byte == b'\n');
    let start_of_line = newline.map_or(0, |newline| newline + 1);
    let mut lines = text[start_of_line..].split(|byte| *byte == b'\n');
    let line = lines.find(|line| !line.trim_ascii().is_empty());
    let text_of_line = String::from_utf8_lossy(line.unwrap_or_default());
    let shown = clean_capped(&text_of_line, 200);
    Some(format!(
        "a stack trace of {language} {place}: {}",
        shown.trim()
    ))
}

#[cfg(test)]
mod tests {
    use super::{PATTERNS, SIGNS, in_text};

    #[test]
    fn every_sign_is_a_valid_pattern() {
        assert_eq!(PATTERNS.len(), SIGNS.len());
    }

    #[test]
    fn traces_of_each_language_are_found() {
        for (language, text) in [
            (
                "Rust",
                "\nthread 'main' (123) panicked at src/main.rs:2:5:\nboom\n",
            ),
            (
                "Rust",
                "   0: tool::main\n             at ./src/main.rs:2:5\n",
            ),
            (
                "Python",
                "Traceback (most recent call last):\n  File \"x.py\", line 1, in <module>\nValueError",
            ),
            (
                "Python",
                "  File \"x.py\", line 1\n    a b\nSyntaxError: invalid syntax",
            ),
            ("JavaScript", "Error: boom\n    at run (/app/x.js:1:7)\n"),
            (
                "JavaScript",
                "    at node:internal/main/run_main_module:36:49",
            ),
            (
                "Java",
                "Exception in thread \"main\" java.lang.RuntimeException: boom\n\tat Main.main(Main.java:3)",
            ),
            ("Java", "\tat com.acme.Tool.lambda$run$0(Tool.kt:12)\n"),
            (
                "Go",
                "panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:4 +0x18\n",
            ),
            (
                ".NET",
                "Unhandled exception. System.Exception: boom\n   at Tool.Main() in /app/Main.cs:line 5",
            ),
            ("Ruby", "x.rb:1:in `run': boom (RuntimeError)\n"),
            (
                "PHP",
                "PHP Fatal error:  Uncaught Exception: boom in /app/x.php:2\nStack trace:\n#0 {main}",
            ),
        ] {
            let trace = in_text(text.as_bytes(), "");
            assert!(
                trace.is_some_and(
                    |trace| trace.starts_with(&format!("a stack trace of {language} "))
                ),
                "{text}"
            );
        }
    }

    #[test]
    fn prose_is_not_a_trace() {
        for text in [
            "cannot connect at localhost:5432",
            "error at line 3, column 7 (see docs)",
            "  at 10:30:15 the server (10.0.0.1) was down",
            "the file \"x.py\", line 3, is empty",
            "panic is not a plan",
            "use File \"a\" instead",
        ] {
            assert!(in_text(text.as_bytes(), "").is_none(), "{text}");
        }
    }
}
