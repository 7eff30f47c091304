//! Tests that output matches the schemas of its catalog, and that the schemas reject other output.

use crate::shop::{ShopError, catalog, errors};
use crate::{code, document_of, json_of, replace, same};
use agent_error::ready::{InvalidFields, InvalidValue, RateLimited, UnknownAction};
use agent_error::{
    AgentError, Catalog, ErrorRecord, FieldError, Format, catalog as catalog_of, render,
};
use agent_error_tooling::ExportFormat;
use jsonschema::Validator;
use serde_json::{Value, json};
use snapbox::file;
use std::time::Duration;

fn validator(catalog: &Catalog) -> Validator {
    let schema = document_of(catalog).envelope_schema();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

fn output(error: &dyn AgentError, format: Format) -> Value {
    serde_json::from_str(&render(error, format)).unwrap()
}

fn envelope(error: &dyn AgentError) -> Value {
    output(error, Format::ENVELOPE)
}

#[track_caller]
fn assert_valid(validator: &Validator, value: &Value) {
    let problems: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{error} at {}", error.instance_path()))
        .collect();
    assert!(problems.is_empty(), "{problems:#?}\n{value:#}");
}

#[test]
fn every_error_matches_its_schema() {
    let shop = validator(&catalog());
    for error in errors() {
        assert_valid(&shop, &envelope(&error));
    }
    for amount in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_valid(
            &shop,
            &envelope(&ShopError::NotPaid {
                amount,
                retry_after_s: None,
                currency: "EUR",
            }),
        );
    }
    let warnings = ["w".to_owned()];
    assert_valid(
        &shop,
        &serde_json::from_str(&Format::ENVELOPE.__render(&ShopError::Closed, &warnings, 0))
            .unwrap(),
    );
    let ready = validator(&catalog_of![InvalidFields, RateLimited, UnknownAction]);
    let ready_errors: [&dyn AgentError; 4] = [
        &InvalidFields::new("a", [FieldError::new("f", "m")]),
        &RateLimited::new("k", Duration::from_secs(2)).limit(3, Duration::from_secs(1)),
        &UnknownAction::new("lst", ["list", "get"]),
        &UnknownAction::new("lst", [""; 0]),
    ];
    for error in ready_errors {
        assert_valid(&ready, &envelope(error));
    }
}

#[test]
fn each_schema_is_defined_once_with_types_that_every_validator_knows() {
    same(
        &document_of(&catalog()).export(ExportFormat::Schema)[0].text,
        file!["snapshots/shop.schema.json"],
    );
}

#[test]
fn unknown_codes_and_newer_members_are_accepted() {
    let shop = validator(&catalog());
    assert_valid(&shop, &envelope(&InvalidValue::new("f", "r")));
    assert_valid(
        &shop,
        &envelope(&ErrorRecord::new("SHOP_CLOSED_FOREVER", "m")),
    );
    assert_valid(
        &validator(&Catalog::__from_types(&[]).unwrap()),
        &envelope(&ShopError::Closed),
    );
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
        assert_valid(&shop, &newer);
    }
}

/// Changes that schemas must reject: the code, the place in its envelope, and the new value. `-`
/// removes the member.
const REJECTED: &str = include_str!("rejected_output.txt");

#[test]
fn changed_output_is_rejected() {
    let shop = validator(&catalog());
    let all: Vec<Value> = errors().iter().map(|error| envelope(error)).collect();
    for line in REJECTED.lines() {
        let [code, pointer, value] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let good = all
            .iter()
            .find(|envelope| envelope["error"]["code"] == code)
            .unwrap();
        let mut bad = good.clone();
        replace(&mut bad, pointer, value);
        assert_ne!(bad, *good, "{line}");
        assert!(!shop.is_valid(&bad), "{line}");
    }
    for (code, place, value) in [
        ("SHOP_DESCRIBED", "mystery", json!({"any": 1})),
        ("SHOP_DESCRIBED", "other", Value::Null),
        ("SHOP_DESCRIBED", "of a later version", json!(1)),
        ("SHOP_STD", "nested", Value::Null),
        ("SHOP_STD", "huge", json!(1)),
        ("SHOP_ARTICLE_MISSING", "customer", json!("eve")),
    ] {
        let mut good = all
            .iter()
            .find(|envelope| envelope["error"]["code"] == code)
            .unwrap()
            .clone();
        good["error"]["context"][place] = value;
        assert_valid(&shop, &good);
    }
}

