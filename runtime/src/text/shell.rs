//! Values in the command line of a POSIX shell.

use super::cleaner::changes_when_shown;
use agent_error_rules::shell::quote;
use std::fmt::{self, Display};

/// Shows a value as one word of a POSIX shell's command line. Fails if the word would not run as it is: if it has
/// characters that some format cannot show, was not Unicode, or is longer than a command line may be.
pub struct ShellQuoted<'a, T: ?Sized> {
    /// The value.
    pub value: &'a T,
    /// Whether it is a word of its own, in which a leading `-` would make it a flag.
    pub alone: bool,
}

/// Passes a text to `out`, unless one of its values cannot be shown: a value that a command cannot contain, or a
/// `None`.
pub fn offer(text: fmt::Arguments<'_>, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    struct Nowhere;
    impl fmt::Write for Nowhere {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            Ok(())
        }
    }
    if fmt::write(&mut Nowhere, text).is_ok() {
        out(text);
    }
}

/// The longest value that is quoted, in bytes.
const LONGEST_WORD: usize = 4096;

impl<T: Display + ?Sized> Display for ShellQuoted<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut value = String::new();
        fmt::write(&mut value, format_args!("{}", self.value))?;
        let foreign = |c: char| changes_when_shown(c) || matches!(c, '\n' | '\t' | char::REPLACEMENT_CHARACTER);
        if value.contains(foreign) || value.len() > LONGEST_WORD || (self.alone && value.starts_with('-')) {
            return Err(fmt::Error);
        }
        f.write_str(&quote(&value).ok_or(fmt::Error)?)
    }
}
