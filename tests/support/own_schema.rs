//! Checks the exported schema of a program's output.

use agent_error_tooling::Document;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::process::Command;

/// The compiled schema of a program's envelopes, from its catalog document.
#[allow(dead_code, reason = "packages with several test targets only check the complete schema in one")]
pub(crate) struct OwnSchema {
    program: &'static str,
    pub(crate) document: Value,
    validator: Validator,
}

impl OwnSchema {
    /// Creates the schema of a program, such as `env!("CARGO_BIN_EXE_tool")`.
    pub(crate) fn of(program: &'static str) -> Self {
        let catalog = String::from_utf8(answer(program, &["catalog"])).unwrap();
        let document = catalog.parse::<Document>().unwrap().envelope_schema();
        let validator = jsonschema::draft202012::new(&document).unwrap();
        Self { program, document, validator }
    }

    /// Asserts that an envelope of a success or an error matches the schema.
    #[track_caller]
    pub(crate) fn assert_valid(&self, envelope: &Value) {
        let problems: Vec<String> = self.validator.iter_errors(envelope).map(|error| error.to_string()).collect();
        assert!(problems.is_empty(), "{problems:?}\n{envelope}");
        if let Some(code) = envelope["error"]["code"].as_str() {
            assert!(self.document["$defs"].get(code).is_some(), "{code} has no definition of its own");
        }
    }

    /// Asserts that the schema is valid and defines exactly the codes that the program lists.
    #[allow(dead_code, reason = "as above")]
    #[track_caller]
    pub(crate) fn assert_complete(&self) {
        jsonschema::meta::validate(&self.document).unwrap();
        let list: Value = serde_json::from_slice(&answer(self.program, &["list", "--output", "json"])).unwrap();
        let listed = list["data"]["errors"].as_array().unwrap().iter().map(|entry| entry["code"].as_str().unwrap());
        let mut listed: Vec<&str> =
            listed.chain(["Advice", "Failure", "Meta", "OtherError", "Retry", "Success"]).collect();
        listed.sort_unstable();
        assert!(listed.len() > 14, "{listed:?}");
        assert_eq!(self.document["$defs"].as_object().unwrap().keys().collect::<Vec<_>>(), listed);
    }

    /// Asserts that an error with context matches the schema, and that several modified versions of it don't.
    #[allow(dead_code, reason = "as above")]
    #[track_caller]
    pub(crate) fn assert_refuses_changes_of(&self, failure: &Value) {
        self.assert_valid(failure);
        let changes: [(&str, Value); 9] = [
            ("/ok", json!(true)),
            ("/data", json!({})),
            ("/warnings", Value::Null),
            ("/meta/schema_version", json!("9.9")),
            ("/error", Value::Null),
            ("/error/message", json!("")),
            ("/error/retryable", json!(failure["error"]["retryable"] == false)),
            ("/error/context", json!({})),
            ("/error/context", Value::Null),
        ];
        for (place, value) in changes {
            let mut bad = failure.clone();
            *bad.pointer_mut(place).unwrap() = value;
            self.assert_invalid(&bad);
        }
        for member in ["code", "message", "retryable", "context"] {
            let mut bad = failure.clone();
            bad["error"].as_object_mut().unwrap().remove(member);
            self.assert_invalid(&bad);
        }
        let mut newer = failure.clone();
        newer["error"]["invented"] = json!(1);
        assert!(self.validator.is_valid(&newer), "a later version may add members");
        newer["error"]["code"] = json!("NO_SUCH_CODE_ANYWHERE");
        assert!(self.validator.is_valid(&newer), "a later version may have other codes");
    }

    #[allow(dead_code, reason = "as above")]
    #[track_caller]
    pub(crate) fn assert_invalid(&self, envelope: &Value) {
        assert!(!self.validator.is_valid(envelope), "{envelope}");
    }
}

/// Returns the output of an `errors` command, run in an empty environment.
fn answer(program: &str, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(program).arg("errors").args(arguments).env_clear().output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output.stdout
}
