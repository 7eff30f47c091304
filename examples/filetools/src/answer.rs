//! Successful results of tools.

use agent_error::Response;
use serde::Serialize;
use serde_json::Value;

/// The result of a tool: text for people, the same content as data, and warnings.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) text: String,
    data: Value,
    pub(crate) warnings: Vec<String>,
}

impl Answer {
    pub(crate) fn new(text: impl Into<String>, data: impl Serialize) -> Self {
        // Data consists of structs of strings and numbers, so serializing it can't fail.
        let data = serde_json::to_value(data).unwrap_or_default();
        Self { text: text.into(), data, warnings: Vec::new() }
    }

    pub(crate) fn warning(mut self, text: impl Into<String>) -> Self {
        self.warnings.push(text.into());
        self
    }
}

impl From<Answer> for Response {
    fn from(answer: Answer) -> Self {
        let response = Self::new(answer.data).human(answer.text);
        answer.warnings.into_iter().fold(response, Self::warning)
    }
}
