//! Compiled checks of input schemas.

use super::field::field_errors;
use super::schema::{add_ranges, resolved};
use super::shown::json_type;
use super::unknown::unknown_arguments;
use crate::declaration::complain;
use crate::invalid_call::InvalidCall;
use agent_error::format::clean;
use agent_error::ready::{InvalidDiscriminator, MissingDiscriminator, UnknownAction};
use jsonschema::Validator;
use rmcp::model::{JsonObject, Tool};
use serde_json::Value;
use std::borrow::Cow;
use std::cmp::Reverse;
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
        let unknown = match rejects_unknown {
            true => unknown_arguments(&tool.input_schema, &arguments),
            false => Vec::new(),
        };
        let check = self.of(tool);
        let Some(validator) = &check.validator else {
            return InvalidCall::check(&tool.name, unknown);
        };
        let action = check.action(&tool.name, &arguments)?;
        let arguments = Value::Object(arguments);
        let mut fields = match validator.is_valid(&arguments) {
            true => Vec::new(),
            false => field_errors(&check.schema, validator.iter_errors(&arguments)),
        };
        for field in unknown {
            if fields
                .iter()
                .all(|reported| reported.field() != field.field())
            {
                fields.push(field);
            }
        }
        InvalidCall::check(&action, fields)
    }

    fn of(&self, tool: &Tool) -> Arc<ToolCheck> {
        let mut checks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match checks.get(&tool.name) {
            Some(check) if check.input_schema == tool.input_schema => Arc::clone(check),
            _ => {
                let check = Arc::new(ToolCheck::new(&tool.name, &tool.input_schema));
                checks.insert(tool.name.clone(), Arc::clone(&check));
                check
            }
        }
    }
}

impl ToolCheck {
    /// Compiles a schema with the draft in `$schema`, or else 2020-12, which MCP specifies.
    fn new(tool: &str, input_schema: &Arc<JsonObject>) -> Self {
        let mut schema = Value::Object((**input_schema).clone());
        add_ranges(&mut schema);
        let stated = schema.get("$schema").map(|_| jsonschema::options());
        // Validate formats such as `email`, because a tool's own error is usually less clear.
        let options = stated
            .unwrap_or_else(jsonschema::draft202012::options)
            .should_validate_formats(true);
        let validator = options.build(&schema).map_err(|why| {
            let why = clean(&why);
            complain(format_args!(
                "cannot compile the input schema of `{tool}`; its arguments aren't checked: {why}"
            ));
        });
        let validator = validator.ok();
        Self {
            input_schema: Arc::clone(input_schema),
            schema,
            validator,
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
        let branches = ["oneOf", "anyOf"]
            .into_iter()
            .find_map(|keyword| self.schema.get(keyword)?.as_array());
        let tags = branches.and_then(|branches| tags(branches, &self.schema));
        let Some((field, tags)) = tags.filter(|(_, tags)| different(tags) == tags.len()) else {
            return Ok(tool.to_owned());
        };
        let available: Vec<String> = tags.iter().map(|tag| (*tag).to_owned()).collect();
        let field = field.to_owned();
        match arguments.get(&field) {
            None => Err(MissingDiscriminator::new(field, available).into()),
            Some(Value::String(tag)) if tags.contains(&tag.as_str()) => Ok(format!("{tool}/{tag}")),
            Some(Value::String(tag)) => Err(UnknownAction::new(tag, available).into()),
            Some(other) => {
                Err(InvalidDiscriminator::new(field, json_type(other), available).into())
            }
        }
    }
}

/// Returns the field whose constants distinguish the most branches, with its constant in each
/// branch.
pub(super) fn tags<'a>(branches: &'a [Value], root: &'a Value) -> Option<(&'a str, Vec<&'a str>)> {
    let fields = constants(branches.first()?, root).filter_map(|(field, _)| {
        let tag =
            |branch| constants(branch, root).find_map(|(name, tag)| (name == field).then_some(tag));
        Some((
            field,
            branches.iter().map(tag).collect::<Option<Vec<&str>>>()?,
        ))
    });
    fields
        .filter(|(_, tags)| tags.len() == 1 || different(tags) > 1)
        .min_by_key(|(_, tags)| Reverse(different(tags)))
}

fn different(tags: &[&str]) -> usize {
    tags.iter().collect::<HashSet<_>>().len()
}

/// Iterates over the required string constants of a branch. Returns the name and the constant of
/// each.
fn constants<'a>(branch: &'a Value, root: &'a Value) -> impl Iterator<Item = (&'a str, &'a str)> {
    let branch = if branch["properties"].is_object() {
        branch
    } else {
        resolved(branch, root)
    };
    let required = |name: &str| {
        branch["required"]
            .as_array()
            .is_some_and(|names| names.iter().any(|known| known == name))
    };
    let properties = branch["properties"].as_object().into_iter().flatten();
    properties.filter_map(move |(name, property)| {
        let listed = property["enum"].as_array().map(Vec::as_slice);
        let ((Value::String(only), _) | (_, Some([Value::String(only)]))) =
            (&property["const"], listed)
        else {
            return None;
        };
        required(name).then_some((name.as_str(), only.as_str()))
    })
}
