//! Generates random records.

use agent_error::__tooling::Part;
use agent_error::ErrorRecord;
use agent_error::format::clean;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Strings that imitate syntax, separated by `|`.
const PIECES: &str = concat!(
    "hint: x|\nhint: x|help: |\n    help: x|   cause: y|[error:X] |</message>|]]>|<![CDATA[|<action>|",
    "&amp;|&|\"|\\|'|, |: |; |\n|\t|\r\n|\0|\u{7f}|\u{85}|\u{9b}31m|\u{1b}[31m|\u{1b}]0;t\u{7}|\u{1b}]|",
    "\u{1b}|\u{202e}|\u{2066}|\u{2028}|\u{2029}|\u{fffe}|\u{ffff}|Run `x`|--|-x|a|é|🦀| |{|}|[|]|fields|",
    "action|code=|\nfix: x|field a|side effects|about:blank |http://x/y",
);

pub(super) fn text() -> impl Strategy<Value = String> {
    let pieces = || {
        prop::collection::vec(
            prop::sample::select(PIECES.split('|').collect::<Vec<_>>()),
            0..5,
        )
        .prop_map(|pieces| pieces.concat())
    };
    prop_oneof![4 => "[a-zA-Z0-9 _.,:;!?<>&\"'\\]\\[{}()/\\\\=-]{0,20}", 3 => pieces(), 1 => any::<String>()]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        // Without its feature `float_roundtrip`, `serde_json` rounds floats of many digits when it
        // reads them.
        any::<i16>().prop_map(|number| Value::from(f64::from(number) / 8.0)),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{0,3}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn field() -> impl Strategy<Value = Value> {
    (
        text(),
        text(),
        prop::option::of(text()),
        prop::option::of(text()),
        prop::collection::vec(text(), 0..3),
    )
        .prop_map(|(field, message, sent, expected, options)| {
            let mut error = json!({"field": field, "message": message});
            let members = [
                ("sent", sent.map(Value::from)),
                ("expected", expected.map(Value::from)),
            ];
            for (name, value) in members {
                if let Some(value) = value {
                    error[name] = value;
                }
            }
            if !options.is_empty() {
                error["options"] = options.into();
            }
            error
        })
}

/// The name of each part. A new part without a name here is a compile error, so the round trip
/// covers every part.
const TEXTS: [&str; Part::ALL.len()] = [
    "summary",
    "detail",
    "suggestion",
    "fix_required",
    "fix_command",
    "check_command",
    "replacement",
    "docs_url",
    "body",
    "instance",
];

/// Generates records with any facts, as a program would create them.
pub(super) fn record() -> impl Strategy<Value = ErrorRecord> {
    let word = |words: &'static [&'static str]| prop::option::of(prop::sample::select(words));
    let words = (
        word(&["immediate", "linear_backoff", "exponential_backoff"]),
        word(&["validation", "execution", "cleanup"]),
        word(&["none", "partial", "complete", "unknown"]),
        prop::sample::select(&["warning", "error", "critical"]),
    );
    let numbers = (
        any::<bool>(),
        prop::option::of(0..u64::from(u32::MAX)),
        prop::option::of(100..600_u16),
        1..=125_u8,
    );
    let lists = (
        prop::collection::vec(text(), 0..3),
        prop::collection::vec(text(), 0..3),
        prop::collection::vec((text(), value()), 0..4),
        prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(field(), 1..3)],
    );
    let texts = prop::collection::vec(prop::option::weighted(0.4, text()), TEXTS.len());
    (text(), text(), texts, words, numbers, lists).prop_map(
        |(code, message, texts, words, numbers, lists)| {
            let mut members = Map::from_iter([
                ("code".to_owned(), code.into()),
                ("message".to_owned(), message.into()),
            ]);
            let mut put = |name: &str, value: Option<Value>| {
                members.extend(value.map(|value| (name.to_owned(), value)));
            };
            TEXTS
                .iter()
                .zip(texts)
                .for_each(|(name, text)| put(name, text.map(Value::from)));
            put("retry_strategy", words.0.map(Value::from));
            put("phase", words.1.map(Value::from));
            put("side_effects", words.2.map(Value::from));
            put("severity", Some(words.3.into()));
            put("retryable", Some(numbers.0.into()));
            put("retry_after_ms", numbers.1.map(Value::from));
            put("status", numbers.2.map(Value::from));
            put("exit_code", Some(numbers.3.into()));
            put("causes", Some(lists.0.into()));
            put("actions", Some(lists.1.into()));
            let mut context: Map<String, Value> = lists
                .2
                .into_iter()
                .filter(|(name, _)| clean(name) != "fields")
                .collect();
            if !lists.3.is_empty() {
                context.insert("fields".to_owned(), lists.3.into());
            }
            put("context", Some(context.into()));
            crate::parse(&Value::Object(members).to_string()).unwrap()
        },
    )
}
