//! Tests `agent_error_formats::TAGGED` and the file errors of the example filetools against
//! `errfmt.json`.

use crate::examples::filetools_tools::ToolError;
use crate::verdict::{Comparison, Verdict};
use crate::{CONTROL, EMPTY, List, clean, shown_message, text};
use agent_error::{AgentError, ErrorRecord, render};
use agent_error_formats::TAGGED;
use serde_json::{Value, json};
use std::io::{self, ErrorKind};

const ONE_LINE: &str = "a line break in a code, a summary or a hint becomes a space";
const BRACKET: &str = "`]` in a code becomes an underscore";
const BLANK_HINT: &str = "a hint of white space alone is left out";
const CARRIAGE_RETURN: &str = "the carriage return of a line break is not read";
const BLANK_LINE: &str = "one blank line before the body is dropped without a hint, too";
const MISSING_FILE: &str = "filetools reports a missing file as such if it writes, too";
const BELOW_A_FILE: &str =
    "filetools reports a path that can't exist, such as one below a file, as an invalid argument";

/// A case's own reading shows what the original loses. This crate loses nothing.
const LOST: &str = "/round_trip_lost";

pub(crate) const FORMAT: List = List {
    file: "errfmt.json",
    name: "format",
    judge: judge_format,
    rules: &[
        ONE_LINE,
        BRACKET,
        BLANK_HINT,
        BLANK_LINE,
        CARRIAGE_RETURN,
        EMPTY,
        CONTROL,
    ],
    uncompared: |_| &[LOST],
};

pub(crate) const FILE_ERRORS: List = List {
    file: "errfmt.json",
    name: "file_errors",
    judge: judge_file_errors,
    rules: &[ONE_LINE, CONTROL, MISSING_FILE, BELOW_A_FILE],
    uncompared: |_| &[LOST],
};

pub(crate) const PARSE: List = List {
    file: "errfmt.json",
    name: "parse",
    judge: judge_parse,
    rules: &[BLANK_LINE, CARRIAGE_RETURN],
    uncompared: |_| &[],
};

fn write(record: &ErrorRecord) -> String {
    render(record, TAGGED)
}

fn read(document: &str) -> Option<ErrorRecord> {
    agent_error_tests::read(TAGGED, document).ok()
}

/// The parts of an error. An empty part is missing.
#[derive(Clone, Debug, PartialEq)]
struct Parts {
    code: String,
    summary: String,
    hint: String,
    body: String,
}

impl Parts {
    fn new(code: &str, summary: String, hint: &str) -> Self {
        Self {
            code: code.to_owned(),
            summary,
            hint: hint.to_owned(),
            body: String::new(),
        }
    }

    fn of(input: &Value) -> Self {
        let part = |key: &str| text(input, key).unwrap_or_default().to_owned();
        Self {
            code: part("code"),
            summary: part("summary"),
            hint: part("hint"),
            body: part("body"),
        }
    }

    fn record(&self) -> ErrorRecord {
        let mut record = ErrorRecord::new(self.code.as_str(), self.summary.as_str());
        if !self.hint.is_empty() {
            record = record.with_suggestion(self.hint.as_str());
        }
        if !self.body.is_empty() {
            record = record.with_body(self.body.as_str());
        }
        record
    }

    /// Returns what the original writes.
    fn written(&self) -> String {
        let mut document = format!("[error:{}] {}", self.code, self.summary);
        if !self.hint.is_empty() {
            document = format!("{document}\nhint: {}", self.hint);
        }
        if !self.body.is_empty() {
            document = format!("{document}\n\n{}", self.body);
        }
        document
    }

    /// Applies a rule to these parts.
    fn apply(self, comparison: &mut Comparison, rule: &'static str, adjusted: Self) -> Self {
        if adjusted != self {
            comparison.deviates(rule);
        }
        adjusted
    }

    /// Applies all rules. The result has the parts that this crate writes.
    fn adjusted(self, comparison: &mut Comparison) -> Self {
        let sanitized = Self {
            code: clean(&self.code),
            summary: clean(&self.summary),
            hint: clean(&self.hint),
            body: clean(&self.body),
        };
        let parts = self.apply(comparison, CONTROL, sanitized);

        let with_message = Self {
            summary: shown_message(&parts.summary, &parts.code).to_owned(),
            ..parts.clone()
        };
        let parts = parts.apply(comparison, EMPTY, with_message);

        let is_blank = parts.hint.trim().is_empty();
        let without_blank = Self {
            hint: if is_blank { "" } else { &parts.hint }.to_owned(),
            ..parts.clone()
        };
        let parts = parts.apply(comparison, BLANK_HINT, without_blank);

        let single_lines = Self {
            code: one_line(&parts.code),
            summary: one_line(&parts.summary),
            hint: one_line(&parts.hint),
            body: parts.body.clone(),
        };
        let parts = parts.apply(comparison, ONE_LINE, single_lines);

        let without_brackets = Self {
            code: parts.code.replace(']', "_"),
            ..parts.clone()
        };
        parts.apply(comparison, BRACKET, without_brackets)
    }
}

