//! Interprets the values of known members. In other programs, they may have any type.

use crate::vocabulary::exit;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Interprets a value with `read`. A value that `read` can't interpret is added to `unknown`.
pub(super) fn known<T>(
    name: &str,
    value: Value,
    read: impl Fn(&Value) -> Option<T>,
    unknown: &mut Vec<(String, Value)>,
) -> Option<T> {
    let meaning = read(&value);
    if meaning.is_none() && !value.is_null() {
        unknown.push((name.to_owned(), value));
    }
    meaning
}

/// Parses a keyword without copying it. Any other value is added to `unknown`.
pub(super) fn word<T: FromStr>(name: &str, value: Loose<'_>, unknown: &mut Vec<(String, Value)>) -> Option<T> {
    let value = match value {
        Loose::Text(text) => match text.parse() {
            Ok(meaning) => return Some(meaning),
            Err(_) => Value::String(text.into_owned()),
        },
        Loose::Value(value) => value,
    };
    known(name, value, |_| None, unknown)
}

/// Interprets milliseconds. Other programs may use fractions.
pub(super) fn millis(value: &Value) -> Option<Duration> {
    let fractional = || Duration::try_from_secs_f64(value.as_f64()? / 1000.0).ok();
    value.as_u64().map(Duration::from_millis).or_else(fractional)
}

/// Interprets an HTTP status, which may be a number or a string.
pub(super) fn status(value: &Value) -> Option<u16> {
    let number = value.as_u64().or_else(|| value.as_str()?.parse().ok())?;
    u16::try_from(number).ok()
}

pub(super) fn exit_code<E: Error>(code: u8) -> Result<u8, E> {
    match exit::is_error_code(code) {
        true => Ok(code),
        false => Err(E::custom(format_args!("exit code {code} is not an error's; expected 1 to 125"))),
    }
}

/// A JSON value. A string without escapes is borrowed from the input.
pub(super) enum Loose<'a> {
    Text(Cow<'a, str>),
    Value(Value),
}

impl<'de> Deserialize<'de> for Loose<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LooseVisitor;
        impl<'de> Visitor<'de> for LooseVisitor {
            type Value = Loose<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any value")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Loose::Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Loose::Text(Cow::Owned(text.to_owned())))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
                Ok(Loose::Value(value.into()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
                Ok(Loose::Value(number.into()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
                Ok(Loose::Value(number.into()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
                Ok(Loose::Value(number.into()))
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(Loose::Value(Value::Null))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
                Value::deserialize(SeqAccessDeserializer::new(items)).map(Loose::Value)
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
                Value::deserialize(MapAccessDeserializer::new(members)).map(Loose::Value)
            }
        }
        deserializer.deserialize_any(LooseVisitor)
    }
}

#[cfg(test)]
mod tests {
    use crate::Format;
    use crate::vocabulary::terms::Phase;
    use serde_json::{Value, json};

    /// Parses an error with the given `phase`. Returns the parsed phase, and the context value if the phase is unknown.
    fn phase(value: &str) -> (Option<&'static str>, Option<Value>) {
        let text = format!(r#"{{"ok":false,"error":{{"code":"A_B","message":"m","phase":{value}}}}}"#);
        let record = Format::Envelope.parse(&text).unwrap();
        (record.facts.phase.map(Phase::as_str), record.context.get("phase").cloned())
    }

    #[test]
    fn a_value_without_a_meaning_is_kept_as_it_is() {
        assert_eq!(phase(r#""cleanup""#), (Some("cleanup"), None));
        assert_eq!(phase(r#""clean\u0075p""#), (Some("cleanup"), None));
        assert_eq!(phase("null"), (None, None));
        for value in
            [json!("later"), json!("a\nb"), json!(true), json!(-3), json!(3), json!(0.5), json!([1]), json!({"a": [2]})]
        {
            assert_eq!(phase(&value.to_string()), (None, Some(value)));
        }
    }
}
