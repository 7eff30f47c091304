//! Lines that serde cannot read, and the answers to them.

use agent_error::format::{clean, replace_lone_surrogates};
use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, RequestId};
use rmcp::service::RxJsonRpcMessage;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// The kind of a line.
pub(crate) enum Line {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// Empty, or a notification, which has no answer.
    Nothing,
    Refused {
        error: ErrorData,
        /// A request that is refused, with its id if it can be read.
        id: Option<RequestId>,
    },
}

/// Reads a line, or the beginning of one that is too long.
pub(crate) fn read(line: &[u8], is_too_long: bool) -> Line {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if is_too_long {
        return refused(ErrorCode::INVALID_REQUEST, "the message is longer than 16 MiB", line);
    }
    if line.is_empty() {
        return Line::Nothing;
    }
    if let Ok(message) = serde_json::from_slice(line) {
        return Line::Message(Box::new(message));
    }
    if let Ok(Cow::Owned(text)) = str::from_utf8(line).map(replace_lone_surrogates)
        && let Ok(message) = serde_json::from_str(&text)
    {
        return Line::Message(Box::new(message));
    }
    match serde_json::from_slice::<Value>(line) {
        Ok(value) if value.get("method").is_some_and(Value::is_string) && value.get("id").is_none() => Line::Nothing,
        Ok(_) => refused(ErrorCode::INVALID_REQUEST, "the message is not a JSON-RPC 2.0 message of MCP", line),
        // It may still be JSON: serde limits levels and numbers.
        Err(error) if serde_json::from_slice::<IgnoredAny>(line).is_ok() => {
            refused(ErrorCode::INVALID_REQUEST, &format!("the message cannot be read: {error}"), line)
        }
        Err(error) => refused(ErrorCode::PARSE_ERROR, &format!("the line is not JSON: {error}"), b""),
    }
}

fn refused(code: ErrorCode, message: &str, line: &[u8]) -> Line {
    Line::Refused { error: ErrorData::new(code, clean(&message), None), id: id_of(line) }
}

/// The id of a request, if the line can be read that far. The id of an answer is not used, since it means nothing to
/// the client.
fn id_of(line: &[u8]) -> Option<RequestId> {
    let mut head = Head::default();
    let _ = (&mut head).deserialize(&mut serde_json::Deserializer::from_slice(line));
    head.id.filter(|_| head.has_method)
}

/// The members of a message that identify it, which are read before anything is rejected.
#[derive(Default)]
struct Head {
    id: Option<RequestId>,
    has_method: bool,
}

impl<'de> DeserializeSeed<'de> for &mut Head {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut Head {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "id" => self.id = Some(map.next_value()?),
                "method" => (_, self.has_method) = (map.next_value::<IgnoredAny>()?, true),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}
