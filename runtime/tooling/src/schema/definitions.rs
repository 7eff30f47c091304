//! Definitions that the schemas of a document share. Recursive types need them, because code
//! generators can't follow references into the middle of a schema.

use super::transform::each;
use serde_json::{Value, json};
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
        Self {
            place,
            taken: taken.into_iter().map(str::to_owned).collect(),
            defined: BTreeMap::new(),
        }
    }

    /// Moves the definitions of a recursive schema to the shared definitions. Returns the schema
    /// with updated references. Returns schemas that aren't recursive unchanged.
    pub(crate) fn with_types_of(&mut self, mut schema: Value) -> Value {
        let references = local_references(&mut schema);
        if references.is_empty() {
            return schema;
        }
        let inside = schema
            .as_object_mut()
            .and_then(|members| members.remove("$defs"))
            .unwrap_or_default();
        let inside = inside.as_object().into_iter().flatten();
        let mut types: Vec<(String, String, Value)> = inside
            .map(|(name, ty)| (format!("#/$defs/{name}"), word(name), ty.clone()))
            .collect();
        if references.contains("#") {
            let name = schema["title"].as_str().map_or("Type".to_owned(), word);
            types.push(("#".to_owned(), name, schema.clone()));
        }
        // If a different type has the same name, add a suffix.
        let mut suffix = String::new();
        loop {
            let targets = types
                .iter()
                .map(|(reference, name, _)| {
                    (reference.clone(), format!("{}{name}{suffix}", self.place))
                })
                .collect();
            let defined: Vec<(String, Value)> = types
                .iter()
                .map(|(_, name, ty)| (format!("{name}{suffix}"), referring(ty.clone(), &targets)))
                .collect();
            let fits = |(name, ty): &(String, Value)| {
                !self.taken.contains(name) && self.defined.get(name).is_none_or(|known| known == ty)
            };
            if defined.iter().all(fits) {
                self.defined.extend(defined);
                return match targets.get("#") {
                    Some(target) => json!({"$ref": target}),
                    None => referring(schema, &targets),
                };
            }
            suffix.push('_');
        }
    }

    /// Returns the definitions, sorted by name.
    pub(crate) fn into_sorted(self) -> impl Iterator<Item = (String, Value)> {
        self.defined.into_iter()
    }
}

/// Returns the references within a schema, such as `#/$defs/Node`.
fn local_references(schema: &mut Value) -> BTreeSet<String> {
    let mut references = BTreeSet::new();
    each(schema, |schema| {
        let reference = schema.get("$ref").and_then(Value::as_str);
        references.extend(
            reference
                .filter(|reference| reference.starts_with('#'))
                .map(str::to_owned),
        );
    });
    references
}

/// Updates the local references of a schema. Removes references without a target, so that their
/// schemas accept any value. Removes titles, because the definitions already have names.
fn referring(mut schema: Value, targets: &BTreeMap<String, String>) -> Value {
    each(&mut schema, |schema| {
        schema.remove("title");
        if let Some(reference) = schema
            .get("$ref")
            .and_then(Value::as_str)
            .filter(|to| to.starts_with('#'))
        {
            match targets.get(reference) {
                Some(target) => schema.insert("$ref".to_owned(), target.as_str().into()),
                None => schema.remove("$ref"),
            };
        }
    });
    schema
}

/// Converts a name to an identifier that's valid in all target languages.
fn word(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Definitions;
    use serde_json::json;

    #[test]
    fn different_types_with_the_same_name_are_renamed() {
        let mut definitions = Definitions::new("#/$defs/", ["Taken"]);
        let node = |title: &str| json!({"title": title, "properties": {"next": {"$ref": "#"}}});
        for (title, expected) in [
            ("Node", "Node"),
            ("Taken", "Taken_"),
            ("A::B<C>", "A__B_C_"),
        ] {
            assert_eq!(
                definitions.with_types_of(node(title)),
                json!({"$ref": format!("#/$defs/{expected}")})
            );
        }
        let other = json!({"title": "Node", "type": "array", "items": {"$ref": "#"}});
        assert_eq!(
            definitions.with_types_of(other),
            json!({"$ref": "#/$defs/Node_"})
        );
        let lost = json!({"type": "array", "items": {"$ref": "#/elsewhere"}});
        assert_eq!(
            definitions.with_types_of(lost),
            json!({"type": "array", "items": {}})
        );
    }
}
