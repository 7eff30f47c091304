//! Tests that errors match the schema of their catalog.

use crate::document_of;
use crate::shop::{ShopError, catalog, errors};
use agent_error::ready::{InvalidFields, InvalidValue, RateLimited, UnknownAction};
use agent_error::{AgentError, Catalog, ErrorRecord, Format, Renderer, catalog as catalog_of, render};
use jsonschema::Validator;
use serde_json::{Value, json};

fn validator(catalog: &Catalog) -> Validator {
    let schema = document_of(catalog).envelope_schema();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

fn envelope(error: &dyn AgentError) -> Value {
    serde_json::from_str(&render(error, Format::Envelope)).unwrap()
}

#[track_caller]
fn assert_valid(validator: &Validator, value: &Value) {
    let problems: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{error} at {}", error.instance_path())).collect();
    assert!(problems.is_empty(), "{problems:#?}\n{value:#}");
}

#[test]
fn every_error_matches_its_schema() {
    let validator = validator(&catalog());
    for error in errors() {
        assert_valid(&validator, &envelope(&error));
        let record = ErrorRecord::of(&error);
        assert_valid(&validator, &envelope(&record));
    }
    let warnings = ["w".to_owned()];
    let renderer = Renderer::new(Format::Envelope).warnings(&warnings);
    assert_valid(&validator, &serde_json::from_str(&renderer.render(&ShopError::Closed)).unwrap());
}

#[test]
fn formats_are_those_that_every_validator_knows() {
    fn formats(schema: &Value, found: &mut Vec<String>) {
        match schema {
            Value::Object(members) => {
                found.extend(members.get("format").and_then(Value::as_str).map(str::to_owned));
                members.values().for_each(|member| formats(member, found));
            }
            Value::Array(schemas) => schemas.iter().for_each(|schema| formats(schema, found)),
            _ => {}
        }
    }
    let schema = document_of(&catalog()).envelope_schema();
    let mut found = Vec::new();
    formats(&schema, &mut found);
    assert!(found.iter().all(|format| !format.contains("int")), "{found:?}");
    let number = "/$defs/SHOP_DESCRIBED/properties/context/properties/article/properties/articleNumber";
    let number = schema.pointer(number).unwrap();
    assert_eq!(number, &json!({"type": "integer", "minimum": 0, "maximum": u32::MAX}));
}

#[test]
fn an_unknown_code_is_accepted_but_not_as_a_known_one() {
    let validator = validator(&catalog());
    assert_valid(&validator, &envelope(&InvalidValue { field: "f".into(), reason: "r".into() }));
    assert_valid(&validator, &envelope(&ErrorRecord::new("SHOP_CLOSED_FOREVER", "m")));
    let mut nameless = envelope(&ErrorRecord::new("SHOP_CLOSED_FOREVER", "m"));
    nameless["error"].as_object_mut().unwrap().remove("code");
    assert!(!validator.is_valid(&nameless));
}

#[test]
fn envelopes_of_a_compatible_version_are_accepted() {
    let validator = validator(&catalog());
    let good = envelope(&ShopError::Types(Box::new(crate::shop::Types)));
    for (member, value) in [
        ("suggestion", json!("Read the manual")),
        ("fix_required", json!("a manual")),
        ("fix_command", json!("shop help")),
        ("retry_after_ms", json!(5)),
        ("retry_strategy", json!("linear_backoff")),
        ("actions", json!(["shop.help"])),
        ("severity", json!("critical")),
        ("context", json!({"page": 7})),
        ("invented", json!(1)),
    ] {
        let mut newer = good.clone();
        newer["error"][member] = value;
        assert_valid(&validator, &newer);
    }
}

#[test]
fn each_fact_of_an_error_is_checked() {
    let validator = validator(&catalog());
    let all: Vec<Value> = errors().iter().map(|error| envelope(error)).collect();
    let of = |code: &str| all.iter().find(|envelope| envelope["error"]["code"] == code).unwrap().clone();
    for (code, place, value) in [
        ("SHOP_CLOSED", "code", json!("SHOP_TYPES")),
        ("SHOP_CLOSED", "retryable", json!(false)),
        ("SHOP_CLOSED", "retry_after_ms", json!(-1)),
        ("SHOP_CLOSED", "retry_strategy", json!("often")),
        ("SHOP_CLOSED", "suggestion", Value::Null),
        ("SHOP_CLOSED", "severity", json!("warning")),
        ("SHOP_NOT_PAID", "severity", json!("warning")),
        ("SHOP_NOT_PAID", "side_effects", json!("none")),
        ("SHOP_NOT_PAID", "context/amount", json!("9.99")),
        ("SHOP_NOT_PAID", "context/retry_after_s", json!(-1)),
        ("SHOP_ARTICLE_MISSING", "context/number", json!(4_294_967_296_u64)),
        ("SHOP_ARTICLE_MISSING", "context/number", json!(1.5)),
        ("SHOP_ARTICLE_MISSING", "context/customer", json!(1)),
        ("SHOP_ORDER_INVALID", "context/password", json!("hunter2")),
        ("SHOP_ORDER_INVALID", "context/fields", json!([{"field": "f"}])),
        ("SHOP_ORDER_INVALID", "actions", json!([])),
        ("SHOP_DESCRIBED", "context/article", json!({"article_number": 7})),
        ("SHOP_DESCRIBED", "context/article", json!({"articleNumber": 7, "color": "blue"})),
        ("SHOP_DESCRIBED", "context/shelf", json!({"name": "a", "inner": [{"name": "b"}]})),
        ("SHOP_DESCRIBED", "context/other", json!({"name": "a", "inner": [{"name": 1, "inner": []}]})),
        ("SHOP_DESCRIBED", "context/alias", json!("9")),
        ("SHOP_STD", "context/letter", json!("ab")),
        ("SHOP_STD", "context/bytes", json!([1, 2, 3])),
        ("SHOP_STD", "context/pair", json!([1])),
        ("SHOP_STD", "context/map", json!({"k": [null]})),
        ("SHOP_STD", "context/set", json!([1, 1])),
        ("SHOP_STD", "context/wait", json!(1500)),
        ("SHOP_STD", "context/not_zero", json!(0)),
        ("SHOP_STD", "context/nested", json!(["x"])),
    ] {
        let mut bad = of(code);
        let mut object = &mut bad["error"];
        for name in place.split('/') {
            object = &mut object[name];
        }
        *object = value;
        assert!(!validator.is_valid(&bad), "{bad:#}");
    }
    for (code, place, value) in [
        ("SHOP_DESCRIBED", "mystery", json!({"any": 1})),
        ("SHOP_DESCRIBED", "other", Value::Null),
        ("SHOP_DESCRIBED", "of a later version", json!(1)),
        ("SHOP_STD", "nested", Value::Null),
        ("SHOP_STD", "huge", json!(1)),
        ("SHOP_ARTICLE_MISSING", "customer", json!("eve")),
    ] {
        let mut good = of(code);
        good["error"]["context"][place] = value;
        assert_valid(&validator, &good);
    }
}

#[test]
fn a_successful_envelope_has_data_and_no_error() {
    let validator = validator(&catalog());
    let good = json!({
        "ok": true, "data": {"rows": 3}, "error": null, "warnings": ["w"],
        "meta": {"duration_ms": 1, "schema_version": "1.0", "tool_version": "2.0.0"},
    });
    assert_valid(&validator, &good);
    for (name, value) in [("error", envelope(&ShopError::Closed)["error"].clone()), ("data", json!("text"))] {
        let mut bad = good.clone();
        bad[name] = value;
        assert!(!validator.is_valid(&bad), "{bad}");
    }
}

#[test]
fn ready_made_errors_match_their_schema() {
    let validator = validator(&catalog_of![InvalidFields, RateLimited, UnknownAction]);
    let errors: [&dyn AgentError; 3] = [
        &InvalidFields { action: "a".into(), fields: vec![agent_error::FieldError::new("f", "m")] },
        &RateLimited { limit: 3, window_s: 1, key: "k".into(), retry_after_s: 2 },
        &UnknownAction::new("lst", ["list", "get"]),
    ];
    for error in errors {
        assert_valid(&validator, &envelope(error));
    }
    assert_valid(&validator, &envelope(&UnknownAction::new("lst", [""; 0])));
}

#[test]
fn every_code_is_another_one_to_a_catalog_without_codes() {
    let empty = Catalog::from_types(&[]).unwrap();
    assert_valid(&validator(&empty), &envelope(&ShopError::Closed));
    assert!(!validator(&empty).is_valid(&json!({"code": "A"})));
}

#[test]
fn repeated_schemas_are_defined_once() {
    let schema = document_of(&catalog()).envelope_schema();
    let text = schema.to_string();
    for once in ["\"linear_backoff\"", "\"suggestion\"", "\"A shelf in a shelf.\""] {
        assert!(text.matches(once).count() <= 2, "{once} is there {} times", text.matches(once).count());
    }
    assert_eq!(schema["$defs"]["Shelf"]["properties"]["inner"]["items"], json!({"$ref": "#/$defs/Shelf"}));
    assert_eq!(schema["$defs"]["SHOP_CLOSED"]["allOf"], json!([{"$ref": "#/$defs/Advice"}, {"$ref": "#/$defs/Retry"}]));
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("same")]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "its declarations are all that is read")]
enum Names {
    #[code("Success")]
    Success,
    #[code("Meta")]
    Meta,
}

#[test]
fn codes_may_have_the_names_of_the_other_definitions() {
    let schema = document_of(&Catalog::of::<Names>()).envelope_schema();
    let mut names: Vec<&String> = schema["$defs"].as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(names, ["Advice", "Failure", "Meta", "Meta_", "OtherError", "Retry", "Success", "Success_"]);
    let validator = validator(&Catalog::of::<Names>());
    assert_valid(&validator, &envelope(&Names::Meta));
}
