//! Checks that the steps of a proof follow the advice.

use super::responses::summary;
use super::{Proof, unmet};
use crate::programs::check_error::CheckError;
use crate::programs::proofs::call::Call;
use agent_error::ErrorRecord;

impl Proof {
    /// Repeats the call before the fix. It must fail as before, because its error isn't retryable.
    pub(super) fn check_still_fails(&mut self, fix: &str) -> Result<(), CheckError> {
        let Some(call) = &mut self.call else { return Ok(()) };
        let found = match call.make() {
            Err(failure) if failure.code == self.code => return Ok(()),
            Err(failure) => summary(&failure),
            Ok(data) => format!("the answer {data}"),
        };
        unmet(format!("`{call}` to fail with {} until the fix `{fix}` runs", self.code), found)
    }

    /// Checks that only steps have changed the temporary directory since the failed call.
    pub(super) fn check_untouched(&self) -> Result<(), CheckError> {
        match self.left.as_ref().and_then(|left| left.difference(&self.folder.seen())) {
            Some(path) => unmet(
                "only the fix and actions to change the folder after the failed call",
                format!("{path}, which the proof has changed"),
            ),
            None => Ok(()),
        }
    }

    /// Like `check_untouched`, after a fix. `finish` reports a proof without the fix.
    pub(super) fn check_only_fixed(&self) -> Result<(), CheckError> {
        if self.followed.fixes.is_empty() { Ok(()) } else { self.check_untouched() }
    }

    /// Checks that each part of a call occurs in the failed call, in the known values, or in the name of the action.
    pub(super) fn check_values(&self, call: &Call, action: &str) -> Result<(), CheckError> {
        let old = self.call.as_ref().map(Call::parts).unwrap_or_default();
        let is_named = |part: &str| part == action || action.split(['.', '_', ' ', '/']).any(|word| word == part);
        let is_known = |part: &&String| {
            let part = part.as_str();
            old.iter().any(|old| old == part) || self.known.iter().any(|known| known == part) || is_named(part)
        };
        let is_help = |part: &String| part == "--help" && !old.contains(part);
        if call.parts().iter().any(is_help) {
            return unmet(format!("`{call}` to follow the advice"), "`--help`, with which the call only prints help");
        }
        match call.parts().iter().find(|part| !is_known(part)) {
            Some(new) => unmet(
                format!("each value of `{call}` in `{}`, its failure or later output", self.failed()?),
                format!("`{new}`, which is in none of them"),
            ),
            None => Ok(()),
        }
    }

    /// Checks that a call repeats the failed call with other values.
    ///
    /// Before the first flag, only arguments in the failure's context may differ. If the context contains no argument,
    /// the arguments in the message may differ. If both calls run the same subcommand according to the manifest, all of
    /// its arguments may differ.
    pub(super) fn check_repeats(&self, call: &Call, failure: &ErrorRecord) -> Result<(), CheckError> {
        let failed = self.failed()?;
        let parts = failed.parts();
        let is_in_context = |word: &str| self.rejected.iter().any(|rejected| rejected == word);
        let context_rejects = parts.iter().skip(1).any(|part| is_in_context(part));
        let is_in_message = |word: &str| {
            let mut words = failure.message.split(|c: char| !(c.is_alphanumeric() || "-_.:@".contains(c)));
            words.any(|found| found == word)
        };
        let may_differ =
            |place: usize, word: &str| is_in_context(word) || (place > 0 && !context_rejects && is_in_message(word));
        // Reading the manifest runs the program, so do that last.
        match call.repeats(failed, may_differ) || call.has_command_of(failed) {
            true => Ok(()),
            false => unmet(format!("`{call}` to repeat `{failed}` with other values"), "another command or program"),
        }
    }
}
