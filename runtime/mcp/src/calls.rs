//! Handles tool calls: checks before the call, and errors after it.

use crate::Server;
use crate::answer::{error_data, record_in};
use crate::arguments::{refused, secrets_in};
use crate::catalog::EXPLAIN;
use crate::current_call::{AvailableActions, Call};
use crate::declaration::{declared_actions, report_undeclared};
use crate::invalid_call::InvalidCall;
use crate::observed::{caught, masked};
use crate::rendered::{self, Rendered, UNCLASSIFIED, is_coded};
use crate::responder::{Responder, is_warning};
use agent_error::catalog::declared;
use agent_error::format::Secrets;
use agent_error::{AgentError, ErrorRecord};
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ErrorCode, ErrorData, JsonObject, Tool};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use std::borrow::Cow;

type Response = Result<CallToolResponse, ErrorData>;

/// A call of one of the inner server's tools.
struct ToolCall<'a> {
    name: Cow<'static, str>,
    /// The tool, if the inner server lists it.
    tool: Option<&'a Tool>,
    /// All listed tools. Empty if the called tool was found without listing them.
    others: Vec<Tool>,
    responder: Responder,
    secrets: Secrets,
    /// A copy of the arguments, in case a rejection by the tool has to be explained.
    sent: Option<JsonObject>,
    actions: AvailableActions,
    context: RequestContext<RoleServer>,
}

