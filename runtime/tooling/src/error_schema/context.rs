//! The schema of the context of errors with a code.

use crate::document::{Code, Field};
use crate::schema::Definitions;
use serde_json::{Map, Value, json};

impl Code {
    /// Returns the schema of the context, or `None` if the code has no context fields. Adds the
    /// definitions of recursive types to `definitions`.
    ///
    /// As in a lock file, a field is required if every declaration has it. A field accepts the
    /// values of all declarations.
    pub(crate) fn context_schema(&self, definitions: &mut Definitions) -> Option<Value> {
        let mut all: Vec<&Field> = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        for field in self
            .declarations()
            .iter()
            .flat_map(|declared| &declared.fields)
        {
            if !all.contains(&field) {
                all.push(field);
            }
            if !names.contains(&field.name.as_str()) {
                names.push(&field.name);
            }
        }
        let mut required: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| self.always_has(name))
            .collect();
        let properties = names.iter().map(|name| {
            let schemas = all
                .iter()
                .filter(|field| field.name == *name)
                .map(|field| schema_of(field, definitions));
            ((*name).to_owned(), any_of_schemas(schemas.collect()))
        });
        let mut properties: Map<String, Value> = properties.collect();
        let lists_commands =
            |fields: &[Field]| fields.iter().any(|field| field.values_from.is_some());
        if self
            .declarations()
            .iter()
            .any(|declared| lists_commands(&declared.fields))
        {
            // An error omits a command with a field whose value it can't contain.
            let always_lists_commands = |fields: &[Field]| {
                let mut commands = fields.iter().filter_map(|field| field.values_from.as_ref());
                commands.any(|command| !command.contains('{'))
            };
            if self
                .declarations()
                .iter()
                .all(|declared| always_lists_commands(&declared.fields))
            {
                required.push(VALUES_FROM);
            }
            let about = "The commands that list the values of other members.";
            let commands = json!({"type": "object", "additionalProperties": {"type": "string"}, "description": about});
            properties.insert(VALUES_FROM.to_owned(), commands);
        }
        // Allow additional members, because a later version may add fields.
        let object = json!({"type": "object", "required": required, "properties": properties});
        (!names.is_empty()).then_some(object)
    }
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
    match schemas.len() {
        1 => schemas.remove(0),
        _ => json!({"anyOf": schemas}),
    }
}
