//! Tests of catalog documents, schemas, lint and lock files, of how changes to a catalog are
//! described, and of the errors that commands declare. The tested program is `programs/tree.rs`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests call these functions"
)]
#![allow(deprecated, reason = "tests build errors with deprecated codes")]

mod changes;
mod commands;
#[path = "../support/document.rs"]
mod document;
mod documents;
mod lint;
mod locks;
mod own_promise;
mod rules_of_types;
mod schemas;
mod shop;
#[path = "../support/snapshots.rs"]
mod snapshots;

use agent_error::Catalog;
use agent_error_tooling::Contract;
use document::document_of;
use serde_json::Value;
use snapshots::same;

fn contract_of(catalog: &Catalog) -> Contract {
    Contract::of(&document_of(catalog))
}

/// Returns the shop's contract after changing its catalog document.
fn changed(change: impl FnOnce(&mut Value)) -> Contract {
    let mut document = json_of(&shop::catalog());
    change(&mut document);
    document.to_string().parse().unwrap()
}

fn json_of(catalog: &Catalog) -> Value {
    serde_json::from_str(&catalog.document()).unwrap()
}

/// Returns a code in a document.
fn code<'d>(document: &'d mut Value, code: &str) -> &'d mut Value {
    document["errors"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .find(|found| found["code"] == code)
        .unwrap()
}

/// Removes codes from a document.
fn remove(document: &mut Value, codes: &[&str]) {
    document["errors"]
        .as_array_mut()
        .unwrap()
        .retain(|found| !codes.contains(&found["code"].as_str().unwrap()));
}

/// Replaces a member by a value in JSON. If the value is `-`, removes the member.
fn replace(document: &mut Value, pointer: &str, value: &str) {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match (document.pointer_mut(parent).unwrap(), value) {
        (Value::Object(members), "-") => assert!(members.remove(name).is_some(), "{pointer}"),
        (Value::Object(members), value) => {
            drop(members.insert(name.to_owned(), value.parse().unwrap()));
        }
        (other, value) => other[name.parse::<usize>().unwrap()] = value.parse().unwrap(),
    }
}

/// Adds the facts that every code must have.
fn minimal(mut code: Value) -> Value {
    let facts = serde_json::json!({
        "exit_code": 1, "retryable": false, "side_effects": "none", "phase": "execution", "severity": "error",
        "http_status": 404,
    });
    for (name, fact) in facts.as_object().unwrap() {
        code.as_object_mut()
            .unwrap()
            .entry(name)
            .or_insert_with(|| fact.clone());
    }
    code
}
