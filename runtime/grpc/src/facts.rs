//! Converts between `google.protobuf.Struct` and the members of a record for which `google.rpc` has
//! no message.

use agent_error::ErrorRecord;
use agent_error::format::Reader;
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value as ProtoValue};
use serde_json::{Map, Number, Value, json};

/// The JSON members of an [`ErrorRecord`] that aren't sent in the `Struct`.
const ELSEWHERE: &[&str] = &[
    "code",
    "message",
    "context",
    "docs_url",
    "fix_required",
    "instance",
    "retry_after_ms",
    // Internal data of the server, which is never sent.
    "body",
    "cause",
    "causes",
];

/// Returns the members of a record for which there is no other detail.
pub(crate) fn of(record: &ErrorRecord) -> Struct {
    let mut facts = Struct::default();
    if let Ok(Value::Object(members)) = serde_json::to_value(record) {
        for (name, value) in members {
            if !ELSEWHERE.contains(&name.as_str()) {
                facts.fields.insert(name, to_proto(value));
            }
        }
    }
    facts
}

/// Creates a record from a code, a message and the members in a `Struct`. Returns `None` if the
/// members aren't those of a record.
pub(crate) fn read(code: &str, message: &str, facts: Option<Struct>) -> Option<ErrorRecord> {
    let mut members = Map::new();
    for (name, value) in facts.unwrap_or_default().fields {
        if !ELSEWHERE.contains(&name.as_str()) {
            members.insert(name, to_json(value));
        }
    }
    members.insert("code".to_owned(), code.into());
    members.insert("message".to_owned(), message.into());
    let envelope = json!({"ok": false, "error": members});
    Reader::ENVELOPE.read(&envelope.to_string()).ok()
}

fn to_proto(value: Value) -> ProtoValue {
    let kind = match value {
        Value::Null => Kind::NullValue(0),
        Value::Bool(value) => Kind::BoolValue(value),
        Value::Number(number) => match number.as_f64() {
            Some(double) => Kind::NumberValue(double),
            None => Kind::StringValue(number.to_string()),
        },
        Value::String(text) => Kind::StringValue(text),
        Value::Array(values) => Kind::ListValue(ListValue {
            values: values.into_iter().map(to_proto).collect(),
        }),
        Value::Object(members) => {
            let fields = members
                .into_iter()
                .map(|(name, value)| (name, to_proto(value)))
                .collect();
            Kind::StructValue(Struct { fields })
        }
    };
    ProtoValue { kind: Some(kind) }
}

fn to_json(value: ProtoValue) -> Value {
    match value.kind {
        None | Some(Kind::NullValue(_)) => Value::Null,
        Some(Kind::BoolValue(value)) => value.into(),
        Some(Kind::NumberValue(number)) => number_to_json(number),
        Some(Kind::StringValue(text)) => text.into(),
        Some(Kind::ListValue(list)) => list.values.into_iter().map(to_json).collect(),
        Some(Kind::StructValue(object)) => object
            .fields
            .into_iter()
            .map(|(name, value)| (name, to_json(value)))
            .collect(),
    }
}

/// Converts a number in a `Struct`, which is always a double. A double without a fraction becomes
/// an integer.
fn number_to_json(number: f64) -> Value {
    /// 2^53. A double can represent every integer up to this limit exactly.
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= MAX_EXACT {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the number is an integer in the range"
        )]
        let integer = number as i64;
        return integer.into();
    }
    match Number::from_f64(number) {
        Some(number) => Value::Number(number),
        None => Value::Null,
    }
}
