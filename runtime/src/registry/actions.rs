//! Actions as their callers perform them.

use crate::definition::error_def::{Caller, ErrorDef};
use crate::error::record::ErrorRecord;
#[cfg(feature = "clap")]
use crate::registry::parser;
use agent_error_rules::command::{is_command_line, is_declared_action, is_method, is_request};

impl ErrorRecord {
    /// Returns the actions as one kind of caller performs them: command lines, MCP tools, HTTP
    /// requests and URLs, or gRPC methods. Omits those of other callers. All formats show these.
    ///
    /// In a program that uses clap, `instances.list` becomes `tool instances list`, once the command
    /// line is parsed. Programs and MCP servers keep all actions that the code doesn't declare,
    /// because the program has chosen them at run time. A server also omits tools that it doesn't
    /// have.
    #[doc(hidden)]
    pub fn actions_for(&self, caller: Caller) -> Vec<String> {
        let declared = self.def().map_or(&[][..], ErrorDef::actions);
        let mut shown = Vec::new();
        for action in self.actions() {
            let is_declared = is_declared_action(declared, action);
            shown.extend(action_for(caller, action, is_declared));
        }
        shown
    }

    /// Returns a warning if the code declares actions for command lines, but none of them is a
    /// command.
    #[cfg(all(feature = "clap", debug_assertions))]
    pub(crate) fn unknown_actions(&self) -> Option<String> {
        let declared = self.def()?.actions();
        let first = declared
            .iter()
            .find(|action| !is_request(action) && !is_method(action))?;
        let has_command = !self.actions_for(Caller::Cli).is_empty();
        if self.actions().is_empty() || has_command {
            return None;
        }
        Some(format!(
            "no action of {} is a command of this program, for example `{first}`; write commands as in `errors manifest`",
            self.code()
        ))
    }
}

/// Returns an action as a caller performs it. Returns `None` if the caller can't.
fn action_for(caller: Caller, action: &str, is_declared: bool) -> Option<String> {
    if caller == Caller::Cli && is_declared {
        return command_line_of(action);
    }
    let is_shown = match caller {
        Caller::Cli => true,
        Caller::Mcp => !is_declared || is_tool(action),
        Caller::Http => is_request(action),
        Caller::Grpc => is_method(action),
    };
    is_shown.then(|| action.to_owned())
}

/// Whether an action could be the name of a tool.
fn is_tool(action: &str) -> bool {
    !is_request(action) && !is_command_line(action)
}

/// Whether a declared action is a command of this program. Without clap, no action is.
#[doc(hidden)]
#[inline]
pub fn is_command(action: &str) -> bool {
    #[cfg(feature = "clap")]
    if let Some(parser) = parser::registered() {
        return parser.command_line(action).is_some();
    }
    let _ = action;
    false
}

/// Returns the command line of an action. Returns `None` if it isn't a command.
#[cfg_attr(
    not(feature = "clap"),
    allow(
        clippy::unnecessary_wraps,
        reason = "without clap, the commands are unknown"
    )
)]
fn command_line_of(action: &str) -> Option<String> {
    #[cfg(feature = "clap")]
    if let Some(parser) = parser::registered() {
        return parser.command_line(action);
    }
    Some(action.to_owned())
}
