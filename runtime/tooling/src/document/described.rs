//! Describes the JSON representation of a field for docs pages.

use agent_error::definition::schema_of_type;
use serde_json::Value;

/// Describes the JSON type of a field's value, such as `integer or null` or `object with id, title`. `field` is an
/// element of a code's `context` in the catalog document.
pub(super) fn described(field: &Value) -> String {
    match (field["shown"].as_str(), field.get("schema"), field["rust_type"].as_str()) {
        (Some("redacted"), ..) => "string, redacted".to_owned(),
        (Some("text"), ..) => "string".to_owned(),
        (_, Some(schema), _) => TextForm { root: schema }.described(schema, 0),
        (_, None, Some(ty)) => described(&serde_json::json!({"schema": schema_of_type(ty)})),
        (_, None, None) => field["type"].as_str().filter(|ty| *ty != "value").unwrap_or(ANY).to_owned(),
    }
}

const ANY: &str = "any";
const MOST: usize = 12;
const DEEPEST: usize = 4;

/// Formats a container type, such as `array of string`.
fn of(whole: &str, part: &str) -> String {
    match part {
        ANY => whole.to_owned(),
        part if part.contains(" or ") => format!("{whole} of ({part})"),
        part => format!("{whole} of {part}"),
    }
}

struct TextForm<'a> {
    root: &'a Value,
}

impl TextForm<'_> {
    fn described(&self, schema: &Value, depth: usize) -> String {
        let mut choices = Vec::new();
        self.collect(schema, depth, &mut choices);
        let is_any = choices.is_empty() || choices.iter().any(|choice| choice == ANY);
        match choices.split_last() {
            Some((last, rest)) if !is_any && choices.len() <= MOST && !rest.is_empty() => {
                format!("{} or {last}", rest.join(", "))
            }
            Some((only, [])) if !is_any => only.clone(),
            _ if choices.iter().all(|choice| choice.starts_with('"')) && !is_any => "string".to_owned(),
            _ => ANY.to_owned(),
        }
    }

    fn collect(&self, schema: &Value, depth: usize, choices: &mut Vec<String>) {
        let mut add = |choice: String| {
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        };
        if let Some(value) = schema.get("const") {
            return add(value.to_string());
        }
        if let Some(values) = schema["enum"].as_array() {
            return values.iter().for_each(|value| add(value.to_string()));
        }
        if depth == DEEPEST {
            return add(ANY.to_owned());
        }
        if let Some(pointer) = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#')) {
            return match self.root.pointer(pointer) {
                Some(target) => self.collect(target, depth + 1, choices),
                None => add(ANY.to_owned()),
            };
        }
        let alternatives = ["anyOf", "oneOf"].into_iter().find_map(|key| schema[key].as_array());
        if let Some(alternatives) = alternatives {
            return alternatives.iter().for_each(|schema| self.collect(schema, depth + 1, choices));
        }
        match &schema["type"] {
            Value::Array(types) => types.iter().for_each(|ty| add(self.of_type(schema, ty, depth))),
            ty => add(self.of_type(schema, ty, depth)),
        }
    }

    fn of_type(&self, schema: &Value, ty: &Value, depth: usize) -> String {
        match ty.as_str() {
            Some("array") => of("array", &self.described(&schema["items"], depth + 1)),
            Some("object") => match schema["properties"].as_object() {
                Some(fields) if (1..=MOST).contains(&fields.len()) => {
                    // The order of map entries depends on a `serde_json` feature that any dependency can enable.
                    let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
                    names.sort_unstable();
                    format!("object with {}", names.join(", "))
                }
                Some(fields) if !fields.is_empty() => "object".to_owned(),
                _ => of("object", &self.described(&schema["additionalProperties"], depth + 1)),
            },
            Some(plain) => plain.to_owned(),
            None => ANY.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::described;
    use serde_json::json;

    #[test]
    fn types_are_described_by_their_names() {
        for (ty, words) in [
            ("u16", "integer"),
            ("u128", "integer or string"),
            ("NonZeroU8", "integer"),
            ("Option<std::path::PathBuf>", "string or null"),
            ("Cow<'a, str>", "string"),
            ("[u8; 4]", "array of integer"),
            ("(bool)", "boolean"),
            ("Option<Box<f64>>", "number or null"),
            ("Option<()>", "null"),
            ("Option<u8>", "integer or null"),
            ("&'static [&'static str]", "array of string"),
            ("Vec<Option<bool>>", "array of (boolean or null)"),
            ("(bool, char)", "array"),
            ("BTreeMap<String, u8>", "object of integer"),
            ("BTreeMap<String, Item>", "object"),
            ("Duration", "object with nanos, secs"),
            ("Box<Item>", "any"),
            ("Listing", "object of string or array of string"),
        ] {
            assert_eq!(described(&json!({"rust_type": ty})), words, "{ty}");
        }
    }

    #[test]
    fn schemas_show_their_values_and_fields() {
        let nut = json!({"oneOf": [{"const": "bolt", "type": "string"}, {"const": "nut", "type": "string"}]});
        let sized = json!({"type": "object", "properties": {"size": {}, "kind": nut}});
        let many = (0..20).map(|number| format!("v{number}")).collect::<Vec<_>>();
        for (schema, words) in [
            (nut.clone(), "\"bolt\" or \"nut\""),
            (json!({"anyOf": [nut, {"type": "null"}]}), "\"bolt\", \"nut\" or null"),
            (json!({"enum": [1, 2, 3]}), "1, 2 or 3"),
            (json!({"enum": many}), "string"),
            (sized.clone(), "object with kind, size"),
            (json!({"type": "array", "items": sized}), "array of object with kind, size"),
            (json!({"type": ["string", "null"]}), "string or null"),
            (json!({"type": "object", "additionalProperties": {"type": "integer"}}), "object of integer"),
            (json!({"anyOf": [{"$ref": "#"}, {"type": "null"}]}), "any"),
            (json!({"$defs": {"a": {"type": "boolean"}}, "$ref": "#/$defs/a"}), "boolean"),
            (json!({"anyOf": [{"type": "string"}, {}]}), "any"),
            (json!({}), "any"),
            (json!(true), "any"),
        ] {
            assert_eq!(described(&json!({"schema": schema})), words, "{schema}");
        }
    }
}
