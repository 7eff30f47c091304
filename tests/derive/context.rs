//! Tests of how fields become the values of the context.

use agent_error::{AgentError, ErrorRecord, Format, render};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Returns the context in the error's envelope.
pub(crate) fn context(error: &dyn AgentError) -> Value {
    let envelope: Value = serde_json::from_str(&render(error, Format::ENVELOPE)).unwrap();
    envelope["error"]["context"].clone()
}

/// Returns the context of an error with one field of any type.
macro_rules! one {
    ($ty:ty, $value:expr) => {{
        #[derive(Debug, thiserror::Error, AgentError)]
        #[agent_error(unregistered)]
        #[error("one")]
        #[code("CONTEXT_ONE")]
        struct One {
            #[context]
            value: $ty,
        }
        context(&One { value: $value })["value"].take()
    }};
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Server {
    host_name: &'static str,
    ports: [u16; 2],
}

/// `serde_json` reads some of these numbers as their neighbors.
#[test]
fn numbers_are_exact() {
    let number: f64 = "31.245270191439438".parse().unwrap();
    let record = ErrorRecord::new("X", "m")
        .with_context("ratio", number)
        .with_context("ratios", vec![number, -1.5e-9]);
    let written = r#""ratio":31.245270191439438,"ratios":[31.245270191439438,-1.5e-9]"#;
    assert!(render(&record, Format::ENVELOPE).contains(written));
    assert_eq!(record.context().get("ratio"), Some(number.into()));
    assert_eq!(
        record.context().get("ratios"),
        Some(vec![number, -1.5e-9].into())
    );
    let serialized = serde_json::to_value(&record).unwrap();
    assert_eq!(serialized["context"]["ratios"][0].as_f64(), Some(number));
}

#[test]
fn values_keep_their_structure() {
    for (shown, expected) in [
        (one!(bool, true), json!(true)),
        (one!(char, '"'), json!("\"")),
        (one!(i8, -1), json!(-1)),
        (one!(u64, u64::MAX), json!(u64::MAX)),
        (one!(i64, i64::MIN), json!(i64::MIN)),
        (one!(f32, 0.1), json!(0.1)),
        (one!(Vec<f32>, vec![0.1, 0.2]), json!([0.1, 0.2])),
        (one!(&'static str, "a\nb"), json!("a\nb")),
        (one!(Arc<str>, "a".into()), json!("a")),
        (one!((), ()), Value::Null),
        (one!(Option<u8>, Some(1)), json!(1)),
        (one!(Option<String>, None), Value::Null),
        (
            one!(Option<Option<Vec<u8>>>, Some(Some(vec![1]))),
            json!([1]),
        ),
        (one!(Option<PathBuf>, Some("a/b".into())), json!("a/b")),
        (one!(Vec<Option<u8>>, vec![Some(1), None]), json!([1, null])),
        (
            one!(HashMap<String, u8>, HashMap::from([("a".into(), 1)])),
            json!({"a": 1}),
        ),
        (
            one!(BTreeMap<u8, bool>, BTreeMap::from([(1, true)])),
            json!({"1": true}),
        ),
        (
            one!(
                Server,
                Server {
                    host_name: "h",
                    ports: [1, 2]
                }
            ),
            json!({"hostName": "h", "ports": [1, 2]}),
        ),
        (one!(Value, json!({"a": []})), json!({"a": []})),
        (one!((u8, String), (1, "a".into())), json!([1, "a"])),
    ] {
        assert_eq!(shown, expected);
    }
}

#[test]
fn numbers_that_json_lacks_become_text_rather_than_lose_digits() {
    assert_eq!(one!(u128, 7), json!(7));
    assert_eq!(one!(u128, u128::MAX), json!(u128::MAX.to_string()));
    assert_eq!(one!(i128, i128::MIN), json!(i128::MIN.to_string()));
    assert_eq!(
        one!(Option<u128>, Some(u128::MAX)),
        json!(u128::MAX.to_string())
    );
    assert_eq!(one!(f64, f64::NAN), json!("NaN"));
    assert_eq!(one!(f64, f64::INFINITY), json!("inf"));
    assert_eq!(one!(Option<f32>, Some(f32::NEG_INFINITY)), json!("-inf"));
}

#[cfg(unix)]
#[test]
fn names_that_are_not_unicode_are_shown_with_replacements() {
    use std::os::unix::ffi::OsStringExt as _;
    let name = || std::ffi::OsString::from_vec(b"a\xffb".to_vec());
    assert_eq!(one!(PathBuf, name().into()), json!("a\u{fffd}b"));
    assert_eq!(one!(std::ffi::OsString, name()), json!("a\u{fffd}b"));
    assert_eq!(
        one!(Option<PathBuf>, Some(name().into())),
        json!("a\u{fffd}b")
    );
}

#[derive(Debug)]
struct Refuses;

impl Serialize for Refuses {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("no \"answer\""))
    }
}

#[derive(Debug)]
struct Panics;

impl Serialize for Panics {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("on purpose")
    }
}

