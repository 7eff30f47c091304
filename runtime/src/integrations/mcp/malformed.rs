//! Requests of MCP whose parameters are none: rmcp takes them for methods of others, and would say that there is no such
//! method.

use super::Server;
use super::answer::error_data;
use super::arguments::json_type;
use crate::error::field_error::FieldError;
use crate::ready::InvalidFields;
use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequestMethod, CompleteRequestMethod, ConstString as _, CustomRequest, CustomResult,
    GetPromptRequestMethod, ListPromptsRequestMethod, ListResourceTemplatesRequestMethod, ListResourcesRequestMethod,
    ListToolsRequestMethod, ReadResourceRequestMethod, SetLevelRequestMethod,
};
use serde_json::Value;

/// The methods of which rmcp knows the parameters.
const KNOWN: &[&str] = &[
    CompleteRequestMethod::VALUE,
    GetPromptRequestMethod::VALUE,
    ListPromptsRequestMethod::VALUE,
    ListResourceTemplatesRequestMethod::VALUE,
    ListResourcesRequestMethod::VALUE,
    ListToolsRequestMethod::VALUE,
    ReadResourceRequestMethod::VALUE,
    SetLevelRequestMethod::VALUE,
];

impl<S> Server<S> {
    /// The answer to a request that rmcp could not read; `None` if the method is really one of others.
    ///
    /// # Errors
    ///
    /// For all methods but the call of a tool: only the answer to that is read by the one who can correct it.
    pub(super) fn malformed(&self, request: &CustomRequest) -> Option<Result<CustomResult, ErrorData>> {
        if request.method == CallToolRequestMethod::VALUE {
            // It says `resultType`, which clients of older protocols skip.
            let result = self.responder.result(&call_of_no_tool(request.params.as_ref().unwrap_or(&Value::Null)));
            return Some(Ok(CustomResult(serde_json::to_value(result).ok()?)));
        }
        KNOWN.contains(&&*request.method).then(|| {
            let field = FieldError::new("params", "The parameters of the method cannot be read.");
            Err(error_data(&InvalidFields { action: request.method.clone(), fields: vec![field] }))
        })
    }
}

/// What is wrong with a call. What was sent is not given back: it may be a text with the secrets of all arguments.
fn call_of_no_tool(params: &Value) -> InvalidFields {
    let (name, arguments) = (params.get("name"), params.get("arguments"));
    let wrong = |field: &str, value: &Value, expected: &str| {
        let message = format!("Wrong type: {}.", json_type(value));
        FieldError::new(field, message).expected(format!("Expected: {expected}."))
    };
    let name_of_tool = "string (the name of a tool)";
    let mut fields = Vec::new();
    match name {
        Some(Value::String(_)) => {}
        Some(other) => fields.push(wrong("name", other, name_of_tool)),
        None => {
            let missing = FieldError::new("name", "Required field is missing.").missing();
            fields.push(missing.expected(format!("Expected: {name_of_tool}.")));
        }
    }
    if let Some(arguments) = arguments.filter(|arguments| !arguments.is_object() && !arguments.is_null()) {
        fields.push(wrong("arguments", arguments, "object"));
    }
    if fields.is_empty() {
        fields.push(FieldError::new("params", "The parameters of the call cannot be read."));
    }
    let action = name.and_then(Value::as_str).unwrap_or(CallToolRequestMethod::VALUE);
    InvalidFields { action: action.to_owned(), fields }
}
