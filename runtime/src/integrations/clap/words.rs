//! Prints clap's own messages.

use super::{state, tree};
use crate::error::coded::AgentError;
use crate::process::Program;
use crate::ready::parser_hooks::ParserHooks;
use crate::ready::usage::UsageError;
use clap::error::ErrorKind;
use std::error::Error;
use std::io;

/// The functions through which the rest of the crate handles clap errors.
pub(in crate::integrations) const COMMAND_LINE: ParserHooks = ParserHooks {
    coded: |error| {
        let refused = refusal(error)?;
        Some(Box::new(UsageError::of(refused)))
    },
    is_help_request: |error| of_clap(error).is_some_and(is_help_request),
    is_help: |error| refusal(error).is_some_and(|error| error.kind() == HELP_INSTEAD),
    print: |error| of_clap(error).map_or(Ok(()), clap::Error::print),
    has_command: tree::has_command,
    print_last,
};

const HELP_INSTEAD: ErrorKind = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;

fn print_last(ended: &dyn AgentError) -> Option<io::Result<()>> {
    let last = state::with(|state| state.last_error.take())?;
    (UsageError::of(&last).code() == ended.code()).then(|| last.print())
}

fn of_clap<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a clap::Error> {
    error.downcast_ref()
}

fn refusal<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a clap::Error> {
    of_clap(error).filter(|error| !is_help_request(error))
}

fn is_help_request(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
}

impl Program {
    /// Sets whether people see clap's own message for an invalid command line, byte for byte and in its colors. Agents
    /// always receive the coded error. In both cases, the exit code is that of [`UsageError`], which is 2.
    #[must_use]
    pub fn clap_text(mut self, by_clap: bool) -> Self {
        self.clap_text = by_clap;
        self
    }
}
