//! The running call of a tool: the form of its errors, and the error that it returned.

use crate::catalog::EXPLAIN;
use crate::declaration::declared_actions;
use crate::listed::Tools;
use crate::rendered::{self, Rendered};
use crate::responder::Responder;
use agent_error::{AgentError, ErrorRecord, ErrorSet};
use rmcp::model::CallToolResult;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write as _};
use std::sync::Arc;

tokio::task_local! {
    static CALL: Call;
}

/// The settings of a call.
pub(crate) struct Call {
    responder: Responder,
    actions: Actions,
    /// The last error that became a result.
    rendered: RefCell<Option<Rendered>>,
}

/// The actions that a client can take.
#[derive(Clone)]
pub(crate) struct Actions {
    /// The tools of the server inside; `None` if it lists none, and may have any.
    pub(crate) tools: Option<Arc<Tools>>,
    /// Whether the server explains codes.
    pub(crate) explains: bool,
}

impl Actions {
    pub(crate) fn exist(&self, name: &str) -> bool {
        self.tools.as_ref().is_none_or(|tools| tools.contains_key(name) || (self.explains && name == EXPLAIN))
    }

    /// Removes declared actions that aren't tools of the server.
    pub(crate) fn keep(&self, declared: &[&str], record: &mut ErrorRecord) {
        record.actions.retain(|action| !declared.contains(&action.as_str()) || self.exist(action));
    }
}

impl Call {
    pub(crate) fn new(responder: Responder, actions: Actions) -> Self {
        Self { responder, actions, rendered: RefCell::default() }
    }

    /// Runs the call. Also returns its last error that became a result.
    pub(crate) async fn run<F: Future>(self, call: F) -> (F::Output, Option<Rendered>) {
        CALL.scope(self, async {
            let output = call.await;
            CALL.with(|call| (output, call.rendered.take()))
        })
        .await
    }
}

impl Responder {
    /// The error as a result; `isError` is true unless its severity is `warning`. In place of an
    /// envelope, which has `"ok": false`, the text of a warning is its [`ErrorRecord`](agent_error::ErrorRecord) as JSON.
    pub fn result(&self, error: &dyn AgentError) -> CallToolResult {
        self.result_offering(error, declared_actions(error))
    }

    /// The same for an error whose code declares these actions. In a call, the client gets only those that are tools.
    pub(crate) fn result_offering(&self, error: &dyn AgentError, declared: &'static [&'static str]) -> CallToolResult {
        let in_call = CALL.try_with(|call| {
            let responder = self.within(call.responder);
            let result = match declared.iter().all(|action| call.actions.exist(action)) {
                true => responder.written(error),
                false => {
                    let mut offered = ErrorRecord::from_error(error);
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

/// In debug builds, reports a code that the tool does not declare to the server's author.
pub(crate) fn report_undeclared(tool: &str, declared: Option<&Arc<ErrorSet>>, code: &str) {
    if cfg!(debug_assertions) && declared.is_some_and(|errors| !errors.allows(code)) {
        complain(format_args!(
            "`{tool}` ended with {code}, which is not among its errors; add it to the tool's `error_set![]`"
        ));
    }
}

/// Reports a mistake to the server's author. Hosts may have closed standard error, on which `eprintln!` would panic.
pub(crate) fn complain(about: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{about}");
}
