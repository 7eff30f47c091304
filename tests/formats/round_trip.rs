//! Reading what was written gives back every fact that the format carries.

use crate::invariants::is_tagged;
use agent_error::vocabulary::{Phase, RetryStrategy, SideEffects};
use agent_error::{AgentError, ErrorRecord, FieldError, Format, Severity, render};
use proptest::prelude::*;
use serde_json::Value;
use std::error::Error;
use std::time::Duration;

/// Text without what every format removes.
fn clean_text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Z0-9 _.,:;!?<>&\"'\\]\\[{}()/\\\\=-]{0,20}",
        2 => "\\PC{0,12}",
        1 => "(hint: |help: |  cause: |\\[error:X\\] |</message>|]]>|<action>|&amp;|\n|\t){0,4}",
    ]
    // The first two are no characters of XML 1.0; the others are ends of lines where lines count.
    .prop_map(|text| text.replace(['\u{fffe}', '\u{ffff}', '\u{2028}', '\u{2029}'], ""))
}

/// Any text at all.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "\\x00{0,2}\u{1b}\\[[0-9;]{0,4}m?.{0,8}", clean_text()]
}

fn any_value(text: BoxedStrategy<String>) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("JSON has no NaN", |number| number.is_finite()).prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 16, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(text.clone(), inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn texts(text: &BoxedStrategy<String>) -> impl Strategy<Value = Vec<Option<String>>> + use<> {
    prop::collection::vec(prop::option::of(text.clone()), 8)
}

type AnyFacts = (bool, Option<u64>, Option<RetryStrategy>, Option<Phase>, Severity, Option<u16>, u8);

fn facts() -> impl Strategy<Value = AnyFacts> {
    (
        any::<bool>(),
        prop::option::of(0..u64::from(u32::MAX)),
        prop::option::of(prop::sample::select(vec![
            RetryStrategy::Immediate,
            RetryStrategy::Linear,
            RetryStrategy::Exponential,
        ])),
        prop::option::of(prop::sample::select(vec![Phase::Validation, Phase::Execution, Phase::Cleanup])),
        prop::sample::select(vec![Severity::Warning, Severity::Error, Severity::Critical]),
        prop::option::of(100..600_u16),
        1..=125_u8,
    )
}

/// A record out of texts of one kind.
fn record(text: impl Strategy<Value = String> + 'static) -> impl Strategy<Value = ErrorRecord> {
    let text = text.boxed();
    let lists = (
        prop::collection::vec(text.clone(), 0..3),
        prop::collection::vec(text.clone(), 0..3),
        prop::collection::vec((text.clone(), any_value(text.clone())), 0..4),
    );
    (text.clone(), text.clone(), texts(&text), facts(), lists).prop_map(|(code, message, texts, facts, lists)| {
        let (retryable, wait, retry, phase, severity, status, exit) = facts;
        let mut record = ErrorRecord::new(code, message).with_severity(severity).with_exit_code(exit);
        let setters = [
            ErrorRecord::with_summary as fn(ErrorRecord, String) -> ErrorRecord,
            ErrorRecord::with_detail,
            ErrorRecord::with_suggestion,
            ErrorRecord::with_fix_required,
            ErrorRecord::with_fix_command,
            ErrorRecord::with_docs_url,
            ErrorRecord::with_body,
            ErrorRecord::with_instance,
        ];
        for (set, text) in setters.into_iter().zip(texts) {
            record = text.into_iter().fold(record, set);
        }
        record = retry.into_iter().fold(record, ErrorRecord::with_retry_strategy);
        record = wait.map(Duration::from_millis).into_iter().fold(record, ErrorRecord::with_retry_after);
        record = phase.into_iter().fold(record.with_retryable(retryable), ErrorRecord::with_phase);
        record = status.into_iter().fold(record, ErrorRecord::with_status);
        record = lists.0.into_iter().fold(record, ErrorRecord::with_cause);
        record = lists.1.into_iter().fold(record, ErrorRecord::with_action);
        lists.2.into_iter().fold(record, |record, (name, value)| record.with_context(name, value))
    })
}

/// What of a record a format carries.
fn reduced(record: &ErrorRecord, format: Format) -> ErrorRecord {
    let facts = record.facts();
    let mut causes = Vec::new();
    let mut next = record.source();
    while let Some(cause) = next {
        causes.push(cause.to_string());
        next = cause.source();
    }
    let advice = [
        record.suggestion.clone(),
        shown_fix(record).filter(|fix| !fix.is_empty()).map(|fix| format!("Run `{fix}`")),
        record.fix_required.clone(),
    ]
    .into_iter()
    .flatten()
    .find(|text| !text.is_empty());
    let mut carried = ErrorRecord::new(record.code.clone(), record.message.clone());
    match format {
        Format::Nested => record.context.clone().into_iter().fold(carried, with_context),
        Format::Flat => {
            carried = record.detail.clone().into_iter().fold(carried, ErrorRecord::with_detail);
            advice.into_iter().fold(carried, ErrorRecord::with_suggestion).with_retryable(facts.retryable)
        }
        Format::Xml => {
            carried = advice.into_iter().fold(carried, ErrorRecord::with_suggestion).with_severity(facts.severity());
            let actions = record.actions.clone().into_iter().filter(|action| !action.is_empty());
            carried = actions.fold(carried, ErrorRecord::with_action);
            let texts = record.context.clone().into_iter().map(|(name, value)| match value {
                Value::String(_) => (name, value),
                other => (name, Value::from(other.to_string())),
            });
            carried = texts.fold(carried, with_context);
            let detail = record.detail.clone().filter(|text| !text.is_empty());
            carried = detail.into_iter().fold(carried, ErrorRecord::with_detail);
            let wait = record.retry_after.filter(|wait| !wait.is_zero());
            let retryable = facts.retryable && record.retry_after.is_none();
            wait.into_iter().fold(carried.with_retryable(retryable), ErrorRecord::with_retry_after)
        }
        Format::Tagged => {
            let line = |text: &str| text.split('\n').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
            carried = ErrorRecord::new(line(&record.code().replace(']', "_")), line(&record.message));
            let hint = advice.map(|advice| line(&advice)).filter(|hint| !hint.is_empty());
            carried = hint.into_iter().fold(carried, ErrorRecord::with_suggestion);
            let body = [record.body.clone(), record.detail.clone()].into_iter().flatten().find(|body| !body.is_empty());
            body.into_iter().fold(carried, ErrorRecord::with_body)
        }
        Format::Human => {
            carried = ErrorRecord::new(record.code().replace('\n', " ").replace(']', "_"), record.message.clone());
            let causes = causes.into_iter().filter(|cause| !cause.is_empty());
            carried = causes.fold(carried, ErrorRecord::with_cause).with_severity(facts.severity());
            carried = without_empty_texts(texts_of_both(record, carried));
            carried =
                record.body.clone().filter(|body| !body.is_empty()).into_iter().fold(carried, ErrorRecord::with_body);
            let named = record.actions.iter().filter(|name| !name.is_empty());
            carried = named.fold(carried, ErrorRecord::with_action);
            let mut carried = if facts.retryable { with_retry(record, carried) } else { carried };
            carried.retry_after = carried.retry_after.filter(|wait| !wait.is_zero());
            carried
        }
        Format::Envelope | Format::Problem => {
            if !causes.is_empty() {
                carried = carried.with_cause(causes.join(": "));
            }
            carried = texts_of_both(record, carried).with_severity(facts.severity());
            carried = facts.phase.into_iter().fold(with_retry(record, carried), ErrorRecord::with_phase);
            carried = record.actions.clone().into_iter().fold(carried, ErrorRecord::with_action);
            carried = record.context.clone().into_iter().fold(carried, with_context);
            if format == Format::Problem {
                carried = record.summary.clone().into_iter().fold(carried, ErrorRecord::with_summary);
                carried = record.instance.clone().into_iter().fold(carried, ErrorRecord::with_instance);
                carried = carried.with_status(facts.http_status());
            }
            carried
        }
        other => panic!("how much {other} carries is not stated here"),
    }
}

/// A fix of several lines is shown in no format, since `Tagged` has one line for it.
fn shown_fix(record: &ErrorRecord) -> Option<String> {
    record.fix_command.clone().filter(|fix| !fix.contains('\n'))
}

fn texts_of_both(record: &ErrorRecord, carried: ErrorRecord) -> ErrorRecord {
    let carried = record.detail.clone().into_iter().fold(carried, ErrorRecord::with_detail);
    let carried = record.suggestion.clone().into_iter().fold(carried, ErrorRecord::with_suggestion);
    let carried = record.fix_required.clone().into_iter().fold(carried, ErrorRecord::with_fix_required);
    let carried = shown_fix(record).into_iter().fold(carried, ErrorRecord::with_fix_command);
    record.docs_url.clone().into_iter().fold(carried, ErrorRecord::with_docs_url)
}

fn without_empty_texts(mut record: ErrorRecord) -> ErrorRecord {
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    record.detail = filled(record.detail.take());
    record.suggestion = filled(record.suggestion.take());
    record.fix_required = filled(record.fix_required.take());
    record.fix_command = filled(record.fix_command.take());
    record.docs_url = filled(record.docs_url.take());
    record
}

fn with_retry(record: &ErrorRecord, carried: ErrorRecord) -> ErrorRecord {
    let carried = record.retry_after.into_iter().fold(carried, ErrorRecord::with_retry_after);
    record
        .facts()
        .retry
        .into_iter()
        .fold(carried, ErrorRecord::with_retry_strategy)
        .with_retryable(record.facts().retryable)
}

fn with_context(record: ErrorRecord, (name, value): (String, Value)) -> ErrorRecord {
    record.with_context(name, value)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_clean_record_comes_back_as_far_as_the_format_carries_it(record in record(clean_text())) {
        for format in Format::ALL {
            let text = render(&record, *format);
            let read = format.parse(&text);
            prop_assert_eq!(read.as_ref(), Ok(&reduced(&record, *format)), "{} {}", format, text);
        }
    }

    #[test]
    fn any_record_is_well_formed_and_comes_back_the_same_the_second_time(record in record(any_text())) {
        for format in Format::ALL {
            let text = render(&record, *format);
            match format {
                Format::Xml => prop_assert!(roxmltree::Document::parse(&text).is_ok(), "{}", text),
                Format::Tagged => prop_assert!(is_tagged(&text), "{}", text),
                Format::Human => {}
                _ => prop_assert!(serde_json::from_str::<Value>(&text).is_ok(), "{}", text),
            }
            prop_assert!(text.chars().all(|c| !c.is_control() || c == '\n' || c == '\t'), "{:?}", text);
            let read = format.parse(&text).unwrap();
            prop_assert_eq!(format.parse(&render(&read, *format)), Ok(read), "{}", format);
        }
    }

    #[test]
    fn serde_loses_nothing(record in record(any_text()), effects in prop::sample::select(vec![
        SideEffects::None, SideEffects::Partial, SideEffects::Complete,
    ])) {
        let record = record.with_side_effects(effects).with_field_error(FieldError::new("f", "m").sent(7));
        let text = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(serde_json::from_str::<ErrorRecord>(&text).unwrap(), record);
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in any_text(), more in any_text()) {
        for start in ["", "{\"ok\":false,\"error\":", "{\"error\":", "<tool_error", "<validation_error", "[error:", "error["] {
            let text = format!("{start}{text}<message>{more}</message>");
            let _ = agent_error::parse(&text);
            for format in Format::ALL {
                let _ = format.parse(&text);
            }
        }
    }
}
