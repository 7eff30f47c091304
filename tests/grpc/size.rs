//! Tests of the size limit, and of the order in which details are dropped.

use crate::cases::cases;
use agent_error::{ErrorRecord, FieldError};
use agent_error_tonic::{DEFAULT_SIZE_LIMIT, Encoder, record, status};
use http::HeaderMap;
use proptest::prelude::*;
use std::time::Duration;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// Returns the size of a trailers-only response with this status, as HTTP/2 counts it.
fn size(status: &Status) -> usize {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", "application/grpc".parse().unwrap());
    headers.insert("date", "Tue, 24 Nov 2026 12:00:00 GMT".parse().unwrap());
    status.add_header(&mut headers).unwrap();
    let pseudo = ":status".len() + "200".len() + 32;
    pseudo
        + headers
            .iter()
            .map(|(name, value)| name.as_str().len() + value.len() + 32)
            .sum::<usize>()
}

fn full() -> ErrorRecord {
    ErrorRecord::new("S_FULL", "failed")
        .with_public(true)
        .with_docs_url("https://docs.example.com/S_FULL")
        .with_fix_required("the condition holds")
        .with_instance("/things/1")
        .with_suggestion("Try something else, and then something else again")
        .with_retry_after(Duration::from_secs(3))
        .with_context("short", "value")
        .with_field_error(FieldError::new("first", "Invalid."))
}

/// Returns the kinds of details in a status.
fn present(status: &Status) -> Vec<&'static str> {
    let details = status.get_error_details();
    let record = record(status);
    let all = [
        (
            "context",
            details
                .error_info()
                .is_some_and(|info| !info.metadata.is_empty()),
        ),
        (
            "fields",
            details
                .bad_request()
                .is_some_and(|request| !request.field_violations.is_empty()),
        ),
        ("resource", details.resource_info().is_some()),
        ("precondition", details.precondition_failure().is_some()),
        ("help", details.help().is_some()),
        ("advice", record.suggestion().is_some()),
        ("facts", record.is_retryable()),
        ("reason", details.error_info().is_some()),
    ];
    all.into_iter()
        .filter(|(_, is_present)| *is_present)
        .map(|(name, _)| name)
        .collect()
}

const ORDER: [&str; 8] = [
    "context",
    "fields",
    "resource",
    "precondition",
    "help",
    "advice",
    "facts",
    "reason",
];

#[test]
fn details_are_dropped_in_the_documented_order() {
    let mut seen = Vec::new();
    for limit in (0..2_000).rev() {
        let status = Encoder::new().size_limit(limit).status(&full());
        let present = present(&status);
        assert!(
            limit < 300 || size(&status) <= limit,
            "{} > {limit}",
            size(&status)
        );
        if seen.last() != Some(&present) {
            seen.push(present);
        }
    }
    // Each step drops the next kind of detail. The last step drops the reason and the facts
    // together.
    let expected: Vec<Vec<&str>> = (0..=6)
        .map(|dropped| ORDER[dropped..].to_vec())
        .chain([vec![]])
        .collect();
    let without_details: Vec<&str> = expected[7].clone();
    assert_eq!(seen[..7], expected[..7]);
    assert_eq!(seen.last(), Some(&without_details));
}

#[test]
fn the_longest_values_are_dropped_first() {
    let error = full()
        .with_context("long", "x".repeat(3_000))
        .with_context("longest", "y".repeat(6_000))
        .with_context("medium", "z".repeat(500));
    let status = status(&error);
    let metadata = status.get_details_error_info().unwrap().metadata;
    let mut names: Vec<&String> = metadata.keys().collect();
    names.sort();
    assert_eq!(names, ["long", "medium", "short"]);
    assert!(size(&status) <= DEFAULT_SIZE_LIMIT);
}

#[test]
fn the_last_invalid_fields_are_dropped_first() {
    let mut error = full();
    for number in 0..200 {
        let field = format!("items.{number}.quantity");
        error = error.with_field_error(FieldError::new(field, "Not a quantity."));
    }
    let status = status(&error);
    let fields = status.get_details_bad_request().unwrap().field_violations;
    assert!((50..200).contains(&fields.len()), "{}", fields.len());
    assert_eq!(
        (&*fields[0].field, &*fields[1].field),
        ("first", "items.0.quantity")
    );
    assert!(status.get_details_error_info().unwrap().metadata.is_empty());
    assert!(status.get_details_help().is_some());
    assert!(size(&status) <= DEFAULT_SIZE_LIMIT);
}

#[test]
fn a_long_message_is_truncated_and_the_details_stay() {
    let mut error = full();
    agent_error::__private::fields(&mut error).message = "é ".repeat(10_000);
    let status = status(&error);
    // Each pair of characters takes nine bytes when percent-encoded.
    assert_eq!(
        status.message(),
        "é ".repeat(DEFAULT_SIZE_LIMIT / 8 / 9) + "é"
    );
    assert_eq!(present(&status), ORDER);
    assert!(size(&status) <= DEFAULT_SIZE_LIMIT);
}

#[test]
fn even_a_hostile_code_stays_within_the_limit() {
    let error = ErrorRecord::new("X".repeat(100_000), "m".repeat(100_000))
        .with_public(true)
        .with_suggestion("s".repeat(100_000));
    let status = status(&error);
    assert_eq!((status.code(), status.details().len()), (Code::Unknown, 0));
    assert!(
        size(&status) <= DEFAULT_SIZE_LIMIT && status.message().len() == DEFAULT_SIZE_LIMIT / 8
    );
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn no_status_exceeds_its_limit(
        limit in 400_usize..9_000,
        message in ".{0,3000}",
        suggestion in ".{0,3000}",
        values in proptest::collection::vec(".{0,2000}", 0..6),
        fields in proptest::collection::vec(".{0,500}", 0..6),
    ) {
        let mut error = full().with_suggestion(suggestion);
        message.clone_into(&mut agent_error::__private::fields(&mut error).message);
        for (number, value) in values.into_iter().enumerate() {
            error = error.with_context(format!("value{number}"), value);
        }
        for field in fields {
            error = error.with_field_error(FieldError::new(field.clone(), field));
        }
        let status = Encoder::new().size_limit(limit).status(&error);
        prop_assert!(size(&status) <= limit, "{} > {limit}", size(&status));
    }
}
