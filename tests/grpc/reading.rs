//! Tests of converting statuses of any server to errors.

use crate::cases::cases;
use crate::details::text;
use agent_error::facts::{Phase, Severity, SideEffects};
use agent_error::{ErrorRecord, FieldError, exit};
use agent_error_tonic::{code, record};
use proptest::prelude::*;
use prost::Message;
use prost_types::value::Kind;
use prost_types::{Any, ListValue, Struct, Value};
use std::collections::HashMap;
use std::time::Duration;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, QuotaViolation, StatusExt, pb};

#[test]
fn a_bare_status_has_the_facts_of_its_code() {
    for number in 1..=16 {
        let code = Code::from_i32(number);
        let record = record(&Status::new(code, "it failed"));
        assert_eq!(record.code(), format!("GRPC_{}", code::name(code)));
        assert_eq!(record.message(), "it failed");
        assert_eq!(record.exit_code(), code::exit_code(code));
        assert_eq!(record.http_status(), code::http_status(code));
        assert_eq!(record.is_retryable(), code == Code::Unavailable);
        assert_eq!(record.severity(), Severity::Error);
        let is_validation = matches!(code, Code::InvalidArgument | Code::OutOfRange);
        assert_eq!(record.phase(), is_validation.then_some(Phase::Validation));
        assert_eq!(record.side_effects(), None, "nobody knows them");
    }
}

#[test]
fn a_status_without_a_message_gets_one() {
    assert_eq!(
        record(&Status::not_found(" ")).message(),
        "the server responded with NOT_FOUND"
    );
}

#[test]
fn an_error_with_the_status_ok_is_a_general_error() {
    let record = record(&Status::ok("all is well"));
    assert_eq!(
        (record.code(), record.exit_code(), record.http_status()),
        ("GRPC_OK", 1, 500)
    );
}

#[test]
fn the_details_of_another_server_are_read() {
    let mut details = ErrorDetails::new();
    let metadata = HashMap::from([("service".to_owned(), "pubsub.googleapis.com".to_owned())]);
    details
        .set_error_info("API_DISABLED", "googleapis.com", metadata)
        .set_retry_info(Some(Duration::from_millis(2500)))
        .add_bad_request_violation("topic.name", "must not be empty")
        .add_precondition_failure_violation("TOS", "project/7", "Accept the terms of service")
        .add_precondition_failure_violation("BILLING", "project/7", "")
        .set_resource_info(
            "topic",
            "projects/7/topics/a",
            "eve@example.com",
            "no such topic",
        )
        .set_request_info("req-17", "")
        .add_help_link("Enable the API", "https://console.example.com/enable")
        .add_help_link("More", "https://console.example.com/more")
        .set_localized_message("en-US", "Enable the API first.")
        .set_debug_info(vec!["main.rs:7".to_owned()], "secret internals");
    let status = Status::with_error_details(Code::PermissionDenied, "the API is disabled", details);
    let record = record(&status);
    assert_eq!(
        (record.code(), record.message()),
        ("API_DISABLED", "the API is disabled")
    );
    assert_eq!(
        (record.exit_code(), record.http_status()),
        (exit::PERMISSION_DENIED, 403)
    );
    assert_eq!(
        (record.is_retryable(), record.retry_after()),
        (true, Some(Duration::from_millis(2500)))
    );
    assert!(
        record
            .field_errors()
            .eq([&FieldError::new("topic.name", "must not be empty")])
    );
    assert_eq!(
        record.fix_required(),
        Some("Accept the terms of service; BILLING project/7")
    );
    assert_eq!(
        record.docs_url(),
        Some("https://console.example.com/enable")
    );
    assert_eq!(record.detail(), Some("Enable the API first."));
    let context: Vec<(&str, String)> = record
        .context()
        .iter()
        .filter_map(|(name, value)| Some((name, value.as_str()?.to_owned())))
        .collect();
    let expected = [
        ("service", "pubsub.googleapis.com"),
        ("resource_type", "topic"),
        ("resource_name", "projects/7/topics/a"),
        ("domain", "googleapis.com"),
        ("request_id", "req-17"),
    ];
    assert_eq!(
        context,
        expected.map(|(name, value)| (name, value.to_owned()))
    );
    assert!(!format!("{record:?}").contains("internals"));
}

#[test]
fn a_quota_is_the_detail() {
    let violations = vec![
        QuotaViolation::new("project:7", "Daily limit of 100 calls"),
        QuotaViolation::new("project:8", ""),
    ];
    let status = Status::with_error_details(
        Code::ResourceExhausted,
        "quota",
        ErrorDetails::with_quota_failure(violations),
    );
    let record = record(&status);
    assert_eq!(record.detail(), Some("Daily limit of 100 calls; project:8"));
    assert_eq!(
        (record.exit_code(), record.is_retryable()),
        (exit::RATE_LIMITED, false)
    );
}

