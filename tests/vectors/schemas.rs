//! Tests envelopes against the published schema.

use crate::folder;
use agent_error::format::Meta;
use agent_error::vocabulary::{Phase, RetryStrategy};
use agent_error::{ErrorRecord, FieldError, Format, Renderer, Response, Severity};
use serde_json::{Value, json};
use std::time::Duration;

#[test]
#[ignore = "set AGENT_ERROR_SCHEMAS"]
fn envelopes_are_valid() {
    let path = folder("AGENT_ERROR_SCHEMAS").join("response-envelope.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let meta = Meta { duration_ms: 7, tool_version: Some("1.2.3") };
    let warnings = ["careful".to_owned()];
    let renderer = Renderer::new(Format::Envelope).meta(meta).warnings(&warnings);
    let full = ErrorRecord::new("X", "m")
        .with_cause("c")
        .with_detail("d")
        .with_suggestion("s")
        .with_fix_required("f")
        .with_docs_url("https://example.com")
        .with_retry_after(Duration::from_millis(5))
        .with_phase(Phase::Cleanup)
        .with_action("a")
        .with_context("k", json!({"nested": [1, null]}))
        .with_field_error(FieldError::new("f", "m"));
    let retries = [RetryStrategy::Immediate, RetryStrategy::Linear, RetryStrategy::Exponential]
        .map(|retry| full.clone().with_retry_strategy(retry));
    let severities = [Severity::Warning, Severity::Critical].map(|severity| full.clone().with_severity(severity));
    let errors = retries.into_iter().chain(severities).chain([ErrorRecord::new("", "")]);
    let mut answers: Vec<String> = errors.map(|error| renderer.render(&error)).collect();
    for data in [json!(null), json!({}), json!([1]), json!(1), json!("text"), json!(true)] {
        answers.push(Response::new(data).warning("w").render(renderer).unwrap());
    }
    for answer in &answers {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let errors: Vec<String> = validator.iter_errors(&answer).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{answer}\n{errors:?}");
    }
    assert!(!validator.is_valid(&json!({"ok": true})), "the schema refuses a text that is not an envelope");
    println!("schemas: {} envelopes validated", answers.len());
}

/// Why an error's envelope always has a member.
#[derive(Debug, PartialEq, Eq)]
enum AskedBy {
    /// The published schema requires the member.
    Required,
    /// The published schema describes the member, and the member states a fact: whether to retry the call, whether
    /// anything was done, or the version of the format.
    Described,
}

/// All members of the envelope for an error with only a code and a message.
const ALWAYS: &[(&str, AskedBy)] = &[
    ("/ok", AskedBy::Required),
    ("/data", AskedBy::Required),
    ("/error", AskedBy::Required),
    ("/error/code", AskedBy::Required),
    ("/error/message", AskedBy::Required),
    ("/error/retryable", AskedBy::Described),
    ("/error/phase", AskedBy::Described),
    ("/warnings", AskedBy::Required),
    ("/meta", AskedBy::Required),
    ("/meta/duration_ms", AskedBy::Required),
    ("/meta/schema_version", AskedBy::Described),
];

#[derive(Debug, thiserror::Error, agent_error::AgentError)]
#[error("it failed")]
#[code("FAILED")]
struct Failed;

#[test]
fn an_envelope_has_no_member_that_nothing_asks_for() {
    let envelope: Value = serde_json::from_str(&agent_error::render(&Failed, Format::Envelope)).unwrap();
    let mut members = Vec::new();
    for (name, value) in envelope.as_object().unwrap() {
        members.push(format!("/{name}"));
        members.extend(value.as_object().into_iter().flatten().map(|(inner, _)| format!("/{name}/{inner}")));
    }
    members.sort_unstable();
    let mut always: Vec<String> = ALWAYS.iter().map(|(member, _)| (*member).to_owned()).collect();
    always.sort_unstable();
    assert_eq!(members, always);
    // A parsed error only has the facts that its source contains.
    let read = agent_error::render(&agent_error::parse("[error:FAILED] it failed").unwrap(), Format::Envelope);
    assert!(!read.contains("retryable") && !read.contains("phase"), "{read}");
}

#[test]
#[ignore = "set AGENT_ERROR_SCHEMAS"]
fn what_an_envelope_always_has_is_in_the_published_schema() {
    let path = folder("AGENT_ERROR_SCHEMAS").join("response-envelope.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let object = |member: &str| match member {
        "error" => &schema["definitions"]["ErrorDetail"],
        "meta" => &schema["definitions"]["ResponseMeta"],
        _ => &schema,
    };
    for (member, asked_by) in ALWAYS {
        let (parent, name) = member[1..].split_once('/').unwrap_or(("", &member[1..]));
        let required = object(parent)["required"].as_array().unwrap().iter().any(|required| required == name);
        assert_eq!(required, *asked_by == AskedBy::Required, "{member}");
        assert!(object(parent)["properties"].get(name).is_some(), "{member}");
    }
}