/// Replaces line breaks, including those of Unicode, by a single space.
fn one_line(text: &str) -> String {
    let lines = text.split(['\n', '\u{2028}', '\u{2029}']);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

fn judge_format(case: &Value) -> Verdict {
    let mut comparison = Comparison::default();
    compare_written(&mut comparison, case, Parts::of(&case["input"]));
    comparison.verdict()
}

/// Compares what the original and this crate write, and how they read it.
fn compare_written(comparison: &mut Comparison, case: &Value, parts: Parts) {
    let theirs = text(&case["output"], "text").unwrap_or_default();
    comparison.check("original", theirs, &parts.written());
    if case.get("parsed").is_some() {
        compare_read(comparison, theirs, &case["parsed"]);
    }

    let ours = write(&parts.record());
    let expected = parts.adjusted(comparison).written();
    comparison.check("text", &ours, &expected);
    let again = read(&ours).map(|record| write(&record));
    comparison.check("round trip", again, Some(ours));
}

fn judge_parse(case: &Value) -> Verdict {
    let mut comparison = Comparison::default();
    let document = text(&case["input"], "text").unwrap();
    compare_read(&mut comparison, document, &case["parsed"]);
    comparison.verdict()
}

fn compare_read(comparison: &mut Comparison, document: &str, theirs: &Value) {
    let original = original_reading(document);
    comparison.check("original reading", theirs, &as_json(original.as_ref()));

    let without_returns = original_reading(&document.replace("\r\n", "\n"));
    if without_returns != original {
        comparison.deviates(CARRIAGE_RETURN);
    }
    let mut expected = without_returns;
    if let Some(parts) = &mut expected
        && parts.hint.is_empty()
        && let Some(body) = parts.body.strip_prefix('\n')
    {
        comparison.deviates(BLANK_LINE);
        parts.body = body.to_owned();
    }
    let ours = read(document).map(|record| Parts {
        code: record.code().to_owned(),
        summary: record.message().to_owned(),
        hint: record.suggestion().unwrap_or_default().to_owned(),
        body: record.body().unwrap_or_default().to_owned(),
    });
    comparison.check("read", ours, expected);
}

/// Reads a document as the original does.
fn original_reading(document: &str) -> Option<Parts> {
    let (code, rest) = document.strip_prefix("[error:")?.split_once(']')?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let (summary, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let mut parts = Parts::new(code, summary.to_owned(), "");
    let Some(rest) = rest.strip_prefix("hint: ") else {
        parts.body = rest.to_owned();
        return Some(parts);
    };
    let (hint, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    parts.hint = hint.to_owned();
    parts.body = rest.strip_prefix('\n').unwrap_or(rest).to_owned();
    Some(parts)
}

fn as_json(parts: Option<&Parts>) -> Value {
    parts.map_or(Value::Null, |parts| {
        json!({
            "code": parts.code,
            "summary": parts.summary,
            "hint": parts.hint,
            "body": parts.body,
        })
    })
}

/// Compares the text of a file error, and the code with that of filetools.
fn judge_file_errors(case: &Value) -> Verdict {
    let mut comparison = Comparison::default();
    let input = &case["input"];
    let path = text(input, "path").unwrap();
    let error = file_error(text(input, "error").unwrap());
    let is_write = input["fn"] == "toolWriteErr";
    let parts = their_file_error(input, &error);

    let mut code = parts.code.clone();
    if error.kind() == ErrorKind::NotFound && is_write {
        code = comparison.adjust(MISSING_FILE, &code, "FILE_NOT_FOUND".to_owned());
    }
    if error.kind() == ErrorKind::NotADirectory {
        code = comparison.adjust(BELOW_A_FILE, &code, "INVALID_ARGS".to_owned());
    }
    let action = if is_write { "write" } else { "read" };
    let ours = ToolError::of_io(action, path, &error);
    comparison.check("code of filetools", ours.code(), &code);

    compare_written(&mut comparison, case, parts);
    comparison.verdict()
}

/// Returns the error of the operating system that the original gets.
fn file_error(error: &str) -> io::Error {
    let names = [
        (ErrorKind::NotFound, "ENOENT", "no such file or directory"),
        (
            ErrorKind::PermissionDenied,
            "EPERM",
            "operation not permitted",
        ),
        (ErrorKind::PermissionDenied, "EACCES", "permission denied"),
        (ErrorKind::StorageFull, "ENOSPC", "no space left on device"),
        (ErrorKind::NotADirectory, "ENOTDIR", "not a directory"),
        (ErrorKind::IsADirectory, "EISDIR", "is a directory"),
        (ErrorKind::Other, "EIO", "input/output error"),
    ];
    let known = names
        .into_iter()
        .find(|(_, name, text)| error == *name || error.ends_with(text));
    let Some((kind, name, text)) = known else {
        panic!("unknown error {error}");
    };
    // The original prints the description of an error that only has a name.
    io::Error::new(kind, if error == name { text } else { error })
}

/// Returns the parts of the error that the original's file tools report.
fn their_file_error(input: &Value, error: &io::Error) -> Parts {
    let path = text(input, "path").unwrap();
    let verb = text(input, "verb").unwrap_or("read");
    let is_write = input["fn"] == "toolWriteErr";
    let permission = format!("permission denied: {path}");
    match error.kind() {
        ErrorKind::NotFound if !is_write => Parts::new(
            "FILE_NOT_FOUND",
            format!("file not found: {path}"),
            "verify the path; use `find` or repomap to locate files",
        ),
        ErrorKind::PermissionDenied if is_write => Parts::new(
            "PERMISSION_DENIED",
            permission,
            &format!("cannot {verb} — check filesystem permissions"),
        ),
        ErrorKind::PermissionDenied => Parts::new(
            "PERMISSION_DENIED",
            permission,
            "file is not readable by piglet",
        ),
        _ => Parts::new("IO_ERROR", format!("{verb} failed: {path}: {error}"), ""),
    }
}
