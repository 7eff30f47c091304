//! JSON Schemas (draft 2020-12) of the failed answers of a program.

mod code;
mod definitions;
mod envelope;
mod names;
mod number_format;
mod portable;
mod rust_type;
mod sorted;

pub(super) use code::{Advice, CodeSchema, other_error, other_problem};
pub(super) use definitions::Definitions;
pub(super) use envelope::meta;
pub(super) use names::names;
pub(super) use portable::{portable, with_enums};
pub(super) use sorted::Sorted;

use crate::definition::field_def::FieldDef;
use crate::text::secret::REDACTED;
use crate::vocabulary::terms::Shown;
use serde_json::{Value, json};

/// The dialect of every schema.
pub(super) const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The values that a field of the context may have; `{}` is any value.
pub(crate) fn of_field(field: &FieldDef) -> Value {
    match field.shown {
        Shown::Serialized => match field.schema.get() {
            // The two forms of a schema that accepts any value.
            Some(Value::Bool(true)) => json!({}),
            Some(schema) => schema,
            None => rust_type::schema(field.ty),
        },
        Shown::Text => json!({"type": "string"}),
        Shown::Redacted => json!({"const": REDACTED}),
    }
}
