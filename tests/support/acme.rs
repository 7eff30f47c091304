//! A format that a user of the crate has added: the one of the guide to formats.

use agent_error::format::{ParseError, Reader, Style};
use agent_error::{ErrorRecord, Format};
use serde::{Deserialize, Serialize};

/// The errors of all tools at Acme: `{"errorCode":…,"text":…,"hint":…}`.
pub const ACME: Format =
    Format::new("acme", write).with_media_type("application/vnd.acme.error+json");

/// Reads the errors of tools at Acme.
pub const ACME_READER: Reader = Reader::new("acme", read);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AcmeError {
    error_code: String,
    text: String,
    hint: Option<String>,
}

fn write(error: &ErrorRecord, style: &Style<'_>) -> String {
    style.json(&AcmeError {
        error_code: error.code().to_owned(),
        text: error.message().to_owned(),
        hint: error.suggestion().map(str::to_owned),
    })
}

fn read(text: &str) -> Result<ErrorRecord, ParseError> {
    let error: AcmeError = serde_json::from_str(text).map_err(|_| ParseError::other_format())?;
    let record = ErrorRecord::new(error.error_code, error.text);
    Ok(match error.hint {
        Some(hint) => record.with_suggestion(hint),
        None => record,
    })
}
