//! The derive on enums and structs.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics, in its functions too")]

mod beside;
mod catalog;
mod catalog_views;
mod codes;
mod context;
mod diagnostic;
mod envelope;
mod facts;
mod filled;
mod generics;
mod hidden;
mod optional;
mod replacement;
mod retry_after;
mod shapes;
mod spelling;
mod templates;
mod transparent;

use agent_error::definition::{Catalogued, ErrorDef};
use agent_error::{AgentError, Format, render};
use serde_json::Value;

/// The `error` of an error's envelope.
fn error_object(error: &dyn AgentError) -> Value {
    let mut envelope: Value = serde_json::from_str(&render(error, Format::Envelope)).unwrap();
    envelope["error"].take()
}

/// The context of an error's envelope.
fn context(error: &dyn AgentError) -> Value {
    error_object(error)["context"].take()
}

/// The declaration of a code by a type itself.
fn def<E: Catalogued>(code: &str) -> &'static ErrorDef {
    E::TYPE.defs.iter().find(|def| def.code == code).unwrap()
}
