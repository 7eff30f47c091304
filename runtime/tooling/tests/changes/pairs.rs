//! Changes that involve several facts or several codes.

use crate::assert_table;
use crate::catalog::{Declaration, Version};
use serde_json::{Value, json};

fn code(facts: &[(&str, Value)]) -> Version {
    let mut declared = Declaration::plain("shop::A");
    for (fact, value) in facts {
        declared.set(fact, value.clone());
    }
    Version::new([declared])
}

/// A code of every program, such as those of panics.
fn general(facts: &[(&str, Value)]) -> Version {
    let mut version = code(facts);
    version.declarations[0].set("of_every_program", json!(true));
    version
}

/// A retryable code with a wait.
fn waiting(facts: &[(&str, Value)]) -> Version {
    let mut version = code(facts);
    version.declarations[0].set("retryable", json!(true));
    version
}

/// A code with a classification rule, beside another code with a rule.
fn rules(own: Option<(&str, &str)>, other: (&str, &str)) -> Version {
    let rule = |(kind, value): (&str, &str)| json!([{"rule": kind, "value": value}]);
    let mut version = code(&[]);
    if let Some(own) = own {
        version.declarations[0].set("classify", rule(own));
    }
    version.other.set("classify", rule(other));
    version
}

/// The kinds of changes: the versions before and after.
fn kinds() -> Vec<(&'static str, Version, Version)> {
    let exit = |code: u8| ("exit_code", json!(code));
    let grpc = |code: &str| ("grpc", json!(code));
    let wait = |ms: u32| ("retry_after_ms", json!(ms));
    let field = |name: &str| ("retry_after_field", json!(name));
    let maybe = ("optional", json!(["retry_after_field"]));
    let new_rule = |own, other| (rules(None, other), rules(Some(own), other));
    let (covered, uncovered) = (
        new_rule(("status", "404"), ("status", "..")),
        new_rule(("status", "404"), ("io", "..")),
    );
    let (in_range, beside_range) = (
        new_rule(("status", "404"), ("status", "400..=499")),
        new_rule(("status", "503"), ("status", "400..=499")),
    );
    let (left_over, by_type) = (
        new_rule(("io", "NotFound"), ("fallback", "")),
        new_rule(("type", "Timeout"), ("status", "504")),
    );
    let phrase = new_rule(("message", "no such host"), ("message", "no such"));
    let kind = new_rule(("io", "NotFound"), ("io", "TimedOut"));
    let without = |mut version: Version| {
        version.declarations.clear();
        version
    };
    let listing = |mut version: Version| {
        version.declarations[0].set("actions", json!(["list"]));
        version
    };
    vec![
        (
            "exit code of every program",
            general(&[exit(2)]),
            general(&[exit(64)]),
        ),
        (
            "code of every program removed",
            general(&[]),
            Version::new([]),
        ),
        (
            "code of every program added",
            Version::new([]),
            general(&[]),
        ),
        (
            "status of exit code 1 declared",
            code(&[exit(1)]),
            code(&[exit(1), ("status", json!(500))]),
        ),
        (
            "derived gRPC code declared",
            code(&[exit(12)]),
            code(&[exit(12), grpc("UNAVAILABLE")]),
        ),
        (
            "other gRPC code declared",
            code(&[exit(12)]),
            code(&[exit(12), grpc("ABORTED")]),
        ),
        (
            "wait slightly longer",
            waiting(&[wait(5_000)]),
            waiting(&[wait(5_001)]),
        ),
        (
            "wait from a field",
            waiting(&[wait(5_000)]),
            waiting(&[field("wait")]),
        ),
        (
            "wait from another field",
            waiting(&[field("wait")]),
            waiting(&[field("pause")]),
        ),
        (
            "wait became optional",
            waiting(&[field("wait")]),
            waiting(&[field("wait"), maybe.clone()]),
        ),
        (
            "wait no longer optional",
            waiting(&[field("wait"), maybe.clone()]),
            waiting(&[field("wait")]),
        ),
        (
            "optional wait added",
            waiting(&[]),
            waiting(&[field("wait"), maybe.clone()]),
        ),
        (
            "optional wait removed",
            waiting(&[field("wait"), maybe]),
            waiting(&[]),
        ),
        (
            "action added beside a fallback",
            left_over.0.clone(),
            listing(left_over.0.clone()),
        ),
        (
            "new code with a rule beside a fallback",
            without(left_over.0.clone()),
            left_over.1.clone(),
        ),
        (
            "new code with a rule of another kind",
            without(uncovered.0.clone()),
            uncovered.1.clone(),
        ),
        ("new rule beside a fallback", left_over.0, left_over.1),
        ("new rule within any status", covered.0, covered.1),
        ("new rule within a range", in_range.0, in_range.1),
        ("new rule outside a range", beside_range.0, beside_range.1),
        ("new rule of another kind", uncovered.0, uncovered.1),
        ("new rule for another kind of I/O error", kind.0, kind.1),
        ("new rule for a type", by_type.0, by_type.1),
        ("new rule for a longer phrase", phrase.0, phrase.1),
    ]
}

#[test]
fn each_change_of_several_facts_has_a_class() {
    let changes = kinds()
        .into_iter()
        .map(|(kind, old, new)| (kind.to_owned(), "single", old, new));
    assert_table("pairs.txt", changes);
}
