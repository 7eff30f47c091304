//! Tests with the results of the original systems for the same inputs, and with the published
//! envelope schema.
//!
//! The files aren't part of the project. `AGENT_ERROR_VECTORS` and `AGENT_ERROR_SCHEMAS` are the
//! paths of their directories. Each list of test cases has a judge, which compares this crate's
//! results with the original's. Deliberate differences have named rules. Any other difference makes
//! the test fail, and so do unknown kinds of test cases and rules that no test case needs.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests call these functions"
)]

#[path = "../support/envelopes.rs"]
mod envelopes;
mod errfmt;
mod errfmt_hints;
mod examples;
mod falsified;
mod held;
mod manifest;
#[path = "../support/programs.rs"]
mod programs;
mod pyrite;
mod schemas;
mod verda;
mod verda_classify;
mod verdict;
mod vurb;

// The module of cloudctl's errors expects it here.
#[path = "../../examples/cloudctl/src/exit.rs"]
#[allow(dead_code, reason = "cloudctl uses the rest")]
mod exit;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use verdict::Verdict;

/// A list of test cases, and how to check them.
struct List {
    /// The name of the file.
    file: &'static str,
    /// The name of the list in the file.
    name: &'static str,
    /// Compares this crate's results of a test case with the original's.
    judge: fn(&Value) -> Verdict,
    /// The rules for deliberate differences.
    rules: &'static [&'static str],
    /// Returns JSON pointers of members in a test case that aren't results, or that this crate has
    /// no counterpart for.
    uncompared: fn(&Value) -> &'static [&'static str],
}

const LISTS: [List; 10] = [
    errfmt::FORMAT,
    errfmt::FILE_ERRORS,
    errfmt::PARSE,
    errfmt_hints::HINTS,
    pyrite::MCP_ERROR,
    pyrite::CLI_ERROR,
    verda::RENDER,
    verda_classify::CLASSIFY,
    verda::PARSE,
    vurb::CASES,
];

/// Lists without a judge, and why.
const UNJUDGED: [(&str, &str, &str); 1] = [(
    "errfmt.json",
    "ensure_prefix",
    "it changes the content blocks of that system's own tool results",
)];

/// The test cases in the project. They have the same format, and contain the documented results of
/// the original systems for other inputs.
fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/own")
}

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

impl List {
    fn cases(&self, folder: &Path) -> Vec<Value> {
        let vectors = read(&folder.join(self.file));
        let cases = vectors[self.name].as_array();
        cases
            .unwrap_or_else(|| panic!("{} has no list {}", self.file, self.name))
            .clone()
    }

    /// Judges a test case. A test case that can't be reproduced, for example because its kind is
    /// unknown, differs.
    fn judge(&self, case: &Value) -> Verdict {
        let judged = catch_unwind(AssertUnwindSafe(|| (self.judge)(case)));
        judged.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let reason = text.or_else(|| panic.downcast_ref::<String>().cloned());
            let reason = reason.unwrap_or_default();
            Verdict::Differs(vec![format!("cannot be judged: {reason}")])
        })
    }

    fn judge_all(&self, folder: &Path) -> Tally {
        let mut tally = Tally::default();
        for case in self.cases(folder) {
            tally.add(&case, self.judge(&case));
        }
        println!(
            "{} {}: {} cases run, {} left out, {} differ",
            self.file,
            self.name,
            tally.run(),
            tally.left_out.values().map(Vec::len).sum::<usize>(),
            tally.differs.len()
        );
        for (why, cases) in &tally.left_out {
            println!("  left out, {why}: {}", cases.join(", "));
        }
        for (rule, cases) in &tally.rules {
            println!("  {} deviate, {rule}: {}", cases.len(), cases.join(", "));
        }
        tally
    }
}

/// The verdicts on all test cases in a list.
#[derive(Default)]
struct Tally {
    agree: usize,
    /// The test cases to which a rule applies, by rule.
    rules: BTreeMap<&'static str, Vec<String>>,
    deviate: usize,
    differs: Vec<String>,
    /// The test cases that don't apply to this crate, by reason.
    left_out: BTreeMap<&'static str, Vec<String>>,
}

impl Tally {
    fn add(&mut self, case: &Value, verdict: Verdict) {
        let name = name(case);
        match verdict {
            Verdict::Agrees => self.agree += 1,
            Verdict::Deviates(rules) => {
                self.deviate += 1;
                for rule in rules {
                    self.rules.entry(rule).or_default().push(name.clone());
                }
            }
            Verdict::Differs(differences) => {
                let differences = differences.iter();
                let differences = differences.map(|difference| format!("{name}: {difference}"));
                self.differs
                    .push(differences.collect::<Vec<_>>().join("\n"));
            }
            Verdict::LeftOut(why) => self.left_out.entry(why).or_default().push(name),
        }
    }

