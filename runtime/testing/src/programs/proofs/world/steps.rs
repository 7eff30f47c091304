//! The steps of a caller that follows advice.

use super::answers::{is_empty, retries, summary};
use super::followed::is_of_template;
use super::{Followed, World, unmet};
use crate::programs::proofs::call::{Call, answer, scalars};
use crate::programs::proofs::folder::Seen;
use crate::programs::proofs::{danger, isolation};
use crate::programs::tool::Tool;
use crate::programs::unmet::CheckError;
use agent_error::ErrorRecord;
use agent_error::vocabulary::RetryStrategy;
use serde_json::Value;
use std::time::Duration;

/// How often a call is repeated if its failure names a strategy.
const REPETITIONS: u32 = 4;

/// The first pause if the failure states none.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

impl World {
    /// Runs the fix command twice. It must succeed, lose no content of the folder, and change nothing the second time.
    ///
    /// On Linux with Landlock, the command can't write outside of the folder. On other systems, the home, temporary and package
    /// folders must have the same content afterwards.
    ///
    /// # Errors
    ///
    /// If the failure has no fix command, or the command fails, is destructive, or is not idempotent.
    pub fn fix(&mut self) -> Result<(), CheckError> {
        let Some(command) = self.failure()?.fix_command.clone() else {
            return unmet(format!("a fix in the output of {}", self.code), "none");
        };
        let is_safe = is_of_template(&command, &self.safe_fixes);
        if let Some(danger) = danger::of(&command, &self.programs.borrow()).filter(|_| !is_safe) {
            return unmet(format!("the fix `{command}` to be harmless"), danger);
        }
        let outside = (!isolation::is_supported()).then(Seen::outside);
        let before = self.folder.seen();
        self.run(&command, "")?;
        let after = self.folder.seen();
        if let Some(lost) = before.lost_in(&after, self.may_replace).filter(|_| !is_safe) {
            return unmet(format!("the fix `{command}` to take nothing away"), lost);
        }
        self.run(&command, " the second time")?;
        if let Some(changed) = outside.and_then(|outside| outside.changed_since()) {
            return unmet(format!("the fix `{command}` to change nothing outside of its folder"), changed);
        }
        if let Some(path) = after.changed_in(&self.folder.seen(), self.may_replace) {
            return unmet(
                format!("the fix `{command}` to be idempotent"),
                format!("it changed {path} the second time"),
            );
        }
        self.followed.fixes.push(command);
        self.followed.steps.push("fix".to_owned());
        Ok(())
    }

    /// Runs a command line where the failed call ran.
    fn run(&self, command: &str, when: &str) -> Result<(), CheckError> {
        let tool = self.call.as_ref().and_then(|call| call.tool.clone());
        let tool = tool.unwrap_or_else(|| Tool::new("sh").current_dir(self.folder()).env("HOME", self.folder()));
        let tool = tool.shell(command, &self.programs.borrow()).env("TMPDIR", self.folder());
        let run = match isolation::run(&tool, self.folder()) {
            Ok(run) => run,
            Err(error) => return unmet("a shell `sh` for the fix", error.to_string()),
        };
        match answer(&run) {
            Ok(_) => Ok(()),
            Err(failure) => unmet(format!("the fix `{command}` to succeed{when}"), summary(&failure)),
        }
    }

    /// Makes a call that the failure lists as an action, and returns its data.
    ///
    /// # Errors
    ///
    /// If the failure does not list it, if it fails, or if its answer is empty.
    pub fn call(&mut self, call: impl Into<Call>) -> Result<Value, CheckError> {
        let mut call = call.into();
        let offered = self.offered(&call)?;
        let data = match call.make() {
            Ok(data) if is_empty(&data) => return unmet(format!("`{call}` to answer something"), data.to_string()),
            Ok(data) => data,
            Err(failure) => return unmet(format!("the action `{call}` to succeed"), summary(&failure)),
        };
        self.followed_actions(&call, &offered);
        scalars(&data, &mut self.known);
        Ok(data)
    }

