//! Compiled checks of input schemas.

use super::field::field_errors;
use super::schema::{add_ranges, convert_floats, resolved};
use super::shown::json_type;
use super::unknown::unknown_arguments;
use crate::declaration::complain;
use crate::invalid_call::InvalidCall;
use agent_error::FieldError;
use agent_error::format::clean;
use agent_error::ready::{InvalidDiscriminator, InvalidFields, MissingDiscriminator, UnknownAction};
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

impl Checks {
    /// Checks the arguments of a call. Converts floats such as `5.0` to integers, because serde requires this.
    pub(super) fn check(
        &self,
        tool: &Tool,
        arguments: &mut Option<JsonObject>,
        rejects_unknown: bool,
    ) -> Result<(), InvalidCall> {
        let check = self.of(tool);
        let is_sent = arguments.is_some();
        let mut value = Value::Object(arguments.take().unwrap_or_default());
        let checked = check.arguments(&tool.name, &mut value, rejects_unknown);
        if let Value::Object(checked) = value {
            *arguments = is_sent.then_some(checked);
        }
        checked
    }

    fn of(&self, tool: &Tool) -> Arc<ToolCheck> {
        let mut checks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match checks.get(&tool.name) {
            Some(check) if check.is_of(&tool.input_schema) => Arc::clone(check),
            _ => {
                let check = Arc::new(ToolCheck::new(&tool.name, &tool.input_schema));
                checks.insert(tool.name.clone(), Arc::clone(&check));
                check
            }
        }
    }
}

/// The check of a single tool.
#[derive(Debug)]
struct ToolCheck {
    schema: Arc<JsonObject>,
    rules: Rules,
}

#[derive(Debug)]
enum Rules {
    /// The schema doesn't compile, so only the tool itself validates the arguments.
    None,
    One(Compiled),
    /// A discriminator field selects one of several schemas.
    Tagged {
        field: String,
        branches: Vec<(String, Compiled)>,
    },
}

/// A schema and its validator.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) schema: Value,
    validator: Validator,
}

impl ToolCheck {
    fn new(tool: &str, schema: &Arc<JsonObject>) -> Self {
        let root = Value::Object((**schema).clone());
        let rules = match tagged(&root) {
            Some((field, branches)) => {
                let branches = branches.into_iter().map(|(tag, schema)| Ok((tag, Compiled::new(schema)?)));
                branches.collect::<Result<_, _>>().map(|branches| Rules::Tagged { field, branches })
            }
            None => Compiled::new(root).map(Rules::One),
        };
        let rules = rules.unwrap_or_else(|why: String| {
            complain(format_args!(
                "cannot compile the input schema of `{tool}`; its arguments aren't checked: {}",
                clean(&why)
            ));
            Rules::None
        });
        Self { schema: Arc::clone(schema), rules }
    }

    fn is_of(&self, schema: &Arc<JsonObject>) -> bool {
        Arc::ptr_eq(&self.schema, schema) || self.schema == *schema
    }

    fn arguments(&self, tool: &str, arguments: &mut Value, rejects_unknown: bool) -> Result<(), InvalidCall> {
        let unknown = |schema: &JsonObject, arguments: &Value| match arguments.as_object() {
            Some(arguments) if rejects_unknown => unknown_arguments(schema, arguments),
            _ => Vec::new(),
        };
        match &self.rules {
            Rules::None => refusal(tool, unknown(&self.schema, arguments)),
            Rules::One(compiled) => {
                let unknown = unknown(&self.schema, arguments);
                compiled.check(tool, arguments, unknown)
            }
            Rules::Tagged { field, branches } => {
                let available = || branches.iter().map(|(tag, _)| tag.clone()).collect();
                let tag = match &arguments[field] {
                    Value::Null if arguments.get(field).is_none() => {
                        return Err(MissingDiscriminator { field: field.clone(), available: available() }.into());
                    }
                    Value::String(tag) => tag.clone(),
                    other => {
                        let got = json_type(other).to_owned();
                        return Err(InvalidDiscriminator { field: field.clone(), got, available: available() }.into());
                    }
                };
                match branches.iter().find(|(known, _)| *known == tag) {
                    Some((_, compiled)) => {
                        let unknown = compiled.schema.as_object().map(|schema| unknown(schema, arguments));
                        compiled.check(&format!("{tool}/{tag}"), arguments, unknown.unwrap_or_default())
                    }
                    None => Err(UnknownAction::new(tag, available()).into()),
                }
            }
        }
    }
}

