//! Context fields.

use super::described::described;
use crate::schema::of_field;
use schemars::Schema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "Members")]
pub(crate) struct Field {
    pub(crate) name: String,
    /// The Rust type. Empty if the program isn't written in Rust.
    pub(crate) rust_type: String,
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
    Redacted,
}

impl From<Members> for Field {
    fn from(members: Members) -> Self {
        let value = json!(members);
        // The order of members depends on a feature of `serde_json` that any dependency can enable.
        let mut schema = of_field(&value);
        schema.sort_all_objects();
        Self {
            described: match members.shown {
                Some(Shown::Redacted) => "string, redacted".to_owned(),
                _ => described(&schema),
            },
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
    /// Whether errors omit the field if it's empty. True for listings and lists of similar names.
    pub(crate) fn may_be_left_out(&self) -> bool {
        self.nearest || self.is_listing()
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
