//! Tests with the results of the original systems for the same inputs, and with the published
//! envelope schema.
//!
//! The files aren't part of the project. `AGENT_ERROR_VECTORS` and `AGENT_ERROR_SCHEMAS` are the
//! paths of their directories. Each comparison has rules for deliberate differences. Unknown kinds
//! of test cases make the test fail.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests call these functions"
)]

#[path = "../support/envelopes.rs"]
mod envelopes;
mod errfmt;
mod errfmt_hints;
mod held;
mod manifest;
#[path = "../support/programs.rs"]
mod programs;
mod pyrite;
mod schemas;
mod verda;
mod verda_classify;
mod vurb;

use serde_json::Value;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

fn folder(variable: &str) -> PathBuf {
    std::env::var_os(variable)
        .unwrap_or_else(|| panic!("set {variable}"))
        .into()
}

fn load(name: &str) -> Value {
    read(&folder("AGENT_ERROR_VECTORS").join(name))
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Checks a test case. The second argument is the whole file, in case the test case refers to
/// others.
type Judge = fn(&mut Tally, &Value, &Value);

/// The lists of test cases: the file, the name in the file, and the check.
const LISTS: [(&str, &str, Judge); 10] = [
    ("errfmt.json", "format", errfmt::judge_format),
    ("errfmt.json", "file_errors", errfmt::judge_file_errors),
    ("errfmt.json", "parse", errfmt::judge_parse),
    ("errfmt.json", "hints", errfmt_hints::judge_hints),
    ("pyrite.json", "mcp_error", pyrite::judge_mcp_error),
    ("pyrite.json", "cli_error", pyrite::judge_cli_error),
    ("verda.json", "render", verda::judge_render),
    ("verda.json", "classify", verda_classify::judge_classify),
    ("verda.json", "parse", verda::judge_parse),
    ("vurb.json", "cases", vurb::judge),
];

fn judge_all(folder: &Path) {
    let tallies = LISTS.map(|(file, list, judge)| {
        let vectors = read(&folder.join(file));
        let mut tally = Tally::default();
        for case in vectors[list]
            .as_array()
            .unwrap_or_else(|| panic!("{file} has no list {list}"))
        {
            tally.judge(case, |tally, case| judge(tally, &vectors, case));
        }
        tally.summed_up(&format!("{file} {list}"))
    });
    let failed = tallies.concat();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
#[ignore = "set AGENT_ERROR_VECTORS"]
fn errors_are_written_and_read_like_those_of_the_original_systems() {
    judge_all(&folder("AGENT_ERROR_VECTORS"));
}

/// Runs the checks without the vector files. These test cases have the same format, and contain the
/// documented results of the original systems for other inputs.
#[test]
fn documented_results_of_the_original_systems_are_reproduced() {
    judge_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/own"));
}

/// The results of all test cases in a list.
#[derive(Default)]
struct Tally {
    run: usize,
    left_out: BTreeMap<&'static str, Vec<String>>,
    rules: BTreeMap<&'static str, Vec<String>>,
    failed: Vec<String>,
    /// The test cases that the tests can't reproduce, and why, for review.
    unbuilt: Vec<String>,
}

impl Tally {
    /// Checks a test case. If the test case can't be reproduced, for example because its kind is
    /// unknown, records its name and the reason. The other test cases are still checked.
    fn judge(&mut self, case: &Value, judge: impl Fn(&mut Self, &Value)) {
        let run = self.run;
        let judged = catch_unwind(AssertUnwindSafe(|| judge(self, case)));
        if let Err(panic) = judged {
            self.run = run;
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let reason = text
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_default();
            self.unbuilt.push(format!("{}: {reason}", name(case)));
        }
    }

    /// Compares two values. A difference is recorded with the name of the test case and reported
    /// after all cases have run.
    fn check<T: PartialEq + std::fmt::Debug>(
        &mut self,
        case: &Value,
        what: &str,
        ours: T,
        expected: T,
    ) {
        if ours != expected {
            self.failed.push(format!(
                "{} {what}\n     ours: {ours:?}\n expected: {expected:?}",
                name(case)
            ));
        }
    }

    fn leave_out(&mut self, case: &Value, why: &'static str) {
        self.left_out.entry(why).or_default().push(name(case));
    }

    /// Records that a deliberate difference applies to a test case.
    fn deviates(&mut self, case: &Value, rule: &'static str) {
        self.rules.entry(rule).or_default().push(name(case));
    }

    /// Prints the results. Returns the differences, and the test cases that can't be reproduced.
    fn summed_up(self, list: &str) -> Vec<String> {
        let left_out = self.left_out.values().map(Vec::len).sum::<usize>() + self.unbuilt.len();
        println!(
            "{list}: {} cases run, {left_out} left out, {} differ",
            self.run,
            self.failed.len()
        );
        for case in &self.unbuilt {
            println!("  left out, cannot be built, {case}");
        }
        for (why, cases) in &self.left_out {
            println!("  left out, {why}: {}", cases.join(", "));
        }
        for (rule, cases) in &self.rules {
            println!("  deviation, {rule}: {}", cases.join(", "));
        }
        assert!(self.run > 0, "no case of {list} was run");
        [self.failed, self.unbuilt].concat()
    }
}

fn name(case: &Value) -> String {
    case["name"].as_str().unwrap_or("unnamed").to_owned()
}

/// Returns a string member, or `None` if it's missing or null.
fn text<'a>(object: &'a Value, key: &str) -> Option<&'a str> {
    object[key].as_str()
}

/// Removes the control characters and escape sequences that every format removes.
fn clean(text: &str) -> String {
    let record = agent_error::ErrorRecord::new("", text);
    let rendered = agent_error::render(&record, agent_error_formats::NESTED);
    serde_json::from_str::<Value>(&rendered).unwrap()["error"]["message"]
        .as_str()
        .unwrap()
        .to_owned()
}

const CONTROL: &str = "control characters and escape sequences are removed from text";
const CAP: &str = "a text over 64 KiB is cut and marked";
