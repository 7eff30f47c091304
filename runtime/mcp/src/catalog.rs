//! The error catalog as MCP resources and as a tool.

use crate::answer::error_data;
use crate::arguments::{shown, unknown_arguments};
use crate::declaration::EXPLAIN;
use crate::invalid_call::InvalidCall;
use crate::responder::ToolResults;
use agent_error::__private::clean_capped;
use agent_error::__private::fields;
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

/// Appends the catalog and all of its codes to the list of resources.
pub(crate) fn list(catalog: &Catalog, resources: &mut Vec<Resource>) {
    let description = "Every error code that this server can return, and how to handle it";
    let whole =
        Resource::new(format!("{SCHEME}{CATALOG}"), "error catalog").with_description(description);
    resources.push(whole.with_mime_type(MEDIA_TYPE));
    resources.extend(catalog.iter().map(|def| {
        let code = def.code();
        let resource = Resource::new(format!("{SCHEME}{code}"), code).with_mime_type(MEDIA_TYPE);
        match def.summary() {
            Some(summary) => resource.with_description(summary),
            None => resource,
        }
    }));
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
    let text = match name.eq_ignore_ascii_case(CATALOG) {
        true => Ok(json(&listed.__list())),
        false => explained(catalog, name, tools, settings),
    };
    let contents = text.map(|text| ResourceContents::text(text, uri).with_mime_type(MEDIA_TYPE));
    Some(
        contents
            .map(|contents| ReadResourceResult::new(vec![contents]))
            .map_err(not_found),
    )
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
        "properties": {"code": {"type": "string", "description": "Error code to explain; omit it to list all codes"}},
        "additionalProperties": false,
    });
    let schema: JsonObject = schema.as_object().cloned().unwrap_or_default();
    let description = "Explains one of this server's error codes: what it means, whether to retry, and what to do";
    Tool::new(EXPLAIN, description, Arc::new(schema)).with_annotations(
        ToolAnnotations::new()
            .read_only(true)
            .idempotent(true)
            .open_world(false),
    )
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
        fields.push(
            FieldError::new("code", "Wrong type.")
                .sent(shown(code))
                .expected("Expected: string."),
        );
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
    let lines = list.entries().iter().map(|entry| {
        let retry = if entry.def.is_retryable() {
            " (retryable)"
        } else {
            ""
        };
        let summary = entry
            .def
            .summary()
            .map(|summary| format!(": {summary}"))
            .unwrap_or_default();
        format!("{}{retry}{summary}", entry.def.code())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Keeps only these codes and the codes that the server itself returns.
pub(crate) fn only(catalog: &Catalog, codes: impl IntoIterator<Item = &'static str>) -> Catalog {
    let own = InvalidCall::TYPE
        .nested
        .iter()
        .copied()
        .chain([CaughtPanic::TYPE]);
    let kept: HashSet<&str> = own
        .flat_map(|ty| ty.defs)
        .map(ErrorDef::code)
        .chain(codes)
        .collect();
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
    let mut advice = ErrorRecord::new("", "");
    for (name, part) in advice_of(&mut advice) {
        *part = explanation[name].as_str().map(str::to_owned);
    }
    let mut advice = settings.followable(advice);
    let Some(members) = explanation.as_object_mut() else {
        return explanation;
    };
    for (name, part) in advice_of(&mut advice) {
        members.remove(name);
        members.extend(part.take().map(|text| (name.to_owned(), text.into())));
    }
    if let Some(Value::Array(actions)) = members.get_mut("actions") {
        actions.retain(|action| tools.iter().any(|tool| action == &*tool.name));
    }
    if let Some(Value::Array(fields)) = members.get_mut("context") {
        let fields = fields
            .iter_mut()
            .filter_map(Value::as_object_mut)
            .filter(|_| !settings.shows_commands);
        fields.for_each(|field| drop(field.remove("values_from")));
    }
    explanation
}

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
