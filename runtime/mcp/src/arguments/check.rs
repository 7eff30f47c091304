//! Compiled checks of input schemas.

use super::field::field_errors;
use super::schema::{add_ranges, resolved};
use super::shown::json_type;
use super::unknown::unknown_arguments;
use crate::declaration::complain;
use crate::invalid_call::InvalidCall;
use agent_error::FieldError;
use agent_error::format::clean;
use agent_error::ready::{InvalidDiscriminator, MissingDiscriminator, UnknownAction};
use jsonschema::Validator;
use rmcp::model::{JsonObject, Tool};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The checks of all tools. A check is compiled when its tool is called for the first time.
#[derive(Debug, Default)]
pub(super) struct Checks(Mutex<HashMap<Cow<'static, str>, Arc<ToolCheck>>>);

#[derive(Debug)]
struct ToolCheck {
    input_schema: Arc<JsonObject>,
    schema: Value,
    /// `None` if the schema doesn't compile. The arguments then aren't validated.
    validator: Option<Validator>,
}

impl Checks {
    pub(super) fn check(
        &self,
        tool: &Tool,
        arguments: JsonObject,
        rejects_unknown: bool,
    ) -> Result<(), InvalidCall> {
        let unknown = if rejects_unknown {
            unknown_arguments(&tool.input_schema, &arguments)
        } else {
            Vec::new()
        };
        let compiled = self.compiled(tool);
        let Some(validator) = &compiled.validator else {
            return InvalidCall::reject_if_any(&tool.name, unknown);
        };
        let action = compiled.action(&tool.name, &arguments)?;
        let instance = Value::Object(arguments);
        // Most calls are valid, and `is_valid` is faster than collecting errors.
        let mut invalid = if validator.is_valid(&instance) {
            Vec::new()
        } else {
            field_errors(&compiled.schema, validator.iter_errors(&instance))
        };
        for field in unknown {
            if !reports(&invalid, field.field()) {
                invalid.push(field);
            }
        }
        InvalidCall::reject_if_any(&action, invalid)
    }

    /// Returns the check of a tool. Compiles it at the first call, and if the tool's schema has
    /// changed.
    fn compiled(&self, tool: &Tool) -> Arc<ToolCheck> {
        let mut checks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = checks.get(&tool.name)
            && known.input_schema == tool.input_schema
        {
            return Arc::clone(known);
        }
        let check = Arc::new(ToolCheck::new(&tool.name, &tool.input_schema));
        checks.insert(tool.name.clone(), Arc::clone(&check));
        check
    }
}

/// Whether one of the errors is about this field.
fn reports(errors: &[FieldError], field: &str) -> bool {
    errors.iter().any(|error| error.field() == field)
}

impl ToolCheck {
    /// Compiles a schema with the draft in `$schema`, or else 2020-12, which MCP specifies.
    fn new(tool: &str, input_schema: &Arc<JsonObject>) -> Self {
        let mut schema = Value::Object((**input_schema).clone());
        add_ranges(&mut schema);
        let options = if schema.get("$schema").is_some() {
            jsonschema::options()
        } else {
            jsonschema::draft202012::options()
        };
        // Validate formats such as `email`, because a tool's own error is usually less clear.
        let compiled = options.should_validate_formats(true).build(&schema);
        if let Err(error) = &compiled {
            let reason = clean(error);
            complain(format_args!(
                "cannot compile the input schema of `{tool}`; \
                its arguments aren't checked: {reason}"
            ));
        }
        Self {
            input_schema: Arc::clone(input_schema),
            validator: compiled.ok(),
            schema,
        }
    }

    /// Returns the action that the arguments select: the tool, or one branch of its `oneOf` or
    /// `anyOf`.
    ///
    /// # Errors
    ///
    /// Returns an error if each branch has a different tag, and the arguments have none of these
    /// tags.
    fn action(&self, tool: &str, arguments: &JsonObject) -> Result<String, InvalidCall> {
        let Some((field, tags)) = self.tags() else {
            return Ok(tool.to_owned());
        };
        let Some(value) = arguments.get(field) else {
            return Err(MissingDiscriminator::new(field, owned(&tags)).into());
        };
        let Some(sent) = value.as_str() else {
            let got = json_type(value);
            return Err(InvalidDiscriminator::new(field, got, owned(&tags)).into());
        };
        if tags.contains(&sent) {
            Ok(format!("{tool}/{sent}"))
        } else {
            Err(UnknownAction::new(sent, tags).into())
        }
    }

    /// Returns the field that selects a branch, and its constant in each branch. Returns `None` if
    /// branches share a constant.
    fn tags(&self) -> Option<(&str, Vec<&str>)> {
        let schema = &self.schema;
        let branches = schema.get("oneOf").or(schema.get("anyOf"))?;
        let (field, tags) = best_tags(branches.as_array()?, schema)?;
        let all_differ = count_different(&tags) == tags.len();
        all_differ.then_some((field, tags))
    }
}

/// Returns the field whose constants distinguish the most branches, with its constant in each
/// branch.
pub(super) fn best_tags<'a>(
    branches: &'a [Value],
    root: &'a Value,
) -> Option<(&'a str, Vec<&'a str>)> {
    let mut best = None;
    let mut most = 0;
    for (field, _) in constants(branches.first()?, root) {
        let Some(tags) = tags_in(field, branches, root) else {
            continue;
        };
        let count = count_different(&tags);
        let distinguishes = count > 1 || tags.len() == 1;
        if distinguishes && count > most {
            most = count;
            best = Some((field, tags));
        }
    }
    best
}

/// Returns the constant of a field in each branch, or `None` if a branch has none.
fn tags_in<'a>(field: &str, branches: &'a [Value], root: &'a Value) -> Option<Vec<&'a str>> {
    let mut tags = Vec::new();
    for branch in branches {
        let (_, tag) = constants(branch, root).find(|(name, _)| *name == field)?;
        tags.push(tag);
    }
    Some(tags)
}

fn owned(tags: &[&str]) -> Vec<String> {
    tags.iter().map(|tag| (*tag).to_owned()).collect()
}

fn count_different(tags: &[&str]) -> usize {
    tags.iter().collect::<HashSet<_>>().len()
}

/// Iterates over the required string constants of a branch. Returns the name and the constant of
/// each.
fn constants<'a>(branch: &'a Value, root: &'a Value) -> impl Iterator<Item = (&'a str, &'a str)> {
    let schema = if branch["properties"].is_object() {
        branch
    } else {
        resolved(branch, root)
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.filter_map(|(name, property)| {
        let constant = only_string(property)?;
        is_required(name, schema).then_some((name.as_str(), constant))
    })
}

/// Returns the string that a property must have, if there is only one.
fn only_string(property: &Value) -> Option<&str> {
    if let Value::String(constant) = &property["const"] {
        return Some(constant);
    }
    match property["enum"].as_array()?.as_slice() {
        [only] => only.as_str(),
        _ => None,
    }
}

fn is_required(name: &str, branch: &Value) -> bool {
    match branch["required"].as_array() {
        Some(names) => names.iter().any(|required| required == name),
        None => false,
    }
}
