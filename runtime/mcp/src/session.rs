//! The state of a session: which tools the server has listed, and how often they failed in a row.

use agent_error::ErrorRecord;
use agent_error::ready::ToolDisabled;
use rmcp::model::Tool;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Tools by name.
pub(crate) type Tools = HashMap<String, Tool>;

/// All tools listed so far, or `None` before the first listing. Clones start empty, because sessions can have different
/// tools.
#[derive(Debug, Default)]
pub(crate) struct Listed(Mutex<Option<Arc<Tools>>>);

impl Clone for Listed {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Listed {
    pub(crate) fn get(&self, name: &str) -> Option<Tool> {
        self.all()?.get(name).cloned()
    }

    pub(crate) fn all(&self) -> Option<Arc<Tools>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds tools to the cache.
    pub(crate) fn keep(&self, tools: &[Tool]) {
        let mut listed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all = Arc::make_mut(listed.get_or_insert_default());
        all.extend(tools.iter().map(|tool| (tool.name.to_string(), tool.clone())));
    }
}

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
