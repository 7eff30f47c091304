//! Validates envelopes against the published JSON Schema.

use jsonschema::Validator;
use serde_json::Value;
use std::sync::LazyLock;

/// The JSON Schema (draft 2020-12) of the envelopes that agent-error writes, for both successes and
/// errors.
///
/// ```
/// let schema: serde_json::Value = serde_json::from_str(agent_error_testing::ENVELOPE_SCHEMA).unwrap();
/// assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
/// ```
pub const ENVELOPE_SCHEMA: &str = include_str!("envelope.schema.json");

static VALIDATOR: LazyLock<Option<Validator>> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(ENVELOPE_SCHEMA).ok()?;
    jsonschema::draft202012::new(&schema).ok()
});

pub(super) fn check(text: &[u8]) -> Result<(), String> {
    if text.trim_ascii().is_empty() {
        return Err("nothing".to_owned());
    }
    let text = str::from_utf8(text)
        .map_err(|error| format!("invalid UTF-8 at byte {}", error.valid_up_to()))?;
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("invalid JSON: {error}"))?;
    // If the schema were invalid, the tests of valid envelopes would fail.
    let validator = VALIDATOR.as_ref().ok_or("no valid schema")?;
    let errors: Vec<String> = validator
        .iter_errors(&value)
        .map(|error| placed(&error))
        .collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors.join("; "))
    }
}

fn placed(error: &jsonschema::ValidationError<'_>) -> String {
    let path = error.instance_path().to_string();
    // The path of the whole document is empty.
    if path.is_empty() {
        error.to_string()
    } else {
        format!("{error} at {path}")
    }
}
