//! Tests of the `OpenAPI` export: problems and envelopes are components, and responses are grouped by status.

use crate::document_of;
use crate::shop::{catalog, errors};
use agent_error::{AgentError, Catalog, FieldError, Format, render};
use agent_error_tooling::ExportFormat;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn document() -> Value {
    serde_json::from_str(&document_of(&catalog()).export(ExportFormat::OpenApi)[0].text).unwrap()
}

/// Creates a validator for a component, which may refer to other components.
fn component(document: &Value, path: &str) -> jsonschema::Validator {
    assert!(document.pointer(path).is_some(), "{path}");
    let schema = json!({"$ref": format!("#{path}"), "components": document["components"]});
    jsonschema::draft202012::new(&schema).unwrap()
}

#[test]
fn every_error_matches_its_component() {
    let document = document();
    for error in errors() {
        for (format, kind) in [(Format::Problem, "Problem"), (Format::Envelope, "Envelope")] {
            let body: Value = serde_json::from_str(&render(&error, format)).unwrap();
            let validator = component(&document, &format!("/components/schemas/{kind}"));
            let problems: Vec<String> = validator.iter_errors(&body).map(|error| error.to_string()).collect();
            assert!(problems.is_empty(), "{kind}: {problems:?}\n{body}");
            let (kind, part) = if format == Format::Problem { ("Problem", &body) } else { ("Error", &body["error"]) };
            let one = component(&document, &format!("/components/schemas/{kind}_{}", error.code()));
            assert!(one.is_valid(part), "{part}");
            let status = error.facts().http_status();
            let media = if format == Format::Problem { "application~1problem+json" } else { "application~1json" };
            let path = format!("/components/responses/Status{status}/content/{media}/schema");
            assert!(component(&document, &path).is_valid(&body), "{path}");
        }
    }
}

#[test]
fn a_problem_with_different_facts_is_rejected() {
    let document = document();
    let problem = component(&document, "/components/schemas/Problem");
    let error = errors().remove(1);
    let good: Value = serde_json::from_str(&render(&error, Format::Problem)).unwrap();
    assert!(problem.is_valid(&good));
    for (name, value) in [
        ("status", json!(500)),
        ("code", json!("SHOP_CLOSED")),
        ("status", json!("404")),
        ("context", json!({"number": "7"})),
    ] {
        let mut bad = good.clone();
        bad[name] = value;
        assert!(!problem.is_valid(&bad), "{bad}");
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Invalid {
    /// Fields of the form are invalid.
    #[error("the form is invalid")]
    #[code("FORM_INVALID", exit = 2)]
    Form { fields: Vec<FieldError> },
}

#[test]
fn a_problem_may_list_invalid_fields_and_have_no_page() {
    let files = document_of(&Catalog::of::<Invalid>()).export(ExportFormat::OpenApi);
    let document: Value = serde_json::from_str(&files[0].text).unwrap();
    let schema = &document["components"]["schemas"]["Problem_FORM_INVALID"]["properties"];
    assert_eq!(schema["errors"]["items"]["required"], json!(["detail", "pointer"]));
    assert_eq!(schema["summary"], json!({"type": "string"}));
    let problem = component(&document, "/components/schemas/Problem_FORM_INVALID");
    let error = Invalid::Form { fields: vec![FieldError::new("user.name", "Too short.")] };
    let mut body: Value = serde_json::from_str(&render(&error, Format::Problem)).unwrap();
    assert!(problem.is_valid(&body), "{body}");
    body["errors"][0]["pointer"] = Value::Null;
    assert!(!problem.is_valid(&body));
}

#[test]
fn a_problem_without_invalid_fields_lists_none() {
    let closed = &document()["components"]["schemas"]["Problem_SHOP_CLOSED"]["properties"];
    assert!(closed.get("detail").is_some() && closed.get("errors").is_none(), "{closed}");
}

#[test]
fn names_and_references_are_valid() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    let components = &document["components"];
    for kind in ["schemas", "responses"] {
        for name in components[kind].as_object().unwrap().keys() {
            let is_valid = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            assert!(name.chars().all(is_valid), "{name}");
        }
    }
    let mut references = BTreeSet::new();
    collect(components, &mut references);
    assert!(references.len() > 20);
    // Code generators reject references that point inside a component.
    let of_component = |reference: &&String| reference.matches('/').count() == 3;
    assert!(references.iter().all(|reference| of_component(&reference)), "{references:?}");
    assert!(references.contains("#/components/schemas/Shelf"), "{references:?}");
    for reference in references.iter().filter(|reference| reference.starts_with("#/components/")) {
        assert!(document.pointer(&reference[1..]).is_some(), "{reference}");
    }
    let mapping = components["schemas"]["Problem"]["anyOf"][0]["discriminator"]["mapping"].as_object().unwrap();
    assert_eq!(mapping.len(), catalog().len());
    assert!(mapping.values().all(|reference| references.contains(reference.as_str().unwrap())));
}

#[test]
fn the_document_is_named_after_the_program_and_its_version() {
    let named = catalog().of_program("shop", "1.2.3");
    let document: Value = serde_json::from_str(&document_of(&named).export(ExportFormat::OpenApi)[0].text).unwrap();
    assert_eq!(document["info"], json!({"title": "Errors of shop", "version": "1.2.3"}));
    assert_eq!(document["paths"], json!({}));
    let export: Value = serde_json::from_str(&named.document()).unwrap();
    assert_eq!(export["program"], json!({"name": "shop", "version": "1.2.3"}));
}

#[test]
fn every_value_has_a_type_and_no_schema_has_a_constant() {
    fn look(value: &Value) {
        match value {
            Value::Array(values) => values.iter().for_each(look),
            Value::Object(members) => {
                if let Some(Value::Array(values)) = members.get("enum") {
                    assert!(members.contains_key("type") || values.contains(&Value::Null), "{value}");
                }
                assert!(!members.contains_key("const"), "{value}");
                members.values().for_each(look);
            }
            _ => {}
        }
    }
    look(&document());
}

fn collect(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, references)),
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                references.insert(reference.clone());
            }
            members.values().for_each(|value| collect(value, references));
        }
        _ => {}
    }
}
