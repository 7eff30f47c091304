//! Changes of the list of classification rules.

use crate::assert_table;
use crate::catalog::{Declaration, Version};
use serde_json::{Value, json};

/// A version with these rules, such as `BUSY: status 404`.
fn rules(lines: &[&str]) -> Version {
    let mut version = Version::new([Declaration::plain("shop::A")]);
    let rules: Vec<Value> = lines.iter().map(|line| rule(line)).collect();
    version.members.insert("rules".to_owned(), rules.into());
    version
}

fn rule(line: &str) -> Value {
    let (code, rule) = line.split_once(": ").unwrap();
    match rule.split_once(' ') {
        Some((rule, value)) => json!({"code": code, "rule": rule, "value": value}),
        None => json!({"code": code, "rule": rule}),
    }
}

/// A kind of change, and the rules before and after it.
type Kind = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const KINDS: &[Kind] = &[
    ("first rule", &[], &["BUSY: status 404"]),
    (
        "beside a fallback",
        &["OTHER: fallback"],
        &["BUSY: io NotFound", "OTHER: fallback"],
    ),
    (
        "within any status",
        &["OTHER: status .."],
        &["BUSY: status 404", "OTHER: status .."],
    ),
    (
        "within a range",
        &["OTHER: status 400..=499"],
        &["BUSY: status 404", "OTHER: status 400..=499"],
    ),
    (
        "overlapping a range",
        &["OTHER: status 400..=499"],
        &["BUSY: status 450..=500", "OTHER: status 400..=499"],
    ),
    // The error may be the source of one with the new status.
    (
        "beside a range",
        &["OTHER: status 400..=499"],
        &["BUSY: status 503", "OTHER: status 400..=499"],
    ),
    (
        "another kind of I/O error",
        &["OTHER: io NotFound"],
        &["OTHER: io NotFound", "BUSY: io TimedOut"],
    ),
    (
        "type of all I/O errors",
        &["OTHER: io NotFound"],
        &["OTHER: io NotFound", "BUSY: type std::io::Error"],
    ),
    (
        "code beside a status",
        &["OTHER: status 404"],
        &["BUSY: code X", "OTHER: status 404"],
    ),
    (
        "status beside a phrase",
        &["OTHER: message disk"],
        &["BUSY: status 500", "OTHER: message disk"],
    ),
    (
        "phrase beside a status",
        &["OTHER: status 500"],
        &["OTHER: status 500", "BUSY: message disk"],
    ),
    (
        "phrase beside a type and a kind",
        &["OTHER: io NotFound", "OTHER: type shop::E"],
        &[
            "OTHER: io NotFound",
            "OTHER: type shop::E",
            "BUSY: message disk",
        ],
    ),
    (
        "longer phrase",
        &["OTHER: message no such"],
        &["BUSY: message no such host", "OTHER: message no such"],
    ),
    (
        "phrase before a phrase",
        &["OTHER: message disk"],
        &["BUSY: message full", "OTHER: message disk"],
    ),
    (
        "phrase with the letters of another one",
        &["OTHER: message art"],
        &["OTHER: message art", "BUSY: message party"],
    ),
    (
        "ranges split",
        &["BUSY: status 500..=503"],
        &["BUSY: status 500..=501", "BUSY: status 502..=503"],
    ),
    (
        "range narrowed",
        &["BUSY: status 500..=503"],
        &["BUSY: status 500..=502"],
    ),
    (
        "phrase in another case",
        &["BUSY: message disk full"],
        &["BUSY: message Disk full"],
    ),
    (
        "rule behind its own fallback",
        &["BUSY: fallback"],
        &["BUSY: status 404", "BUSY: fallback"],
    ),
    (
        "rules of two codes swapped",
        &["BUSY: message a", "OTHER: message b"],
        &["OTHER: message b", "BUSY: message a"],
    ),
    (
        "rules of one code swapped",
        &["BUSY: message a", "BUSY: message b"],
        &["BUSY: message b", "BUSY: message a"],
    ),
    (
        "fallback of another code",
        &["BUSY: fallback"],
        &["OTHER: fallback"],
    ),
    (
        "type of another module",
        &["BUSY: type a::Error"],
        &["BUSY: type b::Error"],
    ),
    (
        "rule moved to another code",
        &["BUSY: status 404"],
        &["OTHER: status 404"],
    ),
    (
        "rule that never wins",
        &["OTHER: code X"],
        &["OTHER: code X", "BUSY: code X"],
    ),
];

#[test]
fn each_change_of_the_rules_has_a_class() {
    let mut changes = Vec::new();
    for (kind, old, new) in KINDS {
        changes.push((format!("{kind}: gained"), "single", rules(old), rules(new)));
        changes.push((format!("{kind}: lost"), "single", rules(new), rules(old)));
    }
    assert_table("rules.txt", changes);
}

#[test]
fn a_new_code_is_compared_with_the_codes_that_had_its_errors() {
    let mut old = rules(&["OTHER: fallback"]);
    old.declarations.clear();
    let new = rules(&["BUSY: io NotFound", "OTHER: fallback"]);
    assert_eq!(crate::class(&old, &new), "breaking");
    let apart = rules(&["OTHER: fallback"]);
    assert_eq!(crate::class(&old, &apart), "additive");
}
