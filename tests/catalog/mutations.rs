//! Tests which modified envelopes a program's schema rejects, and which unusual ones it accepts.

use crate::document_of;
use crate::shop::ShopError;
use agent_error::{Format, render};
use serde_json::Value;

/// The description of a mutation, the JSON pointer of the mutated value, and the mutation itself.
type Mutation = (&'static str, &'static str, fn(&mut Value));

/// Mutations of the shop's envelope that its schema must reject.
const MUTATIONS: &[Mutation] = &[
    ("a member of the envelope is missing", "", |it| drop(it.as_object_mut().unwrap().remove("warnings"))),
    ("the data is missing", "", |it| drop(it.as_object_mut().unwrap().remove("data"))),
    ("the error is missing", "", |it| drop(it.as_object_mut().unwrap().remove("error"))),
    ("the meta member is missing", "", |it| drop(it.as_object_mut().unwrap().remove("meta"))),
    ("the envelope has another member", "", |it| it["more"] = 1.into()),
    ("a failure is ok", "/ok", |it| *it = true.into()),
    ("ok is a string", "/ok", |it| *it = "false".into()),
    ("a failure has data", "/data", |it| *it = serde_json::json!({})),
    ("a warning is a number", "/warnings", |it| *it = serde_json::json!([1])),
    ("the duration is negative", "/meta/duration_ms", |it| *it = (-1).into()),
    ("the duration is a string", "/meta/duration_ms", |it| *it = "1".into()),
    ("the version is another", "/meta/schema_version", |it| *it = "9.0".into()),
    ("the code is missing", "/error", |it| drop(it.as_object_mut().unwrap().remove("code"))),
    ("the code is a number", "/error/code", |it| *it = 1.into()),
    ("the code is that of another error", "/error/code", |it| *it = "SHOP_CLOSED".into()),
    ("the message is missing", "/error", |it| drop(it.as_object_mut().unwrap().remove("message"))),
    ("the message is empty", "/error/message", |it| *it = "".into()),
    ("the message is a list", "/error/message", |it| *it = serde_json::json!(["m"])),
    ("retryable is missing", "/error", |it| drop(it.as_object_mut().unwrap().remove("retryable"))),
    ("retryable is another", "/error/retryable", |it| *it = true.into()),
    ("retryable is a string", "/error/retryable", |it| *it = "false".into()),
    ("the phase is missing", "/error", |it| drop(it.as_object_mut().unwrap().remove("phase"))),
    ("the phase is another", "/error/phase", |it| *it = "cleanup".into()),
    ("the phase is unknown", "/error/phase", |it| *it = "later".into()),
    ("the side effects are others", "/error", |it| it["side_effects"] = "partial".into()),
    ("the severity is that of a warning", "/error", |it| it["severity"] = "warning".into()),
    ("the wait is negative", "/error", |it| it["retry_after_ms"] = (-1).into()),
    ("the wait is a fraction", "/error", |it| it["retry_after_ms"] = 1.5.into()),
    ("the strategy is unknown", "/error", |it| it["retry_strategy"] = "often".into()),
    ("the suggestion is null", "/error", |it| it["suggestion"] = Value::Null),
    ("the fix is a list", "/error", |it| it["fix_command"] = serde_json::json!(["shop"])),
    ("there are no actions in the list", "/error", |it| it["actions"] = serde_json::json!([])),
    ("an action is a number", "/error", |it| it["actions"] = serde_json::json!([1])),
    ("the page is a number", "/error", |it| it["docs_url"] = 1.into()),
    ("the cause is null", "/error", |it| it["cause"] = Value::Null),
    ("the context is missing", "/error", |it| drop(it.as_object_mut().unwrap().remove("context"))),
    ("the context is a list", "/error/context", |it| *it = serde_json::json!([])),
    ("a field is missing", "/error/context", |it| drop(it.as_object_mut().unwrap().remove("number"))),
    ("a field is a string", "/error/context/number", |it| *it = "7".into()),
    ("a field is null", "/error/context/number", |it| *it = Value::Null),
    ("a field is a fraction", "/error/context/number", |it| *it = 7.5.into()),
    ("a field is below its range", "/error/context/number", |it| *it = (-1).into()),
    ("a field is above its range", "/error/context/number", |it| *it = 4_294_967_296_u64.into()),
    ("an optional field is a number", "/error/context/customer", |it| *it = 1.into()),
];

#[test]
fn a_schema_rejects_each_mutation_of_the_output() {
    let schema = document_of(&crate::shop::catalog()).envelope_schema();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let error = ShopError::Missing { number: 7, shelf: "a/b".into(), customer: None };
    let good: Value = serde_json::from_str(&render(&error, Format::Envelope)).unwrap();
    assert!(validator.is_valid(&good));
    for (what, place, mutate) in MUTATIONS {
        let mut bad = good.clone();
        mutate(bad.pointer_mut(place).unwrap());
        assert_ne!(bad, good, "{what}");
        assert!(!validator.is_valid(&bad), "{what}: {bad:#}");
    }
}

#[test]
fn non_finite_numbers_match_the_schema() {
    let validator = jsonschema::draft202012::new(&document_of(&crate::shop::catalog()).envelope_schema()).unwrap();
    for amount in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.5] {
        let error = ShopError::NotPaid { amount, retry_after_s: None, currency: "EUR" };
        let output: Value = serde_json::from_str(&render(&error, Format::Envelope)).unwrap();
        assert!(validator.is_valid(&output), "{output:#}");
    }
    let error = ShopError::NotPaid { amount: 1.0, retry_after_s: None, currency: "EUR" };
    let mut output: Value = serde_json::from_str(&render(&error, Format::Envelope)).unwrap();
    output["error"]["context"]["amount"] = "1.0".into();
    assert!(!validator.is_valid(&output), "only non-finite numbers are strings");
}
