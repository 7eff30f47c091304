//! Creates example values for fields, based on their schemas and names.

use crate::document::{Declaration, Field};
use serde_json::{Map, Value};

/// The maximum nesting depth of an example value.
const DEEPEST: usize = 4;

/// Returns an example value for a field.
pub(super) fn of_field(field: &Field, def: &Declaration) -> Value {
    let value = of_any(field);
    let holds_status =
        ["status", "http_status"].contains(&field.name.as_str()) || def.status_field() == Some(field.name.as_str());
    let is_status = value.is_number() && holds_status;
    if is_status { def.http_status().into() } else { value }
}

/// Returns an example value for a field of unknown type, based on its name. Returns `None` if the name isn't an
/// identifier.
pub(super) fn of_name(name: &str) -> Option<Value> {
    let is_name =
        name.starts_with(|c: char| c.is_alphabetic()) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| number(name).map_or_else(|| text(name).into(), Value::from))
}

fn of_any(field: &Field) -> Value {
    ExampleGenerator { root: &field.schema }.value(&field.schema, &field.name, 0)
}

/// Returns an example string for a field name.
pub(super) fn text(name: &str) -> String {
    let words: Vec<&str> = name.split('_').collect();
    let known = words.iter().rev().find_map(|word| {
        Some(match *word {
            "host" | "hostname" | "server" => "db.example.com",
            "url" | "uri" | "endpoint" => "https://example.com/items/7",
            "path" | "file" | "filename" => "data/items.csv",
            "directory" | "dir" | "folder" => "data",
            "user" | "username" | "owner" | "author" => "ada",
            "email" | "mail" => "ada@example.com",
            "id" | "uuid" => "item-7",
            "version" => "1.2.0",
            "date" | "time" | "timestamp" | "expires" => "2026-01-31T12:00:00Z",
            "region" | "zone" => "eu-north-1",
            "method" => "GET",
            "name" | "column" | "field" | "key" => "name",
            "table" => "items",
            "command" => "list",
            "flag" => "--name",
            "reason" | "problem" | "cause" | "message" => "invalid value",
            "source" | "error" => "permission denied",
            "found" => "text",
            "valid" | "expected" => "a value from 1 to 10",
            _ => return None,
        })
    });
    known.map_or_else(|| format!("some-{}", words.join("-")), str::to_owned)
}

struct ExampleGenerator<'a> {
    root: &'a Value,
}

impl ExampleGenerator<'_> {
    fn value(&self, schema: &Value, name: &str, depth: usize) -> Value {
        let stated = ["const", "default"].into_iter().find_map(|key| schema.get(key));
        let listed = ["examples", "enum"].into_iter().find_map(|key| schema[key].get(0));
        if let Some(value) = stated.or(listed) {
            return value.clone();
        }
        if let Some(pointer) = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#')) {
            let target = self.root.pointer(pointer).filter(|_| depth < DEEPEST);
            return target.map_or(Value::Null, |target| self.value(target, name, depth + 1));
        }
        let choices = ["anyOf", "oneOf", "allOf"].into_iter().find_map(|key| schema[key].as_array());
        let not_null = |choice: &&Value| choice["type"] != "null";
        if let Some(choice) = choices.and_then(|choices| choices.iter().find(not_null).or(choices.first())) {
            return self.value(choice, name, depth + 1);
        }
        match main_type(schema) {
            Some("string") if schema["maxLength"] == 1 => "x".into(),
            Some("integer") => integer(schema, name),
            Some("number") => 0.5.into(),
            Some("boolean") => true.into(),
            Some("null") => Value::Null,
            Some("array") => self.array(schema, name, depth),
            Some("object") => self.object(schema, name, depth),
            _ => text(name).into(),
        }
    }

    fn array(&self, schema: &Value, name: &str, depth: usize) -> Value {
        if let Some(items) = schema["prefixItems"].as_array() {
            return items.iter().map(|item| self.value(item, name, depth + 1)).collect();
        }
        let length = schema["minItems"].as_u64().unwrap_or(u64::from(depth < DEEPEST));
        (0..length).map(|_| self.value(&schema["items"], singular(name), depth + 1)).collect()
    }

    fn object(&self, schema: &Value, name: &str, depth: usize) -> Value {
        let Some(properties) = schema["properties"].as_object() else {
            return Map::from_iter([("key".to_owned(), self.value(&schema["additionalProperties"], name, depth + 1))])
                .into();
        };
        let required = |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|n| n == name));
        let shown = properties.iter().filter(|(name, _)| depth < DEEPEST || required(name));
        shown.map(|(name, schema)| (name.clone(), self.value(schema, name, depth + 1))).collect::<Map<_, _>>().into()
    }
}

