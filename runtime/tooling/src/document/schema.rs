//! The JSON Schema of catalog documents.

use crate::facts::{FACTS, FactDef, FactType, REQUIRED};
use serde_json::{Value, json};

/// Returns the JSON Schema (draft 2020-12) of catalog documents. The package also contains it as
/// `catalog.schema.json`.
///
/// ```
/// let schema = agent_error_tooling::document_schema();
/// assert_eq!(schema["properties"]["catalog_version"]["pattern"], "^1\\.[0-9]+$");
/// assert_eq!(schema["$defs"]["code"]["properties"]["retryable"]["type"], "boolean");
/// ```
pub fn document_schema() -> Value {
    // A test checks that the schema is valid.
    let mut schema: Value =
        serde_json::from_str(include_str!("base.schema.json")).unwrap_or_default();
    let code = &mut schema["$defs"]["code"];
    code["required"] = REQUIRED.as_slice().into();
    for fact in FACTS {
        code["properties"][fact.name] = described(fact);
    }
    schema
}

/// Returns the schema of a fact.
fn described(fact: &FactDef) -> Value {
    let mut schema = match fact.ty {
        FactType::Text => json!({"$ref": "#/$defs/text"}),
        FactType::Word(words) => json!({"enum": words}),
        FactType::Integer(from, i64::MAX) => json!({"type": "integer", "minimum": from}),
        FactType::Integer(from, to) => json!({"type": "integer", "minimum": from, "maximum": to}),
        FactType::Boolean => json!({"type": "boolean"}),
        FactType::Texts => json!({"type": "array", "items": {"type": "string"}}),
        FactType::Fields => {
            json!({"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/field"}})
        }
        FactType::Rules => {
            json!({"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/rule"}})
        }
    };
    schema["description"] = fact.about.into();
    schema
}

#[cfg(test)]
mod tests {
    use super::document_schema;
    use crate::schema::{Sorted, pretty};
    use std::{env, fs};

    #[test]
    fn the_published_schema_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/catalog.schema.json");
        let text = pretty(&Sorted(&document_schema()));
        if env::var_os("SNAPSHOTS").is_some_and(|action| action == "overwrite") {
            fs::write(path, &text).unwrap();
        }
        let published = fs::read_to_string(path).unwrap_or_default();
        assert!(
            published == text,
            "catalog.schema.json is out of date; write it with `cargo overwrite -p agent-error-tooling`"
        );
    }
}