impl Compiled {
    /// Compiles a schema with the draft in `$schema`, or else 2020-12, which MCP specifies. If this fails, tries draft
    /// 7.
    ///
    /// # Errors
    ///
    /// Returns the compiler's message if the schema is invalid under all of these drafts.
    fn new(mut schema: Value) -> Result<Self, String> {
        add_ranges(&mut schema);
        // Check formats such as `email` here, because the tool's own error would be less clear.
        let stated = schema.get("$schema").map(|_| jsonschema::options());
        let options = stated.unwrap_or_else(jsonschema::draft202012::options).should_validate_formats(true);
        let older = || jsonschema::draft7::options().should_validate_formats(true).build(&schema);
        let validator = options.build(&schema).or_else(|why| older().map_err(|_| why.to_string()))?;
        Ok(Self { schema, validator })
    }

    /// Checks the arguments. `unknown` lists unknown arguments that were already found.
    fn check(&self, action: &str, arguments: &mut Value, unknown: Vec<FieldError>) -> Result<(), InvalidCall> {
        convert_floats(&self.schema, arguments);
        let mut fields = match self.validator.is_valid(arguments) {
            true => Vec::new(),
            false => field_errors(&self.schema, self.validator.iter_errors(arguments)),
        };
        for field in unknown {
            if fields.iter().all(|reported| reported.field() != field.field()) {
                fields.push(field);
            }
        }
        refusal(action, fields)
    }
}

fn refusal(action: &str, fields: Vec<FieldError>) -> Result<(), InvalidCall> {
    if fields.is_empty() { Ok(()) } else { Err(InvalidFields { action: action.to_owned(), fields }.into()) }
}

/// Returns the discriminator field of a `oneOf` or `anyOf`, and each branch combined with the rest of the schema.
fn tagged(schema: &Value) -> Option<(String, Vec<(String, Value)>)> {
    let keyword = ["oneOf", "anyOf"].into_iter().find(|keyword| schema.get(keyword).is_some())?;
    let branches = schema[keyword].as_array()?;
    let (field, tags) = tags(branches, schema).filter(|(_, tags)| different(tags) == tags.len())?;
    let mut rest = schema.as_object()?.clone();
    rest.remove(keyword);
    let with_branch = |branch: &Value| {
        let mut one = rest.clone();
        match one.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(all) => all.push(branch.clone()),
            other => *other = Value::Array(vec![branch.clone()]),
        }
        Value::Object(one)
    };
    let branches = tags.iter().zip(branches).map(|(tag, branch)| ((*tag).to_owned(), with_branch(branch)));
    Some((field.to_owned(), branches.collect()))
}

/// Returns the field whose constants distinguish the most branches, and its constant in each branch.
pub(super) fn tags<'a>(branches: &'a [Value], root: &'a Value) -> Option<(&'a str, Vec<&'a str>)> {
    let fields = constants(branches.first()?, root).filter_map(|(field, _)| {
        let tag = |branch| constants(branch, root).find_map(|(name, tag)| (name == field).then_some(tag));
        Some((field, branches.iter().map(tag).collect::<Option<Vec<&str>>>()?))
    });
    fields.filter(|(_, tags)| tags.len() == 1 || different(tags) > 1).min_by_key(|(_, tags)| Reverse(different(tags)))
}

fn different(tags: &[&str]) -> usize {
    tags.iter().collect::<HashSet<_>>().len()
}

/// Iterates over the required properties of a branch that only allow a single string. Returns each name and string.
fn constants<'a>(branch: &'a Value, root: &'a Value) -> impl Iterator<Item = (&'a str, &'a str)> {
    let branch = if branch["properties"].is_object() { branch } else { resolved(branch, root) };
    let required =
        |name: &str| branch["required"].as_array().is_some_and(|names| names.iter().any(|known| known == name));
    let properties = branch["properties"].as_object().into_iter().flatten();
    properties.filter_map(move |(name, property)| {
        let listed = property["enum"].as_array().map(Vec::as_slice);
        let ((Value::String(only), _) | (_, Some([Value::String(only)]))) = (&property["const"], listed) else {
            return None;
        };
        required(name).then_some((name.as_str(), only.as_str()))
    })
}
