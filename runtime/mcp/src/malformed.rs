//! Handles tool calls with malformed parameters. rmcp treats them as a custom method and would
//! report an unknown method.

use crate::Server;
use crate::arguments::json_type;
use crate::observed::Context;
use agent_error::ready::InvalidFields;
use agent_error::{AgentError as _, FieldError};
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestMethod, ConstString as _, CustomRequest, CustomResult, ProtocolVersion,
};
use serde_json::Value;

impl<S: ServerHandler> Server<S> {
    /// If the request is a tool call that rmcp couldn't parse, returns an error result, so that the
    /// model can correct the call. Returns `None` for all other requests, and if the server has no
    /// tools.
    pub(crate) async fn malformed(
        &self,
        request: &CustomRequest,
        context: &Context,
    ) -> Option<CustomResult> {
        if request.method != CallToolRequestMethod::VALUE {
            return None;
        }
        let has_tools = self.get_info().capabilities.tools.is_some();
        if !has_tools
            && self
                .tools_of_the_handler(context)
                .await
                .is_ok_and(|tools| tools.is_empty())
        {
            return None;
        }
        let params = request.params.as_ref().unwrap_or(&Value::Null);
        let tool = params["name"]
            .as_str()
            .unwrap_or(CallToolRequestMethod::VALUE);
        let record = call_of_no_tool(tool, params).record();
        self.see(context, tool, || record.clone());
        let mut result = serde_json::to_value(self.responder.write(record)).ok()?;
        let version = context.protocol_version();
        if version.is_none_or(|version| version.as_str() < ProtocolVersion::V_2026_07_28.as_str()) {
            result.as_object_mut()?.remove("resultType");
        }
        Some(CustomResult(result))
    }
}

/// Finds the mistake in a tool call. The error doesn't quote invalid values, because they could
/// contain secrets.
fn call_of_no_tool(tool: &str, params: &Value) -> InvalidFields {
    let (name, arguments) = (&params["name"], &params["arguments"]);
    let mut fields = Vec::new();
    let wrong = |value: &Value| format!("Wrong type: {}.", json_type(value));
    if !name.is_string() {
        let field = match name.is_null() {
            true => FieldError::new("name", "Required field is missing.").missing(),
            false => FieldError::new("name", wrong(name)),
        };
        fields.push(field.expected("Expected: string (a tool name)."));
    }
    if !arguments.is_object() && !arguments.is_null() {
        fields.push(FieldError::new("arguments", wrong(arguments)).expected("Expected: object."));
    }
    if fields.is_empty() {
        fields.push(FieldError::new("params", "Invalid parameters."));
    }
    InvalidFields::new(tool, fields)
}
