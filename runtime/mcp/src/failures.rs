//! Disables tools that keep failing.

use agent_error::ErrorRecord;
use agent_error::ready::ToolDisabled;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Counts consecutive failures per tool. Clones have separate counts, because each session has its own clone.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    /// The number of consecutive failures after which a tool is disabled, or 0 to never disable tools.
    pub(crate) limit: u32,
    streaks: Mutex<HashMap<String, Streak>>,
}

#[derive(Debug)]
struct Streak {
    failures: u32,
    last: ErrorRecord,
}

impl Clone for Failures {
    fn clone(&self) -> Self {
        Self { limit: self.limit, streaks: Mutex::default() }
    }
}

impl Failures {
    /// Returns an error if the tool is disabled.
    pub(crate) fn disabled(&self, tool: &str) -> Option<ToolDisabled> {
        let streaks = self.streaks.lock().unwrap_or_else(PoisonError::into_inner);
        let streak = streaks.get(tool).filter(|streak| streak.failures >= self.limit)?;
        Some(ToolDisabled::new(tool, streak.failures, &streak.last))
    }

    /// Counts a failed call. `error` is the error that the client received.
    pub(crate) fn failed(&self, tool: &str, error: impl FnOnce() -> ErrorRecord) {
        if self.limit > 0 {
            let last = error();
            let mut streaks = self.streaks.lock().unwrap_or_else(PoisonError::into_inner);
            let failures = streaks.get(tool).map_or(0, |streak| streak.failures) + 1;
            streaks.insert(tool.to_owned(), Streak { failures, last });
        }
    }

    /// Resets the count after a successful call.
    pub(crate) fn succeeded(&self, tool: &str) {
        if self.limit > 0 {
            self.streaks.lock().unwrap_or_else(PoisonError::into_inner).remove(tool);
        }
    }
}
