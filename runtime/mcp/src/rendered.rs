//! Remembers errors that were converted to results, which allows a server to recognize these results.

use crate::responder::Responder;
use agent_error::{AgentError, ErrorRecord};
use rmcp::model::{CallToolResult, ContentBlock};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The code of unclassified errors.
pub(crate) const UNCLASSIFIED: &str = "UNCLASSIFIED_ERROR";

/// Whether an error has a code other than `UNCLASSIFIED_ERROR`.
pub(crate) fn is_coded(error: &ErrorRecord) -> bool {
    !error.code.is_empty() && error.code != UNCLASSIFIED
}

/// An error that was converted to a result.
#[derive(Clone)]
pub(crate) struct Rendered {
    text: String,
    pub(crate) record: ErrorRecord,
    /// The actions that the code declares.
    pub(crate) declared_actions: &'static [&'static str],
    responder: Responder,
}

impl Rendered {
    /// Remembers an error, the actions that its code declares, and its result.
    pub(crate) fn new(
        error: &dyn AgentError,
        declared_actions: &'static [&'static str],
        responder: Responder,
        result: &CallToolResult,
    ) -> Self {
        Self {
            text: texts(result).next().unwrap_or_default().to_owned(),
            record: ErrorRecord::of(error),
            declared_actions,
            responder,
        }
    }

    /// Renders the error again with the server's settings. A format set on the responder still takes precedence.
    pub(crate) fn rewrite(&self, server: Responder, result: &mut CallToolResult) {
        let mut written = self.responder.within(server).written(&self.record);
        let is_error = |content: &&mut ContentBlock| content.as_text().is_some_and(|text| text.text == self.text);
        if let Some(content) = result.content.iter_mut().find(is_error) {
            *content = written.content.swap_remove(0);
            result.structured_content = written.structured_content.or(result.structured_content.take());
        }
    }
}

/// Recent errors that were converted to results outside of a call's task, such as in `spawn_blocking`, oldest first.
///
/// Results are recognized by their text. A marker in the result would be visible to clients if no server wraps the
/// handler.
static OUTSIDE: Mutex<VecDeque<Rendered>> = Mutex::new(VecDeque::new());

/// The maximum number of remembered errors. An error is looked up as soon as its call returns, so this only limits
/// concurrent failures.
const MAX_KEPT: usize = 256;

/// Remembers an error that was converted to a result outside of a call's task.
pub(crate) fn keep(rendered: Rendered) {
    let mut outside = OUTSIDE.lock().unwrap_or_else(PoisonError::into_inner);
    outside.retain(|other| other.text != rendered.text);
    if outside.len() == MAX_KEPT {
        outside.pop_front();
    }
    outside.push_back(rendered);
}

/// Finds the error behind a result that was created outside of a call's task.
pub(crate) fn find(result: &CallToolResult) -> Option<Rendered> {
    let mut outside = OUTSIDE.lock().unwrap_or_else(PoisonError::into_inner);
    let index = outside.iter().rposition(|rendered| texts(result).any(|text| text == rendered.text))?;
    // Keep the error, because a program can return the same result again.
    let rendered = outside.remove(index)?;
    outside.push_back(rendered.clone());
    Some(rendered)
}

fn texts(result: &CallToolResult) -> impl Iterator<Item = &str> {
    result.content.iter().filter_map(|content| Some(content.as_text()?.text.as_str()))
}
