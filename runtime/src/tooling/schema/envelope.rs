//! The envelope of one program: the codes of its catalog, each with its own context.

use super::code::{CodeSchema, other_error};
use super::portable::{literal, portable};
use super::{DIALECT, number_format};
use crate::catalog::Catalog;
use crate::format::SCHEMA_VERSION;
use serde_json::{Map, Value, json};

impl Catalog {
    /// The JSON Schema (draft 2020-12) of the answers that a program with this catalog gives in `Envelope`: good ones,
    /// and failures, whose context is typed by their codes.
    ///
    /// The types of the context follow from the Rust types of the fields: those of `std` by their names, others by
    /// their `schemars::JsonSchema` with the feature `schemars`, and any value else. A field whose value is longer than
    /// the cap of the renderer is text whatever its type, and is not described. Formats of numbers, which JSON Schema
    /// does not know, are ranges.
    ///
    /// Each code has a definition of its own, as in `#/$defs/NOT_FOUND`; codes of newer versions have one together. The
    /// answers of every version that [`Contract::changes_to`](crate::tooling::Contract::changes_to) calls compatible are
    /// as the schema says.
    pub fn envelope_schema(&self) -> Value {
        let codes = CodeSchema::all(self);
        let mut definitions = Map::new();
        let mut known: Vec<Value> = Vec::new();
        for code in &codes {
            let name = code.entry.def.code;
            let context = code.context(&format!("{}/properties/context", pointer(name)));
            let mut error = code.error(context.map(number_format::as_ranges));
            error["title"] = super::names::pascal(name).into();
            if let Some(context) = error["properties"].get_mut("context") {
                context["title"] = format!("{}Context", super::names::pascal(name)).into();
            }
            known.push(json!({"$ref": pointer(name)}));
            definitions.insert(name.to_owned(), error);
        }
        // A code may have any of these names.
        let free = |name: &str| {
            let mut name = name.to_owned();
            while self.get(&name).is_some() {
                name.push('_');
            }
            name
        };
        let [success, failure, other, meta] = ["Success", "Failure", "OtherError", "Meta"].map(free);
        known.push(json!({"$ref": pointer(&other)}));
        let ours = [
            (
                &success,
                answer(true, json!({"anyOf": DATA.map(|ty| json!({"type": ty}))}), json!({"type": "null"}), &meta),
            ),
            (&failure, answer(false, json!({"type": "null"}), json!({"oneOf": known}), &meta)),
            (&other, other_error(&codes)),
            (&meta, self::meta()),
        ];
        for (name, mut schema) in ours {
            schema["title"] = name.as_str().into();
            definitions.insert(name.clone(), schema);
        }
        portable(json!({
            "$schema": DIALECT,
            "title": "Envelope",
            "description": format!("An answer of {} in the format `envelope`.", self.subject()),
            "oneOf": [{"$ref": pointer(&success)}, {"$ref": pointer(&failure)}],
            "$defs": definitions,
        }))
    }
}

/// What a good answer holds.
const DATA: [&str; 3] = ["object", "array", "null"];

/// An envelope, good or bad.
fn answer(ok: bool, data: Value, error: Value, meta: &str) -> Value {
    json!({
        "type": "object",
        "required": ["ok", "data", "error", "warnings", "meta"],
        "properties": {
            "ok": literal(ok.into()),
            "data": data,
            "error": error,
            "warnings": {"type": "array", "items": {"type": "string"}},
            "meta": {"$ref": pointer(meta)},
        },
        "additionalProperties": false,
    })
}

/// Where something is defined; the characters of codes need no escapes.
fn pointer(code: &str) -> String {
    format!("#/$defs/{code}")
}

/// What an envelope says about the call itself.
pub(crate) fn meta() -> Value {
    json!({
        "type": "object",
        "required": ["duration_ms", "schema_version"],
        "properties": {
            "duration_ms": {"type": "integer", "minimum": 0},
            "schema_version": literal(SCHEMA_VERSION.into()),
            "tool_version": {"type": "string"},
        },
    })
}
