//! `OpenAPI` 3.1 components: what an HTTP API answers when it fails with a code of the catalog.

use crate::catalog::Catalog;
use crate::tooling::schema::{CodeSchema, meta};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Where the schemas stand.
const SCHEMAS: &str = "#/components/schemas/";

/// A document without paths: an API refers to its components, or merges them into its own.
///
/// For each code there are its context, the object of an envelope, the envelope and the problem; for each HTTP status,
/// the response with the codes that are answered with it.
pub(super) fn document(catalog: &Catalog) -> Value {
    let codes = CodeSchema::all(catalog);
    let mut schemas = Map::new();
    for code in &codes {
        add(code, &mut schemas);
    }
    schemas.insert("Problem".to_owned(), one_of("Problem", &codes, true));
    schemas.insert("Envelope".to_owned(), one_of("Envelope", &codes, false));
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Errors", "version": super::json::CATALOG_VERSION},
        "components": {"schemas": schemas, "responses": responses(&codes)},
    })
}

fn add(code: &CodeSchema<'_>, schemas: &mut Map<String, Value>) {
    let name = |kind| component(kind, code.entry.def.code);
    let place = format!("{SCHEMAS}{}", name("Context"));
    let context = code.context(&place);
    let reference = context.is_some().then(|| reference("Context", code.entry.def.code));
    schemas.insert(name("Problem"), code.problem(reference.clone()));
    schemas.insert(name("Error"), code.error(reference));
    if let Some(context) = context {
        schemas.insert(name("Context"), context);
    }
    let envelope = json!({
        "type": "object",
        "required": ["ok", "data", "error", "warnings", "meta"],
        "properties": {
            "ok": {"const": false},
            "data": {"type": "null"},
            "error": self::reference("Error", code.entry.def.code),
            "warnings": {"type": "array", "items": {"type": "string"}},
            "meta": meta(),
        },
    });
    schemas.insert(name("Envelope"), envelope);
}

/// The name of a component; codes hold no character that it may not.
fn component(kind: &str, code: &str) -> String {
    format!("{kind}_{code}")
}

fn reference(kind: &str, code: &str) -> Value {
    json!({"$ref": format!("{SCHEMAS}{}", component(kind, code))})
}

/// Any of the codes; `tagged` if the code is a member of the schema itself, by which a reader can tell them apart.
fn one_of(kind: &str, codes: &[CodeSchema<'_>], tagged: bool) -> Value {
    let references: Vec<Value> = codes.iter().map(|code| reference(kind, code.entry.def.code)).collect();
    if references.is_empty() {
        return json!(false);
    }
    let mut schema = json!({"oneOf": references});
    if tagged {
        let mapping = codes.iter().map(|code| {
            let name = code.entry.def.code;
            (name.to_owned(), reference(kind, name)["$ref"].clone())
        });
        schema["discriminator"] = json!({"propertyName": "code", "mapping": mapping.collect::<Map<_, _>>()});
    }
    schema
}

/// The responses by their HTTP status, as in `Status404`.
fn responses(codes: &[CodeSchema<'_>]) -> Map<String, Value> {
    let mut by_status: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for code in codes {
        for status in code.statuses() {
            by_status.entry(status).or_default().push(code.entry.def.code);
        }
    }
    let responses = by_status.into_iter().map(|(status, codes)| {
        let content = |kind| {
            let references: Vec<Value> = codes.iter().map(|code| reference(kind, code)).collect();
            json!({"schema": {"oneOf": references}})
        };
        let response = json!({
            "description": format!("One of the codes {}.", codes.join(", ")),
            "content": {"application/problem+json": content("Problem"), "application/json": content("Envelope")},
        });
        (format!("Status{status}"), response)
    });
    responses.collect()
}
