//! Advice for one kind of caller.

use super::record::ErrorRecord;
use crate::definition::error_def::Caller;
use crate::error::listing::VALUES_FROM;
use agent_error_rules::command;

impl ErrorRecord {
    /// Adds the hints for these kinds of callers to the suggestion, and removes all other hints.
    ///
    /// Call this once. Formats call it for command lines, so servers must call it before they
    /// render a record.
    #[doc(hidden)]
    #[must_use]
    pub fn for_callers(mut self, callers: &[Caller]) -> Self {
        for (caller, hint) in std::mem::take(&mut self.fields.hints) {
            if callers.contains(&caller) {
                self.add_hint(hint);
            }
        }
        self
    }

    fn add_hint(&mut self, hint: String) {
        let suggestion = self.fields.suggestion.get_or_insert_default();
        if !suggestion.is_empty() {
            suggestion.push('\n');
        }
        suggestion.push_str(&hint);
    }

    /// Whether the actions are these names, so that showing the names would only repeat them.
    pub(crate) fn offers(&self, names: &[String]) -> bool {
        self.fields.actions == names
    }

    /// Whether the caller has to wait before it does anything else.
    pub(crate) fn must_wait(&self) -> bool {
        self.fields.facts.is_retryable() && self.fields.retry_after.is_some()
    }

    /// Removes advice for command lines: the fix command, the check command, the commands that list
    /// valid values, and a replacement that is a command or a flag. Keeps the suggestion, which is
    /// for all callers.
    ///
    /// Call this before you send an error to a client that can't run commands where this program
    /// runs. Servers for HTTP, gRPC and MCP already do.
    #[must_use]
    #[doc(hidden)]
    #[inline]
    pub fn without_commands(mut self) -> Self {
        self.fields.fix_command = None;
        self.fields.check_command = None;
        self.fields.context.remove(VALUES_FROM);
        if let Some(replacement) = &self.fields.replacement
            && command::is_command_or_flag(replacement)
        {
            self.fields.replacement = None;
        }
        self
    }
}

#[test]
fn a_replacement_stays_unless_it_is_a_command_or_a_flag() {
    for (replacement, stays) in [
        ("parcel list", false),
        ("--format", false),
        ("-f", false),
        ("GET /v2/a", true),
        ("list", true),
        ("https://example.com/v2", true),
    ] {
        let record = ErrorRecord::new("A", "m")
            .with_replacement(replacement)
            .without_commands();
        assert_eq!(record.replacement().is_some(), stays, "{replacement}");
    }
}
