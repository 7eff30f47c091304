//! Handles tool calls: checks before the call, and errors after it.

use crate::Server;
use crate::arguments::{refused, secrets_in};
use crate::conversions::record_in;
use crate::current_call::Call;
use crate::declaration::{EXPLAIN, report_undeclared};
use crate::invalid_call::InvalidCall;
use crate::observed::{Context, caught};
use crate::tool_results::{ToolResults, is_warning};
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
struct ToolCall {
    name: Cow<'static, str>,
    /// The tool, if the inner server lists it.
    tool: Option<Tool>,
    /// All listed tools. Empty if the called tool was found without a listing.
    others: Vec<Tool>,
    results: ToolResults,
    secrets: Secrets,
    /// A copy of the arguments, for the explanation if the tool rejects them.
    sent: Option<JsonObject>,
    context: Context,
}

impl ToolCall {
    /// Creates a response with an error of the server.
    fn refuse<S>(&self, server: &Server<S>, error: &dyn AgentError) -> CallToolResponse {
        server.refuse(&self.context, &self.name, self.results, error)
    }
}

impl<S: ServerHandler> Server<S> {
    /// Calls a tool of the inner server, or handles a call of `errors_explain`.
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
        let results = self.results_of(tool.as_ref());
        if let Some(tool) = &tool
            && let Err(refusal) = self.arguments.admit(tool, request.arguments.as_ref())
        {
            return Ok(self.refuse(&context, &name, results, &refusal));
        }
        let call = ToolCall {
            name,
            tool,
            others,
            results,
            secrets: secrets_in(request.arguments.as_ref()),
            sent: self.arguments.kept(request.arguments.as_ref()),
            context,
        };
        self.forward(request, call).await
    }

    /// Returns the settings for the errors of a tool.
    fn results_of(&self, tool: Option<&Tool>) -> ToolResults {
        let has_output_schema = tool.is_some_and(|tool| tool.output_schema.is_some());
        if has_output_schema {
            // The schema only describes successful results.
            self.results.structured(false).strict()
        } else {
            self.results
        }
    }

    /// Calls the tool, and adds what its response lacks.
    async fn forward(&self, request: CallToolRequestParams, call: ToolCall) -> Response {
        if self.listed.all().is_none() {
            self.tools_if_listed(&call.context).await;
        }
        let current = Call {
            results: call.results,
            tools: self.listed.all().filter(|tools| !tools.is_empty()),
            explains: self.explains(),
            last: RefCell::default(),
        };
        let context = call.context.clone();
        let (ended, error) = current
            .run(caught(self.inner.call_tool(request, context)))
            .await;
        match ended {
            Ok(Ok(CallToolResponse::Complete(result))) => self.completed(call, result, error),
            Ok(Ok(other)) => Ok(other),
            Ok(Err(error)) => self.failed(call, error),
            Err(panicked) => Ok(call.refuse(self, &panicked)),
        }
    }

    /// Handles a result that the tool returned. `error` is the error behind the result, if the
    /// result has a code.
    fn completed(
        &self,
        call: ToolCall,
        mut result: CallToolResult,
        error: Option<ErrorRecord>,
    ) -> Response {
        if let Some(reason) = reason_of_rejection(&result) {
            let rejection = self.rejection(&call, reason);
            return Ok(call.refuse(self, &rejection));
        }
        if let Some(error) = &error {
            report_undeclared(&call.name, self.declared.get(&*call.name), error.code());
        }
        let warns = error.as_ref().is_some_and(is_warning);
        if warns && !call.results.strict && result.is_error == Some(true) {
            result.is_error = Some(false);
        }
        // A warning counts as a success from here on.
        let has_failed = result.is_error == Some(true);
        let has_code = error.as_ref().is_some_and(is_coded);
        if has_failed && !has_code && self.is_unknown(&call) {
            let record = uncoded(&result);
            let said = Some(record.message());
            return self.unknown_tool(&call.context, &call.name, call.others, said);
        }
        if has_failed || warns {
            self.see(&call.context, &call.name, || {
                error.unwrap_or_else(|| uncoded(&result))
            });
        }
        Ok(result.into())
    }

    /// Handles a protocol error that the inner server returned.
    fn failed(&self, call: ToolCall, error: ErrorData) -> Response {
        if record_in(&error).is_some_and(|record| is_coded(&record)) {
            return Err(self.protocol_error(&call.context, &call.name, error));
        }
        if error.code == ErrorCode::INVALID_PARAMS {
            let rejection = match error.message.strip_prefix(REJECTED_PREFIX) {
                Some(reason) => Some(self.rejection(&call, reason)),
                None => self.explained(&call),
            };
            if let Some(rejection) = rejection {
                return Ok(call.refuse(self, &rejection));
            }
        }
        if is_about_the_call(error.code) && self.is_unknown(&call) {
            let said = if is_unknown_tool(&error) {
                None
            } else {
                Some(&*error.message)
            };
            return self.unknown_tool(&call.context, &call.name, call.others, said);
        }
        Err(self.protocol_error(&call.context, &call.name, error))
    }

    /// Creates the error for arguments that the tool rejected. Prefers the invalid fields over the
    /// tool's own reason.
    fn rejection(&self, call: &ToolCall, reason: &str) -> InvalidCall {
        match self.explained(call) {
            Some(invalid) => invalid,
            None => refused(&call.name, reason, &call.secrets).into(),
        }
    }

    /// Returns the invalid fields of a call that the tool rejected, if there are any.
    fn explained(&self, call: &ToolCall) -> Option<InvalidCall> {
        self.arguments
            .explained(call.tool.as_ref(), call.sent.clone())
    }

    /// Whether the tool is unknown: the inner server lists other tools, and the call failed without
    /// a code.
    fn is_unknown(&self, call: &ToolCall) -> bool {
        call.tool.is_none() && (!call.others.is_empty() || self.explains())
    }
}

impl<S> Server<S> {
    /// Creates a response with an error of this server, instead of the inner server's response.
    pub(crate) fn refuse(
        &self,
        context: &Context,
        tool: &str,
        results: ToolResults,
        error: &dyn AgentError,
    ) -> CallToolResponse {
        let record = error.record();
        self.see(context, tool, || record.clone());
        results.write(record).into()
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
fn reason_of_rejection(result: &CallToolResult) -> Option<&str> {
    if result.is_error != Some(true) {
        return None;
    }
    match result.content.as_slice() {
        [only] => only.as_text()?.text.strip_prefix(REJECTED_PREFIX),
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
