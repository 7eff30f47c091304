//! Errors for values that match no branch of an `anyOf` or `oneOf`. Reports the errors of the branch that the caller
//! most likely meant.

use super::check::tags;
use super::field::{Problem, Reporter, path, problem};
use super::shown::{list, shown};
use agent_error::{FieldError, nearest};
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::{Map, Value};

/// An `anyOf` or `oneOf` that a value doesn't match, and the errors of each branch.
struct Union<'a> {
    error: &'a ValidationError<'a>,
    schemas: &'a [Value],
    branches: &'a [Vec<ValidationError<'a>>],
}

impl Reporter<'_> {
    pub(super) fn alternatives(&mut self, error: &ValidationError<'_>, branches: &[Vec<ValidationError<'_>>]) {
        let schema = self.schema;
        let schemas = schema.pointer(error.schema_path().as_str()).and_then(Value::as_array);
        let union = Union { error, schemas: schemas.map(Vec::as_slice).unwrap_or_default(), branches };
        if let Some(members) = error.instance().as_object() {
            if let Some((field, tags)) = tags(union.schemas, schema) {
                return self.tagged(&union, members, field, &tags);
            }
            let names: Vec<&str> = union.schemas.iter().filter_map(only_member).collect();
            if names.len() > 1 {
                return self.wrapped(&union, members, &names);
            }
        }
        self.nearest(&union);
    }

    /// Reports a tagged union, in which the value of `field` selects one or more branches.
    fn tagged(&mut self, union: &Union<'_>, members: &Map<String, Value>, field: &str, tags: &[&str]) {
        let at = path(union.error.instance_path(), Some(field));
        let sent = members.get(field);
        let is_meant = |tag: &str| sent.and_then(Value::as_str) == Some(tag);
        let meant = tags.iter().zip(union.branches).filter(|(tag, _)| is_meant(tag)).map(|(_, errors)| errors);
        if let Some(errors) = meant.min_by_key(|errors| errors.len()) {
            return errors.iter().for_each(|error| self.report(error));
        }
        let field = match sent {
            Some(sent) => FieldError::new(at, "Invalid value.").sent(shown(sent)),
            None => FieldError::new(at, "Required field is missing.").missing(),
        };
        let different = tags.iter().enumerate().filter(|(index, tag)| !tags[..*index].contains(tag));
        let options: Vec<&str> = different.map(|(_, tag)| *tag).collect();
        self.fields.push(field.options(options));
    }

    /// Reports an externally tagged union, in which the object's only key selects the branch.
    fn wrapped(&mut self, union: &Union<'_>, members: &Map<String, Value>, names: &[&str]) {
        let is_meant = |schema| only_member(schema).is_some_and(|name| members.contains_key(name));
        let meant = union.schemas.iter().position(is_meant).and_then(|meant| union.branches.get(meant));
        if let Some(errors) = meant {
            return errors.iter().for_each(|error| self.report(error));
        }
        let sent = members.keys().next().map_or("", String::as_str);
        let advice = match nearest(sent, names.iter().copied()).first() {
            Some(nearest) => format!(" Did you mean `{nearest}`?"),
            None => String::new(),
        };
        let field = FieldError::new(path(union.error.instance_path(), None), "Invalid value.");
        let expected = format!("Expected: an object with one of {}.{advice}", list(names));
        self.fields.push(field.sent(shown(union.error.instance())).expected(expected));
    }

    fn nearest(&mut self, union: &Union<'_>) {
        let at = union.error.instance_path();
        let here = |error: &ValidationError<'_>| error.instance_path() == at;
        let is_other = |error: &ValidationError<'_>| {
            here(error) && matches!(error.kind(), Kind::Type { .. } | Kind::Constant { .. } | Kind::Enum { .. })
        };
        let meant = union.branches.iter().filter(|errors| !errors.iter().any(is_other));
        if let Some(errors) = meant.min_by_key(|errors| errors.len()) {
            return errors.iter().for_each(|error| self.report(error));
        }
        // Another keyword has already reported this value.
        if self.fields.last().is_some_and(|field| field.field() == path(at, None)) {
            return;
        }
        // No branch is similar, so list what each branch allows here.
        let mut all = Problem::new("Invalid value.");
        let schemas = union.schemas.iter().map(only_member).chain(std::iter::repeat(None));
        for (errors, only_member) in union.branches.iter().zip(schemas) {
            for problem in errors.iter().filter(|error| here(error)).filter_map(|error| problem(error.kind())) {
                all.options.extend(problem.options);
                all.types.extend(problem.types.into_iter().map(|ty| match only_member {
                    Some(name) => format!("{ty} with `{name}`"),
                    None => ty,
                }));
            }
        }
        let mut seen = Vec::new();
        // If the value is an optional enum, list its options without `null`.
        let is_choice = !all.options.is_empty();
        all.types.retain(|ty| {
            let new = !seen.contains(ty);
            seen.push(ty.clone());
            new && !(is_choice && ty == "null")
        });
        self.fields.push(all.about(at, union.error.instance()));
    }
}

/// Returns the only key that objects of this schema can have. For a Rust enum, this is the variant, such as `Circle` in
/// `{"Circle": {...}}`.
fn only_member(schema: &Value) -> Option<&str> {
    let [Value::String(only)] = schema["required"].as_array()?.as_slice() else { return None };
    let alone = schema["properties"].as_object()?.len() == 1 && schema["additionalProperties"] == false;
    alone.then_some(only)
}