    /// The actions of the failure. The call must be one of them, and all of its values must be known.
    fn offered(&self, call: &Call) -> Result<Vec<String>, CheckError> {
        let offered = self.failure()?.actions.clone();
        let failed = self.failed()?;
        let Some(action) = offered.iter().find(|action| call.is(action, failed)) else {
            let expected = format!("`{call}` to be an action in the output of `{failed}`");
            return unmet(expected, format!("the actions {offered:?} of the same program"));
        };
        self.check_values(call, action)?;
        Ok(offered)
    }

    /// Checks that each part of a call is in the failed call, in the failure, in an answer, or in the name of the action.
    fn check_values(&self, call: &Call, action: &str) -> Result<(), CheckError> {
        let old = self.call.as_ref().map(Call::parts).unwrap_or_default();
        let is_named = |part: &str| part == action || action.split(['.', '_', ' ', '/']).any(|word| word == part);
        let is_known = |part: &&String| {
            let part = part.as_str();
            old.iter().any(|old| old == part) || self.known.iter().any(|known| known == part) || is_named(part)
        };
        match call.parts().iter().find(|part| !is_known(part)) {
            Some(new) => unmet(
                format!("each value of `{call}` in `{}`, its failure or later output", self.failed()?),
                format!("`{new}`, which is in none of them"),
            ),
            None => Ok(()),
        }
    }

    fn followed_actions(&mut self, call: &Call, offered: &[String]) {
        let is_action = |action: &&String| self.call.as_ref().is_some_and(|failed| call.is(action, failed));
        for action in offered.iter().filter(is_action) {
            if self.followed.actions.insert(action.clone()) {
                self.followed.steps.push(action.clone());
            }
        }
    }

