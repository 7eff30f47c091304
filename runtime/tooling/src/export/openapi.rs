//! Exports `OpenAPI` 3.1 components for the error responses of an HTTP API.

use crate::document::{Code, Document};
use crate::error_schema::{Advice, envelope, meta, other_error, other_problem};
use crate::schema::{Definitions, portable, with_enums};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The prefix of references to schemas.
const SCHEMAS: &str = "#/components/schemas/";

/// The names of components that don't belong to a code. All other names contain a `_`.
const OURS: [&str; 9] = [
    "Problem",
    "Error",
    "OtherProblem",
    "OtherError",
    "Meta",
    "Envelope",
    "ErrorAdvice",
    "ProblemAdvice",
    "Retry",
];

/// Returns an `OpenAPI` document without paths. An API description can refer to its components or
/// include them.
///
/// For each code, there are schemas for its context, for its error in an envelope, and for its
/// problem. `Problem` and `Error` accept any code, including codes of newer versions, and use
/// `code` as the discriminator.
///
/// Each HTTP status has a response that accepts the codes with this status, and codes of newer
/// versions. If a field determines the status of a code, every response includes the code.
/// `OtherStatus` covers all remaining statuses of these codes.
pub(super) fn document(catalog: &Document) -> Value {
    let codes: Vec<&Code> = catalog.own_first().collect();
    let mut schemas = Map::new();
    let advice = [
        Advice::of_errors(["ErrorAdvice", "Retry"], SCHEMAS),
        Advice::of_problems(["ProblemAdvice", "Retry"], SCHEMAS),
    ];
    let mut types = Definitions::new(SCHEMAS, OURS);
    let [error, problem] = &advice;
    for code in &codes {
        let name = |kind| component(kind, code.code());
        let context = code.context_schema(&mut types);
        let context_reference = context.is_some().then(|| reference("Context", code.code()));
        schemas.insert(
            name("Problem"),
            problem.referred_to_by(code.problem_schema(context_reference.clone())),
        );
        schemas.insert(
            name("Error"),
            error.referred_to_by(code.error_schema(context_reference)),
        );
        schemas.extend(context.map(|context| (name("Context"), context)));
    }
    let all: Vec<&str> = codes.iter().map(|code| code.code()).collect();
    let others = [
        ("Problem", problem.referred_to_by(other_problem(&codes))),
        ("Error", error.referred_to_by(other_error(&codes))),
    ];
    for (kind, other) in others {
        schemas.insert(kind.to_owned(), known_or_other(kind, &all));
        schemas.insert(format!("Other{kind}"), other);
    }
    schemas.insert("Meta".to_owned(), meta());
    schemas.insert(
        "Envelope".to_owned(),
        failure(json!({"$ref": named("Error")})),
    );
    schemas.extend(advice.into_iter().flat_map(Advice::into_definitions));
    schemas.extend(types.into_sorted());
    schemas.values_mut().for_each(for_generators);
    let version = catalog
        .members
        .program
        .as_ref()
        .and_then(|program| program.version.as_deref());
    json!({
        "openapi": "3.1.0",
        "info": {"title": format!("Errors of {}", catalog.program()), "version": version.unwrap_or("0.0.0")},
        "paths": {},
        "components": {"schemas": schemas, "responses": responses(&codes)},
    })
}

/// Adds the components of a catalog to an API description, and its responses to an operation.
/// Keeps responses that the operation has.
pub(super) fn add_to(api: &mut Value, catalog: &Document, path: &str, method: &str) {
    let exported = document(catalog);
    for kind in ["schemas", "responses"] {
        for (name, component) in members(&exported["components"][kind]) {
            *member_at(api, &["components", kind, name]) = component.clone();
        }
    }
    for (name, _) in members(&exported["components"]["responses"]) {
        let status = name.strip_prefix("Status").unwrap_or("default");
        let response = member_at(api, &["paths", path, method, "responses", status]);
        if response.is_null() {
            *response = json!({"$ref": format!("#/components/responses/{name}")});
        }
    }
}

fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

/// Returns the member at this path, which is null if it's new. Replaces other values by objects.
fn member_at<'a>(mut value: &'a mut Value, path: &[&str]) -> &'a mut Value {
    for name in path {
        if !value.is_object() {
            *value = json!({});
        }
        value = &mut value[*name];
    }
    value
}

fn for_generators(schema: &mut Value) {
    with_enums(schema);
    portable(schema);
}

/// Returns the schema of a failure in the `envelope` format.
fn failure(error: Value) -> Value {
    envelope(false, json!({"type": "null"}), error, &named("Meta"))
}

/// Returns the reference to a schema.
fn named(name: &str) -> String {
    format!("{SCHEMAS}{name}")
}

/// Returns the name of a code's component. Replaces characters that component names can't contain,
/// such as `/`, with their hexadecimal code.
fn component(kind: &str, code: &str) -> String {
    let is_valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let code = code.chars().map(|c| {
        if is_valid(c) {
            c.to_string()
        } else {
            format!("-{:x}", u32::from(c))
        }
    });
    format!("{kind}_{}", code.collect::<String>())
}

fn reference(kind: &str, code: &str) -> Value {
    json!({"$ref": named(&component(kind, code))})
}

/// Returns a schema that accepts any of the codes. Uses `code` as the discriminator. Returns `None`
/// if there are no codes.
fn known(kind: &str, codes: &[&str]) -> Option<Value> {
    if codes.is_empty() {
        return None;
    }
    let references: Vec<Value> = codes.iter().map(|code| reference(kind, code)).collect();
    let mapping = codes
        .iter()
        .map(|code| ((*code).to_owned(), reference(kind, code)["$ref"].clone()));
    let mapping: Map<String, Value> = mapping.collect();
    Some(
        json!({"oneOf": references, "discriminator": {"propertyName": "code", "mapping": mapping}}),
    )
}

/// Returns a schema that accepts any of the codes, and codes of newer versions.
fn known_or_other(kind: &str, codes: &[&str]) -> Value {
    let mut any: Vec<Value> = known(kind, codes).into_iter().collect();
    any.push(json!({"$ref": named(&format!("Other{kind}"))}));
    json!({"anyOf": any})
}

/// Returns the responses by HTTP status, such as `Status404`. `OtherStatus` lists the codes that
/// can have any status.
fn responses(codes: &[&Code]) -> Map<String, Value> {
    let statuses: BTreeSet<u16> = codes.iter().flat_map(|code| code.statuses()).collect();
    let by_status = statuses.into_iter().map(|status| {
        let may_have_it = |code: &&Code| code.has_any_status() || code.statuses().contains(&status);
        (
            format!("Status{status}"),
            names(codes.iter().copied().filter(may_have_it)),
        )
    });
    let of_any_status = names(codes.iter().copied().filter(|code| code.has_any_status()));
    let others = (!of_any_status.is_empty()).then(|| ("OtherStatus".to_owned(), of_any_status));
    let responses = by_status.chain(others).map(|(name, codes)| {
        let problem = known_or_other("Problem", &codes);
        let mut envelope = failure(known_or_other("Error", &codes));
        for_generators(&mut envelope);
        let response = json!({
            "description": format!("One of these codes: {}.", codes.join(", ")),
            "content": {
                "application/problem+json": {"schema": problem},
                "application/json": {"schema": envelope},
            },
        });
        (name, response)
    });
    responses.collect()
}

fn names<'a>(codes: impl Iterator<Item = &'a Code>) -> Vec<&'a str> {
    codes.map(|code| code.code()).collect()
}
