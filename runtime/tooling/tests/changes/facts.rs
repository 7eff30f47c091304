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
    let with = |path: &str, value: Option<&Value>| {
        let mut declared = Declaration::plain(path);
        if let Some(value) = value {
            declared.set(fact, value.clone());
        }
        declared
    };
    match shape {
        Shape::Single => Version::new([with("shop::A", value)]),
        Shape::First => Version::new([with("shop::A", value), with("shop::B", other)]),
        Shape::Other => Version::new([with("shop::A", other), with("shop::B", value)]),
    }
}

/// The changes of a fact: the value before and after, and that of the other declaration.
fn changes(fact: &str, always: bool, shape: Shape) -> Vec<(&'static str, Version, Version)> {
    let [before, after, other] = values(fact);
    let (before, after, other) = (Some(&before), Some(&after), Some(&other));
    let change = |old, new, other| {
        (
            version(shape, fact, old, other),
            version(shape, fact, new, other),
        )
    };
    let mut all = vec![("change", change(before, after, other))];
    if shape != Shape::Single {
        all.push(("align", change(before, other, other)));
        all.push(("differ", change(other, after, other)));
    }
    if !always {
        all.push(("add", change(None, after, None)));
        all.push(("remove", change(before, None, None)));
        if shape != Shape::Single {
            all.push(("complete", change(None, after, other)));
            all.push(("withdraw", change(before, None, other)));
        }
    }
    all.into_iter()
        .map(|(what, (old, new))| (what, old, new))
        .collect()
}

#[test]
fn each_change_of_each_fact_has_a_class() {
    let required = Declaration::plain("").facts;
    let compared = FACTS
        .iter()
        .filter(|fact| !NOT_COMPARED.contains(&fact.name));
    let changes = compared.flat_map(|fact| {
        let is_required = fact.name != "message" && required.contains_key(fact.name);
        let of_shape = |shape| {
            let name = if shape == Shape::Single {
                "single"
            } else {
                "shared"
            };
            let changes = changes(fact.name, is_required, shape).into_iter();
            changes.map(move |(what, old, new)| (format!("{} {what}", fact.name), name, old, new))
        };
        SHAPES
            .into_iter()
            .flat_map(of_shape)
            .collect::<Vec<Change>>()
    });
    let changes: Vec<Change> = changes.collect();
    assert!(changes.len() >= 124, "{} kinds", changes.len());
    assert_table("facts.txt", changes);
}
