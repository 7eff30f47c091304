//! The tools of a server: finding them, checking their arguments, calling them.

use super::Server;
use super::arguments::{Secrets, refused};
use super::call::{Call, Declared, complain};
use super::catalog::{self, EXPLAIN};
use super::panics::caught;
use crate::error::coded::AgentError;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode, ErrorData,
    PaginatedRequestParams, ServerCapabilities, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::json;

/// How many pages of tools are read to find one by its name.
const MOST_PAGES: usize = 100;

impl<S: ServerHandler> Server<S> {
    /// The tools of the server inside; none if it does not tell.
    pub(super) async fn tools(&self, context: &RequestContext<RoleServer>) -> Result<Vec<Tool>, ErrorData> {
        let mut tools = Vec::new();
        let mut cursor = None;
        for _ in 0..MOST_PAGES {
            let request = PaginatedRequestParams::default().with_cursor(cursor);
            let page = self.inner.list_tools(Some(request), context.clone()).await?;
            tools.extend(page.tools);
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        Ok(tools)
    }

    /// Calls a tool of the server inside.
    pub(super) async fn call(
        &self,
        tool: Option<&Tool>,
        mut request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.clone();
        // A result must be as the output schema says, or clients throw it away.
        let free = tool.is_none_or(|tool| tool.output_schema.is_none());
        let responder = if free { self.responder } else { self.responder.structured(false) };
        let secrets = Secrets::of(request.arguments.as_ref());
        if let Some(tool) = tool {
            let (arguments, checked) = self.checks.check(tool, request.arguments.take());
            request.arguments = arguments;
            if let Err(error) = checked {
                return Ok(responder.result(&*error).into());
            }
        }
        let errors = self.declared.get(&*name).cloned();
        let declared = errors.map(|errors| Declared { tool: name.clone().into_owned(), errors });
        let call = Call::new(responder, declared).run(caught(self.inner.call_tool(request, context)));
        let (result, warned) = call.await;
        match result {
            Err(panicked) => Ok(responder.result(&panicked.record(None)).into()),
            Ok(Ok(CallToolResponse::Complete(mut result))) => {
                if let Some(why) = refusal(&result) {
                    return Ok(responder.result(&refused(&name, why, &secrets)).into());
                }
                if warned && free && result.is_error == Some(true) {
                    result.is_error = Some(false);
                }
                Ok(result.into())
            }
            Ok(Err(error)) if error.code == ErrorCode::INVALID_PARAMS && error.message.starts_with(REFUSED) => {
                let why = &error.message[REFUSED.len()..];
                Ok(responder.result(&refused(&name, why, &secrets)).into())
            }
            Ok(other) => other,
        }
    }

    /// The tool that explains codes.
    pub(super) fn explain(&self, request: CallToolRequestParams) -> CallToolResponse {
        let (arguments, checked) = self.checks.check(&catalog::explain_tool(), request.arguments);
        let explained = checked.and_then(|()| {
            catalog::explained(self.codes(), arguments.as_ref())
                .map_err(|error| Box::new(error) as Box<dyn AgentError + Send>)
        });
        match explained {
            Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]).into(),
            Err(error) => self.responder.result(&*error).into(),
        }
    }

    /// A tool with the codes that it declares.
    pub(super) fn declaring(&self, mut tool: Tool) -> Tool {
        let Some(errors) = self.declared.get(&tool.name) else { return tool };
        let codes = errors.codes();
        let line = match codes.is_empty() {
            true if self.explains => format!("Errors: none of its own; `{EXPLAIN}` lists those of every tool."),
            true => "Errors: none of its own.".to_owned(),
            false if self.explains => format!("Errors: {}; `{EXPLAIN}` explains them.", codes.join(", ")),
            false => format!("Errors: {}.", codes.join(", ")),
        };
        tool.description = Some(match tool.description.as_deref().filter(|text| !text.is_empty()) {
            Some(text) => format!("{text}\n\n{line}").into(),
            None => line.into(),
        });
        tool.meta.get_or_insert_default().insert("agent-error/errors".to_owned(), json!(codes));
        tool
    }

    /// In debug builds: tells the server's author about sets of tools that do not exist.
    pub(super) fn complain_of_unknown(&self, tools: &[Tool]) {
        let known = |name: &str| tools.iter().any(|tool| tool.name == name);
        for tool in self.declared.keys().filter(|name| cfg!(debug_assertions) && !known(name)) {
            complain(format_args!("no tool `{tool}` exists, whose errors are declared"));
        }
    }

    /// The capabilities that the catalog needs.
    pub(super) fn add_ours(&self, capabilities: &mut ServerCapabilities) {
        if self.explains {
            capabilities.tools.get_or_insert_default();
            capabilities.resources.get_or_insert_default();
        }
    }
}

/// How rmcp begins what it says of arguments that serde refuses.
const REFUSED: &str = "failed to deserialize parameters: ";

/// Why rmcp refused the arguments of a call, as it says in text.
fn refusal(result: &CallToolResult) -> Option<&str> {
    match &*result.content {
        [only] if result.is_error == Some(true) => only.as_text()?.text.strip_prefix(REFUSED),
        _ => None,
    }
}
