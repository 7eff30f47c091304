//! The state of the current tool call: the format of errors, and the last error.

use crate::declaration::EXPLAIN;
use crate::listed::Tools;
use crate::tool_results::ToolResults;
use agent_error::__private::{Caller, fields, is_command, is_declared_action, warn_once};
use agent_error::ErrorDef;
use agent_error::{AgentError, ErrorRecord};
use rmcp::model::CallToolResult;
use std::cell::RefCell;
use std::mem;
use std::sync::Arc;

tokio::task_local! {
    static CALL: Call;
}

pub(crate) struct Call {
    pub(crate) results: ToolResults,
    /// The inner server's tools. `None` if the inner server doesn't list its tools, so that any
    /// tool may exist.
    pub(crate) tools: Option<Arc<Tools>>,
    /// Whether the server has the `errors_explain` tool.
    pub(crate) explains: bool,
    /// The last error that was converted to a result.
    pub(crate) last: RefCell<Option<ErrorRecord>>,
}

impl Call {
    /// Runs the call. Returns its output and the last error that was converted to a result.
    pub(crate) async fn run<F: Future>(self, call: F) -> (F::Output, Option<ErrorRecord>) {
        CALL.scope(self, async {
            let output = call.await;
            (output, CALL.with(|call| call.last.take()))
        })
        .await
    }

    /// Whether the client can call the tool with this name.
    fn has(&self, name: &str) -> bool {
        let Some(tools) = &self.tools else {
            return true;
        };
        tools.contains_key(name) || (self.explains && name == EXPLAIN)
    }
}

/// During a call, removes the declared actions that aren't tools of the server. Returns the
/// server's settings.
pub(crate) fn offer(error: &mut ErrorRecord) -> Option<ToolResults> {
    let declared = error.def().map_or(&[][..], ErrorDef::actions);
    let mut actions = error.actions_for(Caller::Mcp);
    let offered = CALL.try_with(|call| {
        let all = mem::take(&mut actions);
        let (known, unknown): (Vec<String>, Vec<String>) = all
            .into_iter()
            .partition(|action| !is_declared_action(declared, action) || call.has(action));
        if known.is_empty() {
            report_unknown(error.code(), &unknown);
        }
        actions = known;
        call.results
    });
    fields(error).actions = actions;
    // Fails outside of a call.
    offered.ok()
}

/// In debug builds, warns once about the actions of a code, none of which is a tool of the server,
/// unless one of them is a command of the program.
fn report_unknown(code: &str, actions: &[String]) {
    let has_command = actions.iter().any(|action| is_command(action));
    if let Some(first) = actions.first()
        && !has_command
    {
        warn_once(|| {
            format!("no action of {code} is a tool of this server, for example `{first}`")
        });
    }
}

/// Converts an error to a result. During a call, uses the server's settings, and remembers the
/// error.
pub(crate) fn result(results: ToolResults, mut error: ErrorRecord) -> CallToolResult {
    // Fails outside of a call.
    let _ = CALL.try_with(|call| call.last.replace(Some(error.clone())));
    match offer(&mut error) {
        Some(server) => results.within(server).write(error),
        None => results.write(error),
    }
}

impl ToolResults {
    /// Converts an error to a result.
    ///
    /// `isError` is true unless the error's severity is `warning`. With
    /// [`Format::ENVELOPE`](agent_error::Format), the text of a warning is its [`ErrorRecord`] as
    /// JSON, because an envelope would contain `"ok": false`.
    pub fn result(&self, error: &dyn AgentError) -> CallToolResult {
        result(*self, error.record())
    }
}
