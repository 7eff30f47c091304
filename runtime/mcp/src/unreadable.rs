//! Parses lines, and creates responses to invalid ones.

use agent_error::format::{clean, replace_lone_surrogates};
use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, RequestId};
use rmcp::service::RxJsonRpcMessage;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// A parsed line.
pub(crate) enum Line {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// An empty line or an invalid notification. Neither of them gets a response.
    Nothing,
    Rejected {
        error: ErrorData,
        /// The request's id, if it could be read.
        id: Option<RequestId>,
    },
}

/// Parses a line. If `is_too_long` is set, `line` is only its beginning.
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
        Ok(_) => refused(ErrorCode::INVALID_REQUEST, "not a valid JSON-RPC 2.0 message for MCP", line),
        // The line may still be valid JSON that exceeds serde's limits on nesting and numbers.
        Err(error) if serde_json::from_slice::<IgnoredAny>(line).is_ok() => {
            refused(ErrorCode::INVALID_REQUEST, &format!("cannot parse the message: {error}"), line)
        }
        Err(error) => refused(ErrorCode::PARSE_ERROR, &format!("invalid JSON: {error}"), b""),
    }
}

fn refused(code: ErrorCode, message: &str, line: &[u8]) -> Line {
    Line::Rejected { error: ErrorData::new(code, clean(&message), None), id: id_of(line) }
}

/// Reads the id of a request, even if the rest of the line is invalid. Ignores the ids of responses, which would be
/// meaningless to the client.
fn id_of(line: &[u8]) -> Option<RequestId> {
    let mut head = MessageHead::default();
    let _ = (&mut head).deserialize(&mut serde_json::Deserializer::from_slice(line));
    head.id.filter(|_| head.has_method)
}

/// The identifying members of a message that may be invalid.
#[derive(Default)]
struct MessageHead {
    id: Option<RequestId>,
    has_method: bool,
}

impl<'de> DeserializeSeed<'de> for &mut MessageHead {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut MessageHead {
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
