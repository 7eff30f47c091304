//! Tests of `edit`, which only replaces a string that occurs once.

use crate::sandbox::Sandbox;
use serde_json::json;

#[test]
fn only_the_string_is_replaced() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "eins\r\nzwei\r\ndreißig");
    let (data, _) = sandbox.succeeds(&["edit", "a.txt", "--old", "zwei\r\ndrei", "--new", "-"]);
    assert_eq!(data, json!({"path": "a.txt", "line": 2, "bytes": 11}));
    assert_eq!(sandbox.content("a.txt"), "eins\r\n-ßig");
}

#[test]
fn a_string_without_a_match_is_reported() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one two");
    sandbox.refuses(
        &["edit", "a.txt", "--old", "One", "--new", "1"],
        2,
        "[error:NOT_UNIQUE] `old` must occur exactly once in a.txt; number of matches: 0\n\
         hint: Read the file again and copy the string exactly, including all whitespace",
    );
    assert_eq!(sandbox.content("a.txt"), "one two");
}

#[test]
fn overlapping_matches_count_separately() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "x\naaa\n");
    sandbox.refuses(
        &["edit", "a.txt", "--old", "aa", "--new", "b"],
        2,
        "[error:NOT_UNIQUE] `old` must occur exactly once in a.txt; number of matches: 2\n\
         hint: Include more surrounding lines in `old`, so that it matches only one of the lines [2, 2]",
    );
}

#[test]
fn the_matching_lines_are_in_the_context() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "a\n".repeat(12));
    let text = sandbox.fails(&["edit", "a.txt", "--old", "a", "--new", "b", "--output", "json"], 2);
    let envelope: serde_json::Value = serde_json::from_str(&text).unwrap();
    let context = json!({"path": "a.txt", "matches": 12, "lines": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]});
    assert_eq!(envelope["error"]["context"], context);
}

#[test]
fn an_edit_without_effect_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "a");
    for (old, new, reason) in [("", "b", "`old` is empty"), ("a", "a", "`old` and `new` are the same")] {
        sandbox.refuses(
            &["edit", "a.txt", "--old", old, "--new", new],
            2,
            &format!(
                "[error:INVALID_ARGS] invalid arguments: {reason}\n\
                 hint: Pass the string to replace as `old` and its replacement as `new`"
            ),
        );
    }
}

#[test]
fn a_file_does_not_grow_beyond_the_limit() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "ab");
    let text = sandbox.fails(&["--max-bytes", "4", "edit", "a.txt", "--old", "a", "--new", "-wide"], 2);
    assert!(text.starts_with("[error:FILE_TOO_LARGE] a.txt is too large: 6 bytes, but the limit is 4\n"), "{text}");
    assert_eq!(sandbox.content("a.txt"), "ab");
}
