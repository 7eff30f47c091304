//! The schema of the context of errors with a code.

use crate::document::{Code, Declaration, Field};
use crate::schema::Definitions;
use serde_json::{Map, Value, json};

impl Code {
    /// Returns the schema of the context, or `None` if the code has no context fields. Adds the
    /// definitions of recursive types to `definitions`.
    ///
    /// As in a lock file, a field is required if every declaration has it. A field accepts the
    /// values of all declarations.
    pub(crate) fn context_schema(&self, definitions: &mut Definitions) -> Option<Value> {
        let mut required = Vec::new();
        let mut properties = Map::new();
        for field in self.all_fields() {
            // Several declarations of a shared code may have the field.
            if properties.contains_key(&field.name) {
                continue;
            }
            if self.always_has(&field.name) {
                required.push(field.name.as_str());
            }
            let schema = self.schema_of_all(&field.name, definitions);
            properties.insert(field.name.clone(), schema);
        }
        if properties.is_empty() {
            return None;
        }
        if self.all_fields().any(|field| field.values_from.is_some()) {
            if self.declarations().iter().all(always_lists_values) {
                required.push(VALUES_FROM);
            }
            let commands = json!({
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "The commands that list the values of other members.",
            });
            properties.insert(VALUES_FROM.to_owned(), commands);
        }
        // Allow additional members, because a later version may add fields.
        Some(json!({"type": "object", "required": required, "properties": properties}))
    }

    /// Returns a schema that accepts the values of a field in all declarations.
    fn schema_of_all(&self, name: &str, definitions: &mut Definitions) -> Value {
        let mut distinct: Vec<&Field> = Vec::new();
        for field in self.all_fields() {
            if field.name == name && !distinct.contains(&field) {
                distinct.push(field);
            }
        }
        let schemas = distinct.iter().map(|field| schema_of(field, definitions));
        any_of_schemas(schemas.collect())
    }
}

/// Whether every error of a declaration has a command that lists values. An error omits a command
/// with a field whose value it can't contain.
fn always_lists_values(declared: &Declaration) -> bool {
    let mut commands = declared
        .fields
        .iter()
        .filter_map(|field| field.values_from.as_ref());
    commands.any(|command| !command.contains('{'))
}

/// The context member that maps fields to the commands that list their values.
const VALUES_FROM: &str = "values_from";

/// Returns the schema of a field, including its description.
fn schema_of(field: &Field, definitions: &mut Definitions) -> Value {
    let mut schema = definitions.with_types_of(field.schema.clone());
    if let (Value::Object(members), Some(summary)) = (&mut schema, &field.summary) {
        members.insert("description".to_owned(), summary.as_str().into());
    }
    schema
}

fn any_of_schemas(mut schemas: Vec<Value>) -> Value {
    if schemas.len() == 1 {
        schemas.remove(0)
    } else {
        json!({"anyOf": schemas})
    }
}
