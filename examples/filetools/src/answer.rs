//! A successful answer of a tool.

use agent_error::Response;
use serde::Serialize;
use serde_json::Value;

/// The answer of a tool: text for readers, the same as data, and warnings.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) text: String,
    data: Value,
    pub(crate) warnings: Vec<String>,
}

impl Answer {
    pub(crate) fn new(text: impl Into<String>, data: impl Serialize) -> Self {
        // Structs of texts and numbers, which JSON can always represent.
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