    fn run(&self) -> usize {
        self.agree + self.deviate + self.differs.len()
    }
}

/// Judges all lists. Returns the differences.
fn differences(folder: &Path) -> Vec<String> {
    let mut differences = Vec::new();
    for list in &LISTS {
        let tally = list.judge_all(folder);
        assert!(tally.run() > 0, "no case of {} was run", list.name);
        for rule in tally.rules.keys() {
            assert!(list.rules.contains(rule), "{} lacks {rule}", list.name);
        }
        differences.extend(tally.differs);
    }
    differences
}

#[test]
#[ignore = "set AGENT_ERROR_VECTORS"]
fn errors_are_written_and_read_like_those_of_the_original_systems() {
    let differences = differences(&folder("AGENT_ERROR_VECTORS"));
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn documented_results_of_the_original_systems_are_reproduced() {
    let differences = differences(&own());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn each_rule_for_deviations_is_needed() {
    for list in &LISTS {
        let used = list.judge_all(&own()).rules;
        let used: BTreeSet<_> = used.into_keys().collect();
        let declared: BTreeSet<_> = list.rules.iter().copied().collect();
        assert_eq!(used, declared, "{} {}", list.file, list.name);
    }
}

#[test]
#[ignore = "set AGENT_ERROR_VECTORS"]
fn each_list_of_the_files_has_a_judge() {
    let folder = folder("AGENT_ERROR_VECTORS");
    let files: BTreeSet<_> = LISTS.iter().map(|list| list.file).collect();
    for file in files {
        for (name, cases) in read(&folder.join(file)).as_object().unwrap() {
            let unjudged = UNJUDGED
                .iter()
                .find(|unjudged| unjudged.0 == file && unjudged.1 == name);
            let is_judged = LISTS
                .iter()
                .any(|list| list.file == file && list.name == name);
            assert!(
                is_judged || unjudged.is_some() || !cases.is_array(),
                "{file} {name}"
            );
            if let Some((_, _, why)) = unjudged {
                println!("{file} {name}: left out, {why}");
            }
        }
    }
}

/// Tests the judges: they must notice every wrong result.
fn assert_falsified_results_are_noticed(folder: &Path) {
    let mut unnoticed = Vec::new();
    for list in &LISTS {
        let cases = list.cases(folder);
        let applicable: Vec<Value> = cases
            .into_iter()
            .filter(|case| !matches!(list.judge(case), Verdict::LeftOut(_)))
            .collect();
        let falsified = falsified::falsify(&applicable, list.uncompared);
        let accepted: Vec<String> = falsified
            .iter()
            .filter(|falsified| !matches!(list.judge(&falsified.case), Verdict::Differs(_)))
            .map(|falsified| {
                let value = falsified.case.pointer(&falsified.pointer);
                let value: String = format!("{value:?}").chars().take(300).collect();
                format!("{} {}: {value}", name(&falsified.case), falsified.pointer)
            })
            .collect();
        println!(
            "{} {}: {} results falsified, {} noticed",
            list.file,
            list.name,
            falsified.len(),
            falsified.len() - accepted.len()
        );
        unnoticed.extend(accepted);
    }
    assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
}

#[test]
#[ignore = "set AGENT_ERROR_VECTORS"]
fn falsified() {
    assert_falsified_results_are_noticed(&folder("AGENT_ERROR_VECTORS"));
}

#[test]
fn falsified_documented_results_are_noticed() {
    assert_falsified_results_are_noticed(&own());
}

fn name(case: &Value) -> String {
    case["name"].as_str().unwrap_or("unnamed").to_owned()
}

/// Returns a string member, or `None` if it's missing or null.
fn text<'a>(object: &'a Value, key: &str) -> Option<&'a str> {
    object[key].as_str()
}

/// Reads a JSON document. An invalid document is null.
fn json(document: &str) -> Value {
    serde_json::from_str(document).unwrap_or_default()
}

/// Returns what every format shows instead of an empty message.
fn shown_message<'a>(message: &'a str, code: &'a str) -> &'a str {
    let candidates = [message, code];
    let shown = candidates.into_iter().find(|text| !text.trim().is_empty());
    shown.unwrap_or("unknown error")
}

/// Sanitizes a string like every format.
fn clean(text: &str) -> String {
    agent_error::format::clean(&text)
}

const EMPTY: &str = "an empty message is replaced by the code, or else by `unknown error`";
const CONTROL: &str = "control characters and escape sequences are removed from text, and a text over \
                       64 KiB is cut";
