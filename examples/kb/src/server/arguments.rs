//! The arguments of the tools. The server validates them against these schemas. The schemas don't restrict the fields
//! of entries, because the knowledge base validates those with better messages.

use crate::entry::{Kind, schema, version_schema};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Get {
    /// ID of the entry
    pub(super) id: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    /// Only list entries of this type
    #[serde(rename = "type", default)]
    pub(super) kind: Option<Kind>,
    /// Only list entries with this tag
    #[serde(default)]
    pub(super) tag: Option<String>,
    /// Only list entries with IDs after this one
    #[serde(default)]
    pub(super) after: Option<String>,
    /// Maximum number of entries
    #[serde(default = "list_limit")]
    #[schemars(range(min = 1, max = 200))]
    pub(super) limit: u32,
}

fn list_limit() -> u32 {
    50
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// Words to search for; entries must contain all of them
    pub(super) query: String,
    /// Maximum number of entries
    #[serde(default = "search_limit")]
    #[schemars(range(min = 1, max = 50))]
    pub(super) limit: u32,
}

fn search_limit() -> u32 {
    10
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Schema {
    /// Type of entry
    #[serde(rename = "type", default)]
    pub(super) kind: Kind,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Remove {
    /// ID of the entry
    pub(super) id: String,
    /// Only remove this version
    #[serde(default)]
    #[schemars(schema_with = "version_schema")]
    pub(super) if_version: Option<u64>,
}

/// Returns the schema of `kb_add`: the fields of an entry.
pub(super) fn add() -> Arc<JsonObject> {
    object(fields(), &["title"])
}

/// Returns the schema of `kb_update`: the ID and version of an entry, and the fields to update.
pub(super) fn update() -> Arc<JsonObject> {
    let mut fields = fields();
    fields.insert("id".to_owned(), json!({"description": "ID of the entry", "type": "string"}));
    let version = json!({"description": "Expected version of the entry, as returned by `kb_get`", "type": "integer", "minimum": 1});
    fields.insert("if_version".to_owned(), version);
    object(fields, &["id", "if_version"])
}

fn object(properties: JsonObject, required: &[&str]) -> Arc<JsonObject> {
    let object = [("type", json!("object")), ("properties", properties.into()), ("required", json!(required))];
    Arc::new(object.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Returns the fields of an entry, with descriptions and types but no other restrictions.
fn fields() -> JsonObject {
    let schema = schema::of(Kind::default());
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields
        .map(|(name, field)| {
            let ty = field.get("type").cloned().unwrap_or_else(|| json!("string"));
            let mut open = json!({"description": field["description"], "type": ty});
            match name.as_str() {
                "tags" => open["items"] = json!({"type": "string"}),
                "metadata" => open["description"] = "Type-specific metadata, as described by `kb_schema`".into(),
                _ => {}
            }
            (name.clone(), open)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{add, update};
    use serde_json::json;

    #[test]
    fn the_arguments_match_the_fields_of_an_entry() {
        let names = |schema: &super::JsonObject| {
            schema["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&add()), "body id metadata tags title type");
        assert_eq!(names(&update()), "body id if_version metadata tags title type");
        assert_eq!(add()["properties"]["tags"]["items"], json!({"type": "string"}));
        assert_eq!(add()["properties"]["title"].get("maxLength"), None);
    }
}
