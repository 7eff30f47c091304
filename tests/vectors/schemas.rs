//! Tests envelopes against the published schema.

use crate::envelopes::envelopes;
use crate::{folder, read};
use serde_json::{Value, json};

#[test]
#[ignore = "set AGENT_ERROR_SCHEMAS"]
fn envelopes_are_valid() {
    let schema = read(&folder("AGENT_ERROR_SCHEMAS").join("response-envelope.json"));
    let validator = jsonschema::validator_for(&schema).unwrap();
    let envelopes = envelopes();
    for envelope in &envelopes {
        let value: Value = serde_json::from_str(envelope).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(&value)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{envelope}\n{errors:?}");
    }
    assert!(
        !validator.is_valid(&json!({"ok": true})),
        "the schema refuses a text that is not an envelope"
    );
    println!("schemas: {} envelopes validated", envelopes.len());
}
