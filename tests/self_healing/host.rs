//! The programs and servers that the agent calls.

use crate::call::{Argument, Call, same_name};
use crate::failure::Answer;
use serde::Deserialize;

/// A program or a server, and the descriptions of its commands or tools.
pub(crate) trait Host {
    /// Makes a call once.
    fn call(&mut self, call: &Call) -> Answer;

    /// Runs a command line once.
    fn run(&mut self, command: &str) -> Answer;

    /// Returns the signature of an action, if the action exists.
    fn signature(&self, action: &str) -> Option<Signature>;

    /// Formats the call as a single line.
    fn shown(&self, call: &Call) -> String;
}

/// What is known about an action before it's called.
#[derive(Debug)]
pub(crate) struct Signature {
    /// The name that the host uses for the action.
    pub(crate) action: String,
    pub(crate) danger: Danger,
    pub(crate) parameters: Vec<Parameter>,
}

/// How much a call may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Danger {
    Safe,
    Mutating,
    Destructive,
}

#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) is_required: bool,
}

impl Signature {
    /// Creates a call of the action with the arguments that it accepts. Returns `None` if a required argument is
    /// missing.
    pub(crate) fn filled(&self, arguments: &[Argument]) -> Option<Call> {
        let takes = |argument: &&Argument| self.parameters.iter().any(|known| same_name(&known.name, &argument.name));
        let arguments: Vec<Argument> = arguments.iter().filter(takes).cloned().collect();
        let has = |parameter: &Parameter| arguments.iter().any(|given| same_name(&given.name, &parameter.name));
        let is_complete = self.parameters.iter().all(|parameter| !parameter.is_required || has(parameter));
        is_complete.then(|| Call { action: self.action.clone(), arguments })
    }
}