impl<S: ServerHandler> Server<S> {
    /// Calls a tool of the inner server, or `errors_explain`.
    pub(crate) async fn called(
        &self,
        mut request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Response {
        let name = request.name.clone();
        let mut tool = self.tool(&name);
        let mut others = Vec::new();
        if tool.is_none() {
            others = self.tools_if_listed(&context).await;
            tool = others.iter().find(|tool| tool.name == name).cloned();
        }
        if tool.is_none() && self.explains() && name == EXPLAIN {
            return Ok(self.explain(request, &context).await);
        }
        // An output schema only describes successful results.
        let has_output_schema = tool.as_ref().is_some_and(|tool| tool.output_schema.is_some());
        let responder = if has_output_schema { self.responder.structured(false).strict(true) } else { self.responder };
        if let Some(disabled) = self.failures.disabled(&name) {
            return Ok(self.refuse(&name, responder, &disabled));
        }
        let secrets = secrets_in(request.arguments.as_ref());
        if let Some(tool) = &tool
            && let Err(refusal) = self.arguments.admit(tool, &mut request.arguments)
        {
            return Ok(self.refuse(&name, responder, &refusal));
        }
        let sent = self.arguments.kept(request.arguments.as_ref());
        let actions = self.actions(&context).await;
        let inside = caught(self.inner.call_tool(request, context.clone()));
        let (ended, rendered) = Call::new(responder, actions.clone()).run(inside).await;
        if context.ct.is_cancelled() {
            // The client doesn't receive this response, so don't observe or count it.
            return ended.unwrap_or_else(|panicked| Err(error_data(&panicked)));
        }
        let call = ToolCall { name, tool: tool.as_ref(), others, responder, secrets, sent, actions, context };
        match ended {
            Ok(Ok(CallToolResponse::Complete(result))) => self.completed(call, result, rendered),
            Ok(Ok(other)) => Ok(other),
            Ok(Err(error)) => self.failed(call, error).await,
            Err(panicked) => {
                let mut record = ErrorRecord::of(&panicked);
                call.actions.keep(declared_actions(&panicked), &mut record);
                Ok(self.fail(&call, &record))
            }
        }
    }

    /// Handles a result that the tool returned.
    fn completed(&self, mut call: ToolCall<'_>, mut result: CallToolResult, rendered: Option<Rendered>) -> Response {
        if let Some(rejection) = rejected(&result).and_then(|reason| self.rejection(&mut call, Some(reason))) {
            return Ok(self.refuse(&call.name, call.responder, &rejection));
        }
        let is_outside = rendered.is_none();
        // A tool can return an error's text as ordinary data, so this requires `isError` or a warning.
        let outside =
            || rendered::find(&result).filter(|found| is_warning(&found.record) || result.is_error == Some(true));
        let mut rendered = rendered.or_else(outside);
        if let Some(rendered) = &mut rendered {
            report_undeclared(&call.name, self.declared.get(&*call.name), &rendered.record.code);
            if is_outside {
                call.actions.keep(rendered.declared_actions, &mut rendered.record);
                rendered.rewrite(call.responder, &mut result);
            }
        }
        let is_coded = rendered.as_ref().is_some_and(|rendered| is_coded(&rendered.record));
        let is_warning = rendered.as_ref().is_some_and(|rendered| is_warning(&rendered.record));
        if is_warning && !call.responder.strict && result.is_error == Some(true) {
            result.is_error = Some(false);
        }
        let has_failed = result.is_error == Some(true);
        if !has_failed {
            self.failures.succeeded(&call.name);
        }
        if !has_failed && !is_warning {
            return Ok(result.into());
        }
        if has_failed && !is_coded && self.is_unknown(&call) {
            let said = uncoded(&result);
            return self.unknown_tool(call.name, call.others, Some(&said.message));
        }
        let record = rendered.map_or_else(|| uncoded(&result), |rendered| rendered.record);
        self.see(&call.name, || record.clone());
        let is_masked = self.masks && !is_coded && has_failed;
        if has_failed {
            self.count(&call, || if is_masked { masked() } else { record });
        }
        if is_masked { Ok(call.responder.written(&masked()).into()) } else { Ok(result.into()) }
    }

    /// Handles a protocol error that the inner server returned.
    async fn failed(&self, mut call: ToolCall<'_>, mut error: ErrorData) -> Response {
        let mut record = record_in(&error);
        let declaration = record.as_ref().and_then(|record| declared(&record.code)).map(|entry| entry.def);
        if let (Some(record), Some(def)) = (&mut record, declaration) {
            call.actions.keep(def.actions(), record);
            if let Some(data) = error.data.as_mut().filter(|data| data.get("actions").is_some()) {
                data["actions"] = record.actions.clone().into();
            }
        }
        let is_coded = record.as_ref().is_some_and(is_coded);
        if error.code == ErrorCode::INVALID_PARAMS && !is_coded {
            let reason = error.message.strip_prefix(REJECTED_PREFIX);
            if let Some(rejection) = self.rejection(&mut call, reason) {
                return Ok(self.refuse(&call.name, call.responder, &rejection));
            }
        }
        if call.tool.is_some() && is_unknown_tool(&error) {
            // The inner server may have removed the tool since it was listed.
            call.others = self.tools_if_listed(&call.context).await;
            call.tool = call.tool.filter(|tool| call.others.iter().any(|other| other.name == tool.name));
        }
        if !is_coded && is_about_the_call(error.code) && self.is_unknown(&call) {
            let said = (!is_unknown_tool(&error)).then_some(&*error.message);
            return self.unknown_tool(call.name, call.others, said);
        }
        let is_declared = declaration.is_some_and(|def| def.protocol_code().is_some());
        if self.protocol_errors_are_results && is_readable(error.code) && !is_declared {
            return Ok(self.as_result(&call, error, record.filter(|_| is_coded)));
        }
        let error = self.protocol_error(&call.name, error);
        self.count(&call, || record.unwrap_or_else(|| ErrorRecord::new("", error.message.clone())));
        Err(error)
    }

    /// Converts a protocol error to a result.
    fn as_result(&self, call: &ToolCall<'_>, error: ErrorData, coded: Option<ErrorRecord>) -> CallToolResponse {
        if let Some(record) = coded {
            return self.fail(call, &record);
        }
        if error.code == ErrorCode::INVALID_PARAMS {
            return self.refuse(&call.name, call.responder, &refused(&call.name, &error.message, &call.secrets));
        }
        let record = ErrorRecord::new(UNCLASSIFIED, error.message);
        if self.masks {
            self.see(&call.name, || record);
            self.count(call, masked);
            return call.responder.written(&masked()).into();
        }
        self.fail(call, &record)
    }

    /// Creates the error for arguments that the tool rejected. Prefers the invalid fields over the tool's own reason.
    fn rejection(&self, call: &mut ToolCall<'_>, reason: Option<&str>) -> Option<InvalidCall> {
        let explained = self.arguments.explained(call.tool, call.sent.take());
        explained.or_else(|| Some(refused(&call.name, reason?, &call.secrets).into()))
    }

    /// Whether the tool is unknown, because the inner server lists other tools but not this one. Only valid after a
    /// failure without a code.
    fn is_unknown(&self, call: &ToolCall<'_>) -> bool {
        call.tool.is_none() && (!call.others.is_empty() || self.explains())
    }

    /// Returns the actions that the client can take.
    async fn actions(&self, context: &RequestContext<RoleServer>) -> AvailableActions {
        if self.listed.all().is_none() {
            self.tools_if_listed(context).await;
        }
        AvailableActions { tools: self.listed.all().filter(|tools| !tools.is_empty()), explains: self.explains() }
    }

    /// Counts a tool failure and converts it to a result.
    fn fail(&self, call: &ToolCall<'_>, error: &ErrorRecord) -> CallToolResponse {
        self.count(call, || error.clone());
        self.refuse(&call.name, call.responder, error)
    }

    /// Counts a tool failure.
    fn count(&self, call: &ToolCall<'_>, error: impl FnOnce() -> ErrorRecord) {
        // Don't count calls of unknown tools. A client could otherwise fill the memory with made-up names.
        if call.tool.is_some() {
            self.failures.failed(&call.name, error);
        }
    }
}

impl<S> Server<S> {
    /// Creates a response with an error of this server. Replaces the inner server's response.
    pub(crate) fn refuse(&self, tool: &str, responder: Responder, error: &dyn AgentError) -> CallToolResponse {
        self.see(tool, || ErrorRecord::of(error));
        responder.written(error).into()
    }
}

/// Creates the record of a result that the tool itself marked as an error.
fn uncoded(result: &CallToolResult) -> ErrorRecord {
    let texts = result.content.iter().filter_map(|content| Some(content.as_text()?.text.as_str()));
    ErrorRecord::new("", texts.collect::<Vec<_>>().join("\n"))
}

/// The prefix of rmcp's message for arguments that serde rejects.
const REJECTED_PREFIX: &str = "failed to deserialize parameters: ";

/// Returns the reason from rmcp's message for rejected arguments.
fn rejected(result: &CallToolResult) -> Option<&str> {
    match &*result.content {
        [only] if result.is_error == Some(true) => only.as_text()?.text.strip_prefix(REJECTED_PREFIX),
        _ => None,
    }
}

/// Whether rmcp's router returned this error for an unknown tool.
fn is_unknown_tool(error: &ErrorData) -> bool {
    error.code == ErrorCode::INVALID_PARAMS && error.message.eq_ignore_ascii_case("tool not found")
}

/// Whether a model can act on a protocol error with this code. All other codes concern the client or the connection.
fn is_readable(code: ErrorCode) -> bool {
    const RESERVED: std::ops::RangeInclusive<i32> = -32768..=-32000;
    let is_of_the_tool =
        [ErrorCode::INVALID_PARAMS, ErrorCode::INTERNAL_ERROR, ErrorCode::RESOURCE_NOT_FOUND].contains(&code);
    is_of_the_tool || !RESERVED.contains(&code.0)
}

/// Whether a handler may report an unknown tool with this code.
fn is_about_the_call(code: ErrorCode) -> bool {
    is_readable(code) || [ErrorCode::METHOD_NOT_FOUND, ErrorCode::INVALID_REQUEST].contains(&code)
}
