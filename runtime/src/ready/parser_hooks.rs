//! The interface to the command-line parser. This is clap if the feature `clap` is enabled.

use crate::error::coded::AgentError;
use std::error::Error;
use std::io;

/// Functions that handle the errors of a command-line parser.
pub(crate) struct ParserHooks {
    /// Converts the parser's error for an invalid command line to a coded error.
    pub(crate) coded: fn(&(dyn Error + 'static)) -> Option<Box<dyn AgentError>>,
    /// Whether the error represents a request for help or the version.
    pub(crate) is_help_request: fn(&(dyn Error + 'static)) -> bool,
    /// Whether the parser shows help instead of an error message.
    pub(crate) is_help: fn(&(dyn Error + 'static)) -> bool,
    /// Prints an error with the parser's own wording, to the stream that the parser selects.
    pub(crate) print: fn(&(dyn Error + 'static)) -> io::Result<()>,
    /// Whether the program has a command with this name, such as `instances.list`. `None` if no command line has been
    /// parsed yet.
    pub(crate) has_command: fn(&str) -> Option<bool>,
    /// Prints the parser's last error with the parser's own wording, if it has the same code as the given error.
    /// Otherwise, returns `None`.
    pub(crate) print_last: fn(&dyn AgentError) -> Option<io::Result<()>>,
}

impl ParserHooks {
    /// Returns the parser's functions, if this build includes a parser.
    pub(crate) fn library() -> Option<&'static Self> {
        <Libraries as Parser>::HOOKS
    }
}

/// A placeholder type for the optional libraries of this build.
///
/// A module that needs something from `integrations` declares a trait, and `integrations` implements it for this type. The
/// module itself can't import `integrations`.
#[derive(Debug)]
pub(crate) struct Libraries;

/// The command-line parser of this build.
pub(crate) trait Parser {
    const HOOKS: Option<&'static ParserHooks>;
}
