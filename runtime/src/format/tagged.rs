//! Writes `Tagged`: `[error:CODE] summary`, `hint: …`, an empty line and a body. The format comes
//! from errfmt.
//!
//! The code, the summary and the hint are a single line each. No value can forge a hint or a code:
//! line breaks become spaces, and a `]` in the code becomes an underscore.

use super::renderer::Renderer;
use super::summary::{explanation, one_advice, one_line};
use crate::error::record::ErrorRecord;
use crate::text::sanitize::is_blank;

pub(super) const START: &str = "[error:";

pub(super) fn render(record: &ErrorRecord, _: &Renderer<'_>) -> String {
    let code = one_line(&record.code_or_status()).replace(']', "_");
    // If a record has neither a code nor a message, the message stays empty, as in errfmt.
    let message = match record.fields.facts.status.is_none() && is_blank(&record.fields.code) {
        true => record.message_or_summary(),
        false => record.message_or_code(),
    };
    let mut text = format!("{START}{code}] {}", one_line(message));
    if let Some(advice) = one_advice(record) {
        text.push_str("\nhint: ");
        text.push_str(&one_line(&advice));
    }
    let bodies = [record.fields.body.clone(), explanation(record)];
    if let Some(body) = bodies.into_iter().flatten().find(|body| !body.is_empty()) {
        text.push_str("\n\n");
        text.push_str(&body);
    }
    text
}
