//! The state of the current tool call: how to render errors, and which error was rendered last.

use crate::catalog::EXPLAIN;
use crate::declaration::declared_actions;
use crate::rendered::{self, Rendered};
use crate::responder::Responder;
use crate::session::Tools;
use agent_error::{AgentError, ErrorRecord};
use rmcp::model::CallToolResult;
use std::cell::RefCell;
use std::sync::Arc;

tokio::task_local! {
    static CALL: Call;
}

/// The current call.
pub(crate) struct Call {
    responder: Responder,
    actions: AvailableActions,
    /// The last error that was converted to a result.
    rendered: RefCell<Option<Rendered>>,
}

/// The actions that the client can take.
#[derive(Clone)]
pub(crate) struct AvailableActions {
    /// The inner server's tools. If the inner server doesn't list any, this is `None`, and any tool may exist.
    pub(crate) tools: Option<Arc<Tools>>,
    /// Whether the server has the `errors_explain` tool.
    pub(crate) explains: bool,
}

impl AvailableActions {
    pub(crate) fn exist(&self, name: &str) -> bool {
        self.tools.as_ref().is_none_or(|tools| tools.contains_key(name) || (self.explains && name == EXPLAIN))
    }

    /// Removes declared actions that aren't tools of this server.
    pub(crate) fn keep(&self, declared: &[&str], record: &mut ErrorRecord) {
        record.actions.retain(|action| !declared.contains(&action.as_str()) || self.exist(action));
    }
}

impl Call {
    pub(crate) fn new(responder: Responder, actions: AvailableActions) -> Self {
        Self { responder, actions, rendered: RefCell::default() }
    }

    /// Runs the call. Returns its output and the last error that was converted to a result.
    pub(crate) async fn run<F: Future>(self, call: F) -> (F::Output, Option<Rendered>) {
        CALL.scope(self, async {
            let output = call.await;
            CALL.with(|call| (output, call.rendered.take()))
        })
        .await
    }
}

impl Responder {
    /// Converts an error to a result.
    ///
    /// `isError` is true unless the error's severity is `warning`. With [`Format::Envelope`](agent_error::Format), the
    /// text of a warning is its [`ErrorRecord`](agent_error::ErrorRecord) as JSON, because an envelope would contain
    /// `"ok": false`.
    pub fn result(&self, error: &dyn AgentError) -> CallToolResult {
        self.result_offering(error, declared_actions(error))
    }

    /// Like [`result`](Self::result), for an error whose code declares these actions. During a call, removes actions
    /// that aren't tools of the server.
    pub(crate) fn result_offering(&self, error: &dyn AgentError, declared: &'static [&'static str]) -> CallToolResult {
        let in_call = CALL.try_with(|call| {
            let responder = self.within(call.responder);
            let result = match declared.iter().all(|action| call.actions.exist(action)) {
                true => responder.written(error),
                false => {
                    let mut offered = ErrorRecord::of(error);
                    call.actions.keep(declared, &mut offered);
                    responder.written(&offered)
                }
            };
            call.rendered.replace(Some(Rendered::new(error, declared, *self, &result)));
            result
        });
        in_call.unwrap_or_else(|_| {
            let result = self.written(error);
            rendered::keep(Rendered::new(error, declared, *self, &result));
            result
        })
    }
}
