//! Definitions that the schemas of a document share. Recursive types need them, because code generators can't follow
//! references into the middle of a schema.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Shared definitions.
pub(crate) struct Definitions {
    /// The prefix of references to definitions, such as `#/$defs/`.
    place: &'static str,
    /// Names that are already used for other definitions.
    taken: BTreeSet<String>,
    defined: BTreeMap<String, Value>,
}

impl Definitions {
    pub(crate) fn new<'a>(place: &'static str, taken: impl IntoIterator<Item = &'a str>) -> Self {
        Self { place, taken: taken.into_iter().map(str::to_owned).collect(), defined: BTreeMap::new() }
    }

    /// Moves the definitions of a recursive schema to the shared definitions. Returns the schema with updated
    /// references. Returns schemas that aren't recursive unchanged.
    pub(crate) fn with_types_of(&mut self, mut schema: Value) -> Value {
        if !refers(&schema, &|_| true) {
            return schema;
        }
        let inside = schema.as_object_mut().and_then(|members| members.remove("$defs"));
        let inside = inside.and_then(|inside| inside.as_object().cloned()).unwrap_or_default();
        let is_whole = |reference: &str| reference == "#";
        let mut types: Vec<(String, String, Value)> =
            inside.into_iter().map(|(name, ty)| (format!("#/$defs/{name}"), word(&name), ty)).collect();
        let whole = refers(&schema, &is_whole) || types.iter().any(|(_, _, ty)| refers(ty, &is_whole));
        if whole {
            let name = schema["title"].as_str().map_or("Type".to_owned(), word);
            types.push(("#".to_owned(), name, schema.clone()));
        }
        let mut suffix = String::new();
        let named = loop {
            let named: BTreeMap<&str, String> =
                types.iter().map(|(reference, name, _)| (reference.as_str(), format!("{name}{suffix}"))).collect();
            let defined: Vec<(&String, Value)> = types
                .iter()
                .map(|(reference, _, ty)| (&named[reference.as_str()], self.referring(ty.clone(), &named)))
                .collect();
            let fits = |(name, ty): &(&String, Value)| {
                !self.taken.contains(*name) && self.defined.get(*name).is_none_or(|known| known == ty)
            };
            if defined.iter().all(fits) {
                let defined: Vec<_> = defined.into_iter().map(|(name, ty)| (name.clone(), ty)).collect();
                self.defined.extend(defined);
                break named;
            }
            suffix.push('_');
        };
        match named.get("#") {
            Some(name) => json!({"$ref": format!("{}{name}", self.place)}),
            None => self.referring(schema, &named),
        }
    }

    /// Updates references to point to the shared definitions. Removes all other references, so that their schemas
    /// accept any value.
    fn referring(&self, schema: Value, named: &BTreeMap<&str, String>) -> Value {
        match schema {
            Value::Array(schemas) => schemas.into_iter().map(|schema| self.referring(schema, named)).collect(),
            Value::Object(members) => {
                let members = members.into_iter().filter_map(|(keyword, value)| match (keyword.as_str(), &value) {
                    // The definition already has a name.
                    ("title", Value::String(_)) => None,
                    ("$ref", Value::String(reference)) if reference.starts_with('#') => {
                        let name = named.get(reference.as_str())?;
                        Some((keyword, format!("{}{name}", self.place).into()))
                    }
                    _ => Some((keyword, self.referring(value, named))),
                });
                members.collect::<Map<_, _>>().into()
            }
            other => other,
        }
    }

    /// Returns the definitions, sorted by name.
    pub(crate) fn into_sorted(self) -> impl Iterator<Item = (String, Value)> {
        self.defined.into_iter()
    }
}

/// Whether a schema contains a local reference that matches the predicate.
fn refers(schema: &Value, wanted: &dyn Fn(&str) -> bool) -> bool {
    match schema {
        Value::Array(schemas) => schemas.iter().any(|schema| refers(schema, wanted)),
        Value::Object(members) => members.iter().any(|(keyword, value)| match (keyword.as_str(), value) {
            ("$ref", Value::String(reference)) => reference.starts_with('#') && wanted(reference),
            (_, value) => refers(value, wanted),
        }),
        _ => false,
    }
}

/// Converts a name to an identifier that's valid in all target languages.
fn word(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::Definitions;
    use serde_json::{Value, json};

    fn node(item: &str) -> Value {
        json!({"type": "object", "properties": {"next": {"$ref": item}, "title": {"type": "string"}}})
    }

    #[test]
    fn recursive_types_are_defined_once() {
        let mut definitions = Definitions::new("#/$defs/", ["Taken"]);
        let mut whole = node("#");
        whole["title"] = "Node".into();
        assert_eq!(definitions.with_types_of(whole), json!({"$ref": "#/$defs/Node"}));
        let maybe =
            json!({"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}], "$defs": {"Node": node("#/$defs/Node")}});
        let expected = json!({"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]});
        assert_eq!(definitions.with_types_of(maybe), expected);
        let plain = json!({"type": "object", "properties": {"title": {"type": "string"}}});
        assert_eq!(definitions.with_types_of(plain.clone()), plain);
        let all: Vec<_> = definitions.into_sorted().collect();
        assert_eq!(all, [("Node".to_owned(), node("#/$defs/Node"))]);
    }

    #[test]
    fn different_types_with_the_same_name_are_renamed() {
        let mut definitions = Definitions::new("#/$defs/", ["Taken"]);
        for (title, expected) in [("Node", "Node"), ("Taken", "Taken_"), ("A::B<C>", "A__B_C_")] {
            let mut ty = node("#");
            ty["title"] = title.into();
            assert_eq!(definitions.with_types_of(ty), json!({"$ref": format!("#/$defs/{expected}")}));
        }
        let other = json!({"title": "Node", "type": "array", "items": {"$ref": "#"}});
        assert_eq!(definitions.with_types_of(other), json!({"$ref": "#/$defs/Node_"}));
        let lost = json!({"type": "array", "items": {"$ref": "#/elsewhere"}});
        assert_eq!(definitions.with_types_of(lost), json!({"type": "array", "items": {}}));
    }
}
