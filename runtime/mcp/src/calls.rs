//! Handles tool calls: checks before the call, and errors after it.

use crate::Server;
use crate::answer::record_in;
use crate::arguments::{refused, secrets_in};
use crate::current_call::Call;
use crate::declaration::{EXPLAIN, report_undeclared};
use crate::invalid_call::InvalidCall;
use crate::observed::{Context, caught};
use crate::responder::{ToolResults, is_warning};
use agent_error::__private::Secrets;
use agent_error::{AgentError, ErrorRecord};
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorCode, ErrorData, JsonObject, Tool,
};
use std::borrow::Cow;
use std::cell::RefCell;

type Response = Result<CallToolResponse, ErrorData>;

/// A call to one of the inner server's tools.
struct ToolCall<'a> {
    name: Cow<'static, str>,
    /// The tool, if the inner server lists it.
    tool: Option<&'a Tool>,
    /// All listed tools. Empty if the called tool was found without a listing.
    others: Vec<Tool>,
    responder: ToolResults,
    secrets: Secrets,
    /// A copy of the arguments, for the explanation if the tool rejects them.
    sent: Option<JsonObject>,
    context: Context,
}

impl<S: ServerHandler> Server<S> {
    /// Calls a tool of the inner server, or answers a call to `errors_explain`.
    pub(crate) async fn called(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Response {
        let name = request.name.clone();
        let mut tool = self.tool(&name);
        let mut others = Vec::new();
        if tool.is_none() {
            others = self.tools_if_listed(&context).await;
            tool = others.iter().find(|tool| tool.name == name).cloned();
        }
        if let Some(catalog) = &self.catalog
            && tool.is_none()
            && name == EXPLAIN
        {
            return Ok(self.explain(catalog, request, &context).await);
        }
        // An output schema only describes successful results.
        let has_output_schema = tool
            .as_ref()
            .is_some_and(|tool| tool.output_schema.is_some());
        let responder = match has_output_schema {
            true => ToolResults {
                strict: true,
                ..self.responder.structured(false)
            },
            false => self.responder,
        };
        if let Some(tool) = &tool
            && let Err(refusal) = self.arguments.admit(tool, request.arguments.as_ref())
        {
            return Ok(self.refuse(&context, &name, responder, &refusal));
        }
        if self.listed.all().is_none() {
            self.tools_if_listed(&context).await;
        }
        let tools = self.listed.all().filter(|tools| !tools.is_empty());
        let current = Call {
            responder,
            tools,
            explains: self.explains(),
            last: RefCell::default(),
        };
        let secrets = secrets_in(request.arguments.as_ref());
        let sent = self.arguments.kept(request.arguments.as_ref());
        let (ended, error) = current
            .run(caught(self.inner.call_tool(request, context.clone())))
            .await;
        let call = ToolCall {
            name,
            tool: tool.as_ref(),
            others,
            responder,
            secrets,
            sent,
            context,
        };
        match ended {
            Ok(Ok(CallToolResponse::Complete(result))) => Ok(self.completed(call, result, error)),
            Ok(Ok(other)) => Ok(other),
            Ok(Err(error)) => self.failed(call, error),
            Err(panicked) => Ok(self.refuse(&call.context, &call.name, responder, &panicked)),
        }
    }

    /// Handles a result that the tool returned. `error` is the error behind the result, if the
    /// result has a code.
    fn completed(
        &self,
        mut call: ToolCall<'_>,
        mut result: CallToolResult,
        error: Option<ErrorRecord>,
    ) -> CallToolResponse {
        if let Some(rejection) =
            rejected(&result).and_then(|reason| self.rejection(&mut call, Some(reason)))
        {
            return self.refuse(&call.context, &call.name, call.responder, &rejection);
        }
        if let Some(error) = &error {
            report_undeclared(&call.name, self.declared.get(&*call.name), error.code());
        }
        let is_warning = error.as_ref().is_some_and(is_warning);
        if is_warning && !call.responder.strict && result.is_error == Some(true) {
            result.is_error = Some(false);
        }
        let has_failed = result.is_error == Some(true);
        if has_failed && !error.as_ref().is_some_and(is_coded) && self.is_unknown(&call) {
            return self.unknown_tool(
                &call.context,
                &call.name,
                call.others,
                Some(&uncoded(&result).message()),
            );
        }
        if has_failed || is_warning {
            self.see(&call.context, &call.name, || {
                error.unwrap_or_else(|| uncoded(&result))
            });
        }
        result.into()
    }

    /// Handles a protocol error that the inner server returned.
    fn failed(&self, mut call: ToolCall<'_>, error: ErrorData) -> Response {
        if record_in(&error).is_some_and(|record| is_coded(&record)) {
            return Err(self.protocol_error(&call.context, &call.name, error));
        }
        if error.code == ErrorCode::INVALID_PARAMS {
            let reason = error.message.strip_prefix(REJECTED_PREFIX);
            if let Some(rejection) = self.rejection(&mut call, reason) {
                return Ok(self.refuse(&call.context, &call.name, call.responder, &rejection));
            }
        }
        if is_about_the_call(error.code) && self.is_unknown(&call) {
            let said = (!is_unknown_tool(&error)).then_some(&*error.message);
            return Ok(self.unknown_tool(&call.context, &call.name, call.others, said));
        }
        Err(self.protocol_error(&call.context, &call.name, error))
    }

    /// Creates the error for arguments that the tool rejected. Prefers the invalid fields over the
    /// tool's own reason.
    fn rejection(&self, call: &mut ToolCall<'_>, reason: Option<&str>) -> Option<InvalidCall> {
        let explained = self.arguments.explained(call.tool, call.sent.take());
        explained.or_else(|| Some(refused(&call.name, reason?, &call.secrets).into()))
    }

    /// Whether the tool is unknown: the inner server lists other tools, and the call failed without
    /// a code.
    fn is_unknown(&self, call: &ToolCall<'_>) -> bool {
        call.tool.is_none() && (!call.others.is_empty() || self.explains())
    }
}

impl<S> Server<S> {
    /// Creates a response with an error of this server, instead of the inner server's response.
    pub(crate) fn refuse(
        &self,
        context: &Context,
        tool: &str,
        responder: ToolResults,
        error: &dyn AgentError,
    ) -> CallToolResponse {
        let record = error.record();
        self.see(context, tool, || record.clone());
        responder.write(record).into()
    }
}

/// Whether an error has a code other than `UNCLASSIFIED_ERROR`.
fn is_coded(error: &ErrorRecord) -> bool {
    !error.code().is_empty() && error.code() != "UNCLASSIFIED_ERROR"
}

/// Creates the record of a result that the tool itself marked as an error.
fn uncoded(result: &CallToolResult) -> ErrorRecord {
    let texts = result
        .content
        .iter()
        .filter_map(|content| Some(content.as_text()?.text.as_str()));
    ErrorRecord::new("", texts.collect::<Vec<_>>().join("\n"))
}

/// The prefix of rmcp's message for arguments that serde rejects.
const REJECTED_PREFIX: &str = "failed to deserialize parameters: ";

/// Returns the reason from rmcp's message for rejected arguments.
fn rejected(result: &CallToolResult) -> Option<&str> {
    match &*result.content {
        [only] if result.is_error == Some(true) => {
            only.as_text()?.text.strip_prefix(REJECTED_PREFIX)
        }
        _ => None,
    }
}

/// Whether rmcp's router returned this error for an unknown tool.
fn is_unknown_tool(error: &ErrorData) -> bool {
    error.code == ErrorCode::INVALID_PARAMS && error.message.eq_ignore_ascii_case("tool not found")
}

/// Whether a handler may use this code for an unknown tool.
fn is_about_the_call(code: ErrorCode) -> bool {
    [
        ErrorCode::INVALID_PARAMS,
        ErrorCode::METHOD_NOT_FOUND,
        ErrorCode::RESOURCE_NOT_FOUND,
    ]
    .contains(&code)
}
