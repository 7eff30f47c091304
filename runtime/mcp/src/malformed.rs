//! Handles MCP requests with malformed parameters. rmcp treats them as custom methods and would report an unknown
//! method.

use crate::Server;
use crate::answer::error_data;
use crate::arguments::json_type;
use agent_error::ready::InvalidFields;
use agent_error::{ErrorRecord, FieldError};
use rmcp::model::{
    CallToolRequestMethod, CompleteRequestMethod, ConstString as _, CustomRequest, CustomResult,
    GetPromptRequestMethod, ListPromptsRequestMethod, ListResourceTemplatesRequestMethod, ListResourcesRequestMethod,
    ListToolsRequestMethod, ProtocolVersion, ReadResourceRequestMethod, ServerCapabilities, SetLevelRequestMethod,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

/// Whether the server supports a method, according to its capabilities and the protocol version. If it doesn't, rmcp
/// itself responds.
fn has(method: &str, capabilities: &ServerCapabilities, is_legacy: bool) -> bool {
    match method {
        CompleteRequestMethod::VALUE => capabilities.completions.is_some(),
        GetPromptRequestMethod::VALUE | ListPromptsRequestMethod::VALUE => capabilities.prompts.is_some(),
        ListResourcesRequestMethod::VALUE
        | ListResourceTemplatesRequestMethod::VALUE
        | ReadResourceRequestMethod::VALUE => capabilities.resources.is_some(),
        ListToolsRequestMethod::VALUE => capabilities.tools.is_some(),
        // Removed in protocol version 2026-07-28.
        #[allow(deprecated, reason = "older clients still call it")]
        SetLevelRequestMethod::VALUE => is_legacy && capabilities.logging.is_some(),
        _ => false,
    }
}

impl<S: ServerHandler> Server<S> {
    /// Responds to a request that rmcp couldn't parse. Returns `None` if the server doesn't support the method or the
    /// method is a custom one.
    ///
    /// # Errors
    ///
    /// Returns an error for every method except `tools/call`. An invalid tool call gets a result, which allows the
    /// model to correct the call.
    pub(crate) async fn malformed(
        &self,
        request: &CustomRequest,
        context: &RequestContext<RoleServer>,
    ) -> Option<Result<CustomResult, ErrorData>> {
        let version = context.protocol_version();
        let is_legacy = version.is_none_or(|version| version.as_str() < ProtocolVersion::V_2026_07_28.as_str());
        let capabilities = self.get_info().capabilities;
        if request.method == CallToolRequestMethod::VALUE {
            if capabilities.tools.is_none() && self.tools(context).await.is_ok_and(|tools| tools.is_empty()) {
                return None;
            }
            let error = call_of_no_tool(request.params.as_ref().unwrap_or(&Value::Null));
            self.see(&error.action, || ErrorRecord::of(&error));
            let mut result = serde_json::to_value(self.responder.written(&error)).ok()?;
            if let Some(result) = result.as_object_mut().filter(|_| is_legacy) {
                result.remove("resultType");
            }
            return Some(Ok(CustomResult(result)));
        }
        has(&request.method, &capabilities, is_legacy).then(|| {
            let field = FieldError::new("params", "Invalid parameters.");
            Err(error_data(&InvalidFields { action: request.method.clone(), fields: vec![field] }))
        })
    }
}

/// Finds the mistake in a tool call. The error doesn't quote invalid values, because they could contain secrets.
fn call_of_no_tool(params: &Value) -> InvalidFields {
    let (name, arguments) = (params.get("name"), params.get("arguments"));
    let wrong = |field: &str, value: &Value, expected: &str| {
        let message = format!("Wrong type: {}.", json_type(value));
        FieldError::new(field, message).expected(format!("Expected: {expected}."))
    };
    let name_of_tool = "string (a tool name)";
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
        fields.push(FieldError::new("params", "Invalid parameters."));
    }
    let action = name.and_then(Value::as_str).unwrap_or(CallToolRequestMethod::VALUE);
    InvalidFields { action: action.to_owned(), fields }
}
