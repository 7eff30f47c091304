//! A cache of the inner server's tools, for one session.

use rmcp::model::Tool;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) type Tools = HashMap<String, Tool>;

/// All tools listed so far, or `None` before the first listing. Clones start empty, because
/// sessions can have different tools.
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
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Adds tools to the cache.
    pub(crate) fn keep(&self, tools: &[Tool]) {
        let mut listed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all = Arc::make_mut(listed.get_or_insert_default());
        all.extend(
            tools
                .iter()
                .map(|tool| (tool.name.to_string(), tool.clone())),
        );
    }
}
