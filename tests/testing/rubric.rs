//! Tests how programs in many languages are scored.

use crate::sh;
use agent_error_testing::{Captured, Condition, Score, score};
use serde_json::{Value, json};

/// Runs a script that must fail.
fn failing(script: &str) -> Captured {
    let run = sh(script).run();
    assert!(!run.timed_out());
    Captured::clone(&run)
}

fn prints(json: &Value, exit: i32) -> Captured {
    failing(&format!("printf '%s\n' '{json}'; exit {exit}"))
}

fn envelope(error: &Value) -> Captured {
    prints(&json!({"ok": false, "data": null, "error": error, "warnings": [], "meta": {"duration_ms": 0}}), 5)
}

fn full(code: &str) -> Value {
    json!({
        "code": code, "message": "user eve does not exist", "suggestion": "List them with `tool list`",
        "docs_url": format!("https://example.com/{code}"), "context": {"name": "eve"},
    })
}

fn list(codes: &[&str]) -> Captured {
    let errors: Vec<Value> = codes.iter().map(|code| json!({"code": code})).collect();
    prints(&json!({"ok": true, "data": {"errors": errors}, "error": null}), 0)
}

fn points(calls: &[Captured], list: Option<&Captured>) -> u8 {
    score(calls, list).points
}

/// Returns the unmet conditions of a score.
fn unmet(score: &Score) -> Vec<Condition> {
    score.reasons.iter().filter(|reason| !reason.holds).map(|reason| reason.condition).collect()
}

fn found(score: &Score, condition: Condition) -> &str {
    &score.reasons.iter().find(|reason| reason.condition == condition).unwrap().found
}

const PYTHON: &str = r#"cat <<END
Traceback (most recent call last):
  File "/app/tool.py", line 3, in <module>
    main()
KeyError: 'eve'
END
exit 1"#;

#[test]
fn prose_and_traces_have_no_points() {
    assert_eq!(points(&[failing("ls /nonexistent")], None), 0);
    assert_eq!(points(&[failing(PYTHON)], None), 0);
    assert_eq!(points(&[failing(&format!("({PYTHON}) >&2"))], None), 0);
    assert_eq!(points(&[failing("exit 1")], None), 0);
    assert_eq!(points(&[prints(&json!({"error": "user eve does not exist"}), 1)], None), 0);
    assert_eq!(points(&[prints(&json!({"status": "failed"}), 1)], None), 0);
    let score = score(&[failing(PYTHON)], None);
    assert_eq!(
        found(&score, Condition::NoTrace),
        "call 1 has a stack trace of Python on stdout: Traceback (most recent call last):"
    );
    assert_eq!(score.next.len(), 2);
    assert!(score.next[0].starts_with("Write errors as JSON to stdout, with a stable code: {\"ok\":false"));
}

#[test]
fn some_codes_are_one_point() {
    let coded = envelope(&full("NOT_FOUND"));
    let mixed = score(&[coded.clone(), failing("ls /nonexistent")], None);
    assert_eq!(mixed.points, 1);
    assert_eq!(found(&mixed, Condition::Codes), "missing in call 2");
    assert_eq!(found(&mixed, Condition::SomeCode), "1 of 2 calls");
    // The error has a code and a message but no advice, like those of pyrite and errfmt.
    let flat = json!({"error": true, "code": "NOT_FOUND", "message": "m", "suggestion": "s", "retryable": false});
    assert_eq!(points(&[prints(&flat, 1)], None), 1);
    assert_eq!(points(&[failing("echo '[error:NOT_FOUND] no user'; echo 'hint: list them'; exit 1")], None), 1);
    assert_eq!(points(&[failing("echo 'error[NOT_FOUND]: no user eve' >&2; exit 1")], None), 1);
}

#[test]
fn a_trace_on_stdout_or_in_the_error_caps_the_score() {
    let trace =
        json!({"code": "X", "message": "m", "context": {"trace": "main.go\ngoroutine 1 [running]:\nmain.main()"}});
    let score = score(&[envelope(&trace)], None);
    assert_eq!(score.points, 1);
    assert_eq!(
        found(&score, Condition::NoTrace),
        "call 1 (X) has a stack trace of Go in the JSON at /error/context/trace: goroutine 1 [running]:"
    );
    let script = format!("printf '%s\n' '{}' >&2; {PYTHON}", json!({"error": full("X")}));
    assert_eq!(points(&[failing(&script)], None), 1);
}

