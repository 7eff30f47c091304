//! Parses calls from lines of JSON.

use super::lines::Line;
use crate::error::ToolError;
use crate::tool::{Call, Tool};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A parsed line.
pub(super) enum Request {
    Call { id: Option<Value>, call: Call },
    Clear { id: Option<Value> },
}

/// A line that isn't a valid call.
pub(super) struct Unreadable {
    pub(super) id: Option<Value>,
    /// The intended tool, if it's known.
    pub(super) tool: Option<Tool>,
    pub(super) error: ToolError,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    #[serde(default)]
    id: Option<Value>,
    tool: String,
    #[serde(default)]
    args: Map<String, Value>,
}

const CLEAR: &str = "clear";

const SHAPE: &str = r#"Send one JSON object per line: {"id": ANY, "tool": NAME, "args": {...}}"#;

pub(super) fn parse(line: &Line) -> Result<Request, Box<Unreadable>> {
    let frame = frame(line)?;
    let Some(tool) = Tool::named(&frame.tool) else {
        return match (&*frame.tool, frame.args.is_empty()) {
            (CLEAR, true) => Ok(Request::Clear { id: frame.id }),
            (CLEAR, false) => Err(unreadable(frame.id, "`clear` takes no arguments", "Remove `args`"))?,
            _ => Err(unknown_tool(frame))?,
        };
    };
    let call = match tool {
        Tool::Read => arguments(&frame.args).map(Call::Read),
        Tool::Write => arguments(&frame.args).map(Call::Write),
        Tool::Edit => arguments(&frame.args).map(Call::Edit),
        Tool::Run => arguments(&frame.args).map(Call::Run),
    };
    match call {
        Ok(call) => Ok(Request::Call { id: frame.id, call }),
        Err(reason) => {
            let advice = format!("Pass `{tool}` the arguments {}", tool.arguments());
            Err(Unreadable { tool: Some(tool), ..unreadable(frame.id, reason, advice) })?
        }
    }
}

fn frame(line: &Line) -> Result<Frame, Box<Unreadable>> {
    let Line::Whole(bytes) = line else {
        return Err(unreadable(None, "the line is too long", "Split the content across several calls").into());
    };
    let value: Value = serde_json::from_slice(bytes.trim_ascii())
        .map_err(|error| unreadable(None, format!("the line is not valid JSON: {error}"), SHAPE))?;
    if !value.is_object() {
        return Err(unreadable(None, "the line is not a JSON object", SHAPE).into());
    }
    let id = value.get("id").cloned();
    Ok(serde_path_to_error::deserialize(value).map_err(|error| unreadable(id, reason(&error), SHAPE))?)
}

fn arguments<T: DeserializeOwned>(arguments: &Map<String, Value>) -> Result<T, String> {
    serde_path_to_error::deserialize(arguments).map_err(|error| reason(&error))
}

/// Returns the error, prefixed with the name of the argument if it isn't part of the message.
fn reason(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let path = error.path().to_string();
    let inner = error.inner();
    // Messages about unknown or missing keys already include the key.
    let is_named = path == "." || inner.to_string().contains(&format!("`{path}`"));
    if is_named { inner.to_string() } else { format!("`{path}`: {inner}") }
}

fn unknown_tool(frame: Frame) -> Unreadable {
    let names: Vec<&str> = Tool::ALL.iter().map(|tool| tool.name()).collect();
    unreadable(
        frame.id,
        format!("unknown tool {:?}", frame.tool),
        format!("Call one of {}, or {CLEAR} to enable disabled tools", names.join(", ")),
    )
}

fn unreadable(id: Option<Value>, reason: impl Into<String>, advice: impl Into<String>) -> Unreadable {
    let error = ToolError::InvalidArgs { reason: reason.into(), advice: advice.into() };
    Unreadable { id, tool: None, error }
}