    /// Makes the failed call again as it was, which must succeed.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn again(&mut self) -> Result<(), CheckError> {
        self.once_more().map(|_| self.end("again"))?
    }

    /// Makes the failed call with other values, which must come from the failure or from an answer.
    ///
    /// # Errors
    ///
    /// If it's another command or runs another program, if a value is in neither of them, or if the call fails.
    pub fn again_with(&mut self, call: impl Into<Call>) -> Result<Value, CheckError> {
        let mut call = call.into();
        let failure = self.failure()?;
        self.check_repeats(&call, &failure)?;
        self.check_values(&call, "")?;
        match call.make() {
            Ok(data) => {
                self.followed_actions(&call, &failure.actions);
                self.end("again with other values")?;
                Ok(data)
            }
            Err(failure) => unmet(format!("`{call}` to succeed after the advice"), summary(&failure)),
        }
    }

    /// Checks that a call is the failed one with other values. Words before the first flag may differ only if the
    /// failure rejects them: they are in its context or, if the context has none of them, in its message. Words behind the
    /// command are values, if the manifest of the program shows where the command ends.
    fn check_repeats(&self, call: &Call, failure: &ErrorRecord) -> Result<(), CheckError> {
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
        // The manifest is read only if it's needed.
        match call.repeats(failed, may_differ) || call.has_command_of(failed) {
            true => Ok(()),
            false => unmet(format!("`{call}` to repeat `{failed}` with other values"), "another command or program"),
        }
    }

    /// Makes an action that reaches the goal of the failed call in its place.
    ///
    /// # Errors
    ///
    /// If the failure does not list it, if a value is in no answer, or if it fails.
    pub fn instead(&mut self, call: impl Into<Call>) -> Result<Value, CheckError> {
        let data = self.call(call)?;
        self.end("in place of the call")?;
        Ok(data)
    }

    /// Ends a proof whose actions have shown that no further call is needed, for the given reason.
    ///
    /// # Errors
    ///
    /// If no action was called.
    pub fn settled(&mut self, why: &str) -> Result<(), CheckError> {
        match self.followed.actions.is_empty() {
            true => unmet("an action before `settled`", "none"),
            false => {
                self.followed.is_settled = true;
                self.end(&format!("settled: {why}"))
            }
        }
    }

    /// Waits as long as the failure asks, then makes the call again: up to four times if the failure names a strategy,
    /// once otherwise.
    ///
    /// # Errors
    ///
    /// If the failure is not retryable, or if the call still fails.
    pub fn retry(&mut self) -> Result<(), CheckError> {
        let failure = self.failure()?;
        if !retries(&failure) {
            return unmet(format!("a retry in the output of {}", self.code), "`retryable` is false");
        }
        let strategy = failure.facts.retry;
        let first = if strategy == Some(RetryStrategy::Immediate) { Duration::ZERO } else { FIRST_PAUSE };
        let stated = failure.retry_after;
        let mut wait = stated.unwrap_or(first);
        let mut last = failure;
        for _ in 0..if strategy.is_some() { REPETITIONS } else { 1 } {
            (self.clock)(wait);
            let Some(call) = &mut self.call else { break };
            match call.make() {
                Ok(_) => {
                    let strategy = strategy.map(RetryStrategy::as_str);
                    self.followed.retries.push((stated, strategy));
                    return self.end("retry");
                }
                Err(failure) if failure.code == self.code => last = failure,
                Err(failure) => return unmet(format!("`{call}` to succeed after the wait"), summary(&failure)),
            }
            wait = match strategy {
                Some(RetryStrategy::Exponential) => wait * 2,
                _ => wait,
            };
        }
        let waited = last.retry_after.unwrap_or(wait);
        unmet("the call to succeed after the wait", format!("{}, which now asks for {waited:?}", summary(&last)))
    }

    /// Makes the failed call again, which must now fail with another code. The other code needs its own proof.
    ///
    /// # Errors
    ///
    /// If it succeeds, or fails with a code that is not this one.
    pub fn leads_to(&mut self, code: &str) -> Result<(), CheckError> {
        self.failure()?;
        let Some(call) = &mut self.call else { return Ok(()) };
        match call.make() {
            Err(failure) if failure.code == code && code != self.code => {
                self.followed.leads_to = Some(code.to_owned());
                self.end(&format!("leads to {code}"))
            }
            Err(failure) => unmet(format!("`{call}` to fail with {code} now"), summary(&failure)),
            Ok(data) => unmet(format!("`{call}` to fail with {code} now"), format!("the answer {data}")),
        }
    }

    fn once_more(&mut self) -> Result<Value, CheckError> {
        self.failure()?;
        let Some(call) = &mut self.call else { return Ok(Value::Null) };
        call.make().or_else(|failure| unmet(format!("`{call}` to succeed after the advice"), summary(&failure)))
    }

    #[allow(clippy::unnecessary_wraps, reason = "the last line of a step")]
    fn end(&mut self, step: &str) -> Result<(), CheckError> {
        self.is_over = true;
        self.followed.steps.push(step.to_owned());
        Ok(())
    }

    /// Ends the proof: all advice of the failure must have been followed, and the call made again.
    pub(crate) fn finish(self) -> Result<Followed, CheckError> {
        let failure = self.failure()?;
        if !self.is_over {
            return unmet("the failed call to be made again, for example with `again`", "a proof that ends without it");
        }
        if failure.fix_command.is_some() && self.followed.fixes.is_empty() {
            return unmet("the fix of the output to be run", "a proof without `fix`");
        }
        if retries(&failure) && self.followed.retries.is_empty() {
            return unmet("the wait of the output to be kept", "a proof without `retry`");
        }
        match failure.actions.iter().find(|action| !self.followed.actions.contains(*action)) {
            Some(action) => unmet("every action of the output to be called", format!("a proof without `{action}`")),
            None => Ok(self.followed),
        }
    }
}
