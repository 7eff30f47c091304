//! The envelope of one program: the codes of its catalog, each with its own context.

use super::code::CodeSchema;
use super::{DIALECT, number_format};
use crate::catalog::Catalog;
use crate::format::SCHEMA_VERSION;
use serde_json::{Map, Value, json};

impl Catalog {
    /// The JSON Schema (draft 2020-12) of the answers that a program with this catalog gives in `Envelope`: good ones,
    /// and failures with one of its codes, whose context is typed.
    ///
    /// The types of the context follow from the Rust types of the fields: those of `std` by their names, others by
    /// their `schemars::JsonSchema` with the feature `schemars`, and any value else. A field whose value is longer than
    /// the cap of the renderer is text whatever its type, and is not described. Formats of numbers, which JSON Schema
    /// does not know, are ranges.
    ///
    /// Each code has a definition of its own, as in `#/$defs/NOT_FOUND`.
    pub fn envelope_schema(&self) -> Value {
        let codes = CodeSchema::all(self);
        let references: Vec<Value> = codes.iter().map(|code| json!({"$ref": pointer(code.entry.def.code)})).collect();
        let definitions = codes.iter().map(|code| {
            let context = code.context(&format!("{}/properties/context", pointer(code.entry.def.code)));
            (code.entry.def.code.to_owned(), code.error(context.map(number_format::as_ranges)))
        });
        // A program without codes has no failures.
        let failure = if references.is_empty() { json!(false) } else { json!({"oneOf": references}) };
        json!({
            "$schema": DIALECT,
            "title": "Envelope",
            "description": "An answer of the program in the format `envelope`.",
            "type": "object",
            "required": ["ok", "data", "error", "warnings", "meta"],
            "properties": {
                "ok": {"type": "boolean", "description": "Whether the call succeeded."},
                "data": {"type": ["object", "array", "null"]},
                "error": {},
                "warnings": {"type": "array", "items": {"type": "string"}},
                "meta": meta(),
            },
            "additionalProperties": false,
            "if": {"properties": {"ok": {"const": true}}},
            "then": {"properties": {"error": {"type": "null"}}},
            "else": {"properties": {"data": {"type": "null"}, "error": failure}},
            "$defs": definitions.collect::<Map<_, _>>(),
        })
    }
}

/// Where a code is defined; its characters need no escapes.
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
            "schema_version": {"const": SCHEMA_VERSION},
            "tool_version": {"type": "string"},
        },
    })
}
