//! The tools that a server lists, if it cannot be asked for a tool by name.

use rmcp::model::Tool;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The last listed tools, by name. Each clone has its own, since sessions may have different tools.
#[derive(Debug, Default)]
pub(super) struct Listed(Mutex<HashMap<String, Tool>>);

impl Clone for Listed {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Listed {
    pub(super) fn get(&self, name: &str) -> Option<Tool> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Whether no tools were listed so far.
    pub(super) fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Keeps the tools of a list, all of its pages included.
    pub(super) fn keep(&self, tools: &[Tool]) {
        let mut listed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listed.extend(tools.iter().map(|tool| (tool.name.to_string(), tool.clone())));
    }
}
