//! Tests with the results of the original systems for the same inputs, and with the published envelope schema.
//!
//! The files aren't part of the project. `AGENT_ERROR_VECTORS` and `AGENT_ERROR_SCHEMAS` are the paths of their
//! directories. Each comparison has rules for deliberate differences. Unknown kinds of test cases make the test fail.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

mod errfmt;
mod errfmt_hints;
mod held;
mod manifest;
mod own;
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
    std::env::var_os(variable).unwrap_or_else(|| panic!("set {variable}")).into()
}

fn load(name: &str) -> Value {
    read(&folder("AGENT_ERROR_VECTORS").join(name))
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Checks a test case. The second argument is the whole file, in case the test case refers to others.
type Judge = fn(&mut Tally, &Value, &Value);

/// Checks all test cases in a list of a vector file.
fn run(file: &str, list: &str, judge: Judge) {
    judge_all(&load(file), file, list, judge);
}

fn judge_all(vectors: &Value, file: &str, list: &str, judge: Judge) {
    let mut tally = Tally::default();
    let cases = vectors[list].as_array().unwrap_or_else(|| panic!("{file} has no list {list}"));
    for case in cases {
        tally.judge(case, |tally, case| judge(tally, vectors, case));
    }
    tally.finish(&format!("{file} {list}"));
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
    /// Checks a test case. If the test case can't be reproduced, for example because its kind is unknown, records its
    /// name and the reason. The other test cases are still checked.
    fn judge(&mut self, case: &Value, judge: impl Fn(&mut Self, &Value)) {
        let run = self.run;
        let judged = catch_unwind(AssertUnwindSafe(|| judge(self, case)));
        if let Err(panic) = judged {
            self.run = run;
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let reason = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            self.unbuilt.push(format!("{}: {reason}", name(case)));
        }
    }

    /// Compares two values. A difference is recorded with the name of the test case and reported after all cases have
    /// run.
    fn check<T: PartialEq + std::fmt::Debug>(&mut self, case: &Value, what: &str, ours: T, expected: T) {
        if ours != expected {
            self.failed.push(format!("{} {what}\n     ours: {ours:?}\n expected: {expected:?}", name(case)));
        }
    }

    fn leave_out(&mut self, case: &Value, why: &'static str) {
        self.left_out.entry(why).or_default().push(name(case));
    }

    /// Records that a deliberate difference applies to a test case.
    fn deviates(&mut self, case: &Value, rule: &'static str) {
        self.rules.entry(rule).or_default().push(name(case));
    }

    fn finish(self, list: &str) {
        let left_out = self.left_out.values().map(Vec::len).sum::<usize>() + self.unbuilt.len();
        println!("{list}: {} cases run, {left_out} left out, {} differ", self.run, self.failed.len());
        for case in &self.unbuilt {
            println!("  left out, cannot be built, {case}");
        }
        for (why, cases) in &self.left_out {
            println!("  left out, {why}: {}", cases.join(", "));
        }
        for (rule, cases) in &self.rules {
            println!("  deviation, {rule}: {}", cases.join(", "));
        }
        assert!(self.failed.is_empty(), "{} of {list} differ:\n{}", self.failed.len(), self.failed.join("\n"));
        assert!(self.unbuilt.is_empty(), "cases of {list} cannot be built:\n{}", self.unbuilt.join("\n"));
        assert!(self.run > 0, "no case of {list} was run");
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
    let rendered = agent_error::render(&record, agent_error::Format::Nested);
    serde_json::from_str::<Value>(&rendered).unwrap()["error"]["message"].as_str().unwrap().to_owned()
}

const CONTROL: &str = "control characters and escape sequences are removed from text";
const CAP: &str = "a text over 64 KiB is cut and marked";