/// Returns the first type that a schema allows, other than null.
fn main_type(schema: &Value) -> Option<&str> {
    match &schema["type"] {
        Value::Array(several) => several.iter().find(|ty| *ty != "null").and_then(Value::as_str),
        one => one.as_str(),
    }
}

fn integer(schema: &Value, name: &str) -> Value {
    let least = schema["minimum"].as_i64().unwrap_or(i64::MIN);
    let most = schema["maximum"].as_i64().unwrap_or(i64::MAX);
    number(name).unwrap_or(1).min(most).max(least).into()
}

/// Returns an example number for the last known word in a field name.
fn number(name: &str) -> Option<i64> {
    let by_word = |word: &str| {
        Some(match word {
            "port" => 5432,
            "ms" | "millis" => 5000,
            "s" | "sec" | "secs" | "seconds" | "after" => 30,
            "minutes" | "min" => 5,
            "status" => 503,
            "line" | "row" => 7,
            "column" | "columns" | "position" | "index" | "attempt" | "attempts" | "retries" => 3,
            "bytes" | "size" | "length" | "len" => 4096,
            "limit" | "max" | "maximum" | "count" | "total" => 10,
            _ => return None,
        })
    };
    name.rsplit('_').find_map(by_word)
}

fn singular(name: &str) -> &str {
    name.strip_suffix('s').filter(|name| !name.ends_with('s')).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{ExampleGenerator, of_field, of_name};
    use crate::document::{Document, Field};
    use serde_json::json;

    fn field(name: &str, ty: &str) -> Field {
        Field::new(&json!({"name": name, "shown": "value", "rust_type": ty}), name)
    }

    /// Creates a document with a code that has this HTTP status.
    fn declaration(status: u16) -> Document {
        let code = json!({
            "code": "GONE", "exit_code": 5, "retryable": false, "side_effects": "none", "phase": "execution",
            "severity": "error", "http_status": status,
        });
        json!({"catalog_version": "2.0", "errors": [code]}).to_string().parse().unwrap()
    }

    #[test]
    fn values_match_the_type_of_their_field() {
        for (ty, name, value) in [
            ("u16", "port", "5432"),
            ("Option<u8>", "timeout_ms", "255"),
            ("&'static str", "colour", "\"some-colour\""),
            ("Cow<'static, str>", "host", "\"db.example.com\""),
            ("Vec<String>", "paths", "[\"data/items.csv\"]"),
            ("&'static [&'static str]", "required", "[\"some-required\"]"),
            ("[f64; 2]", "corner", "[0.5,0.5]"),
            ("(bool, char)", "pair", "[true,\"x\"]"),
            ("std::collections::BTreeMap<String, bool>", "flags", "{\"key\":true}"),
            ("Box<Item>", "stored", "\"some-stored\""),
        ] {
            let document = declaration(500);
            assert_eq!(of_field(&field(name, ty), document.get("GONE").unwrap()).to_string(), value, "{ty}");
        }
    }

    #[test]
    fn a_status_matches_the_code() {
        let document = declaration(404);
        let gone = document.get("GONE").unwrap();
        assert_eq!(of_field(&field("status", "Option<u16>"), gone), 404);
        assert_eq!(of_field(&field("status", "String"), gone), "some-status");
    }

    #[test]
    fn a_name_alone_is_informative() {
        assert_eq!(of_name("max_size"), Some(4096.into()));
        assert_eq!(of_name("file_path"), Some("data/items.csv".into()));
        assert_eq!(of_name("source"), Some("permission denied".into()));
        for nothing in ["", "0", "fields.len()"] {
            assert_eq!(of_name(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn values_match_custom_schemas() {
        let schema = json!({
            "type": "object",
            "required": ["kind"],
            "properties": {
                "kind": {"enum": ["bolt", "nut"]},
                "next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]},
                "size": {"type": "integer", "minimum": 1, "maximum": 3},
            },
        });
        let value = ExampleGenerator { root: &schema }.value(&schema, "item", 0);
        assert_eq!(value["kind"], "bolt");
        assert_eq!(value["size"], 3);
        assert_eq!(value["next"]["kind"], "bolt");
        assert!(value.to_string().len() < 300, "{value}");
    }
}
