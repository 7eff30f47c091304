//! Actions in the words of those who perform them.

use crate::definition::error_def::{Caller, ErrorDef};
use crate::error::record::ErrorRecord;
#[cfg(feature = "clap")]
use crate::registry::parser;
use agent_error_rules::command::{is_command_line, is_declared_action, is_method, is_request};

impl ErrorRecord {
    /// Returns the actions as one kind of caller performs them: command lines, MCP tools, HTTP
    /// requests and URLs, or gRPC methods. Omits those of other callers.
    ///
    /// All formats of a program and of a server show these. Call this if you write errors yourself,
    /// for example in the `human` function of [`main`](macro@crate::main). In a program that uses
    /// clap, `instances.list` becomes `tool instances list`, once the command line is parsed.
    ///
    /// Programs and MCP servers keep all actions that the code doesn't declare, because the program
    /// has chosen them at run time. A server also omits tools that it doesn't have.
    ///
    /// ```
    /// use agent_error::ErrorRecord;
    /// use agent_error::facts::Caller;
    ///
    /// let record = ErrorRecord::new("USER_NOT_FOUND", "no user").with_actions(["GET /users", "ListUsers"]);
    /// assert_eq!(record.actions_for(Caller::Http), ["GET /users"]);
    /// assert_eq!(record.actions_for(Caller::Grpc), ["ListUsers"]);
    /// ```
    pub fn actions_for(&self, caller: Caller) -> Vec<String> {
        let declared = self.def().map_or(&[][..], ErrorDef::actions);
        let mut shown = Vec::new();
        for action in self.actions() {
            match caller {
                Caller::Cli if is_declared_action(declared, action) => {
                    shown.extend(command_line_of(action));
                }
                Caller::Mcp if is_declared_action(declared, action) && !is_tool(action) => {}
                Caller::Http if !is_request(action) => {}
                Caller::Grpc if !is_method(action) => {}
                _ => shown.push(action.clone()),
            }
        }
        shown
    }

    /// Returns a warning if the code declares actions for command lines, but none of them is a
    /// command.
    #[cfg(all(feature = "clap", debug_assertions))]
    pub(crate) fn unknown_actions(&self) -> Option<String> {
        let declared = self.def()?.actions();
        let mut own = declared
            .iter()
            .copied()
            .filter(|action| !is_request(action) && !is_method(action));
        let first = own.next()?;
        if self.actions().is_empty() || !self.actions_for(Caller::Cli).is_empty() {
            return None;
        }
        Some(format!(
            "no action of {} is a command of this program, for example `{first}`; write commands as in `errors manifest`",
            self.code()
        ))
    }
}

/// Whether an action could be the name of a tool.
fn is_tool(action: &str) -> bool {
    !is_request(action) && !is_command_line(action)
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
