//! Every fact × every change × one declaration, the first or another of several.

use crate::catalog::{Declaration, Shape, Version};
use crate::{Change, SHAPES, assert_table};
use agent_error::__tooling::FACTS;
use serde_json::{Value, json};

/// The facts that aren't compared as a whole.
const NOT_COMPARED: [&str; 6] = [
    "code",
    "status",
    "optional",
    "context",
    "classify",
    "declared_by",
];

/// Three values of each fact: of the changed declaration before and after, and of the other
/// declaration.
fn values(fact: &str) -> [Value; 3] {
    match fact {
        "exit_code" => [json!(12), json!(75), json!(12)],
        "public" => [json!(true), json!(false), json!(true)],
        "retryable" => [json!(false), json!(true), json!(false)],
        "retry_after_ms" => [json!(1000), json!(2000), json!(3000)],
        "retry_strategy" => [
            json!("immediate"),
            json!("linear_backoff"),
            json!("exponential_backoff"),
        ],
        "side_effects" => [json!("none"), json!("partial"), json!("none")],
        "phase" => [json!("execution"), json!("validation"), json!("cleanup")],
        "severity" => [json!("error"), json!("warning"), json!("critical")],
        "protocol" => [json!(-32_602), json!(-32_601), json!(-32_600)],
        "http_status" => [json!(500), json!(503), json!(429)],
        "grpc" => [json!("UNAVAILABLE"), json!("ABORTED"), json!("INTERNAL")],
        "actions" => [
            json!(["list", "show"]),
            json!(["list", "find"]),
            json!(["list"]),
        ],
        text => [
            json!(format!("{text} a")),
            json!(format!("{text} b")),
            json!(format!("{text} c")),
        ],
    }
}

/// A version whose changed declaration has one value of the fact, and whose other declaration has
/// another.
fn version(shape: Shape, fact: &str, value: Option<&Value>, other: Option<&Value>) -> Version {
    match shape {
        Shape::Single => Version::new([declared("shop::A", fact, value)]),
        Shape::First => Version::new([
            declared("shop::A", fact, value),
            declared("shop::B", fact, other),
        ]),
        Shape::Other => Version::new([
            declared("shop::A", fact, other),
            declared("shop::B", fact, value),
        ]),
    }
}

fn declared(path: &str, fact: &str, value: Option<&Value>) -> Declaration {
    let mut declared = Declaration::plain(path);
    if let Some(value) = value {
        declared.set(fact, value.clone());
    }
    declared
}

/// The changes of a fact: the value before and after, and that of the other declaration.
fn changes(fact: &str, always: bool, shape: Shape) -> Vec<(&'static str, Version, Version)> {
    let values = values(fact);
    let [before, after, other] = values.each_ref().map(Some);
    let mut all = vec![("change", before, after, other)];
    if shape != Shape::Single {
        all.push(("align", before, other, other));
        all.push(("differ", other, after, other));
    }
    if !always {
        all.push(("add", None, after, None));
        all.push(("remove", before, None, None));
        if shape != Shape::Single {
            all.push(("complete", None, after, other));
            all.push(("withdraw", before, None, other));
        }
    }
    let mut changes = Vec::new();
    for (what, before, after, other) in all {
        let old = version(shape, fact, before, other);
        let new = version(shape, fact, after, other);
        changes.push((what, old, new));
    }
    changes
}

#[test]
fn each_change_of_each_fact_has_a_class() {
    let required = Declaration::plain("").facts;
    let compared = FACTS
        .iter()
        .filter(|fact| !NOT_COMPARED.contains(&fact.name));
    let mut all: Vec<Change> = Vec::new();
    for fact in compared {
        let is_required = fact.name != "message" && required.contains_key(fact.name);
        for shape in SHAPES {
            for (what, old, new) in changes(fact.name, is_required, shape) {
                all.push((format!("{} {what}", fact.name), shape.name(), old, new));
            }
        }
    }
    assert!(all.len() >= 124, "{} kinds", all.len());
    assert_table("facts.txt", all);
}
