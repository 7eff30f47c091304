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
    let error_advice = Advice::of_errors(["ErrorAdvice", "Retry"], SCHEMAS);
    let problem_advice = Advice::of_problems(["ProblemAdvice", "Retry"], SCHEMAS);
    let mut types = Definitions::new(SCHEMAS, OURS);
    for code in &codes {
        let name = code.code();
        let mut context_reference = None;
        if let Some(context) = code.context_schema(&mut types) {
            context_reference = Some(reference("Context", name));
            schemas.insert(component("Context", name), context);
        }
        let problem = code.problem_schema(context_reference.clone());
        let problem = problem_advice.referred_to_by(problem);
        schemas.insert(component("Problem", name), problem);
        let error = error_advice.referred_to_by(code.error_schema(context_reference));
        schemas.insert(component("Error", name), error);
    }
    let names: Vec<&str> = codes.iter().map(|code| code.code()).collect();
    let unknown_problem = problem_advice.referred_to_by(other_problem(&codes));
    schemas.insert("Problem".to_owned(), known_or_other("Problem", &names));
    schemas.insert("OtherProblem".to_owned(), unknown_problem);
    let unknown_error = error_advice.referred_to_by(other_error(&codes));
    schemas.insert("Error".to_owned(), known_or_other("Error", &names));
    schemas.insert("OtherError".to_owned(), unknown_error);
    schemas.insert("Meta".to_owned(), meta());
    let any_error = json!({"$ref": named("Error")});
    schemas.insert("Envelope".to_owned(), failure(any_error));
    schemas.extend(error_advice.into_definitions());
    schemas.extend(problem_advice.into_definitions());
    schemas.extend(types.into_sorted());
    schemas.values_mut().for_each(for_generators);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": format!("Errors of {}", catalog.program()),
            "version": catalog.version().unwrap_or("0.0.0"),
        },
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
    let mut name = format!("{kind}_");
    for c in code.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') {
            name.push(c);
        } else {
            name.push_str(&format!("-{:x}", u32::from(c)));
        }
    }
    name
}

fn reference(kind: &str, code: &str) -> Value {
    json!({"$ref": named(&component(kind, code))})
}

/// Returns a schema that accepts any of the codes. Uses `code` as the discriminator.
fn known(kind: &str, codes: &[&str]) -> Value {
    let mut references = Vec::new();
    let mut mapping = Map::new();
    for code in codes {
        let target = named(&component(kind, code));
        references.push(json!({"$ref": target}));
        mapping.insert((*code).to_owned(), target.into());
    }
    let discriminator = json!({"propertyName": "code", "mapping": mapping});
    json!({"oneOf": references, "discriminator": discriminator})
}

/// Returns a schema that accepts any of the codes, and codes of newer versions.
fn known_or_other(kind: &str, codes: &[&str]) -> Value {
    let mut any_of = Vec::new();
    if !codes.is_empty() {
        any_of.push(known(kind, codes));
    }
    any_of.push(json!({"$ref": named(&format!("Other{kind}"))}));
    json!({"anyOf": any_of})
}

/// Returns the responses by HTTP status, such as `Status404`. `OtherStatus` lists the codes that
/// can have any status.
fn responses(codes: &[&Code]) -> Map<String, Value> {
    let mut responses = Map::new();
    let statuses: BTreeSet<u16> = codes.iter().flat_map(|code| code.statuses()).collect();
    for status in statuses {
        let mut names = Vec::new();
        for code in codes {
            if code.has_any_status() || code.statuses().contains(&status) {
                names.push(code.code());
            }
        }
        responses.insert(format!("Status{status}"), response(&names));
    }
    let with_any_status = codes.iter().filter(|code| code.has_any_status());
    let names: Vec<&str> = with_any_status.map(|code| code.code()).collect();
    if !names.is_empty() {
        responses.insert("OtherStatus".to_owned(), response(&names));
    }
    responses
}

/// Returns a response that accepts any of the codes, and codes of newer versions.
fn response(codes: &[&str]) -> Value {
    let problem = known_or_other("Problem", codes);
    let mut envelope = failure(known_or_other("Error", codes));
    for_generators(&mut envelope);
    json!({
        "description": format!("One of these codes: {}.", codes.join(", ")),
        "content": {
            "application/problem+json": {"schema": problem},
            "application/json": {"schema": envelope},
        },
    })
}