#[test]
fn codes_messages_and_context_are_two_points() {
    let error = json!({"code": "NOT_FOUND", "message": "no user", "context": {"name": "eve"}});
    let bare = score(&[envelope(&error)], None);
    assert_eq!(bare.points, 2);
    assert_eq!(unmet(&bare), [Condition::Suggestions, Condition::DocsUrls, Condition::List]);
    assert_eq!(bare.next.len(), 3);
    // The error has Verda's format and is on standard error, where a log and a stack trace do no harm.
    let verda = json!({"error": {"code": "not_found", "message": "no instance", "details": {"id": "i-1"}}});
    let script = format!("(echo connecting; echo '{verda}'; {PYTHON}) >&2; exit 4");
    let verda = score(&[failing(&script)], None);
    assert_eq!(verda.points, 2, "{verda}");
    assert_eq!(
        verda.notes,
        [
            "call 1 (not_found) wrote its error to stderr, but agents read stdout first",
            "call 1 (not_found) has a stack trace of Python on stderr: Traceback (most recent call last):",
        ]
    );
    assert!(!verda.check.passed);
    assert_eq!(verda.check.missing, ["call 1: JSON on stdout"]);
}

#[test]
fn numeric_codes_and_lists_of_errors_are_parsed() {
    let rpc = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no method", "data": {"m": 1}}});
    let score_of_rpc = score(&[prints(&rpc, 1)], None);
    assert_eq!((score_of_rpc.points, score_of_rpc.calls[0].code.as_deref()), (2, Some("-32601")));
    let many = json!({"errors": [{"code": "E1", "message": "m", "field": "name"}, {"code": "E2", "message": "n"}]});
    let many = score(&[prints(&many, 1)], None);
    assert_eq!((many.points, many.calls[0].code.as_deref()), (2, Some("E1")));
}

#[test]
fn other_output_on_stdout_costs_a_point() {
    let error = json!({"ok": false, "error": full("NOT_FOUND")});
    let noisy = score(&[failing(&format!("echo connecting; echo '{error}'; exit 5"))], Some(&list(&["NOT_FOUND"])));
    assert_eq!(noisy.points, 1);
    assert_eq!(unmet(&noisy), [Condition::Parsable]);
    assert_eq!(found(&noisy, Condition::Parsable), "missing in call 1 (NOT_FOUND)");
    // Rows printed before the failure are data. The error is on standard error.
    let rows = failing(&format!("echo row 1; echo '{error}' >&2; exit 5"));
    assert_eq!(points(&[rows], Some(&list(&["NOT_FOUND"]))), 3);
}

#[test]
fn advice_pages_and_a_list_are_three_points() {
    let calls = [envelope(&full("NOT_FOUND")), envelope(&full("GONE"))];
    let three = score(&calls, Some(&list(&["GONE", "NOT_FOUND", "OTHER"])));
    assert_eq!(three.points, 3, "{three}");
    assert!(three.check.passed);
    assert_eq!((three.next.len(), unmet(&three).len()), (0, 0));
    assert_eq!(found(&three, Condition::List), "3 codes");
    for (list, why) in [
        (list(&["NOT_FOUND"]), "the list has 1 code, but is missing GONE"),
        (list(&[]), "the list has no codes"),
        (failing("echo NOT_FOUND GONE"), "the list is not valid JSON"),
        (failing("echo 'unknown command' >&2; exit 2"), "the list command failed with exit code 2"),
    ] {
        let score = score(&calls, Some(&list));
        assert_eq!((score.points, unmet(&score)), (2, vec![Condition::List]));
        assert_eq!(found(&score, Condition::List), why);
    }
    assert_eq!(found(&score(&calls, None), Condition::List), "no list given");
}

#[test]
fn lists_in_many_formats_are_parsed() {
    let calls = [envelope(&full("NOT_FOUND"))];
    for list in [
        json!(["NOT_FOUND", "GONE"]),
        json!([{"code": "NOT_FOUND"}]),
        json!({"errors": ["NOT_FOUND"]}),
        json!({"NOT_FOUND": {"summary": "s"}, "GONE": {}}),
        json!({"version": 1, "data": {"errors": [{"name": "NOT_FOUND"}]}}),
    ] {
        assert_eq!(points(&calls, Some(&prints(&list, 0))), 3, "{list}");
    }
    for list in [json!({"users": ["eve"]}), json!([1, 2]), json!({}), json!("NOT_FOUND")] {
        assert_eq!(points(&calls, Some(&prints(&list, 0))), 2, "{list}");
    }
}

