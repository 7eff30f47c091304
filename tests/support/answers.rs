//! Helpers for calling programs and checking their output.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Output;

/// Environment variables, other than a program's own, that affect its output.
pub(crate) const SETTINGS: [&str; 5] = ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"];

/// Parses the JSON from the only line of output.
#[track_caller]
pub(crate) fn only_line(output: &Output) -> Value {
    let (stdout, stderr) = (str::from_utf8(&output.stdout).unwrap(), str::from_utf8(&output.stderr).unwrap());
    assert_eq!(stderr, "", "an agent's format doesn't write to standard error");
    assert!(stdout.ends_with('\n') && stdout.lines().count() == 1, "{stdout}");
    serde_json::from_str(stdout).unwrap()
}

/// Returns the entry of `errors list` for an error's code. Asserts that the entry matches the error.
#[track_caller]
pub(crate) fn assert_listed<'a>(list: &'a [Value], exit: i32, error: &Value) -> &'a Value {
    let listed = list.iter().find(|listed| listed["code"] == error["code"]).unwrap();
    assert_eq!(listed["exit_code"], exit);
    assert_eq!(listed["retryable"], error["retryable"]);
    assert!(listed["summary"].as_str().is_some_and(|summary| summary.ends_with('.')), "{listed}");
    let fields = listed["context"].as_array().unwrap().iter();
    // Similar names and listings are omitted if there are none.
    let is_optional = |field: &Value| field["nearest"] == true || field["rust_type"] == "Listing";
    let name = |field: &'a Value| field["name"].as_str().unwrap();
    let optional: BTreeSet<&str> = fields.clone().filter(|field| is_optional(field)).map(name).collect();
    let names: BTreeSet<&str> = fields.filter(|field| !is_optional(field)).map(name).collect();
    let context = error["context"].as_object();
    let keys = context.into_iter().flatten().map(|(key, _)| key.as_str());
    let keys: BTreeSet<&str> = keys.filter(|key| !optional.contains(key)).collect();
    assert_eq!(names, keys, "{listed}");
    listed
}
