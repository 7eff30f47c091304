//! A record as JSON: the `error` object of an envelope, and beside it what the envelope leaves out.

use super::ErrorRecord;
use crate::def::Facts;
use crate::exit;
use crate::format::ErrorObject;
use crate::text::causes;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use std::fmt;
use std::time::Duration;

impl Serialize for ErrorRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        ErrorObject { error: self, cap: usize::MAX, context: true }.entries(&mut map)?;
        if causes(self).nth(1).is_some() {
            map.serialize_entry("causes", &causes(self).map(ToString::to_string).collect::<Vec<_>>())?;
        }
        map.serialize_entry("exit_code", &self.facts.exit_code)?;
        if let Some(side_effects) = self.facts.side_effects {
            map.serialize_entry("side_effects", &side_effects)?;
        }
        if let Some(status) = self.facts.status {
            map.serialize_entry("status", &status)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for ErrorRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RecordVisitor)
    }
}

struct RecordVisitor;

impl<'de> Visitor<'de> for RecordVisitor {
    type Value = ErrorRecord;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an error with `code` and `message`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ErrorRecord, A::Error> {
        let (mut code, mut message, mut causes) = (None, None, Vec::new());
        let mut record = ErrorRecord::new("", "");
        let mut facts = Facts::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "code" => code = Some(map.next_value()?),
                "message" => message = Some(map.next_value()?),
                "cause" if causes.is_empty() => causes.extend(map.next_value::<Option<String>>()?),
                "causes" => causes = map.next_value()?,
                "detail" => record.detail = map.next_value()?,
                "suggestion" => record.suggestion = map.next_value()?,
                "fix_required" => record.fix_required = map.next_value()?,
                "fix_command" => record.fix_command = map.next_value()?,
                "docs_url" => record.docs_url = map.next_value()?,
                "retryable" => facts.retryable = map.next_value()?,
                "retry_after_ms" => record.retry_after = map.next_value::<Option<u64>>()?.map(Duration::from_millis),
                "retry_strategy" => facts.retry = map.next_value()?,
                "phase" => facts.phase = map.next_value()?,
                "severity" => facts.severity = map.next_value()?,
                "actions" => record.actions = map.next_value()?,
                "context" => map.next_value::<Option<Context>>()?.into_iter().for_each(|context| {
                    context.0.into_iter().for_each(|(name, value)| record.set_context(name, value));
                }),
                "exit_code" => facts.exit_code = exit_code(map.next_value()?)?,
                "side_effects" => facts.side_effects = map.next_value()?,
                "status" => facts.status = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        record.code = code.ok_or_else(|| A::Error::missing_field("code"))?;
        record.message = message.ok_or_else(|| A::Error::missing_field("message"))?;
        record.facts = facts;
        Ok(causes.into_iter().fold(record, ErrorRecord::cause))
    }
}

fn exit_code<E: Error>(code: u8) -> Result<u8, E> {
    match exit::is_error_code(code) {
        true => Ok(code),
        false => Err(E::custom(format_args!("exit code {code} is no error's; expected 1 to 125"))),
    }
}

/// An object in the order in which it was written.
struct Context(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Context {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Context;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of named values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Context, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Context(entries))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
