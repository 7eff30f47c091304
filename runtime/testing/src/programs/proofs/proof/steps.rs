//! The steps that a proof can take.

use super::responses::{is_empty, retries, summary};
use super::{Followed, Proof, unmet};
use crate::programs::check_error::CheckError;
use crate::programs::proofs::call::{Call, answer, scalars};
use crate::programs::proofs::folder::Seen;
use crate::programs::proofs::{destructive, isolation};
use crate::programs::tool::Tool;
use agent_error::vocabulary::RetryStrategy;
use serde_json::Value;
use std::time::Duration;

/// How often a call is retried if the error has a retry strategy.
const REPETITIONS: u32 = 4;

/// The initial delay if the error doesn't contain one.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

impl Proof {
    /// Runs the fix twice. Both runs must succeed without losing file content, and the second run must not change
    /// anything.
    ///
    /// Before that, repeats the call, which must still fail with the same code. From the failed call to its repetition,
    /// only the fix and actions may change the temporary directory.
    ///
    /// On Linux with Landlock, the fix can't write outside of the temporary directory. On other systems, the fix must
    /// not change files in the home, temporary and package directories.
    ///
    /// # Errors
    ///
    /// Returns an error if the failure has no fix, or if the fix fails, is unnecessary, is destructive, loses content, or
    /// isn't idempotent.
    pub fn fix(&mut self) -> Result<(), CheckError> {
        let Some(command) = self.failure()?.fix_command.clone() else {
            return unmet(format!("a fix in the output of {}", self.code), "none");
        };
        if let Some(danger) = destructive::of(&command, &self.programs.borrow()) {
            return unmet(format!("the fix `{command}` to be harmless"), danger);
        }
        self.check_untouched()?;
        if self.followed.steps.is_empty() {
            self.check_still_fails(&command)?;
        }
        let outside = (!isolation::is_supported()).then(Seen::outside);
        let before = self.folder.seen();
        self.run(&command, "")?;
        let after = self.folder.seen();
        if let Some(lost) = before.lost_in(&after, self.may_replace) {
            return unmet(format!("the fix `{command}` to take nothing away"), lost);
        }
        self.run(&command, " the second time")?;
        if let Some(changed) = outside.and_then(|outside| outside.changed_since()) {
            return unmet(format!("the fix `{command}` to change nothing outside of its folder"), changed);
        }
        let left = self.folder.seen();
        if let Some(path) = after.changed_in(&left, self.may_replace) {
            return unmet(
                format!("the fix `{command}` to be idempotent"),
                format!("it changed {path} the second time"),
            );
        }
        self.left = Some(left);
        self.followed.fixes.push(command);
        self.followed.steps.push("fix".to_owned());
        Ok(())
    }

    /// Runs a command line in the working directory and the environment of the failed call.
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

    /// Calls an action that the failure lists, and returns the data of the response.
    ///
    /// # Errors
    ///
    /// Returns an error if the failure doesn't list the action, if the call uses an unknown value, if it fails, or if
    /// its response is empty.
    pub fn call(&mut self, call: impl Into<Call>) -> Result<Value, CheckError> {
        let mut call = call.into();
        let offered = self.offered(&call)?;
        self.check_untouched()?;
        let data = match call.make() {
            Ok(data) if is_empty(&data) => return unmet(format!("`{call}` to answer something"), data.to_string()),
            Ok(data) => data,
            Err(failure) => return unmet(format!("the action `{call}` to succeed"), summary(&failure)),
        };
        self.followed_actions(&call, &offered);
        self.left = self.left.is_some().then(|| self.folder.seen());
        scalars(&data, &mut self.known);
        Ok(data)
    }

    /// Returns the actions in the failure. Checks that the call is one of these actions and only uses known values.
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

    fn followed_actions(&mut self, call: &Call, offered: &[String]) {
        let is_action = |action: &&String| self.call.as_ref().is_some_and(|failed| call.is(action, failed));
        for action in offered.iter().filter(is_action) {
            if self.followed.actions.insert(action.clone()) {
                self.followed.steps.push(action.clone());
            }
        }
    }

    /// Repeats the failed call, which must now succeed.
    ///
    /// # Errors
    ///
    /// Returns an error if the call fails.
    pub fn again(&mut self) -> Result<(), CheckError> {
        self.once_more().map(|_| self.end("again"))?
    }

    /// Repeats the failed call with other values. Each value must occur in the failure or in the output of an earlier step.
    ///
    /// # Errors
    ///
    /// Returns an error if the call runs another command or program, if it uses an unknown value, if it only prints help,
    /// or if it fails. Also returns an error if the failure's only advice is a fix, because the identical call must then
    /// succeed.
    pub fn again_with(&mut self, call: impl Into<Call>) -> Result<Value, CheckError> {
        let mut call = call.into();
        let failure = self.failure()?;
        self.check_repeats(&call, &failure)?;
        self.check_values(&call, "")?;
        if failure.fix_command.is_some() && failure.actions.is_empty() {
            return unmet("the same call to succeed after its fix, with `again`", format!("`{call}`"));
        }
        self.check_only_fixed()?;
        match call.make() {
            Ok(data) => {
                self.followed_actions(&call, &failure.actions);
                self.end("again with other values")?;
                Ok(data)
            }
            Err(failure) => unmet(format!("`{call}` to succeed after the advice"), summary(&failure)),
        }
    }

    /// Ends the proof with an action that replaces the failed call. The failed call isn't repeated.
    ///
    /// # Errors
    ///
    /// Returns an error if the failure doesn't list the action, if the call uses an unknown value, if it fails, or if
    /// its response is empty.
    pub fn instead(&mut self, call: impl Into<Call>) -> Result<Value, CheckError> {
        let data = self.call(call)?;
        self.end("in place of the call")?;
        Ok(data)
    }

    /// Ends the proof without repeating the failed call. Use this if an action makes another call
    /// unnecessary. State the reason in `why`.
    ///
    /// # Errors
    ///
    /// Returns an error if no action has been called.
    pub fn settled(&mut self, why: &str) -> Result<(), CheckError> {
        match self.followed.actions.is_empty() {
            true => unmet("an action before `settled`", "none"),
            false => {
                self.followed.is_settled = true;
                self.end(&format!("settled: {why}"))
            }
        }
    }

    /// Waits for the delay in the failure, and then repeats the call. If the failure has a retry strategy, makes up to
    /// four attempts.
    ///
    /// # Errors
    ///
    /// Returns an error if the failure isn't retryable, or if no attempt succeeds.
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

    /// Repeats the failed call, which must now fail with another code. The other code needs its own proof.
    ///
    /// # Errors
    ///
    /// Returns an error if the call succeeds, or if it doesn't fail with the given code.
    pub fn leads_to(&mut self, code: &str) -> Result<(), CheckError> {
        self.failure()?;
        self.check_only_fixed()?;
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
        self.check_only_fixed()?;
        let Some(call) = &mut self.call else { return Ok(Value::Null) };
        call.make().or_else(|failure| unmet(format!("`{call}` to succeed after the advice"), summary(&failure)))
    }

    #[allow(clippy::unnecessary_wraps, reason = "the last line of a step")]
    fn end(&mut self, step: &str) -> Result<(), CheckError> {
        self.is_over = true;
        self.followed.steps.push(step.to_owned());
        Ok(())
    }

    /// Checks that all advice of the failure was followed and that the proof is complete. Returns the followed advice.
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
