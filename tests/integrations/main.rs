//! Tests of the integrations with other libraries, and of redaction.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on panics, in its functions too"
)]

mod carriers;
#[path = "../support/cases.rs"]
mod cases;
mod error_layer;
mod error_layer_among_others;
mod error_layer_formats;
mod http_foreign;
mod http_reading;
mod http_response;
mod in_anyhow;
mod in_axum;
mod in_tracing;
mod json_extractor;
mod ordinary_messages;
mod other_extractors;
mod re_exports;
#[path = "../support/rfc9457.rs"]
mod rfc9457;
mod secret_corpus;
mod secret_properties;
mod secret_shapes;
mod secret_values;
mod served;
#[path = "../support/snapshots.rs"]
mod snapshots;
mod withheld;

use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no user {name}")]
#[code("NO_USER", exit = 5)]
#[agent_error(integrate(axum))]
struct NoUser {
    name: String,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("mail failed")]
#[code("MAIL_FAILED", exit = 12)]
struct MailFailed;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("aligned")]
#[code("ALIGNED", exit = 5)]
#[repr(align(64))]
struct Aligned(#[context(rename = "number")] u8);

fn no_user() -> NoUser {
    NoUser {
        name: "eve".to_owned(),
    }
}
