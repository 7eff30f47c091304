//! The world of a proof, and the failure that begins it.

mod answers;
mod followed;
mod steps;

pub(super) use followed::{Followed, Lacking};

use super::call::{Call, scalars};
use super::folder::Folder;
use crate::programs::tool::Tool;
use crate::programs::unmet::CheckError;
use agent_error::ErrorRecord;
use answers::{retries, summary};
use serde_json::Value;
use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// A world in which one code is proven: a folder, the programs there, and a call that fails.
///
/// Each step returns [`CheckError`] if the advice does not hold. A step may only use values from the failure and from
/// the answers before it.
pub struct World {
    code: String,
    folder: Folder,
    /// The programs that a command may name.
    programs: RefCell<Vec<PathBuf>>,
    clock: Box<dyn FnMut(Duration)>,
    call: Option<Call>,
    failure: Option<ErrorRecord>,
    /// The values that the failure and the output after it contain.
    known: Vec<String>,
    /// The values in the failure's context and field errors.
    rejected: Vec<String>,
    /// The declared fixes of the code whose destructive words are safe.
    safe_fixes: Vec<String>,
    /// Whether the fix may replace the content of files.
    may_replace: bool,
    followed: Followed,
    is_over: bool,
}

fn unmet<T>(expected: impl Into<String>, found: impl Into<String>) -> Result<T, CheckError> {
    Err(CheckError::new(expected, found))
}

impl World {
    pub(super) fn new(code: &str, safe_fixes: Vec<String>) -> io::Result<Self> {
        Ok(Self {
            code: code.to_owned(),
            folder: Folder::new()?,
            programs: RefCell::default(),
            clock: Box::new(thread::sleep),
            call: None,
            failure: None,
            known: Vec::new(),
            rejected: Vec::new(),
            safe_fixes,
            may_replace: false,
            followed: Followed::default(),
            is_over: false,
        })
    }

    /// An empty folder, which is removed at the end.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A program that runs in the folder, with the folder as its home. Fix commands find it by its name.
    pub fn tool(&self, program: impl Into<PathBuf>) -> Tool {
        let program = program.into();
        let tool = Tool::new(&program).current_dir(self.folder()).env("HOME", self.folder());
        self.programs.borrow_mut().push(program);
        tool
    }

    /// Waits with `wait` instead of sleeping, for example by moving the clock of a server.
    pub fn clock(&mut self, wait: impl FnMut(Duration) + 'static) {
        self.clock = Box::new(wait);
    }

    /// Ends an outage after waits of `length` in all, without sleeping. `end` starts the server or frees the lock; what
    /// it returns lives as long as the world.
    pub fn outage<T: 'static>(&mut self, length: Duration, end: impl FnOnce() -> T + 'static) {
        let (mut waited, mut end, mut ended) = (Duration::ZERO, Some(end), None);
        self.clock(move |wait| {
            waited += wait;
            if waited >= length && ended.is_none() {
                ended = end.take().map(|end| end());
            }
        });
    }

    /// Lets the fix replace the content of files in the folder, such as a configuration that it corrects. Without this, the fix may
    /// only create files and append to them.
    pub fn allow_replacing(&mut self) {
        self.may_replace = true;
    }

    /// Adds a value that the advice asks the caller to get elsewhere, for example from the user.
    pub fn learn(&mut self, value: impl Into<Value>) {
        scalars(&value.into(), &mut self.known);
        self.followed.steps.push("learn".to_owned());
    }

    /// Makes the call that fails with the code.
    ///
    /// # Errors
    ///
    /// If it does not fail with the code, or if the failure has no advice, or both a fix and a retry.
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
        (self.call, self.failure) = (Some(call), Some(failure));
        Ok(())
    }

    /// The failed call.
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
