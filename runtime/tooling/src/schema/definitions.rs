//! Definitions that the schemas of a document share. Recursive types need them, because code
//! generators can't follow references into the middle of a schema.

use super::transform::each;
use schemars::Schema;
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
        let types = referenced_types(&mut schema, references.contains("#"));
        let mut targets = self.targets(&types, "");
        let mut defined = definitions(&types, "", &targets);
        // If a different type has the same name, add a suffix.
        let mut suffix = String::new();
        while !self.are_free(&defined) {
            suffix.push('_');
            targets = self.targets(&types, &suffix);
            defined = definitions(&types, &suffix, &targets);
        }
        self.defined.extend(defined);
        match targets.get("#") {
            Some(target) => json!({"$ref": target}),
            None => referring(schema, &targets),
        }
    }

    /// Returns the new reference to each type, by its old reference.
    fn targets(&self, types: &[ReferencedType], suffix: &str) -> BTreeMap<String, String> {
        let mut targets = BTreeMap::new();
        for ty in types {
            let target = format!("{}{}{suffix}", self.place, ty.name);
            targets.insert(ty.reference.clone(), target);
        }
        targets
    }

    fn are_free(&self, defined: &BTreeMap<String, Value>) -> bool {
        defined.iter().all(|(name, ty)| self.is_free(name, ty))
    }

    /// Whether a type can have this name.
    fn is_free(&self, name: &str, ty: &Value) -> bool {
        !self.taken.contains(name) && self.defined.get(name).is_none_or(|known| known == ty)
    }

    /// Returns the definitions, sorted by name.
    pub(crate) fn into_sorted(self) -> impl Iterator<Item = (String, Value)> {
        self.defined.into_iter()
    }
}

/// A type within a schema.
struct ReferencedType {
    /// The reference to the type, such as `#/$defs/Node`.
    reference: String,
    name: String,
    schema: Value,
}

/// Returns the definition of each type, by its name with the suffix.
fn definitions(
    types: &[ReferencedType],
    suffix: &str,
    targets: &BTreeMap<String, String>,
) -> BTreeMap<String, Value> {
    let mut definitions = BTreeMap::new();
    for ty in types {
        let name = format!("{}{suffix}", ty.name);
        definitions.insert(name, referring(ty.schema.clone(), targets));
    }
    definitions
}

/// Removes the definitions from a schema and returns them. If the schema refers to itself, also
/// returns the schema.
fn referenced_types(schema: &mut Value, refers_to_itself: bool) -> Vec<ReferencedType> {
    let mut types = Vec::new();
    let definitions = schema
        .as_object_mut()
        .and_then(|members| members.remove("$defs"));
    if let Some(Value::Object(definitions)) = definitions {
        for (name, ty) in definitions {
            types.push(ReferencedType {
                reference: format!("#/$defs/{name}"),
                name: word(&name),
                schema: ty,
            });
        }
    }
    if refers_to_itself {
        types.push(ReferencedType {
            reference: "#".to_owned(),
            name: schema["title"].as_str().map_or("Type".to_owned(), word),
            schema: schema.clone(),
        });
    }
    types
}

/// Returns the references within a schema, such as `#/$defs/Node`.
fn local_references(schema: &mut Value) -> BTreeSet<String> {
    let mut references = BTreeSet::new();
    each(schema, |schema| {
        references.extend(local_reference(schema).map(str::to_owned));
    });
    references
}

/// Returns a schema's reference, if it's to a part of the same document.
fn local_reference(schema: &Schema) -> Option<&str> {
    let reference = schema.get("$ref")?.as_str()?;
    reference.starts_with('#').then_some(reference)
}

/// Updates the local references of a schema. Removes references without a target, so that their
/// schemas accept any value. Removes titles, because the definitions already have names.
fn referring(mut schema: Value, targets: &BTreeMap<String, String>) -> Value {
    each(&mut schema, |schema| {
        schema.remove("title");
        if let Some(reference) = local_reference(schema) {
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
        for (title, expected) in [
            ("Node", "Node"),
            ("Taken", "Taken_"),
            ("A::B<C>", "A__B_C_"),
        ] {
            let node = json!({"title": title, "properties": {"next": {"$ref": "#"}}});
            let reference = format!("#/$defs/{expected}");
            assert_eq!(definitions.with_types_of(node), json!({"$ref": reference}));
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
