//! The error catalog as MCP resources and as a tool.

use crate::arguments::{shown, unknown_arguments};
use crate::conversions::error_data;
use crate::declaration::EXPLAIN;
use crate::invalid_call::InvalidCall;
use crate::tool_results::ToolResults;
use agent_error::__private::{Caller, clean_capped, fields};
use agent_error::CatalogError;
use agent_error::format::clean;
use agent_error::ready::CaughtPanic;
use agent_error::ready::InvalidFields;
use agent_error::{Catalog, ErrorRecord, FieldError};
use agent_error::{Declares as _, ErrorDef};
use rmcp::ErrorData;
use rmcp::model::{
    JsonObject, ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Tool,
    ToolAnnotations,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;

const SCHEME: &str = "errors://";
const CATALOG: &str = "catalog";
const MEDIA_TYPE: &str = "application/json";

/// The description of the tool that explains codes.
const DESCRIPTION: &str = "Explains one of this server's error codes: \
    what it means, whether to retry, and what to do";

/// Appends the catalog and all of its codes to the list of resources.
pub(crate) fn list(catalog: &Catalog, resources: &mut Vec<Resource>) {
    let description = "Every error code that this server can return, and how to handle it";
    let whole = resource(CATALOG, "error catalog").with_description(description);
    resources.push(whole);
    for def in catalog.iter() {
        let single = resource(def.code(), def.code());
        resources.push(match def.summary() {
            Some(summary) => single.with_description(summary),
            None => single,
        });
    }
}

fn resource(path: &str, name: &str) -> Resource {
    let uri = format!("{SCHEME}{path}");
    Resource::new(uri, name).with_mime_type(MEDIA_TYPE)
}

/// Returns the resource template for a single code.
pub(crate) fn template() -> ResourceTemplate {
    ResourceTemplate::new(format!("{SCHEME}{{code}}"), "error code")
        .with_description("What an error code means and how to handle it")
        .with_mime_type(MEDIA_TYPE)
}

/// Reads a resource. Returns `None` if the URI isn't one of ours.
///
/// # Errors
///
/// Returns an error if the code doesn't exist.
pub(crate) fn read(
    catalog: &Catalog,
    listed: &Catalog,
    uri: &str,
    tools: &[Tool],
    settings: ToolResults,
) -> Option<Result<ReadResourceResult, ErrorData>> {
    // The error quotes the name, so truncate it. It could be megabytes long.
    let name = &*clean(&uri.strip_prefix(SCHEME)?.trim_end_matches('/'));
    let text = if name.eq_ignore_ascii_case(CATALOG) {
        json(&listed.__list())
    } else {
        match explained(catalog, name, tools, settings) {
            Ok(explanation) => explanation,
            Err(unknown) => return Some(Err(not_found(unknown))),
        }
    };
    let contents = ResourceContents::text(text, uri).with_mime_type(MEDIA_TYPE);
    Some(Ok(ReadResourceResult::new(vec![contents])))
}

/// Creates the error for an unknown resource, for a server without other resources.
pub(crate) fn no_resource(uri: &str) -> ErrorData {
    let message = format!(
        "unknown resource `{}`; to list all codes, read {SCHEME}{CATALOG}",
        clean_capped(&uri, 1024)
    );
    ErrorData::resource_not_found(message, None)
}

/// Converts a catalog error to MCP's error for missing resources.
fn not_found(error: CatalogError) -> ErrorData {
    let data = error_data(&error);
    ErrorData::resource_not_found(data.message, data.data)
}

/// Returns the tool that explains a code or lists all codes.
pub(crate) fn explain_tool() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "code": {
                "type": "string",
                "description": "Error code to explain; omit it to list all codes",
            },
        },
        "additionalProperties": false,
    });
    let schema: JsonObject = schema.as_object().cloned().unwrap_or_default();
    let annotations = ToolAnnotations::new()
        .read_only(true)
        .idempotent(true)
        .open_world(false);
    Tool::new(EXPLAIN, DESCRIPTION, Arc::new(schema)).with_annotations(annotations)
}

