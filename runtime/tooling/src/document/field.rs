//! Context fields.

use super::described::described;
use crate::schema::{has_unknown_part, of_field};
use agent_error::__tooling::is_option;
use schemars::Schema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "Members")]
pub(crate) struct Field {
    pub(crate) name: String,
    /// The Rust type. Empty if the program isn't written in Rust.
    rust_type: String,
    /// The Rust type and how the value is shown, such as `Version, display`. If the program isn't
    /// written in Rust, the JSON type.
    pub(crate) type_in_words: String,
    pub(crate) summary: Option<String>,
    /// The command that lists the field's valid values.
    pub(crate) values_from: Option<String>,
    /// The JSON type of the value for people, such as `integer or null`.
    pub(crate) described: String,
    /// The valid values, as JSON Schema. `{}` accepts any value.
    pub(crate) schema: Value,
    /// Whether the value lists names that are similar to an unknown name.
    nearest: bool,
}

/// The members with which the document describes a field.
#[derive(Serialize, Deserialize)]
struct Members {
    name: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<FieldType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rust_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<Schema>,
    summary: Option<String>,
    values_from: Option<String>,
    #[serde(default)]
    nearest: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FieldType {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
    Value,
}

/// How the value is represented.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Shown {
    Value,
    Text,
    Debug,
    Redacted,
}

/// The ends of types whose values aren't serialized.
const DISPLAY: &str = ", display";
pub(crate) const DEBUG: &str = ", debug";
const SECRET: &str = ", redacted";

/// Returns the schema of a field that has no schema of its own. Takes a type as in
/// [`Field::type_in_words`].
pub(crate) fn schema_of(type_in_words: &str) -> Value {
    let is_text = [DISPLAY, DEBUG]
        .iter()
        .any(|end| type_in_words.ends_with(end));
    let field = if type_in_words.ends_with(SECRET) {
        json!({"shown": "redacted"})
    } else if is_text {
        json!({"shown": "text"})
    } else if ["string", "integer", "number", "boolean"].contains(&type_in_words) {
        json!({"type": type_in_words})
    } else {
        json!({"rust_type": type_in_words})
    };
    of_field(&field)
}

impl From<Members> for Field {
    fn from(members: Members) -> Self {
        let value = json!(members);
        // The order of members depends on a feature of `serde_json` that any dependency can enable.
        let mut schema = of_field(&value);
        schema.sort_all_objects();
        let json_type = match members.shown {
            Some(Shown::Redacted) => format!("string{SECRET}"),
            _ => described(&schema),
        };
        let end = match members.shown {
            None | Some(Shown::Value) => "",
            Some(Shown::Text) => DISPLAY,
            Some(Shown::Debug) => DEBUG,
            Some(Shown::Redacted) => SECRET,
        };
        Self {
            type_in_words: match &members.rust_type {
                Some(rust_type) => format!("{rust_type}{end}"),
                None => json_type.clone(),
            },
            described: json_type,
            schema,
            name: members.name,
            rust_type: members.rust_type.unwrap_or_default(),
            summary: members.summary,
            values_from: members.values_from,
            nearest: members.nearest,
        }
    }
}

impl Field {
    /// Whether errors omit the field if it's empty. True for listings, lists of similar names, and
    /// optional values.
    pub(crate) fn may_be_left_out(&self) -> bool {
        self.nearest || self.is_listing() || self.is_optional()
    }

    /// Whether the value is serialized, and may be `None`.
    fn is_optional(&self) -> bool {
        self.type_in_words == self.rust_type && is_option(&self.rust_type)
    }

    /// Whether the values, or parts of them, have an unknown type. False for types that can contain
    /// any JSON on purpose.
    pub(crate) fn is_undescribed(&self) -> bool {
        let is_any_json = self.rust_type.ends_with("Value") || self.rust_type.is_empty();
        has_unknown_part(&self.schema) && !is_any_json && !self.is_field_errors()
    }

    /// Whether the value lists names that are similar to an unknown name.
    pub(crate) fn lists_nearest(&self) -> bool {
        self.nearest
    }

    /// Whether the value is a listing: names with descriptions.
    pub(crate) fn is_listing(&self) -> bool {
        self.rust_type.rsplit("::").next() == Some("Listing")
    }

    /// Whether the value is a list of invalid fields.
    pub(crate) fn is_field_errors(&self) -> bool {
        self.rust_type.contains("FieldError")
    }
}
