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
        if !has_tools && self.lists_no_tools(context).await {
            return None;
        }
        let params = request.params.as_ref().unwrap_or(&Value::Null);
        let tool = params["name"]
            .as_str()
            .unwrap_or(CallToolRequestMethod::VALUE);
        let record = mistakes(tool, params).record();
        self.see(context, tool, || record.clone());
        let mut result = serde_json::to_value(self.results.write(record)).ok()?;
        if !knows_result_types(context) {
            result.as_object_mut()?.remove("resultType");
        }
        Some(CustomResult(result))
    }

    async fn lists_no_tools(&self, context: &Context) -> bool {
        match self.tools_of_the_handler(context).await {
            Ok(tools) => tools.is_empty(),
            Err(_) => false,
        }
    }
}

/// Finds the mistakes in a malformed tool call. The error doesn't quote invalid values, because they
/// could contain secrets.
fn mistakes(tool: &str, params: &Value) -> InvalidFields {
    let mut fields = Vec::new();
    let name = &params["name"];
    if !name.is_string() {
        let field = if name.is_null() {
            FieldError::new("name", "Required field is missing.").missing()
        } else {
            FieldError::new("name", wrong_type(name))
        };
        fields.push(field.expected("Expected: string (a tool name)."));
    }
    let arguments = &params["arguments"];
    if !arguments.is_object() && !arguments.is_null() {
        let field = FieldError::new("arguments", wrong_type(arguments));
        fields.push(field.expected("Expected: object."));
    }
    if fields.is_empty() {
        fields.push(FieldError::new("params", "Invalid parameters."));
    }
    InvalidFields::new(tool, fields)
}

fn wrong_type(value: &Value) -> String {
    format!("Wrong type: {}.", json_type(value))
}

/// Whether the client's version of the protocol has `resultType`.
fn knows_result_types(context: &Context) -> bool {
    match context.protocol_version() {
        Some(version) => version.as_str() >= ProtocolVersion::V_2026_07_28.as_str(),
        None => false,
    }
}