/// Returns the `code` argument of the `errors_explain` tool.
///
/// # Errors
///
/// Returns an error if the arguments are invalid.
pub(crate) fn code_to_explain(arguments: &JsonObject) -> Result<Option<&str>, InvalidFields> {
    let mut fields = unknown_arguments(&explain_tool().input_schema, arguments);
    let code = arguments.get("code").unwrap_or(&Value::Null);
    if !code.is_string() && !code.is_null() {
        let wrong = FieldError::new("code", "Wrong type.").sent(shown(code));
        fields.push(wrong.expected("Expected: string."));
    }
    if fields.is_empty() {
        Ok(code.as_str())
    } else {
        Err(InvalidFields::new(EXPLAIN, fields))
    }
}

/// Lists the codes, one per line: the code, whether it's retryable, and the summary.
pub(crate) fn lines(catalog: &Catalog) -> String {
    let list = catalog.__list();
    let entries = list.entries().iter();
    let lines: Vec<String> = entries.map(|entry| line(entry.def)).collect();
    lines.join("\n")
}

fn line(def: &ErrorDef) -> String {
    let mut line = def.code().to_owned();
    if def.is_retryable() {
        line.push_str(" (retryable)");
    }
    if let Some(summary) = def.summary() {
        line.push_str(": ");
        line.push_str(summary);
    }
    line
}

/// Keeps only these codes and the codes that the server itself returns.
pub(crate) fn only(catalog: &Catalog, codes: impl IntoIterator<Item = &'static str>) -> Catalog {
    let mut kept: HashSet<&str> = codes.into_iter().collect();
    for ty in InvalidCall::TYPE.nested {
        kept.extend(ty.defs.iter().map(ErrorDef::code));
    }
    kept.extend(CaughtPanic::TYPE.defs.iter().map(ErrorDef::code));
    catalog.clone().filter(|def| kept.contains(def.code()))
}

/// Describes a code as JSON, with the advice that clients with these tools can follow.
///
/// # Errors
///
/// Returns an error if the code doesn't exist.
pub(crate) fn explained(
    catalog: &Catalog,
    code: &str,
    tools: &[Tool],
    settings: ToolResults,
) -> Result<String, CatalogError> {
    let advice = format!("Call `{EXPLAIN}` without a code to list all codes");
    let explanation = catalog.__explain_or_advise(code, &advice)?;
    Ok(followable(json!(explanation), tools, settings).to_string())
}

/// Removes actions that aren't tools and, unless clients can run them, commands.
fn followable(mut explanation: Value, tools: &[Tool], settings: ToolResults) -> Value {
    let mut advice = settings.followable(advice_in(&explanation));
    let Some(members) = explanation.as_object_mut() else {
        return explanation;
    };
    for (name, _) in HINTS {
        members.remove(name);
    }
    for (name, part) in advice_of(&mut advice) {
        members.remove(name);
        if let Some(text) = part.take() {
            members.insert(name.to_owned(), text.into());
        }
    }
    if let Some(Value::Array(actions)) = members.get_mut("actions") {
        actions.retain(|action| tools.iter().any(|tool| action == &*tool.name));
    }
    if let Some(Value::Array(fields)) = members.get_mut("context")
        && !settings.shows_commands
    {
        for field in fields.iter_mut().filter_map(Value::as_object_mut) {
            field.remove("values_from");
        }
    }
    explanation
}

/// Creates a record with the advice of an explanation.
fn advice_in(explanation: &Value) -> ErrorRecord {
    let mut advice = ErrorRecord::new("", "");
    for (name, part) in advice_of(&mut advice) {
        *part = explanation[name].as_str().map(str::to_owned);
    }
    let hints = &mut fields(&mut advice).hints;
    for (name, caller) in HINTS {
        if let Some(hint) = explanation[name].as_str() {
            hints.push((caller, hint.to_owned()));
        }
    }
    advice
}

/// The members of an explanation that are hints for one kind of caller.
const HINTS: [(&str, Caller); 4] = [
    ("suggestion_cli", Caller::Cli),
    ("suggestion_mcp", Caller::Mcp),
    ("suggestion_http", Caller::Http),
    ("suggestion_grpc", Caller::Grpc),
];

/// Returns the strings of a record that advise its reader, and their names in an explanation.
fn advice_of(record: &mut ErrorRecord) -> [(&'static str, &mut Option<String>); 5] {
    let fields = fields(record);
    [
        ("suggestion", &mut fields.suggestion),
        ("fix_required", &mut fields.fix_required),
        ("fix_command", &mut fields.fix_command),
        ("check_command", &mut fields.check_command),
        ("replacement", &mut fields.replacement),
    ]
}

/// Serializes a value. This can't fail, because the values have string keys and no floats.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
