//! Tests of the details of a status.

use agent_error::facts::Severity;
use agent_error::{AgentError, ErrorRecord, FieldError, exit};
use agent_error_tonic::{Encoder, status};
use prost::Message;
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};
use std::collections::BTreeMap;
use std::time::Duration;
use tonic::{Code, Status};
use tonic_types::{StatusExt, pb};

/// Returns the type names of the details in order.
fn types(status: &Status) -> Vec<String> {
    let encoded = pb::Status::decode(status.details()).unwrap();
    assert_eq!(
        (encoded.code, encoded.message.as_str()),
        (i32::from(status.code()), status.message())
    );
    let name = |url: &str| url.strip_prefix("type.googleapis.com/").unwrap().to_owned();
    encoded
        .details
        .iter()
        .map(|detail| name(&detail.type_url))
        .collect()
}

fn facts(status: &Status) -> BTreeMap<String, Kind> {
    let encoded = pb::Status::decode(status.details()).unwrap();
    let detail = encoded
        .details
        .iter()
        .find(|detail| detail.type_url.ends_with("/google.protobuf.Struct"))
        .unwrap();
    let facts = Struct::decode(detail.value.as_slice()).unwrap();
    facts
        .fields
        .into_iter()
        .map(|(name, value)| (name, value.kind.unwrap()))
        .collect()
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, docs = "https://docs.example.com/{code}")]
#[error("bucket {name} holds {objects} objects")]
#[code(
    "D_NOT_EMPTY",
    exit = exit::PRECONDITION,
    instance = "/buckets/{name}",
    fix_required = "Bucket {name} is empty",
    suggest = "Delete the objects first",
    suggest(cli = "Run `tool objects list`"),
    fix = "tool empty --if-full {name}",
    check = "tool show {name}",
    actions("objects.delete", "DELETE /objects", "DeleteObjects", "objects.v1.Objects/DeleteObjects")
)]
/// The bucket contains objects.
struct NotEmpty {
    name: String,
    objects: u64,
    owner: Option<String>,
    tags: Vec<&'static str>,
    #[context(secret)]
    session: String,
    fields: Vec<FieldError>,
    source: std::io::Error,
}

pub(crate) fn text(text: &str) -> Kind {
    Kind::StringValue(text.to_owned())
}

fn not_empty() -> NotEmpty {
    NotEmpty {
        name: "a b".to_owned(),
        objects: 3,
        owner: None,
        tags: vec!["x", "y"],
        session: "hunter2-Pa55".to_owned(),
        fields: vec![
            FieldError::new("force", "Not a boolean.")
                .sent("maybe")
                .options(["true", "false"]),
        ],
        source: std::io::Error::other("disk /dev/sda7"),
    }
}

#[test]
fn every_detail_has_its_documented_content() {
    let status = status(&not_empty());
    assert_eq!(
        (status.code(), status.message()),
        (Code::FailedPrecondition, "bucket a b holds 3 objects")
    );
    assert_eq!(
        types(&status),
        [
            "google.rpc.ErrorInfo",
            "google.rpc.BadRequest",
            "google.rpc.PreconditionFailure",
            "google.rpc.ResourceInfo",
            "google.rpc.Help",
            "google.protobuf.Struct",
        ]
    );

    let info = status.get_details_error_info().unwrap();
    assert_eq!(
        (info.reason.as_str(), info.domain.as_str()),
        ("D_NOT_EMPTY", "docs.example.com")
    );
    let metadata: BTreeMap<&str, &str> = info
        .metadata
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    let expected = [
        ("name", "a b"),
        ("objects", "3"),
        ("session", "[REDACTED]"),
        ("tags", r#"["x","y"]"#),
    ];
    assert_eq!(metadata, BTreeMap::from(expected));

    let violations = status.get_details_bad_request().unwrap().field_violations;
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0].field, "force");
    assert_eq!(
        violations[0].description,
        "Not a boolean. You sent: 'maybe'. Valid options: 'true', 'false'."
    );

    let violations = status
        .get_details_precondition_failure()
        .unwrap()
        .violations;
    assert_eq!(violations.len(), 1);
    assert_eq!(
        (&*violations[0].r#type, &*violations[0].subject),
        ("D_NOT_EMPTY", "/buckets/a%20b")
    );
    assert_eq!(violations[0].description, "Bucket a b is empty");

    let resource = status.get_details_resource_info().unwrap();
    assert_eq!(
        (&*resource.resource_name, &*resource.description),
        ("/buckets/a%20b", "The bucket contains objects.")
    );

    let links = status.get_details_help().unwrap().links;
    assert_eq!(
        (&*links[0].url, &*links[0].description),
        ("https://docs.example.com/D_NOT_EMPTY", "About D_NOT_EMPTY")
    );

    let facts = facts(&status);
    assert_eq!(facts["suggestion"], text("Delete the objects first"));
    let methods = ["DeleteObjects", "objects.v1.Objects/DeleteObjects"].map(|name| Value {
        kind: Some(text(name)),
    });
    assert_eq!(
        facts["actions"],
        Kind::ListValue(ListValue {
            values: methods.to_vec()
        })
    );
    assert_eq!(facts["retryable"], Kind::BoolValue(false));
    assert_eq!(facts["exit_code"], Kind::NumberValue(4.0));
    for name in [
        "code",
        "message",
        "context",
        "docs_url",
        "fix_required",
        "instance",
    ] {
        assert!(!facts.contains_key(name), "{name} is sent twice");
    }
    for name in ["cause", "fix_command", "check_command"] {
        assert!(
            !facts.contains_key(name),
            "{name} is only of use on the server"
        );
    }
}