#[test]
fn a_successful_envelope_has_data_and_no_error() {
    let shop = validator(&catalog());
    let good = json!({
        "ok": true, "data": {"rows": 3}, "error": null, "warnings": ["w"],
        "meta": {"duration_ms": 1},
    });
    assert_valid(&shop, &good);
    for (name, value) in [
        ("error", envelope(&ShopError::Closed)["error"].clone()),
        ("data", json!("text")),
    ] {
        let mut bad = good.clone();
        bad[name] = value;
        assert!(!shop.is_valid(&bad), "{bad}");
    }
}

#[test]
fn codes_may_have_the_names_of_the_other_definitions() {
    let mut document = json_of(&catalog());
    document["errors"] = json!(["Success", "Meta"].map(|name| {
        let mut named = code(&mut document, "SHOP_TYPES").clone();
        named["code"] = json!(name);
        named
    }));
    let document: agent_error_tooling::Document = document.to_string().parse().unwrap();
    let names: Vec<String> = document.envelope_schema()["$defs"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(
        names,
        [
            "Advice",
            "Failure",
            "Meta",
            "Meta_",
            "OtherError",
            "Retry",
            "Success",
            "Success_"
        ]
    );
}

fn openapi() -> Value {
    let named = document_of(&catalog().named("shop", "1.2.3"));
    serde_json::from_str(&named.export(ExportFormat::OpenApi)[0].text).unwrap()
}

/// Creates a validator for a component, which may refer to other components.
fn component(document: &Value, path: &str) -> Validator {
    assert!(document.pointer(path).is_some(), "{path}");
    let schema = json!({"$ref": format!("#{path}"), "components": document["components"]});
    jsonschema::draft202012::new(&schema).unwrap()
}

#[test]
fn every_error_matches_its_components_and_no_others() {
    let document = openapi();
    assert_eq!(
        (&document["openapi"], &document["paths"]),
        (&json!("3.1.0"), &json!({}))
    );
    assert_eq!(
        document["info"],
        json!({"title": "Errors of shop", "version": "1.2.3"})
    );
    for error in errors() {
        for (format, kind, one, media) in [
            (Format::PROBLEM, "Problem", "Problem", "problem+json"),
            (Format::ENVELOPE, "Envelope", "Error", "json"),
        ] {
            let body = output(&error, format);
            assert_valid(
                &component(&document, &format!("/components/schemas/{kind}")),
                &body,
            );
            let part = if kind == "Problem" {
                &body
            } else {
                &body["error"]
            };
            assert_valid(
                &component(
                    &document,
                    &format!("/components/schemas/{one}_{}", error.code()),
                ),
                part,
            );
            let status = error.record().http_status();
            let path =
                format!("/components/responses/Status{status}/content/application~1{media}/schema");
            assert_valid(&component(&document, &path), &body);
        }
    }
    let problem = component(&document, "/components/schemas/Problem");
    for (name, value) in [
        ("status", json!(500)),
        ("status", json!("404")),
        ("code", json!("SHOP_CLOSED")),
        ("context", json!({"number": "7"})),
    ] {
        let mut bad = output(&errors()[1], Format::PROBLEM);
        bad[name] = value;
        assert!(!problem.is_valid(&bad), "{bad}");
    }
    let invalid = component(&document, "/components/schemas/Problem_SHOP_ORDER_INVALID");
    let mut bad = output(&errors()[3], Format::PROBLEM);
    bad["errors"][0]["pointer"] = Value::Null;
    assert!(!invalid.is_valid(&bad), "{bad}");
    let closed = &document["components"]["schemas"]["Problem_SHOP_CLOSED"]["properties"];
    assert!(
        closed.get("detail").is_some() && closed.get("errors").is_none(),
        "{closed}"
    );
}