#[test]
fn an_unserializable_value_does_not_affect_other_values() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("refused")]
    #[code("CONTEXT_REFUSES")]
    struct Refused {
        before: u8,
        #[context]
        value: Refuses,
        #[context]
        list: Vec<Refuses>,
        #[context]
        panics: Panics,
        after: u8,
    }
    let error = Refused {
        before: 1,
        value: Refuses,
        list: vec![Refuses],
        panics: Panics,
        after: 2,
    };
    let says_so = json!("[unserializable: no \"answer\"]");
    let panicked = "[unserializable: its `Serialize` impl panicked]";
    let values =
        json!({"before": 1, "value": says_so, "list": says_so, "panics": panicked, "after": 2});
    assert_eq!(context(&error), values);
    let shown = one!(BTreeMap<Vec<u8>, u8>, BTreeMap::from([(vec![1_u8], 1_u8)]));
    assert!(
        shown.as_str().unwrap().starts_with("[unserializable: "),
        "{shown}"
    );
}

#[derive(Debug)]
struct Unprintable;

impl fmt::Display for Unprintable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("so far")?;
        Err(fmt::Error)
    }
}

#[test]
fn a_failing_display_is_shown_up_to_the_failure_and_in_no_advice() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("{value}")]
    #[code(
        "CONTEXT_UNPRINTABLE",
        suggest = "see {value} now",
        fix = "fix {value} now"
    )]
    struct Unprinted {
        #[context(display)]
        value: Unprintable,
    }
    let record = ErrorRecord::of(&Unprinted { value: Unprintable });
    let shown = "so far[unprintable]";
    assert_eq!(
        (record.message(), record.context().get("value")),
        (shown, Some(shown.into()))
    );
    assert!(record.suggestion().is_none() && record.fix_command().is_none());
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
    tokens: u8,
    tokenizer: u8,
    secretary: u8,
}

#[test]
fn every_field_key_has_its_effect_and_secrets_are_in_no_format() {
    let error = Kinds {
        renamed: 1,
        displayed: fmt::Error,
        debugged: Bare(2),
        pin: Bare(3),
        max_token: 4,
        _skipped: Bare(5),
        api_key: "hunter2",
        token_kind: Bare(6),
        tokens: 7,
        tokenizer: 8,
        secretary: 9,
    };
    let expected = json!({
        "new name": 1, "displayed": fmt::Error.to_string(), "debugged": "Bare(2)", "pin": "[REDACTED]", "max_token": 4,
        "key": "[REDACTED]", "token kind": "Bare(6)", "tokens": 7, "tokenizer": 8, "secretary": 9,
    });
    assert_eq!(context(&error), expected);
    for format in crate::ALL {
        let text = render(&error, *format);
        assert!(
            !text.contains("hunter2") && !text.contains("Bare(3)"),
            "{text}"
        );
    }
    assert_eq!((error.pin.0, error.api_key), (3, "hunter2"));
}
