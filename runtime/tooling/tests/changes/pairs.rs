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

/// A code with a context field that has no schema of its own.
fn field(rust_type: &str, shown: &str) -> Version {
    let mut version = code(&[]);
    let context = json!([{"name": "wait", "rust_type": rust_type, "shown": shown}]);
    version.declarations[0].set("context", context);
    let value = if shown == "value" {
        json!(5)
    } else {
        json!("5")
    };
    version.declarations[0]
        .context
        .insert("wait".to_owned(), value);
    version
}

/// Adds facts to the code.
fn with(mut version: Version, facts: &[(&str, Value)]) -> Version {
    for (fact, value) in facts {
        version.declarations[0].set(fact, value.clone());
    }
    version
}

/// A code with a documentation page.
fn documented(url: &str) -> Version {
    code(&[("docs_url", json!(url))])
}

fn exit(code: u8) -> (&'static str, Value) {
    ("exit_code", json!(code))
}

fn grpc(code: &str) -> (&'static str, Value) {
    ("grpc", json!(code))
}

fn wait(ms: u32) -> (&'static str, Value) {
    ("retry_after_ms", json!(ms))
}

fn wait_field(name: &str) -> (&'static str, Value) {
    ("retry_after_field", json!(name))
}

fn with_status(status: u16) -> (&'static str, Value) {
    ("http_status", json!(status))
}

/// The kinds of changes: the versions before and after.
fn kinds() -> Vec<(&'static str, Version, Version)> {
    let maybe = ("optional", json!(["retry_after_field"]));
    let delay = ("retry_after_field", json!("wait"));
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
            waiting(&[wait_field("wait")]),
        ),
        (
            "wait from another field",
            waiting(&[wait_field("wait")]),
            waiting(&[wait_field("pause")]),
        ),
        (
            "wait became optional",
            waiting(&[wait_field("wait")]),
            waiting(&[wait_field("wait"), maybe.clone()]),
        ),
        (
            "wait no longer optional",
            waiting(&[wait_field("wait"), maybe.clone()]),
            waiting(&[wait_field("wait")]),
        ),
        (
            "optional wait added",
            waiting(&[]),
            waiting(&[wait_field("wait"), maybe.clone()]),
        ),
        (
            "optional wait removed",
            waiting(&[wait_field("wait"), maybe]),
            waiting(&[]),
        ),
        (
            "field became the wait",
            with(field("u64", "value"), &[("retryable", json!(true))]),
            waiting(&[delay]),
        ),
        (
            "field with Debug instead of Display",
            field("Version", "text"),
            field("Version", "debug"),
        ),
        (
            "field with Display instead of Debug",
            field("Version", "debug"),
            field("Version", "text"),
        ),
        (
            "gRPC code and HTTP status declared",
            code(&[grpc("ABORTED"), with_status(500)]),
            code(&[grpc("INTERNAL"), with_status(409)]),
        ),
        (
            "page of the code moved",
            documented("https://a.example.com/BUSY"),
            documented("https://b.example.com/BUSY"),
        ),
        ("new code with a status in use", Version::new([]), code(&[])),
        (
            "retryable code of every program",
            general(&[]),
            general(&[("retryable", json!(true))]),
        ),
    ]
}

#[test]
fn each_change_of_several_facts_has_a_class() {
    let changes = kinds()
        .into_iter()
        .map(|(kind, old, new)| (kind.to_owned(), "single", old, new));
    assert_table("pairs.txt", changes);
}
