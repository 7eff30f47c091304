//! Tests of how fields become the values of the context.

use agent_error::{AgentError, ErrorRecord, Format, render};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Returns the context in the error's envelope.
pub(crate) fn context(error: &dyn AgentError) -> Value {
    let envelope: Value = serde_json::from_str(&render(error, Format::Envelope)).unwrap();
    envelope["error"]["context"].clone()
}

/// Declares an error with one field of any type.
macro_rules! one {
    ($code:literal, $ty:ty, $value:expr) => {{
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("one")]
        #[code($code)]
        struct One {
            value: $ty,
        }
        context(&One { value: $value })["value"].take()
    }};
}

#[test]
fn numbers_and_strings_are_unchanged() {
    assert_eq!(one!("CONTEXT_BOOL", bool, true), json!(true));
    assert_eq!(one!("CONTEXT_CHAR", char, '"'), json!("\""));
    assert_eq!(one!("CONTEXT_I8", i8, -1), json!(-1));
    assert_eq!(one!("CONTEXT_U64", u64, u64::MAX), json!(u64::MAX));
    assert_eq!(one!("CONTEXT_I64", i64, i64::MIN), json!(i64::MIN));
    assert_eq!(one!("CONTEXT_F32", f32, 0.5), json!(0.5));
    assert_eq!(one!("CONTEXT_STR", &'static str, "a\nb"), json!("a\nb"));
    assert_eq!(one!("CONTEXT_ARC_STR", Arc<str>, "a".into()), json!("a"));
    assert_eq!(one!("CONTEXT_UNIT", (), ()), Value::Null);
}

#[test]
fn numbers_beyond_64_bits_become_text_rather_than_lose_digits() {
    assert_eq!(one!("CONTEXT_U128_SMALL", u128, 7), json!(7));
    assert_eq!(one!("CONTEXT_U128", u128, u128::MAX), json!(u128::MAX.to_string()));
    assert_eq!(one!("CONTEXT_I128", i128, i128::MIN), json!(i128::MIN.to_string()));
    assert_eq!(one!("CONTEXT_OPTION_U128", Option<u128>, Some(u128::MAX)), json!(u128::MAX.to_string()));
}

#[test]
fn numbers_that_json_lacks_become_text() {
    assert_eq!(one!("CONTEXT_NAN", f64, f64::NAN), json!("NaN"));
    assert_eq!(one!("CONTEXT_INFINITY", f64, f64::INFINITY), json!("inf"));
    assert_eq!(one!("CONTEXT_F32_INFINITY", Option<f32>, Some(f32::NEG_INFINITY)), json!("-inf"));
}

#[test]
fn options_are_their_value_or_null() {
    assert_eq!(one!("CONTEXT_SOME", Option<u8>, Some(1)), json!(1));
    assert_eq!(one!("CONTEXT_NONE", Option<String>, None), Value::Null);
    assert_eq!(one!("CONTEXT_NESTED", Option<Option<Vec<u8>>>, Some(Some(vec![1]))), json!([1]));
    assert_eq!(one!("CONTEXT_OPTION_PATH", Option<PathBuf>, Some("a/b".into())), json!("a/b"));
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Server {
    host_name: &'static str,
    ports: [u16; 2],
}

#[test]
fn collections_and_serde_types_keep_their_structure() {
    assert_eq!(one!("CONTEXT_VEC", Vec<Option<u8>>, vec![Some(1), None]), json!([1, null]));
    assert_eq!(one!("CONTEXT_MAP", HashMap<String, u8>, HashMap::from([("a".into(), 1)])), json!({"a": 1}));
    assert_eq!(one!("CONTEXT_NUMBER_KEYS", BTreeMap<u8, bool>, BTreeMap::from([(1, true)])), json!({"1": true}));
    let server = Server { host_name: "h", ports: [1, 2] };
    assert_eq!(one!("CONTEXT_STRUCT", Server, server), json!({"hostName": "h", "ports": [1, 2]}));
    assert_eq!(one!("CONTEXT_VALUE", Value, json!({"a": []})), json!({"a": []}));
    assert_eq!(one!("CONTEXT_TUPLE", (u8, String), (1, "a".into())), json!([1, "a"]));
}

#[cfg(unix)]
#[test]
fn names_that_are_not_unicode_are_shown_with_replacements() {
    use std::os::unix::ffi::OsStringExt as _;
    let name = || OsString::from_vec(b"a\xffb".to_vec());
    assert_eq!(one!("CONTEXT_PATH", PathBuf, name().into()), json!("a\u{fffd}b"));
    assert_eq!(one!("CONTEXT_OS_STRING", OsString, name()), json!("a\u{fffd}b"));
    assert_eq!(one!("CONTEXT_SOME_PATH", Option<PathBuf>, Some(name().into())), json!("a\u{fffd}b"));
}

#[derive(Debug)]
struct Refuses;

impl Serialize for Refuses {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("no \"answer\""))
    }
}

#[test]
fn an_unserializable_value_does_not_affect_other_values() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("refused")]
    #[code("CONTEXT_REFUSES")]
    struct Refused {
        before: u8,
        value: Refuses,
        list: Vec<Refuses>,
        after: u8,
    }
    let error = Refused { before: 1, value: Refuses, list: vec![Refuses], after: 2 };
    let says_so = json!("[unserializable: no \"answer\"]");
    assert_eq!(context(&error), json!({"before": 1, "value": says_so, "list": says_so, "after": 2}));
}

