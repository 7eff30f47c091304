//! Errors that a command and a tool of an MCP server share.

use crate::definition::error_def::ErrorDef;
use crate::definition::stated::Stated;
use crate::error::coded::{AgentError, actions_of_code};
use crate::ready::command_line::CommandLine;
use std::error::Error;
use std::fmt;

/// An error at the end of a command. Actions of its code that aren't commands of the program, such as tools of its MCP
/// server, are left out.
#[derive(Debug)]
pub(super) struct CommandsOnly<'a>(&'a dyn AgentError);

impl<'a> CommandsOnly<'a> {
    /// The error, if it has such actions.
    pub(super) fn of(error: &'a dyn AgentError) -> Option<Self> {
        let mut actions = actions_of_code(error).iter();
        actions.any(|action| is_no_command(action)).then_some(Self(error))
    }
}

fn is_no_command(action: &str) -> bool {
    CommandLine::library().and_then(|library| (library.has_command)(action)) == Some(false)
}

impl fmt::Display for CommandsOnly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.0, f)
    }
}

impl Error for CommandsOnly<'_> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl AgentError for CommandsOnly<'_> {
    fn code(&self) -> &str {
        self.0.code()
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        self.0.def()
    }

    fn inner(&self) -> Option<&dyn AgentError> {
        Some(self.0)
    }

    fn stated(&self) -> Stated {
        self.0.stated()
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
        let of_code = actions_of_code(self.0);
        self.0.visit_actions(&mut |action| {
            if !of_code.contains(&action) || !is_no_command(action) {
                visit(action);
            }
        });
    }
}