#[test]
fn pages_and_advice_in_the_list_are_required_of_all_codes() {
    let bare = json!({"code": "GONE", "message": "m", "suggestion": "s", "context": {"a": 1}});
    let entry = |code: &str, docs: &str, hint: &str| json!({"code": code, "docs_url": docs, "suggestion": hint});
    let whole = json!([entry("GONE", "https://x/GONE", "do"), entry("INTERNAL_ERROR", "https://x/I", "")]);
    assert_eq!(points(&[envelope(&bare)], Some(&prints(&whole, 0))), 3);
    let lacking = json!([entry("GONE", "https://x/GONE", "do"), entry("LOCKED", "", "")]);
    let score = score(&[envelope(&bare)], Some(&prints(&lacking, 0)));
    assert_eq!(unmet(&score), [Condition::Suggestions, Condition::DocsUrls]);
    assert_eq!(found(&score, Condition::Suggestions), "missing in the list for LOCKED");
}

#[test]
fn only_recoverable_errors_need_a_suggestion() {
    let error = |code: &str, severity: &str| json!({"code": code, "message": "m", "severity": severity, "context": {"a": 1}, "docs_url": "https://x/y"});
    let list = list(&["INTERNAL_ERROR", "BROKEN", "LOCKED"]);
    assert_eq!(points(&[envelope(&error("INTERNAL_ERROR", "error"))], Some(&list)), 3);
    assert_eq!(points(&[envelope(&error("BROKEN", "critical"))], Some(&list)), 3);
    let software = prints(&json!({"ok": false, "error": error("BROKEN", "error")}), 70);
    assert_eq!(points(&[software], Some(&list)), 3);
    assert_eq!(points(&[envelope(&error("LOCKED", "error"))], Some(&list)), 2);
}

#[test]
fn exit_code_0_on_failure_is_noted() {
    let error = json!({"ok": false, "error": full("NOT_FOUND")});
    let zero = score(&[prints(&error, 0)], Some(&list(&["NOT_FOUND"])));
    assert_eq!(zero.points, 3);
    assert_eq!(zero.notes, ["call 1 (NOT_FOUND) failed with exit code 0, so callers will treat it as a success"]);
    let killed = score(&[failing("kill -9 $$")], None);
    assert_eq!(killed.notes, ["call 1 was killed, so it has no exit code"]);
}

#[test]
fn successful_calls_are_ignored() {
    let good = prints(&json!({"ok": true, "data": {"code": "X", "message": "m"}, "error": null}), 0);
    let mixed = score(&[good.clone(), envelope(&full("NOT_FOUND"))], Some(&list(&["NOT_FOUND"])));
    assert_eq!(mixed.points, 3);
    assert_eq!(mixed.notes, ["call 1 did not fail, so it doesn't affect the score"]);
    // Data that looks like an error isn't one, because the program exits with 0.
    let data = prints(&json!({"type": "https://x", "title": "a book", "code": "B1", "message": "m"}), 0);
    for calls in [vec![], vec![good], vec![data]] {
        let none = score(&calls, None);
        assert_eq!(none.points, 0);
        assert!(
            none.reasons.iter().all(|reason| reason.found == "no call failed" || reason.condition == Condition::List)
        );
    }
}

