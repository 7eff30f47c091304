//! The command-line parser of the program.
//!
//! Only clap is supported, but this module doesn't name it. Cargo unifies features, so a program
//! without clap may be built with the feature `clap`. If it called clap's functions, it would link
//! clap and grow by 163 kB. The functions for clap therefore register the parser when they are
//! called, and only a program that calls one of them links clap.

use crate::error::record::ErrorRecord;
use std::error::Error;
use std::io;
use std::sync::OnceLock;

/// What the reporter and the classifier ask the parser.
pub(crate) trait Parser: Sync {
    /// Prints help or the version, if the error requests either.
    fn print_help(&self, error: &(dyn Error + 'static)) -> Option<io::Result<()>>;

    /// Prints the parser's own message about the error with this code. Returns `true` if it printed
    /// anything. If `own_text` is false, only prints help that replaces an error message.
    fn print_error(&self, error: &(dyn Error + 'static), code: &str, own_text: bool) -> bool;

    /// Returns a record of the usage error inside another error.
    fn usage_error(&self, error: &(dyn Error + 'static)) -> Option<ErrorRecord>;

    /// Converts a command name such as `instances.list` to its command line. Returns `None` for an
    /// unknown command.
    fn command_line(&self, name: &str) -> Option<String>;

    /// Returns a warning if the called command doesn't declare the code.
    #[cfg(debug_assertions)]
    fn undeclared(&self, code: &str) -> Option<String>;
}

static PARSER: OnceLock<&'static dyn Parser> = OnceLock::new();

pub(crate) fn register(parser: &'static dyn Parser) {
    // Registering the same parser again has no effect.
    let _ = PARSER.set(parser);
}

/// Returns the parser, if the program has called a function for it.
pub(crate) fn registered() -> Option<&'static dyn Parser> {
    PARSER.get().copied()
}
