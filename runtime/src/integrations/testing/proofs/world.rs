//! The world of a proof, and the steps of who follows advice there.

use super::call::{Call, answer, scalars};
use super::danger;
use super::folder::Folder;
use crate::error::record::ErrorRecord;
use crate::integrations::testing::tool::Tool;
use crate::integrations::testing::unmet::CheckError;
use crate::tooling::proofs::Promise;
use crate::vocabulary::terms::RetryStrategy;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How often a call is repeated where its failure names a strategy.
const REPETITIONS: u32 = 4;

/// The first pause where a failure does not say how long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// A world in which one code is proven: a folder, the programs there, and a call that fails.
///
/// Each step returns [`CheckError`] if the advice is not true. What a step may use is what the failure and the answers
/// before it have said.
pub struct World {
    code: String,
    folder: Folder,
    /// The programs that a command may name.
    programs: RefCell<Vec<PathBuf>>,
    clock: Box<dyn FnMut(Duration)>,
    call: Option<Call>,
    failure: Option<ErrorRecord>,
    /// What was said since the failure.
    known: Vec<String>,
    followed: Followed,
    is_over: bool,
}

/// Which advice was followed.
#[derive(Clone, Debug, Default)]
pub(super) struct Followed {
    pub(super) steps: Vec<String>,
    fix: bool,
    retry: bool,
    actions: BTreeSet<String>,
    /// The code that the call ends with now.
    pub(super) leads_to: Option<String>,
}

impl Followed {
    pub(super) fn add(&mut self, other: &Self) {
        self.steps.extend(other.steps.iter().cloned());
        self.fix |= other.fix;
        self.retry |= other.retry;
        self.actions.extend(other.actions.iter().cloned());
    }

    /// The advice of a promise that was not followed.
    pub(super) fn lacks(&self, promise: &Promise) -> Vec<String> {
        let fix = (promise.fixes() && !self.fix).then(|| "the fix".to_owned());
        let retry = (promise.retries() && !self.retry).then(|| "the retry".to_owned());
        let listed = (promise.lists_actions() && self.actions.is_empty()).then(|| "the actions".to_owned());
        let actions = promise.actions().filter(|action| !self.actions.contains(*action));
        fix.into_iter()
            .chain(retry)
            .chain(listed)
            .chain(actions.map(|action| format!("the action `{action}`")))
            .collect()
    }
}

fn unmet<T>(expected: impl Into<String>, found: impl Into<String>) -> Result<T, CheckError> {
    Err(CheckError::new(expected, found))
}

impl World {
    pub(super) fn new(code: &str) -> io::Result<Self> {
        Ok(Self {
            code: code.to_owned(),
            folder: Folder::new()?,
            programs: RefCell::default(),
            clock: Box::new(thread::sleep),
            call: None,
            failure: None,
            known: Vec::new(),
            followed: Followed::default(),
            is_over: false,
        })
    }

    /// An empty folder, which is removed at the end.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A program that runs in the folder, with the folder as its home. The commands of fixes find it by its name.
    pub fn tool(&self, program: impl Into<PathBuf>) -> Tool {
        let program = program.into();
        let tool = Tool::new(&program).current_dir(self.folder()).env("HOME", self.folder());
        self.programs.borrow_mut().push(program);
        tool
    }

    /// Waits in another way than by sleeping, as by moving the clock of a server.
    pub fn clock(&mut self, wait: impl FnMut(Duration) + 'static) {
        self.clock = Box::new(wait);
    }