#[test]
fn keys_that_json_lacks_are_unserializable() {
    let map = BTreeMap::from([(vec![1_u8], 1_u8)]);
    let shown = one!("CONTEXT_LIST_KEYS", BTreeMap<Vec<u8>, u8>, map);
    assert!(shown.as_str().unwrap().starts_with("[unserializable: "), "{shown}");
}

#[derive(Debug)]
struct Unprintable;

impl fmt::Display for Unprintable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("so far")?;
        Err(fmt::Error)
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("{value}")]
#[code("CONTEXT_UNPRINTABLE", suggest = "see {value} now", fix = "fix {value} now")]
struct Unprinted {
    #[context(display)]
    value: Unprintable,
}

#[test]
fn a_failing_display_is_shown_up_to_the_failure_and_in_no_advice() {
    let record = ErrorRecord::of(&Unprinted { value: Unprintable });
    assert_eq!(
        (record.message.as_str(), record.value("value")),
        ("so far[unprintable]", Some("so far[unprintable]".into()))
    );
    assert!(record.suggestion.is_none() && record.fix_command.is_none());
}

/// Implements neither `Serialize` nor `Display`.
#[derive(Debug)]
struct Bare(#[allow(dead_code, reason = "shown by Debug")] u8);

#[derive(Debug, thiserror::Error, AgentError)]
#[error("kinds")]
#[code("CONTEXT_KINDS")]
struct Kinds {
    #[context(rename = "new name")]
    renamed: u8,
    #[context(display)]
    displayed: fmt::Error,
    #[context(debug)]
    debugged: Bare,
    #[context(secret)]
    pin: Bare,
    #[context(public)]
    max_token: u8,
    #[context(skip)]
    _skipped: Bare,
    #[context(secret, rename = "key")]
    api_key: &'static str,
    #[context(debug, public, rename = "token kind")]
    token_kind: Bare,
}

fn kinds() -> Kinds {
    Kinds {
        renamed: 1,
        displayed: fmt::Error,
        debugged: Bare(2),
        pin: Bare(3),
        max_token: 4,
        _skipped: Bare(5),
        api_key: "hunter2",
        token_kind: Bare(6),
    }
}

#[test]
fn every_field_key_has_its_effect() {
    assert_eq!(
        context(&kinds()),
        json!({
            "new name": 1,
            "displayed": fmt::Error.to_string(),
            "debugged": "Bare(2)",
            "pin": "[REDACTED]",
            "max_token": 4,
            "key": "[REDACTED]",
            "token kind": "Bare(6)"
        })
    );
    let error = kinds();
    assert_eq!((error.pin.0, error.api_key), (3, "hunter2"));
}

#[test]
fn secrets_are_in_no_format() {
    for format in Format::ALL {
        let text = render(&kinds(), *format);
        assert!(!text.contains("hunter2") && !text.contains("Bare(3)"), "{text}");
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("tuple")]
#[code("CONTEXT_TUPLE_FIELDS")]
struct Tuple(
    u8,
    #[context(rename = "second")] u8,
    #[context(rename = "shown", display)] fmt::Error,
    #[context(secret, rename = "pin")] u8,
    #[context(secret)] u8,
    #[source] fmt::Error,
);

#[test]
fn tuple_fields_take_the_same_keys() {
    let error = Tuple(1, 2, fmt::Error, 3, 4, fmt::Error);
    assert_eq!(context(&error), json!({"second": 2, "shown": fmt::Error.to_string(), "pin": "[REDACTED]"}));
    assert_eq!((error.0, error.3, error.4), (1, 3, 4));
}

#[test]
fn names_that_only_resemble_secrets_are_context() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("near")]
    #[code("CONTEXT_NEAR_SECRETS")]
    struct Near {
        tokens: u8,
        max_tokens: u8,
        tokenizer: u8,
        secretary: u8,
        key: u8,
    }
    let error = Near { tokens: 1, max_tokens: 2, tokenizer: 3, secretary: 4, key: 5 };
    assert_eq!(context(&error), json!({"tokens": 1, "max_tokens": 2, "tokenizer": 3, "secretary": 4, "key": 5}));
}
