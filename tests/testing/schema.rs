//! Tests the envelope schema with everything that the crate writes, and with JSON that it never
//! writes.

use crate::envelopes::{envelopes, full};
use agent_error::Format;
use agent_error::facts::SideEffects;
use agent_error_testing::Captured;
use serde_json::{Value, json};

fn is_valid(text: &str) -> Result<(), String> {
    Captured::new(text, "", None)
        .check_schema()
        .map_err(|unmet| unmet.found)
}

#[test]
fn output_of_the_crate_is_valid() {
    let commands = full()
        .with_fix_command("tool fix")
        .with_check_command("tool show");
    let effects = [
        SideEffects::None,
        SideEffects::Partial,
        SideEffects::Complete,
        SideEffects::Unknown,
    ];
    let ours = effects.map(|effects| {
        let error = commands.clone().with_side_effects(effects);
        agent_error::render(&error, Format::ENVELOPE.pretty(true))
    });
    for envelope in envelopes().into_iter().chain(ours) {
        assert_eq!(is_valid(&envelope), Ok(()), "{envelope}");
    }
}

#[test]
fn each_rule_rejects_invalid_output() {
    let good: Value =
        serde_json::from_str(&agent_error::render(&full(), Format::ENVELOPE)).unwrap();
    assert_eq!(is_valid(&good.to_string()), Ok(()));
    for (pointer, value) in [
        ("/ok", json!(true)),
        ("/ok", json!("false")),
        ("/data", json!({})),
        ("/error", json!(null)),
        ("/error/code", json!("")),
        ("/error/code", json!(404)),
        ("/error/message", json!("")),
        ("/error/suggestion", json!("")),
        ("/error/retryable", json!("no")),
        ("/error/retry_after_ms", json!(-1)),
        ("/error/retry_after_ms", json!(1.5)),
        ("/error/phase", json!("before")),
        ("/error/actions", json!([])),
        ("/error/actions", json!([1])),
        ("/error/context", json!([])),
        ("/warnings", json!([1])),
        ("/warnings", json!(null)),
        ("/meta/duration_ms", json!(-1)),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = value.clone();
        assert!(is_valid(&bad.to_string()).is_err(), "{pointer} = {value}");
    }
    for (pointer, name) in [
        ("", "error"),
        ("", "warnings"),
        ("/error", "code"),
        ("/meta", "duration_ms"),
    ] {
        let mut bad = good.clone();
        bad.pointer_mut(pointer)
            .unwrap()
            .as_object_mut()
            .unwrap()
            .remove(name)
            .unwrap();
        assert!(
            is_valid(&bad.to_string()).is_err(),
            "{pointer} without {name}"
        );
    }
    for pointer in ["", "/error"] {
        let mut bad = good.clone();
        bad.pointer_mut(pointer).unwrap()["extra"] = json!(1);
        assert!(
            is_valid(&bad.to_string())
                .unwrap_err()
                .contains("'extra' was unexpected"),
            "{pointer}"
        );
    }
    assert!(is_valid("{}{}").unwrap_err().starts_with("invalid JSON"));
}
