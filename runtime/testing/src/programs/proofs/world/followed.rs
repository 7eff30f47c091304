//! The record of a proof: which advice was followed.

use agent_error_tooling::Promise;
use std::collections::BTreeSet;

/// Which advice was followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followed {
    pub(crate) steps: Vec<String>,
    pub(super) fix: bool,
    pub(super) retry: bool,
    pub(super) actions: BTreeSet<String>,
    /// The code that the call ends with now.
    pub(crate) leads_to: Option<String>,
}

impl Followed {
    pub(crate) fn add(&mut self, other: &Self) {
        self.steps.extend(other.steps.iter().cloned());
        self.fix |= other.fix;
        self.retry |= other.retry;
        self.actions.extend(other.actions.iter().cloned());
    }

    /// The advice of a promise that was not followed.
    pub(crate) fn lacks(&self, promise: &Promise) -> Vec<String> {
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
