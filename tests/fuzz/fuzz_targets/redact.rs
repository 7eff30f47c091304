//! Redacts any string, and a record that contains it.

#![no_main]

use agent_error::format::without_secrets;
use agent_error::ErrorRecord;
use agent_error::error::REDACTED;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let shown = without_secrets(text);
    assert!(shown.len() <= REDACTED.len() * text.len());
    // Use the words of the first half as secrets in the second half.
    let middle = (text.len() / 2..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    let (secrets, message) = text.split_at(middle);
    let secrets: Vec<&str> = secrets.split(' ').collect();
    let record = ErrorRecord::new("DENIED", message).with_context("passwords", secrets).without_secrets();
    assert!(record.message.len() <= REDACTED.len() * message.len());
});