#[test]
fn details_without_content_are_not_sent() {
    let status = status(&ErrorRecord::new("D_PLAIN", "failed"));
    assert_eq!(
        types(&status),
        ["google.rpc.ErrorInfo", "google.protobuf.Struct"]
    );
    assert_eq!(status.get_details_error_info().unwrap().domain, "");
}

#[test]
fn only_a_retryable_error_has_retry_info() {
    let error = ErrorRecord::new("D_BUSY", "busy").with_retry_after(Duration::from_millis(1500));
    let delay = |error: &ErrorRecord| Some(status(error).get_details_retry_info()?.retry_delay);
    assert_eq!(delay(&error), Some(Some(Duration::from_millis(1500))));
    assert_eq!(delay(&error.clone().with_retryable(false)), None);
    assert_eq!(
        delay(&ErrorRecord::new("D_BUSY", "busy").with_retryable(true)),
        None
    );
    // A wait of zero still counts as a wait.
    let at_once = ErrorRecord::new("D_BUSY", "busy").with_retry_after(Duration::ZERO);
    assert!(types(&status(&at_once)).contains(&"google.rpc.RetryInfo".to_owned()));
}

#[test]
fn the_domain_can_be_set() {
    let domain = |encoder: Encoder| {
        encoder
            .status(&not_empty())
            .get_details_error_info()
            .unwrap()
            .domain
    };
    assert_eq!(
        domain(Encoder::new().domain("buckets.example.com")),
        "buckets.example.com"
    );
    assert_eq!(domain(Encoder::new().domain(String::new())), "");
}

#[test]
fn secrets_and_causes_are_never_sent() {
    let error = ErrorRecord::new("D_LOGIN", "cannot log in with password=hunter2-Pa55")
        .with_context("api_key", "sk-live-4f3e2d1c0b9a8f7e")
        .with_detail("the key sk-live-4f3e2d1c0b9a8f7e is expired")
        .with_cause("GET https://eve:tok_9f8e7d6c5b4a3210@10.0.0.5/")
        .with_body("tok_9f8e7d6c5b4a3210")
        .with_fix_command("tool login --password hunter2-Pa55")
        .with_severity(Severity::Critical)
        .with_field_error(FieldError::new("password", "Too short.").sent("hunter2-Pa55"));
    for status in [status(&error), status(&not_empty())] {
        let sent = format!(
            "{} {}",
            status.message(),
            String::from_utf8_lossy(status.details())
        );
        for secret in [
            "hunter2-Pa55",
            "sk-live",
            "tok_9f8e",
            "10.0.0.5",
            "/dev/sda7",
        ] {
            assert!(!sent.contains(secret), "{secret}: {sent}");
        }
    }
}

#[test]
fn a_message_has_no_control_characters() {
    let error = ErrorRecord::new("D_HOSTILE", "a\u{1b}[31mb\u{202e}c\u{7}\nd")
        .with_exit_code(exit::NOT_FOUND);
    let status = status(&error);
    assert_eq!(status.message(), "ab\\u{202e}c\nd");
    assert!(types(&status).contains(&"google.rpc.ErrorInfo".to_owned()));
}
