//! MCP requests with invalid parameters: rmcp takes them for custom methods, and would report an unknown method.

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

/// Whether the server has a method, by its capabilities and the version of the protocol. rmcp reports a method that it
/// does not have.
fn has(method: &str, capabilities: &ServerCapabilities, is_legacy: bool) -> bool {
    match method {
        CompleteRequestMethod::VALUE => capabilities.completions.is_some(),
        GetPromptRequestMethod::VALUE | ListPromptsRequestMethod::VALUE => capabilities.prompts.is_some(),
        ListResourcesRequestMethod::VALUE
        | ListResourceTemplatesRequestMethod::VALUE
        | ReadResourceRequestMethod::VALUE => capabilities.resources.is_some(),
        ListToolsRequestMethod::VALUE => capabilities.tools.is_some(),
        // Removed in 2026-07-28.
        #[allow(deprecated, reason = "older clients call it")]
        SetLevelRequestMethod::VALUE => is_legacy && capabilities.logging.is_some(),
        _ => false,
    }
}

impl<S: ServerHandler> Server<S> {
    /// The answer to a request that rmcp could not read; `None` if the method really is a custom one, or if the server
    /// does not have it.
    ///
    /// # Errors
    ///
    /// For all methods except the call of a tool, whose answer is read by the caller that can correct it.
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
            self.see(&error.action, || ErrorRecord::from_error(&error));
            let mut result = serde_json::to_value(self.responder.written(&error)).ok()?;
            if let Some(result) = result.as_object_mut().filter(|_| is_legacy) {
                result.remove("resultType");
            }
            return Some(Ok(CustomResult(result)));
        }
        has(&request.method, &capabilities, is_legacy).then(|| {
            let field = FieldError::new("params", "The parameters of the method cannot be read.");
            Err(error_data(&InvalidFields { action: request.method.clone(), fields: vec![field] }))
        })
    }
}

/// The mistake in a call. The sent value is not returned, since it may be a text with secrets.
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
