//! The schema of a program's envelopes.

use super::code::{Advice, other_error};
use crate::document::{Code, Document};
use crate::schema::{Definitions, literal, portable, reference, with_ranges};
use serde_json::{Map, Value, json};

impl Document {
    /// Returns the JSON Schema (draft 2020-12) of the program's output in the `envelope` format.
    /// The schema covers success and failure, and includes the context of each code.
    ///
    /// Each code has its own definition, such as `#/$defs/NOT_FOUND`. Unknown codes, for example
    /// from newer versions, share a definition. The output of every newer version that is
    /// compatible, according to [`Contract::changes_to`](crate::Contract::changes_to), matches the
    /// schema.
    ///
    /// # Types of context fields
    ///
    /// The schema of a context field depends on its Rust type:
    ///
    /// - For types from `std`, the schema is derived from the name of the type.
    /// - For other types, the schema is created by `schemars::JsonSchema` if the error has
    ///   `integrate(schemars)`.
    /// - If neither applies, the schema accepts any value.
    ///
    /// Number formats that JSON Schema doesn't define, such as `uint32`, are replaced with ranges.
    /// If a value exceeds the renderer's size limit, the renderer converts it to a string, which
    /// the schema doesn't accept.
    pub fn envelope_schema(&self) -> Value {
        let codes: Vec<&Code> = self.own_first().collect();
        let names = [
            "Success",
            "Failure",
            "OtherError",
            "Meta",
            "Advice",
            "Retry",
        ]
        .map(|name| self.definition_name(name));
        let [success, failure, other, meta_name, advice, retry] = &names;
        let mut taken: Vec<&str> = codes.iter().map(|code| code.code()).collect();
        taken.extend(names.iter().map(String::as_str));
        let mut types = Definitions::new(DEFINITIONS, taken);
        let shared = Advice::of_errors([advice, retry], DEFINITIONS);
        let mut definitions = Map::new();
        let mut errors: Vec<Value> = Vec::new();
        for code in &codes {
            let name = code.code();
            let context = code.context_schema(&mut types);
            let error = shared.referred_to_by(code.error_schema(context));
            definitions.insert(name.to_owned(), with_titles(error, &pascal(name)));
            errors.push(json!({"$ref": pointer(name)}));
        }
        errors.push(json!({"$ref": pointer(other)}));
        let meta_pointer = pointer(meta_name);
        let data = json!({"anyOf": [{"type": "object"}, {"type": "array"}, {"type": "null"}]});
        let null = json!({"type": "null"});
        let success_schema = envelope(true, data, null.clone(), &meta_pointer);
        let failure_schema = envelope(false, null, json!({"oneOf": errors}), &meta_pointer);
        let mut named_schemas = vec![
            (success.clone(), closed(success_schema)),
            (failure.clone(), closed(failure_schema)),
            (other.clone(), shared.referred_to_by(other_error(&codes))),
            (meta_name.clone(), meta()),
        ];
        named_schemas.extend(shared.into_definitions());
        named_schemas.extend(types.into_sorted());
        for (name, mut schema) in named_schemas {
            schema["title"] = name.as_str().into();
            definitions.insert(name, schema);
        }
        let mut schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Envelope",
            "description": format!("The output of {} in the format `envelope`.", self.subject()),
            "oneOf": [{"$ref": pointer(success)}, {"$ref": pointer(failure)}],
            "$defs": definitions,
        });
        with_ranges(&mut schema);
        portable(&mut schema);
        schema
    }
}

impl Document {
    /// Returns the name of a definition that doesn't belong to a code. If a code has the same name,
    /// adds a suffix.
    fn definition_name(&self, name: &str) -> String {
        let mut name = name.to_owned();
        while self.get(&name).is_some() {
            name.push('_');
        }
        name
    }
}

const DEFINITIONS: &str = "#/$defs/";

/// Sets the title of an error's schema, and of its context.
fn with_titles(mut error: Value, title: &str) -> Value {
    error["title"] = title.into();
    if let Some(context) = error["properties"].get_mut("context") {
        context["title"] = format!("{title}Context").into();
    }
    error
}

/// Rejects additional members.
fn closed(mut schema: Value) -> Value {
    schema["additionalProperties"] = false.into();
    schema
}

/// Returns the schema of an envelope. `meta` is a reference to the schema of its `meta`.
pub(crate) fn envelope(ok: bool, data: Value, error: Value, meta: &str) -> Value {
    json!({
        "type": "object",
        "required": ["ok", "data", "error", "warnings", "meta"],
        "properties": {
            "ok": literal(ok.into()),
            "data": data,
            "error": error,
            "warnings": {"type": "array", "items": {"type": "string"}},
            "meta": {"$ref": meta},
        },
    })
}

fn pointer(name: &str) -> String {
    reference(DEFINITIONS, name)
}

/// Returns the schema of an envelope's `meta`.
pub(crate) fn meta() -> Value {
    json!({
        "type": "object",
        "required": ["duration_ms"],
        "properties": {"duration_ms": {"type": "integer", "minimum": 0}},
    })
}

/// Converts a code to a type name in Pascal case, such as `DbLockedError` for `DB_LOCKED`.
fn pascal(code: &str) -> String {
    let mut name = String::new();
    for word in code.split(|c: char| !c.is_ascii_alphanumeric()) {
        let (first, rest) = word.split_at(word.len().min(1));
        name += &first.to_uppercase();
        // Keep mixed case, and convert words in uppercase to lowercase.
        if rest.chars().any(char::is_lowercase) {
            name += rest;
        } else {
            name += &rest.to_lowercase();
        }
    }
    match name.strip_suffix("Error") {
        Some(rest) if !rest.is_empty() => name,
        _ => name + "Error",
    }
}

#[cfg(test)]
mod tests {
    use super::pascal;

    #[test]
    fn codes_are_converted_to_names() {
        for (code, name) in [
            ("DB_LOCKED", "DbLockedError"),
            ("NotFound", "NotFoundError"),
            ("auth.token.expired", "AuthTokenExpiredError"),
            ("AUTH_ERROR", "AuthError"),
            ("ERROR", "ErrorError"),
        ] {
            assert_eq!(pascal(code), name);
        }
    }
}