#[test]
fn a_score_is_json_for_programs_and_text_for_people() {
    let score = score(&[envelope(&full("NOT_FOUND")), failing("ls /nonexistent")], None);
    let value = serde_json::to_value(&score).unwrap();
    assert_eq!(value["points"], 1);
    assert_eq!(
        value["reasons"][2],
        json!({
            "level": 2, "condition": "codes", "holds": false, "found": "missing in call 2",
            "remedy": "Give every error a code, including usage errors and unexpected errors",
        })
    );
    assert_eq!(
        value["calls"][0],
        json!({
            "failed": true, "exit_code": 5, "stream": "stdout", "code": "NOT_FOUND", "message": "user eve does not exist",
        })
    );
    assert_eq!(
        score.to_string(),
        "\
1 of 3 points
  1  yes  some errors have a code: 1 of 2 calls
  1  yes  some errors have a message: 1 of 2 calls
  2  NO   all errors have a code: missing in call 2
  2  NO   all errors have a message: missing in call 2
  2  NO   all errors have context: missing in call 2
  2  yes  no stack trace on stdout: 2 calls
  2  yes  stdout contains only the error: 2 calls
  3  NO   recoverable errors have a suggestion: missing in call 2
  3  NO   codes have a documentation page: missing in call 2
  3  NO   a list contains all codes: no list given
To reach 2:
  - Give every error a code, including usage errors and unexpected errors
  - Describe what happened in `message`
  - Put the relevant values into `context`, such as {\"host\":\"db1\",\"port\":5432}
Check of the envelope on stdout: not passed
  - call 2: JSON on stdout"
    );
}

#[test]
fn the_message_of_an_error_without_a_code_is_shown_once() {
    let score = score(&[failing("echo 'error: no such file' >&2; exit 1")], None);
    let holds = |condition| score.reasons.iter().find(|reason| reason.condition == condition).unwrap().holds;
    assert!(!holds(Condition::SomeCode) && holds(Condition::SomeMessage) && holds(Condition::Messages), "{score}");
}

#[test]
fn the_message_of_the_first_plain_error_is_shown() {
    let score = score(&[failing("printf 'error: no file a\\n\\nerror: no file b\\n' >&2; exit 1")], None);
    assert_eq!(score.calls[0].message.as_deref(), Some("no file a"));
}

#[test]
fn a_missing_ok_is_not_a_missing_suggestion() {
    let score = score(&[prints(&json!({"error": full("NOT_FOUND")}), 5)], Some(&list(&["NOT_FOUND"])));
    assert_eq!(unmet(&score), [], "{score}");
    assert_eq!(score.check.missing, ["call 1: `\"ok\":false`"]);
}

#[test]
fn an_error_that_is_declared_without_context_needs_none() {
    let error = json!({"ok": false, "error": {"code": "CLOSED", "message": "the shop is closed"}});
    let lacks =
        |list: &Value| unmet(&score(&[prints(&error, 1)], Some(&prints(list, 0)))).contains(&Condition::Context);
    let field = json!([{"name": "path", "type": "string"}]);
    assert!(!lacks(&json!([{"code": "CLOSED"}, {"code": "MISSING", "context": field}])));
    assert!(lacks(&json!([{"code": "CLOSED", "context": field}, {"code": "MISSING"}])), "its context is missing");
    assert!(lacks(&json!([{"code": "CLOSED"}, {"code": "MISSING"}])), "a lean list declares nothing");
    assert!(lacks(&json!([{"code": "MISSING", "context": field}])), "the list does not have it");
}

#[test]
fn advice_next_to_an_error_is_not_its_context() {
    let error = json!({"error": {"code": "X", "message": "m", "suggestion": "call again"}});
    assert!(unmet(&score(&[prints(&error, 1)], None)).contains(&Condition::Context));
}

/// Covers the messages of `rustc --error-format=json`, and cargo's messages that wrap them.
#[test]
fn an_error_as_json_scores_no_less_than_the_same_as_text() {
    let note = json!({"$message_type": "diagnostic", "message": "unused", "code": {"code": "unused_variables", "explanation": null}, "level": "warning"});
    let error = json!({
        "$message_type": "diagnostic", "message": "cannot find value `x` in this scope",
        "code": {"code": "E0425", "explanation": "long"}, "level": "error", "spans": [{"line_start": 1}],
    });
    let end = json!({"$message_type": "diagnostic", "message": "aborting due to 1 previous error", "code": null, "level": "error"});
    let text = failing("printf 'error[E0425]: cannot find value x in this scope\\n\\nerror: aborting\\n' >&2; exit 1");
    let as_text = points(&[text], None);
    for error in [error.clone(), json!({"reason": "compiler-message", "message": error})] {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, format!("{note}\n{error}\n{end}\n")).unwrap();
        let score = score(&[failing(&format!("cat {} >&2; exit 1", file.path().display()))], None);
        assert_eq!(score.calls[0].code.as_deref(), Some("E0425"), "{score}");
        assert_eq!(score.calls[0].message.as_deref(), Some("cannot find value `x` in this scope"));
        assert!(score.points >= as_text && as_text == 1, "{score}");
    }
}
