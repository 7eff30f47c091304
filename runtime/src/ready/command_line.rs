//! Functions of the library that reads the command line, as data: clap, with its feature.

use crate::definition::def::Catalogued;
use crate::definition::hooks::Libraries;
use crate::error::coded::AgentError;
use std::error::Error;
use std::io;

/// The functions of a library for its errors.
pub(crate) struct CommandLine {
    /// Converts the error of a rejected command line into a coded one.
    pub(crate) coded: fn(&(dyn Error + 'static)) -> Option<Box<dyn AgentError>>,
    /// Whether the user requested the help or the version, which the library returns as an error.
    pub(crate) is_answer: fn(&(dyn Error + 'static)) -> bool,
    /// Whether the library shows its help instead of a message.
    pub(crate) is_help: fn(&(dyn Error + 'static)) -> bool,
    /// Prints an error of the library in its own words, to the stream that it selects.
    pub(crate) print: fn(&(dyn Error + 'static)) -> io::Result<()>,
    /// Whether the program has a command with this name, as a manifest names it; `None` before a command line was parsed.
    pub(crate) has_command: fn(&str) -> Option<bool>,
    /// Prints the last rejected command line in the library's own words, if this is its code.
    pub(crate) print_last: fn(&dyn AgentError) -> Option<io::Result<()>>,
}

impl CommandLine {
    /// The functions in this build.
    pub(crate) fn library() -> Option<&'static Self> {
        Libraries::TYPE.hooks.get()
    }
}
