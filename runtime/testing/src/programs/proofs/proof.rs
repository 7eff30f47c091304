//! The environment of a proof, and its failing call.

mod checks;
mod followed;
mod responses;
mod steps;

pub(super) use followed::{Followed, UnfollowedAdvice};

use super::call::{Call, scalars};
use super::folder::{Folder, Seen};
use crate::programs::check_error::CheckError;
use crate::programs::tool::Tool;
use agent_error::ErrorRecord;
use responses::{retries, summary};
use serde_json::Value;
use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// A proof while it runs. It has a temporary directory and makes a call that fails. The error that this call returns is
/// the *failure*.
///
/// Each step returns a [`CheckError`] if the advice doesn't work. All arguments of later calls must be known values:
/// they must come from the failed call, the failure, the output of earlier steps, or [`learn`](Self::learn).
pub struct Proof {
    code: String,
    folder: Folder,
    /// Programs that a fix can run by name.
    programs: RefCell<Vec<PathBuf>>,
    clock: Box<dyn FnMut(Duration)>,
    call: Option<Call>,
    failure: Option<ErrorRecord>,
    /// Values that later calls may use as arguments.
    known: Vec<String>,
    /// Values in the error's context and field errors.
    rejected: Vec<String>,
    /// Whether a fix may replace the content of files.
    may_replace: bool,
    followed: Followed,
    /// The directory at the end of the last step, if the failure has a fix.
    left: Option<Seen>,
    is_over: bool,
}

fn unmet<T>(expected: impl Into<String>, found: impl Into<String>) -> Result<T, CheckError> {
    Err(CheckError::new(expected, found))
}

impl Proof {
    pub(super) fn new(code: &str) -> io::Result<Self> {
        Ok(Self {
            code: code.to_owned(),
            folder: Folder::new()?,
            programs: RefCell::default(),
            clock: Box::new(thread::sleep),
            call: None,
            failure: None,
            known: Vec::new(),
            rejected: Vec::new(),
            may_replace: false,
            followed: Followed::default(),
            left: None,
            is_over: false,
        })
    }

    /// Returns the proof's temporary directory. It's initially empty, and removed at the end of the proof.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Creates a [`Tool`] that runs in the temporary directory, which is also its home directory. Fixes can run the
    /// program by name.
    pub fn tool(&self, program: impl Into<PathBuf>) -> Tool {
        let program = program.into();
        let tool = Tool::new(&program).current_dir(self.folder()).env("HOME", self.folder());
        self.programs.borrow_mut().push(program);
        tool
    }

    /// Sets the function that waits, for example to advance a simulated clock. By default, the thread sleeps.
    pub fn clock(&mut self, wait: impl FnMut(Duration) + 'static) {
        self.clock = Box::new(wait);
    }

    /// Simulates an outage without sleeping. Once the total wait reaches `length`, calls `end`, which may start a
    /// server or release a lock, for example. The value that `end` returns is dropped at the end of the proof.
    pub fn outage<T: 'static>(&mut self, length: Duration, end: impl FnOnce() -> T + 'static) {
        let (mut waited, mut end, mut ended) = (Duration::ZERO, Some(end), None);
        self.clock(move |wait| {
            waited += wait;
            if waited >= length && ended.is_none() {
                ended = end.take().map(|end| end());
            }
        });
    }

    /// Allows the fix to replace the content of files in the temporary directory, for example to correct a
    /// configuration file. By default, a fix may only create files and append to them.
    pub fn allow_replacing(&mut self) {
        self.may_replace = true;
    }

    /// Allows later calls to use a value that the caller has to get elsewhere, for example from the user.
    pub fn learn(&mut self, value: impl Into<Value>) {
        scalars(&value.into(), &mut self.known);
        self.followed.steps.push("learn".to_owned());
    }

    /// Makes a call, which must fail with the code. Every proof starts with this step.
    ///
    /// # Errors
    ///
    /// Returns an error if the call succeeds or fails with another code. Also returns an error if the failure has no
    /// advice, or has both a fix and a retry.
    pub fn fails(&mut self, call: impl Into<Call>) -> Result<(), CheckError> {
        let mut call = call.into();
        let expected = format!("`{call}` to fail with {}", self.code);
        let failure = match call.make() {
            Ok(data) => return unmet(expected, format!("the answer {data}")),
            Err(failure) if failure.code == self.code => failure,
            Err(failure) => return unmet(expected, summary(&failure)),
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
        self.rejected.clone_from(&self.known);
        let advice = failure.suggestion.as_deref().unwrap_or_default();
        let is_part = |c: char| !(c.is_alphanumeric() || "-_./:@".contains(c));
        self.known.extend(advice.split(is_part).map(|word| word.trim_end_matches(['.', ':']).to_owned()));
        self.left = failure.fix_command.is_some().then(|| self.folder.seen());
        (self.call, self.failure) = (Some(call), Some(failure));
        Ok(())
    }

    /// Returns the call passed to `fails`.
    fn failed(&self) -> Result<&Call, CheckError> {
        self.call.as_ref().map_or_else(|| unmet("`fails` as the first step", "none"), Ok)
    }

    fn failure(&self) -> Result<ErrorRecord, CheckError> {
        match &self.failure {
            Some(failure) => Ok(failure.clone()),
            None => unmet("`fails` as the first step", "none"),
        }
    }
}
