//! Scores of programs in many languages, and of the program itself.

use crate::scores;
use crate::scripts::{Script, good};
use serde_json::json;

#[test]
fn prose_has_no_points() {
    let score = scores(&["--", "ls", "/nonexistent"]);
    assert_eq!(score["points"], 0);
    assert_eq!(score["commands"], json!(["ls /nonexistent"]));
    assert_eq!(score["list"], json!(null));
    assert_eq!(score["calls"][0]["code"], json!(null));
    assert_eq!(score["notes"], json!(["the list of errors was not requested; it only counts from 2 points on"]));
}

#[test]
fn a_trace_on_stdout_is_named() {
    let script = Script::new(
        "cat <<END
Traceback (most recent call last):
  File \"/app/tool.py\", line 3, in <module>
    main()
KeyError: 'eve'
END
exit 1",
    );
    let score = scores(&["--", &script.path(), "get", "eve"]);
    assert_eq!(score["points"], 0);
    let trace = &score["reasons"][5];
    assert_eq!((&trace["condition"], &trace["holds"]), (&json!("no_trace"), &json!(false)));
    assert!(trace["found"].as_str().unwrap().contains("a stack trace of Python on stdout"), "{trace}");
}

#[test]
fn a_code_without_context_is_one_point() {
    let pyrite = r#"echo '{"error":true,"code":"NOT_FOUND","message":"no user","suggestion":"list them"}'; exit 1"#;
    assert_eq!(scores(&["--", &Script::new(pyrite).path()])["points"], 1);
}

#[test]
fn a_code_that_the_list_declares_without_context_needs_none() {
    let tool = r#"case "$*" in
"errors list --all") echo '{"errors":[{"code":"CLOSED"},{"code":"MISSING","context":[{"name":"path"}]}]}'; exit 0 ;;
"errors list") echo '{"errors":[{"code":"CLOSED"},{"code":"MISSING"}]}'; exit 0 ;;
esac
echo '{"ok":false,"error":{"code":"CLOSED","message":"the shop is closed"}}'
exit 1"#;
    let tool = Script::new(tool);
    for (list, points) in [("errors list --all", 2), ("errors list", 1)] {
        assert_eq!(scores(&["--list", list, "--", &tool.path()])["points"], points, "{list}");
    }
}

#[test]
fn errors_of_verda_are_two_points() {
    let verda = r#"echo '{"error":{"code":"not_found","message":"no instance","details":{"id":"i-1"}}}' >&2; exit 4"#;
    let score = scores(&["--", &Script::new(verda).path()]);
    assert_eq!(score["points"], 2);
    assert_eq!(score["next"].as_array().unwrap().len(), 3);
}

#[test]
fn a_program_that_does_all_has_three_points() {
    let tool = good();
    let score = scores(&["--", &tool.path(), "--no-such-flag"]);
    assert_eq!(score["points"], 3, "{score:#}");
    assert_eq!(score["check"]["passed"], true);
    assert_eq!(score["next"], json!([]));
    assert_eq!(tool.left("asked").unwrap(), "errors list --output json\n");
}

#[test]
fn the_program_has_three_points_itself() {
    let own = env!("CARGO_BIN_EXE_agent-error");
    let cases = [
        "score --no-such-flag",
        "score",
        "score ls",
        "score --timeout 10 -- ls",
        "score -- /nonexistent/program",
        "score -- true",
        "score --timeout 50ms -- sleep 5",
        "score --min 3 -- ls /nonexistent",
        "score --case \"'\" -- ls",
        "errors explain NO_SUCH_CODE",
    ];
    let mut arguments = vec!["--min", "3"];
    for case in cases {
        arguments.extend(["--case", case]);
    }
    let score = scores(&[&arguments[..], &["--", own]].concat());
    assert_eq!(score["points"], 3, "{score:#}");
    assert!(score["check"]["passed"] == true, "{score:#}");
    let codes: Vec<&str> =
        score["calls"].as_array().unwrap().iter().map(|call| call["code"].as_str().unwrap()).collect();
    assert_eq!(
        codes,
        [
            "UNKNOWN_FLAG",
            "PROGRAM_MISSING",
            "PROGRAM_NOT_SEPARATED",
            "INVALID_FLAG_VALUE",
            "PROGRAM_NOT_FOUND",
            "CALL_SUCCEEDED",
            "CALL_TIMED_OUT",
            "SCORE_TOO_LOW",
            "ARGS_QUOTES_UNBALANCED",
            "UNKNOWN_ERROR_CODE",
        ]
    );
}
