//! Tests manifests against the published schema.

use crate::programs::program;
use crate::{folder, read};
use serde_json::{Value, json};
use std::process::Command;

fn load(name: &str) -> Value {
    read(&folder("AGENT_ERROR_SCHEMAS").join(name))
}

/// Compiles the manifest schema. Inlines the schema of exit codes, which is in a separate file.
fn validator() -> jsonschema::Validator {
    let mut schema = load("manifest-response.json");
    let mut entry = load("exit-code-entry.json");
    entry
        .as_object_mut()
        .unwrap()
        .retain(|key, _| !key.starts_with('$'));
    let place = "/definitions/CommandEntry/properties/exit_codes/additionalProperties";
    let place = schema.pointer_mut(place).unwrap();
    assert_eq!(*place, json!({"$ref": "exit-code-entry.json"}));
    *place = entry;
    jsonschema::validator_for(&schema).unwrap()
}

fn errors(validator: &jsonschema::Validator, value: &Value) -> Vec<String> {
    validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// Runs `errors manifest --output json` and returns the complete envelope.
fn answer(mut command: Command) -> Value {
    let output = command
        .args(["errors", "manifest", "--output", "json"])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
#[ignore = "set AGENT_ERROR_SCHEMAS"]
fn manifests_are_valid() {
    let (manifests, envelopes) = (
        validator(),
        jsonschema::validator_for(&load("response-envelope.json")).unwrap(),
    );
    let programs = [
        ("dbtool", 12, Command::new(program("dbtool"))),
        ("cloudctl", 16, Command::new(program("cloudctl"))),
        ("agent-error", 7, Command::new(program("agent-error"))),
        ("tree", 10, Command::new(env!("CARGO_BIN_EXE_tree"))),
    ];
    for (name, at_least, program) in programs {
        let answer = answer(program);
        assert_eq!(errors(&envelopes, &answer), [""; 0], "{name}");
        let manifest = &answer["data"];
        assert_eq!(errors(&manifests, manifest), [""; 0], "{name}");
        let commands = manifest["commands"].as_object().unwrap();
        assert!(
            commands.len() >= at_least,
            "{name} has {} commands",
            commands.len()
        );
        println!("manifest of {name}: {} commands validated", commands.len());
    }
}
