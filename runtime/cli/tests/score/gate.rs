//! `--min`: the score that a build requires.

use crate::scripts::good;
use crate::{refuses, scores};
use serde_json::json;

#[test]
fn a_score_that_is_too_low_is_an_error() {
    let run = refuses(&["--min", "2", "--", "ls", "/nonexistent"], "SCORE_TOO_LOW", 79);
    let record = run.record().unwrap();
    assert_eq!(record.message, "0 of 3 points; `--min` requires 2");
    let detail = record.detail.as_ref().unwrap();
    assert!(detail.starts_with("unmet conditions: some errors have a code: 0 of 1 call; "), "{detail}");
    assert!(detail.ends_with("; all errors have context: missing in call 1"), "{detail}");
    assert!(record.suggestion.as_ref().unwrap().starts_with("Write errors as JSON to stdout"));
    assert_eq!((record.value("points").unwrap(), record.value("min").unwrap()), (&json!(0), &json!(2)));
    assert_eq!(record.value("calls").unwrap(), &json!(["ls /nonexistent"]));
    let score = record.value("score").unwrap();
    assert_eq!((score["reasons"].as_array().unwrap().len(), &score["points"]), (10, &json!(0)));
}

#[test]
fn a_score_that_is_high_enough_is_an_answer() {
    let tool = good();
    for min in ["0", "2", "3"] {
        assert_eq!(scores(&["--min", min, "--", &tool.path(), "-x"])["points"], 3);
    }
    assert_eq!(scores(&["--min", "0", "--", "ls", "/nonexistent"])["points"], 0);
    refuses(&["--min", "3", "--no-list", "--", &tool.path(), "-x"], "SCORE_TOO_LOW", 79);
}

#[test]
fn the_most_points_are_three() {
    let run = refuses(&["--min", "4", "--", "ls"], "INVALID_FLAG_VALUE", 2);
    assert_eq!(run.record().unwrap().value("value").unwrap(), "4");
}
