//! The agent: makes a call, reads five members of a failure, and decides what to do next.

use crate::call::Call;
use crate::failure::{Answer, Failure};
use crate::host::{Danger, Host};
use crate::refresh::{Refreshed, refreshed};
use crate::trace::{GaveUp, Step};
use serde_json::Value;
use std::thread;
use std::time::Duration;

/// The wait before the first retry if the failure doesn't specify one. The wait doubles with each retry.
const FIRST_PAUSE: Duration = Duration::from_millis(20);

/// An agent with a goal.
pub(crate) struct Agent<'a> {
    host: &'a mut dyn Host,
    /// The remaining number of calls.
    steps_left: u32,
    /// The longest acceptable wait.
    patience: Duration,
    trace: Vec<Step>,
}

/// The result of pursuing a goal.
pub(crate) struct Outcome {
    pub(crate) result: Result<Value, GaveUp>,
    trace: Vec<Step>,
}

impl Outcome {
    /// Formats all decisions, one per line.
    pub(crate) fn trace(&self) -> String {
        self.trace.iter().flat_map(|step| [step.to_string(), "\n".to_owned()]).collect()
    }

    /// Returns the number of calls of any kind.
    pub(crate) fn calls(&self) -> usize {
        let is_call = |step: &&Step| matches!(step, Step::Call(_) | Step::Fixed(_) | Step::Asked(_));
        self.trace.iter().filter(is_call).count()
    }
}

/// What the agent currently tries: its goal, an action, or a fix.
enum Attempt<'a> {
    Goal(&'a Call),
    Action(&'a Call),
    Fix(&'a str),
}

impl<'a> Agent<'a> {
    pub(crate) fn new(host: &'a mut dyn Host) -> Self {
        Self { host, steps_left: 8, patience: Duration::from_millis(300), trace: Vec::new() }
    }

    pub(crate) fn budget(mut self, steps: u32) -> Self {
        self.steps_left = steps;
        self
    }

    pub(crate) fn patience(mut self, longest: Duration) -> Self {
        self.patience = longest;
        self
    }

    pub(crate) fn pursue(mut self, goal: Call) -> Outcome {
        let result = self.reach(goal);
        self.trace.push(match &result {
            Ok(_) => Step::Done,
            Err(reason) => Step::GaveUp(reason.clone()),
        });
        Outcome { result, trace: self.trace }
    }

    fn reach(&mut self, mut call: Call) -> Result<Value, GaveUp> {
        let mut fixes = Vec::new();
        loop {
            let failure = match self.patiently(&Attempt::Goal(&call))? {
                Answer::Done(value) => return Ok(value),
                Answer::Failed(failure) => failure,
            };
            if let Some(fix) = failure.fix_command {
                if fixes.contains(&fix) {
                    return Err(GaveUp::FixInVain);
                }
                let answer = self.patiently(&Attempt::Fix(&fix))?;
                let Answer::Done(_) = answer else { return Err(GaveUp::FixFailed) };
                fixes.push(fix);
            } else {
                call = self.ask(&failure, &call)?;
            }
        }
    }

    /// Calls the actions of a failure, and returns the original call with values from their results.
    fn ask(&mut self, failure: &Failure, call: &Call) -> Result<Call, GaveUp> {
        if failure.actions.is_empty() {
            return Err(GaveUp::Permanent);
        }
        for action in &failure.actions {
            // Only call actions that are known to be safe.
            let signature = self.host.signature(action).filter(|signature| signature.danger == Danger::Safe);
            let Some(question) = signature.and_then(|signature| signature.filled(&call.arguments)) else { continue };
            let Answer::Done(answer) = self.patiently(&Attempt::Action(&question))? else { continue };
            if let Some(Refreshed { call, changes, is_guess }) = refreshed(call, &answer) {
                if is_guess && self.destroys(&call) {
                    return Err(GaveUp::TooDangerous);
                }
                self.trace.extend(changes);
                return Ok(call);
            }
        }
        Err(GaveUp::NothingNew)
    }

    /// Whether the call is destructive. An unknown call counts as destructive.
    fn destroys(&self, call: &Call) -> bool {
        self.host.signature(&call.action).is_none_or(|signature| signature.danger == Danger::Destructive)
    }

    /// Repeats the identical call while failures are retryable.
    fn patiently(&mut self, attempt: &Attempt<'_>) -> Result<Answer, GaveUp> {
        let mut pause = FIRST_PAUSE;
        loop {
            let answer = self.once(attempt)?;
            let Answer::Failed(failure) = &answer else { return Ok(answer) };
            self.trace.push(Step::Failed(failure.code.clone()));
            if !failure.retryable {
                return Ok(answer);
            }
            let stated = failure.retry_after_ms.map(Duration::from_millis);
            let wait = stated.unwrap_or(pause);
            let ms = u64::try_from(wait.as_millis()).unwrap();
            if wait > self.patience {
                return Err(GaveUp::TooLong { ms });
            }
            if self.steps_left == 0 {
                return Err(GaveUp::OutOfSteps);
            }
            self.trace.push(Step::Waited { ms, was_stated: stated.is_some() });
            thread::sleep(wait);
            pause *= 2;
        }
    }

    fn once(&mut self, attempt: &Attempt<'_>) -> Result<Answer, GaveUp> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(GaveUp::OutOfSteps)?;
        let (step, answer) = match attempt {
            Attempt::Goal(call) => (Step::Call(self.host.shown(call)), self.host.call(call)),
            Attempt::Action(call) => (Step::Asked(self.host.shown(call)), self.host.call(call)),
            Attempt::Fix(command) => (Step::Fixed((*command).to_owned()), self.host.run(command)),
        };
        self.trace.push(step);
        Ok(answer)
    }
}
