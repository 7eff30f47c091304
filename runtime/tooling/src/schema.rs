//! JSON Schemas (draft 2020-12) of a program's errors.

mod code;
mod context;
mod definitions;
mod envelope;
mod rust_type;
mod sorted;
mod transform;

pub(super) use code::{Advice, other_error, other_problem};
pub(super) use definitions::Definitions;
pub(super) use envelope::{envelope, meta};
pub(super) use sorted::{Sorted, sorted};
pub(super) use transform::{portable, with_enums};

use agent_error::error::REDACTED;
use serde_json::{Value, json};

/// The JSON Schema dialect of all schemas.
pub(super) const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the schema of a field's values, based on its description in a catalog document. `{}` accepts any value.
pub(crate) fn of_field(field: &Value) -> Value {
    match (field["shown"].as_str(), field.get("schema"), field["rust_type"].as_str()) {
        (Some("redacted"), ..) => json!({"const": REDACTED}),
        (Some("text"), ..) => json!({"type": "string"}),
        // `true` and `{}` both accept any value.
        (_, Some(Value::Bool(true)), _) => json!({}),
        // The field's type is an alias for `f32` or `f64`.
        (_, Some(schema), _) if transform::is_float(schema) => match schema["type"].is_array() {
            true => rust_type::nullable(rust_type::float()),
            false => rust_type::float(),
        },
        (_, Some(schema), _) => schema.clone(),
        (_, None, Some(ty)) => rust_type::schema(ty),
        (_, None, None) => match field["type"].as_str() {
            Some("value") | None => json!({}),
            Some(ty) => json!({"type": ty}),
        },
    }
}
