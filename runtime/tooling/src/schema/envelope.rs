//! The envelope of one program, with the codes of its catalog and their contexts.

use super::code::{Advice, CodeSchema, other_error};
use super::definitions::Definitions;
use super::portable::{literal, portable};
use super::{DIALECT, number_format};
use crate::document::Document;
use agent_error::format::SCHEMA_VERSION;
use serde_json::{Map, Value, json};

impl Document {
    /// The JSON Schema (draft 2020-12) of a program's answers in `Envelope`: successes, and failures whose context is
    /// typed by their codes.
    ///
    /// The types of the context follow from the Rust types of the fields: types of `std` by their names, others by
    /// `schemars::JsonSchema` if the error has `integrate(schemars)`, and any value otherwise. A value longer than the cap of the
    /// renderer becomes text, which the schema does not describe. Formats of numbers, which JSON Schema does not have,
    /// become ranges.
    ///
    /// Each code has its own definition, such as `#/$defs/NOT_FOUND`; codes of newer versions share one. The answers of
    /// every version that [`Contract::changes_to`](crate::Contract::changes_to) calls compatible match the
    /// schema.
    pub fn envelope_schema(&self) -> Value {
        let codes = CodeSchema::all(self);
        // A code may have any of these names.
        let free = |name: &str| {
            let mut name = name.to_owned();
            while self.get(&name).is_some() {
                name.push('_');
            }
            name
        };
        let ours = ["Success", "Failure", "OtherError", "Meta", "Advice", "Retry"].map(free);
        let [success, failure, other, meta, advice, retry] = &ours;
        let taken = codes.iter().map(|code| code.entry.code()).chain(ours.iter().map(String::as_str));
        let mut types = Definitions::new(DEFINITIONS, taken);
        let any = Advice::of_errors([advice, retry], DEFINITIONS);
        let mut definitions = Map::new();
        let mut known: Vec<Value> = Vec::new();
        for code in &codes {
            let name = code.entry.code();
            let context = code.context(&mut types);
            let mut error = any.referred_to_by(code.error(context.map(number_format::as_ranges)));
            error["title"] = super::names::pascal(name).into();
            if let Some(context) = error["properties"].get_mut("context") {
                context["title"] = format!("{}Context", super::names::pascal(name)).into();
            }
            known.push(json!({"$ref": pointer(name)}));
            definitions.insert(name.to_owned(), error);
        }
        known.push(json!({"$ref": pointer(other)}));
        let data = json!({"anyOf": DATA.map(|ty| json!({"type": ty}))});
        let ours = [
            (success, answer(true, data, json!({"type": "null"}), meta)),
            (failure, answer(false, json!({"type": "null"}), json!({"oneOf": known}), meta)),
            (other, any.referred_to_by(other_error(&codes))),
            (meta, self::meta()),
        ];
        let ours = ours.into_iter().map(|(name, schema)| (name.clone(), schema)).chain(any.into_definitions());
        let types = types.into_sorted().map(|(name, schema)| (name, number_format::as_ranges(schema)));
        for (name, mut schema) in ours.chain(types) {
            schema["title"] = name.as_str().into();
            definitions.insert(name, schema);
        }
        portable(json!({
            "$schema": DIALECT,
            "title": "Envelope",
            "description": format!("An answer of {} in the format `envelope`.", self.subject()),
            "oneOf": [{"$ref": pointer(success)}, {"$ref": pointer(failure)}],
            "$defs": definitions,
        }))
    }
}

const DEFINITIONS: &str = "#/$defs/";

/// The content of a successful answer.
const DATA: [&str; 3] = ["object", "array", "null"];

/// An envelope of a success or a failure.
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

/// The reference to a definition; codes need no escapes.
fn pointer(code: &str) -> String {
    format!("{DEFINITIONS}{code}")
}

/// The facts of an envelope about the call itself.
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
