//! What the library that reads the command line knows about its own errors, as data: clap, with its feature.

use crate::definition::def::Catalogued;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use std::error::Error;
use std::io;

/// What a library knows about its errors.
pub(crate) struct CommandLine {
    /// The error of a command line that it refuses, as a coded one.
    pub(crate) coded: fn(&(dyn Error + 'static)) -> Option<Box<dyn AgentError>>,
    /// Whether the user has asked for the help or the version, which the library hands over as an error.
    pub(crate) is_answer: fn(&(dyn Error + 'static)) -> bool,
    /// Whether the library shows its help in place of saying what is missing.
    pub(crate) is_help: fn(&(dyn Error + 'static)) -> bool,
    /// Prints an error of the library in its own words, to the stream that it chooses.
    pub(crate) print: fn(&(dyn Error + 'static)) -> io::Result<()>,
    /// Prints the command line that was refused last, if this is its code, in the library's own words.
    pub(crate) print_last: fn(&dyn AgentError) -> Option<io::Result<()>>,
}

impl CommandLine {
    /// What the library knows that this build has.
    pub(crate) fn library() -> Option<&'static Self> {
        ErrorRecord::TYPE.hooks.get()
    }
}
