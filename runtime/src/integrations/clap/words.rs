//! Prints clap's own messages.

use super::tree;
use crate::error::coded::AgentError;
use crate::process::Program;
use crate::ready::parser_hooks::ParserHooks;
use crate::ready::usage::UsageError;
use clap::error::ErrorKind;
use std::error::Error;
use std::io;
use std::sync::{Mutex, PoisonError};

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

/// The last clap error. For people, clap's own message contains more than the coded error.
static LAST: Mutex<Option<clap::Error>> = Mutex::new(None);

pub(super) fn remember(error: clap::Error) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
}

fn print_last(ended: &dyn AgentError) -> Option<io::Result<()>> {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let refused = last.as_ref().filter(|refused| UsageError::of(refused).code() == ended.code())?;
    Some(refused.print())
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
