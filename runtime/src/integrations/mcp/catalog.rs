//! The catalog for clients of a server: resources and a tool.

use super::arguments::{shown, unknown_arguments};
use crate::catalog::{Catalog, Filter};
use crate::definition::def::{Catalogued, TypeDef};
use crate::definition::error_def::ErrorDef;
use crate::error::field_error::FieldError;
use crate::ready::InvalidFields;
use crate::ready::catalog_error::{CatalogError, did_you_mean, named};
use crate::ready::panicked::Panicked;
use crate::text::clean::clean;
use rmcp::ErrorData;
use rmcp::model::{
    JsonObject, ListResourcesResult, ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Tool,
    ToolAnnotations,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;

/// The tool that explains codes.
pub(super) const EXPLAIN: &str = "errors_explain";

const SCHEME: &str = "errors://";
const CATALOG: &str = "catalog";
const MEDIA_TYPE: &str = "application/json";

/// The number of codes in a page of the list of resources.
const PAGE: usize = 100;
/// Our pages of that list come after those of the server; their cursors have this prefix.
const CURSOR: &str = "agent-error:";

impl Catalog {
    /// The codes, and those of the errors that a server itself responds with.
    pub(super) fn of_a_server(self, own: &[&'static TypeDef]) -> Self {
        self.with_undeclared(own)
    }
}

/// The first code of one of our pages, if the cursor belongs to one.
pub(super) fn page_of(cursor: &str) -> Option<usize> {
    cursor.strip_prefix(CURSOR)?.parse().ok()
}

/// Adds the page of the list of resources that begins with this code.
pub(super) fn list(catalog: &Catalog, start: usize, page: &mut ListResourcesResult) {
    if start == 0 {
        let description = "Every error code that this server can answer with, and what to do about it";
        page.resources.push(
            Resource::new(format!("{SCHEME}{CATALOG}"), "error catalog")
                .with_description(description)
                .with_mime_type(MEDIA_TYPE),
        );
    }
    let end = start.saturating_add(PAGE).min(catalog.len());
    page.resources.extend(catalog.iter().take(end).skip(start).map(|entry| {
        let resource =
            Resource::new(format!("{SCHEME}{}", entry.def.code()), entry.def.code()).with_mime_type(MEDIA_TYPE);
        match entry.def.summary() {
            Some(summary) => resource.with_description(summary),
            None => resource,
        }
    }));
    page.next_cursor = (end < catalog.len()).then(|| format!("{CURSOR}{end}"));
}

/// The index of each code.
pub(super) fn template() -> ResourceTemplate {
    ResourceTemplate::new(format!("{SCHEME}{{code}}"), "error code")
        .with_description("What one error code means, and what to do about it")
        .with_mime_type(MEDIA_TYPE)
}

/// The content of a resource; `None` if it is not one of ours.
///
/// # Errors
///
/// If the code does not exist.
pub(super) fn read(catalog: &Catalog, listed: &Catalog, uri: &str) -> Option<Result<ReadResourceResult, ErrorData>> {
    // The answer contains the unknown name, which may be megabytes.
    let name = &*clean(&uri.strip_prefix(SCHEME)?.trim_end_matches('/'));
    let text = match name.eq_ignore_ascii_case(CATALOG) {
        true => Ok(json(&listed.list(&Filter::default()))),
        false => explained(catalog, name),
    };
    let contents = text.map(|text| ResourceContents::text(text, uri).with_mime_type(MEDIA_TYPE));
    Some(contents.map(|contents| ReadResourceResult::new(vec![contents])).map_err(not_found))
}

/// An unknown name.
pub(super) fn no_resource(uri: &str) -> ErrorData {
    let message = format!("unknown resource `{}`; the codes are at {SCHEME}{CATALOG}", clean(&uri));
    ErrorData::resource_not_found(message, None)
}

/// A resource that does not exist, as MCP reports it.
fn not_found(error: CatalogError) -> ErrorData {
    let data = super::error_data(&error);
    ErrorData::resource_not_found(data.message, data.data)
}

/// The tool that explains a code, or lists all codes.
pub(super) fn explain_tool() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {"code": {"type": "string", "description": "An error code; without it, all are listed"}},
        "additionalProperties": false,
    });
    let schema: JsonObject = schema.as_object().cloned().unwrap_or_default();
    let description = "Explains an error code of this server: what it means, whether to retry, what to do";
    Tool::new(EXPLAIN, description, Arc::new(schema))
        .with_annotations(ToolAnnotations::new().read_only(true).idempotent(true).open_world(false))
}

/// The code in the arguments of the tool that explains codes.
///
/// # Errors
///
/// If the arguments are invalid.
pub(super) fn code_to_explain(arguments: &JsonObject) -> Result<Option<&str>, InvalidFields> {
    let mut fields = unknown_arguments(&explain_tool().input_schema, arguments);
    let code = arguments.get("code").unwrap_or(&Value::Null);
    if !code.is_string() && !code.is_null() {
        fields.push(FieldError::new("code", "Wrong type.").sent(shown(code)).expected("Expected: string."));
    }
    if fields.is_empty() { Ok(code.as_str()) } else { Err(InvalidFields { action: EXPLAIN.to_owned(), fields }) }
}

/// The codes in few tokens, one per line: the code, whether to repeat the call, and the meaning.
pub(super) fn lines(catalog: &Catalog) -> String {
    let list = catalog.list(&Filter::default());
    let lines = list.iter().map(|entry| {
        let retry = if entry.def.is_retryable() { " (retryable)" } else { "" };
        let summary = entry.def.summary().map(|summary| format!(": {summary}")).unwrap_or_default();
        format!("{}{retry}{summary}", entry.def.code())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// These codes, and those of the errors that the server itself responds with.
pub(super) fn only(
    catalog: &Catalog,
    own: Vec<&'static TypeDef>,
    codes: impl IntoIterator<Item = &'static str>,
) -> Catalog {
    let of_types = own.into_iter().chain([Panicked::TYPE]).flat_map(|ty| ty.defs);
    let kept: HashSet<&str> = of_types.map(ErrorDef::code).chain(codes).collect();
    catalog.clone().only(&|code| kept.contains(code))
}

/// All facts about a code.
///
/// # Errors
///
/// If the code does not exist.
pub(super) fn explained(catalog: &Catalog, code: &str) -> Result<String, CatalogError> {
    let explanation = catalog.explained(code).map_err(|nearest| CatalogError::UnknownCode {
        code: code.to_owned(),
        advice: did_you_mean(&nearest, &format!("`{EXPLAIN}` without a code lists all")),
        nearest: named(&nearest),
    })?;
    Ok(json(&explanation))
}

/// A value with string keys and no floats can always be serialized.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
