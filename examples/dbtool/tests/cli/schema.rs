//! Every answer is as dbtool's own schema says, and what is not is refused.

use crate::tool::{Sandbox, envelope};
use crate::{ITEMS, with_file};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// What `errors export --format schema` writes.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let output = Sandbox::new().run(&["errors", "export", "--format", "schema"]);
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).unwrap()
});

static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| jsonschema::draft202012::new(&SCHEMA).unwrap());

/// Whatever any test of dbtool meets as an envelope comes by here.
#[track_caller]
pub(crate) fn assert_valid(envelope: &Value) {
    let problems: Vec<String> = VALIDATOR.iter_errors(envelope).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}\n{envelope}");
}

#[test]
fn the_schema_is_one_and_knows_every_code() {
    jsonschema::meta::validate(&SCHEMA).unwrap();
    let defined: Vec<&String> = SCHEMA["$defs"].as_object().unwrap().keys().collect();
    let listed = Sandbox::new().listed();
    assert!(listed.len() > 30);
    assert_eq!(defined, listed.iter().map(|entry| entry["code"].as_str().unwrap()).collect::<Vec<_>>());
}

#[test]
fn an_item_is_described_by_its_own_type() {
    let context = &SCHEMA["$defs"]["DB_ITEM_DUPLICATE"]["properties"]["context"]["properties"];
    assert_eq!(context["stored"]["required"], json!(["sku", "name", "count"]));
    assert_eq!(context["path"]["type"], "string");
}

#[test]
fn what_is_no_answer_of_dbtool_is_refused() {
    let sandbox = with_file("in.csv", ITEMS);
    sandbox.write("other.csv", "sku,name,count\nA-1,Nail,N/A\n");
    let good = envelope(&sandbox.run(&["process", "other.csv"]));
    assert_eq!(good["error"]["code"], "CSV_NUMBER_INVALID");
    let changes: [(&str, Value); 12] = [
        ("/ok", json!(true)),
        ("/data", json!({})),
        ("/warnings", Value::Null),
        ("/meta/schema_version", json!("9.9")),
        ("/error", Value::Null),
        ("/error/code", json!("CSV_NUMBER_INVALIDATED")),
        ("/error/code", json!("CSV_FILE_EMPTIED")),
        ("/error/retryable", json!(true)),
        ("/error/phase", json!("cleanup")),
        ("/error/context/row", json!("3")),
        ("/error/context/row", json!(-3)),
        ("/error/context", json!({"path": "in.csv"})),
    ];
    for (place, value) in changes {
        let mut bad = good.clone();
        *bad.pointer_mut(place).unwrap() = value;
        assert!(!VALIDATOR.is_valid(&bad), "{bad}");
    }
    for (object, member) in
        [("/error", "message"), ("/error", "suggestion"), ("/error", "context"), ("/error/context", "row")]
    {
        let mut bad = good.clone();
        bad.pointer_mut(object).unwrap().as_object_mut().unwrap().remove(member);
        assert!(!VALIDATOR.is_valid(&bad), "{bad}");
    }
    let mut bad = good.clone();
    bad["error"]["retry_after_ms"] = json!(5);
    assert!(!VALIDATOR.is_valid(&bad), "CSV_NUMBER_INVALID has no wait");
}