    /// Ends an outage once so much has been waited; no time passes meanwhile. `end` starts the server, or frees the
    /// lock, and what it returns lives as long as the world.
    pub fn outage<T: 'static>(&mut self, length: Duration, end: impl FnOnce() -> T + 'static) {
        let (mut waited, mut end, mut ended) = (Duration::ZERO, Some(end), None);
        self.clock(move |wait| {
            waited += wait;
            if waited >= length && ended.is_none() {
                ended = end.take().map(|end| end());
            }
        });
    }

    /// Adds a value that the advice sends the caller for: what a user answers, say.
    pub fn learn(&mut self, value: impl Into<Value>) {
        scalars(&value.into(), &mut self.known);
        self.followed.steps.push("learn".to_owned());
    }

    /// Makes the call that fails with the code.
    ///
    /// # Errors
    ///
    /// If it does not fail with the code, if the failure offers no advice, or a fix beside a retry.
    pub fn fails(&mut self, call: impl Into<Call>) -> Result<(), CheckError> {
        let mut call = call.into();
        let expected = format!("`{call}` to fail with {}", self.code);
        let failure = match call.make() {
            Ok(data) => return unmet(expected, format!("the answer {data}")),
            Err(failure) if failure.code == self.code => failure,
            Err(failure) => return unmet(expected, told(&failure)),
        };
        match (&failure.fix_command, retries(&failure), failure.actions.is_empty()) {
            (Some(fix), true, _) => {
                return unmet(format!("{} with a fix or a retry", self.code), format!("both: `{fix}`"));
            }
            (None, false, true) => {
                return unmet(
                    format!("`{call}` to answer with advice"),
                    "neither fix, actions nor retry in its output",
                );
            }
            _ => {}
        }
        failure.context.iter().for_each(|(_, value)| scalars(value, &mut self.known));
        for field in &failure.field_errors {
            scalars(&serde_json::to_value(field).unwrap_or_default(), &mut self.known);
        }
        let advice = failure.suggestion.as_deref().unwrap_or_default();
        let is_part = |c: char| !(c.is_alphanumeric() || "-_./:@".contains(c));
        self.known.extend(advice.split(is_part).map(|word| word.trim_end_matches(['.', ':']).to_owned()));
        (self.call, self.failure) = (Some(call), Some(failure));
        Ok(())
    }

    fn failure(&self) -> Result<ErrorRecord, CheckError> {
        match &self.failure {
            Some(failure) => Ok(failure.clone()),
            None => unmet("`fails` as the first step", "none"),
        }
    }

    /// Runs the command of the failure as it is, twice: it must succeed, take nothing from the folder, and change
    /// nothing the second time.
    ///
    /// # Errors
    ///
    /// If there is no such command, if it is destructive or fails, or if it is not idempotent.
    pub fn fix(&mut self) -> Result<(), CheckError> {
        let Some(command) = self.failure()?.fix_command.clone() else {
            return unmet(format!("a fix in the output of {}", self.code), "none");
        };
        if let Some(danger) = danger::of(&command, &self.programs.borrow()) {
            return unmet(format!("the fix `{command}` to be harmless"), danger);
        }
        let before = self.folder.seen();
        self.run(&command, "")?;
        let after = self.folder.seen();
        if let Some(lost) = before.lost_in(&after) {
            return unmet(format!("the fix `{command}` to take nothing away"), lost);
        }
        self.run(&command, " the second time")?;
        if let Some(path) = after.changed_in(&self.folder.seen()) {
            return unmet(
                format!("the fix `{command}` to be idempotent"),
                format!("it changed {path} the second time"),
            );
        }
        self.followed.fix = true;
        self.followed.steps.push("fix".to_owned());
        Ok(())
    }

    /// Runs a command line where the failed call ran.
    fn run(&self, command: &str, when: &str) -> Result<(), CheckError> {
        let tool = self.call.as_ref().and_then(|call| call.tool.clone());
        let tool = tool.unwrap_or_else(|| Tool::new("sh").current_dir(self.folder()).env("HOME", self.folder()));
        let run = match tool.shell(command, &self.programs.borrow()).try_run() {
            Ok(run) => run,
            Err(error) => return unmet("a shell `sh` for the fix", error.to_string()),
        };
        match answer(&run) {
            Ok(_) => Ok(()),
            Err(failure) => unmet(format!("the fix `{command}` to succeed{when}"), told(&failure)),
        }
    }

    /// Makes a call that the failure names as an action, and gives its data.
    ///
    /// # Errors
    ///
    /// If the failure does not name it, if it fails, or if it lists nothing.
    pub fn call(&mut self, call: impl Into<Call>) -> Result<Value, CheckError> {
        let mut call = call.into();
        let offered = self.offered(&call)?;
        let data = match call.make() {
            Ok(data) if is_empty(&data) => return unmet(format!("`{call}` to answer something"), data.to_string()),
            Ok(data) => data,
            Err(failure) => return unmet(format!("the action `{call}` to succeed"), told(&failure)),
        };
        self.followed_actions(&call, &offered);
        scalars(&data, &mut self.known);
        Ok(data)
    }

    /// The actions of the failure, if the call is one and every value of it is known.
    fn offered(&self, call: &Call) -> Result<Vec<String>, CheckError> {
        let offered = self.failure()?.actions.clone();
        let Some(action) = offered.iter().find(|action| call.is(action)) else {
            return unmet(format!("`{call}` among the actions of {}", self.code), format!("{offered:?}"));
        };
        self.check_values(call, action)?;
        Ok(offered)
    }

    /// Whether each part of a call is in the failed call, in the failure, in an answer, or in the name of the action.
    fn check_values(&self, call: &Call, action: &str) -> Result<(), CheckError> {
        let old = self.call.as_ref().map(Call::parts).unwrap_or_default();
        let is_named = |part: &str| part == action || action.split(['.', '_', ' ', '/']).any(|word| word == part);
        let is_known = |part: &&String| {
            let part = part.as_str();
            old.iter().any(|old| old.contains(part)) || self.known.iter().any(|known| known == part) || is_named(part)
        };
        match call.parts().iter().find(|part| !is_known(part)) {
            Some(new) => unmet(format!("every value of `{call}` from an answer"), format!("`{new}`, which none holds")),
            None => Ok(()),
        }
    }

    fn followed_actions(&mut self, call: &Call, offered: &[String]) {
        for action in offered.iter().filter(|action| call.is(action)) {
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

    /// Makes the failed call with other values: those that the failure and the answers have shown.
    ///
    /// # Errors
    ///
    /// If a value comes from nowhere, or if the call fails.
    pub fn again_with(&mut self, call: impl Into<Call>) -> Result<Value, CheckError> {
        let mut call = call.into();
        let failure = self.failure()?;
        self.check_values(&call, "")?;
        match call.make() {
            Ok(data) => {
                self.followed_actions(&call, &failure.actions);
                self.end("again with other values")?;
                Ok(data)
            }
            Err(failure) => unmet(format!("`{call}` to succeed after the advice"), told(&failure)),
        }
    }

    /// Makes an action in place of the failed call, which reaches what that one was for.
    ///
    /// # Errors
    ///
    /// If the failure does not name it, if a value comes from nowhere, or if it fails.
    pub fn instead(&mut self, call: impl Into<Call>) -> Result<Value, CheckError> {
        let data = self.call(call)?;
        self.end("in place of the call")?;
        Ok(data)
    }

    /// Ends a proof whose actions have shown that no call is left to make, and says why.
    ///
    /// # Errors
    ///
    /// If no action was called.
    pub fn settled(&mut self, why: &str) -> Result<(), CheckError> {
        match self.followed.actions.is_empty() {
            true => unmet("an action that shows what is so", "none"),
            false => self.end(&format!("settled: {why}")),
        }
    }

    /// Waits as the failure says, then makes the call again. Where the failure names a strategy, up to four times.
    ///
    /// # Errors
    ///
    /// If the failure is not one to repeat, or if the call still fails.
    pub fn retry(&mut self) -> Result<(), CheckError> {
        let failure = self.failure()?;
        if !retries(&failure) {
            return unmet(format!("a retry in the output of {}", self.code), "`retryable` is false");
        }
        let strategy = failure.facts.retry;
        let first = if strategy == Some(RetryStrategy::Immediate) { Duration::ZERO } else { FIRST_PAUSE };
        let mut wait = failure.retry_after.unwrap_or(first);
        let mut last = failure;
        for _ in 0..if strategy.is_some() { REPETITIONS } else { 1 } {
            (self.clock)(wait);
            let Some(call) = &mut self.call else { break };
            match call.make() {
                Ok(_) => {
                    self.followed.retry = true;
                    return self.end("retry");
                }
                Err(failure) if failure.code == self.code => last = failure,
                Err(failure) => return unmet(format!("`{call}` to succeed after the wait"), told(&failure)),
            }
            wait = match strategy {
                Some(RetryStrategy::Exponential) => wait * 2,
                _ => wait,
            };
        }
        let waited = last.retry_after.unwrap_or(wait);
        unmet("the call to succeed after the wait", format!("{}, which now asks for {waited:?}", told(&last)))
    }

    /// Makes the failed call again, which must fail with another code; that one needs a proof of its own.
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
            Err(failure) => unmet(format!("`{call}` to fail with {code} now"), told(&failure)),
            Ok(data) => unmet(format!("`{call}` to fail with {code} now"), format!("the answer {data}")),
        }
    }

    fn once_more(&mut self) -> Result<Value, CheckError> {
        self.failure()?;
        let Some(call) = &mut self.call else { return Ok(Value::Null) };
        call.make().or_else(|failure| unmet(format!("`{call}` to succeed after the advice"), told(&failure)))
    }

    #[allow(clippy::unnecessary_wraps, reason = "the last line of a step")]
    fn end(&mut self, step: &str) -> Result<(), CheckError> {
        self.is_over = true;
        self.followed.steps.push(step.to_owned());
        Ok(())
    }

    /// What was followed, if it is all that the failure offers and the call was made again after it.
    pub(super) fn finish(self) -> Result<Followed, CheckError> {
        let failure = self.failure()?;
        if !self.is_over {
            return unmet("the failed call to be made again, as by `again`", "a proof that ends without it");
        }
        if failure.fix_command.is_some() && !self.followed.fix {
            return unmet("the fix of the output to be run", "a proof without `fix`");
        }
        if retries(&failure) && !self.followed.retry {
            return unmet("the wait of the output to be kept", "a proof without `retry`");
        }
        match failure.actions.iter().find(|action| !self.followed.actions.contains(*action)) {
            Some(action) => unmet("every action of the output to be called", format!("a proof without `{action}`")),
            None => Ok(self.followed),
        }
    }
}

fn retries(failure: &ErrorRecord) -> bool {
    failure.facts.retryable == Some(true) || failure.retry_after.is_some()
}

/// A failure in a line.
fn told(failure: &ErrorRecord) -> String {
    match failure.code.is_empty() {
        true => failure.message.clone(),
        false => format!("{}: {}", failure.code, failure.message),
    }
}

/// Whether an answer says nothing: it has no text, and no list in it has anything; a number of nothing is nothing, too.
fn is_empty(data: &Value) -> bool {
    fn says(value: &Value, in_lists: bool) -> bool {
        match value {
            Value::Null => false,
            Value::Bool(_) | Value::Number(_) => !in_lists,
            Value::String(text) => !text.trim().is_empty(),
            Value::Array(values) => !values.is_empty(),
            Value::Object(members) => members.values().any(|value| says(value, in_lists)),
        }
    }
    fn has_list(value: &Value) -> bool {
        match value {
            Value::Array(_) => true,
            Value::Object(members) => members.values().any(has_list),
            _ => false,
        }
    }
    !says(data, has_list(data))
}
