//! The error for a panic.

use crate::text::redact_text::without_secrets;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// The program has a bug and stopped midway.
///
/// Work that was done before the panic isn't undone.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "INTERNAL",
    exit = exit::sysexits::SOFTWARE,
    status = 500,
    severity = critical,
    side_effects = partial,
    shared,
    suggest = "Report this as a bug in the program"
)]
pub struct Panicked {
    #[context(skip)]
    message: Option<Message>,
}

/// The panic message, as the source of the error.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Message(String);

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Message {}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the program has a bug and stopped midway")
    }
}

impl std::error::Error for Panicked {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.message.as_ref().map(|message| message as _)
    }
}

impl Panicked {
    /// Creates the error for a panic with this message.
    pub(crate) fn with_text(text: Option<&str>) -> Self {
        Self { message: text.map(|text| Message(reported(text))) }
    }
}

/// Removes secrets and source folders from a panic message.
pub(crate) fn reported(text: &str) -> String {
    without_secrets(&without_paths(text)).into_owned()
}

/// Shortens paths of source files to their file names. The folders belong to the machine that built the program.
fn without_paths(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        match word.rfind(['/', '\\']) {
            Some(slash) if word.contains(".rs") => {
                let opening = word.find(|c: char| c.is_alphanumeric() || matches!(c, '/' | '\\' | '.'));
                shown.push_str(&word[..opening.unwrap_or_default().min(slash)]);
                shown.push_str(&word[slash + 1..]);
            }
            _ => shown.push_str(word),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{reported, without_paths};

    #[test]
    fn source_files_lose_their_folders() {
        assert_eq!(without_paths("failed at /home/me/tool/src/db.rs:4:2, again"), "failed at db.rs:4:2, again");
        assert_eq!(without_paths("in (C:\\build\\src\\db.rs)"), "in (db.rs)");
        assert_eq!(without_paths("cannot read /etc/passwd"), "cannot read /etc/passwd");
    }

    #[test]
    fn the_message_of_a_panic_loses_secrets() {
        let text =
            "called `Result::unwrap()` on an `Err` value: Login { password: Some(\"a b\"), url: \"redis://:S@h\" }";
        assert_eq!(
            reported(text),
            "called `Result::unwrap()` on an `Err` value: Login { password: [REDACTED], url: \"redis://:[REDACTED]@h\" }"
        );
    }
}