fn with_details(details: Vec<Any>) -> Status {
    let encoded = pb::Status {
        code: 3,
        message: "invalid".to_owned(),
        details,
    };
    Status::with_details(
        Code::InvalidArgument,
        "invalid",
        encoded.encode_to_vec().into(),
    )
}

fn detail(name: &str, value: Vec<u8>) -> Any {
    Any {
        type_url: format!("type.googleapis.com/{name}"),
        value,
    }
}

#[test]
fn a_malformed_detail_does_not_hide_others() {
    let info = pb::ErrorInfo {
        reason: "R_GOOD".to_owned(),
        ..Default::default()
    };
    let status = with_details(vec![
        detail("google.rpc.BadRequest", vec![0xff; 9]),
        detail("google.rpc.RetryInfo", vec![0x0a, 0xff]),
        detail("google.protobuf.Struct", vec![0xff; 3]),
        detail("example.Unknown", vec![1, 2, 3]),
        detail("google.rpc.ErrorInfo", info.encode_to_vec()),
        detail("google.rpc.ErrorInfo", vec![0xff; 9]),
    ]);
    let record = record(&status);
    assert_eq!(
        (
            record.code(),
            record.exit_code(),
            record.field_errors().collect::<Vec<_>>().len()
        ),
        ("R_GOOD", 2, 0)
    );
    assert_eq!(record.retry_after(), None);
}

#[test]
fn a_negative_or_missing_wait_is_no_wait() {
    for delay in [
        Some(prost_types::Duration {
            seconds: -5,
            nanos: 0,
        }),
        None,
    ] {
        let info = pb::RetryInfo { retry_delay: delay };
        let record = record(&with_details(vec![detail(
            "google.rpc.RetryInfo",
            info.encode_to_vec(),
        )]));
        assert_eq!((record.retry_after(), record.is_retryable()), (None, false));
    }
}

fn structure(members: &[(&str, Kind)]) -> Any {
    let value = |kind: &Kind| Value {
        kind: Some(kind.clone()),
    };
    let fields = members
        .iter()
        .map(|(name, kind)| ((*name).to_owned(), value(kind)))
        .collect();
    detail("google.protobuf.Struct", Struct { fields }.encode_to_vec())
}

#[test]
fn no_server_is_trusted() {
    let actions = ListValue {
        values: vec![Value {
            kind: Some(text("orders.list")),
        }],
    };
    let status = with_details(vec![structure(&[
        ("fix_command", text("rm -rf /tmp/x")),
        ("actions", Kind::ListValue(actions)),
        ("suggestion", text("Use the key sk-live-4f3e2d1c0b9a8f7e")),
        ("code", text("FORGED")),
        ("message", text("forged")),
        ("side_effects", text("partial")),
        ("exit_code", Kind::NumberValue(3.0)),
    ])]);
    let record = record(&status);
    assert_eq!(
        (record.code(), record.message()),
        ("GRPC_INVALID_ARGUMENT", "invalid")
    );
    assert_eq!((record.fix_command(), record.actions().len()), (None, 0));
    assert_eq!(
        record.context().get("server_fix"),
        Some("rm -rf /tmp/x".into())
    );
    assert_eq!(
        record.context().get("server_actions"),
        Some(serde_json::json!(["orders.list"]))
    );
    assert_eq!(
        (record.exit_code(), record.side_effects()),
        (3, Some(SideEffects::Partial))
    );
    assert!(!record.suggestion().unwrap().contains("sk-live"));
}

#[test]
fn a_struct_with_impossible_facts_is_skipped() {
    for exit_code in [0.0, 126.0, -1.0, 0.5, f64::NAN, f64::INFINITY, 1e300] {
        let status = with_details(vec![structure(&[
            ("exit_code", Kind::NumberValue(exit_code)),
            ("suggestion", text("Try again")),
        ])]);
        assert!(
            (1..=125).contains(&record(&status).exit_code()),
            "{exit_code}"
        );
    }
}

#[test]
fn secrets_of_a_bare_status_are_redacted() {
    let record = record(&Status::unauthenticated(
        "bad header: Authorization: Bearer tok_9f8e7d6c5b4a3210",
    ));
    assert!(
        !record.message().contains("tok_9f8e"),
        "{}",
        record.message()
    );
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn any_details_are_read(number in 0..17, message in ".{0,100}", details in proptest::collection::vec(any::<u8>(), 0..200)) {
        let status = Status::with_details(Code::from_i32(number), message, details.into());
        let record: ErrorRecord = record(&status);
        prop_assert!(!record.code().is_empty() && !record.message().is_empty());
        prop_assert!((1..=125).contains(&record.exit_code()));
    }
}
