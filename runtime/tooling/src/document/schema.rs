//! The JSON Schema of catalog documents.

use agent_error::definition::{FACTS, Fact, FactType};
use serde_json::{Value, json};

/// Returns the JSON Schema (draft 2020-12) of catalog documents, which this crate also contains as `catalog.schema.json`.
///
/// ```
/// let schema = agent_error_tooling::document_schema();
/// assert_eq!(schema["properties"]["catalog_version"]["pattern"], "^2\\.[0-9]+$");
/// assert_eq!(schema["$defs"]["code"]["properties"]["retryable"]["type"], "boolean");
/// ```
pub fn document_schema() -> Value {
    // Part of this crate, and read by a test.
    let mut schema: Value = serde_json::from_str(include_str!("catalog.schema.json")).unwrap_or_default();
    let code = &mut schema["$defs"]["code"];
    // Programs in other languages have no Rust type to name.
    let required = FACTS.iter().filter(|fact| fact.always && fact.name != "declared_by");
    code["required"] = required.map(|fact| fact.name).collect::<Vec<_>>().into();
    for fact in FACTS {
        code["properties"][fact.name] = described(fact);
    }
    schema
}

/// The schema of a fact.
fn described(fact: &Fact) -> Value {
    let mut schema = match fact.ty {
        FactType::Text => json!({"$ref": "#/$defs/text"}),
        FactType::Word(words) => json!({"enum": words}),
        FactType::Integer(from, i64::MAX) => json!({"type": "integer", "minimum": from}),
        FactType::Integer(from, to) => json!({"type": "integer", "minimum": from, "maximum": to}),
        FactType::Boolean => json!({"type": "boolean"}),
        FactType::Texts => json!({"type": "array", "items": {"type": "string"}}),
        FactType::Fields => json!({"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/field"}}),
        FactType::Rules => json!({"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/rule"}}),
        _ => json!({}),
    };
    schema["description"] = fact.about.into();
    schema
}
