//! The arguments of the tools. The server checks them against these schemas; only the knowledge base checks the fields
//! of entries, so that the answer has its words.

use crate::entry::{Kind, schema, version_schema};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Get {
    /// The id of an entry
    pub(super) id: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    /// Only entries of this type
    #[serde(rename = "type", default)]
    pub(super) kind: Option<Kind>,
    /// Only entries with this tag
    #[serde(default)]
    pub(super) tag: Option<String>,
    /// Only entries whose ids come after this one
    #[serde(default)]
    pub(super) after: Option<String>,
    /// The most entries
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
    /// Words that an entry must hold, all of them
    pub(super) query: String,
    /// The most entries
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
    /// The type of the entry
    #[serde(rename = "type", default)]
    pub(super) kind: Kind,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Remove {
    /// The id of an entry
    pub(super) id: String,
    /// Remove it only if it is at this version
    #[serde(default)]
    #[schemars(schema_with = "version_schema")]
    pub(super) if_version: Option<u64>,
}

/// The fields of an entry.
pub(super) fn add() -> Arc<JsonObject> {
    object(fields(), &["title"])
}

/// The id of an entry, and the fields to change.
pub(super) fn update() -> Arc<JsonObject> {
    let mut fields = fields();
    fields.insert("id".to_owned(), json!({"description": "The id of an entry", "type": "string"}));
    let version = json!({"description": "The version that was read", "type": "integer", "minimum": 1});
    fields.insert("if_version".to_owned(), version);
    object(fields, &["id", "if_version"])
}

fn object(properties: JsonObject, required: &[&str]) -> Arc<JsonObject> {
    let object = [("type", json!("object")), ("properties", properties.into()), ("required", json!(required))];
    Arc::new(object.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The fields of an entry with their descriptions and types, without other restrictions.
fn fields() -> JsonObject {
    let schema = schema::of(Kind::default());
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields
        .map(|(name, field)| {
            let ty = field.get("type").cloned().unwrap_or_else(|| json!("string"));
            let mut open = json!({"description": field["description"], "type": ty});
            match name.as_str() {
                "tags" => open["items"] = json!({"type": "string"}),
                "metadata" => open["description"] = "What belongs to the type, as `kb_schema` shows it".into(),
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
    fn the_arguments_are_the_fields_of_an_entry() {
        let names = |schema: &super::JsonObject| {
            schema["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&add()), "body id metadata tags title type");
        assert_eq!(names(&update()), "body id if_version metadata tags title type");
        assert_eq!(add()["properties"]["tags"]["items"], json!({"type": "string"}));
        assert_eq!(add()["properties"]["title"].get("maxLength"), None);
    }
}
