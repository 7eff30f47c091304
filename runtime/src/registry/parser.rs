//! The functions for errors of a command-line parser.
//!
//! Cargo unifies features, so a program that doesn't use clap may still be built with the feature.
//! It links these functions only if it calls one of this crate's functions for clap.

use crate::error::record::ErrorRecord;
use std::error::Error;
use std::io;
use std::sync::OnceLock;

pub(crate) struct ParserFunctions {
    /// Prints help or the version, if the error requests either.
    pub(crate) print_help: fn(&(dyn Error + 'static)) -> Option<io::Result<()>>,
    /// Prints the parser's own message about the error with this code. Returns `true` if it printed
    /// anything. If `clap_text` is false, only prints help that replaces an error message.
    pub(crate) print: fn(&(dyn Error + 'static), code: &str, clap_text: bool) -> bool,
    /// Returns a record of the usage error inside another error.
    pub(crate) usage: fn(&(dyn Error + 'static)) -> Option<ErrorRecord>,
    /// Converts a command name such as `instances.list` to its command line. Returns `None` for an
    /// unknown command.
    pub(crate) command_line: fn(&str) -> Option<String>,
    /// Returns a warning if the called command doesn't declare the code.
    #[cfg(debug_assertions)]
    pub(crate) undeclared: fn(&str) -> Option<String>,
}

pub(crate) static LINKED: OnceLock<&'static ParserFunctions> = OnceLock::new();
