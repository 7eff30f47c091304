//! A client of the cloud's API, with canned responses instead of a network.
//!
//! To try out a failure, set `CLOUDCTL_RESPONSE`: `404 not found` is the status and the message of
//! an error, `200 oops` is a body, and anything else is a failure of the network, such as
//! `connection reset`.

use crate::instances::Create;
use agent_error::Report;
use agent_error::{FieldError, Foreign};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::env;
use std::io::{self, ErrorKind};

/// A failed call, like Verda's `APIError` and `ValidationError`. It has no code.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClientError {
    #[error("{message}")]
    Status { status: u16, message: String },
    #[error("invalid value for {}: {}", .0.field(), .0)]
    Invalid(FieldError),
}

// The classification rules in `error.rs` choose the code by the status and the invalid field.
agent_error::foreign!(ClientError, |error| match error {
    ClientError::Status { status, .. } => Foreign {
        status: Some(*status),
        ..Foreign::default()
    },
    ClientError::Invalid(invalid) => Foreign {
        invalid: Some(invalid.clone()),
        ..Foreign::default()
    },
});

/// The ID and the description of each instance.
const INSTANCES: [(&str, &str); 2] = [
    (
        "inst-1",
        "gpu-runner ● running 1V100.6V FIN-01 203.0.113.10",
    ),
    ("inst-2", "archive ● offline CPU.4V.16G FIN-01 203.0.113.11"),
];

/// Returns the descriptions of all instances by ID.
pub(crate) fn instances() -> Result<BTreeMap<String, String>, Report> {
    respond(Ok(INSTANCES
        .map(|(id, description)| (id.to_owned(), description.to_owned()))
        .into()))
}

/// Returns an instance. The responses to deleting it and shutting it down are the same.
pub(crate) fn instance(id: &str) -> Result<Value, Report> {
    let found = INSTANCES.iter().find(|(known, _)| *known == id);
    let found = found.map(|(id, description)| json!({ "id": id, "description": description }));
    respond(found.ok_or_else(|| ClientError::Status {
        status: 404,
        message: "not found".to_owned(),
    }))
}

pub(crate) fn offers() -> Result<Value, Report> {
    respond(Ok(
        json!({ "instance_types": ["1V100.6V", "CPU.4V.16G"], "images": ["debian-13", "ubuntu-24.04"] }),
    ))
}

pub(crate) fn balance() -> Result<Value, Report> {
    respond(Ok(json!({ "balance": "12.50", "currency": "EUR" })))
}

/// Creates an instance. Rejects a hostname of more than 63 bytes before the call, as Verda's client
/// does.
pub(crate) fn create(new: &Create) -> Result<Value, Report> {
    respond(match new.hostname.len() {
        0..64 => Ok(json!(new)),
        _ => Err(ClientError::Invalid(FieldError::new(
            "hostname".to_owned(),
            "too long".to_owned(),
        ))),
    })
}

fn respond<T: DeserializeOwned>(canned: Result<T, ClientError>) -> Result<T, Report> {
    let Ok(response) = env::var("CLOUDCTL_RESPONSE") else {
        return Ok(canned?);
    };
    match response
        .split_once(' ')
        .map(|(status, rest)| (status.parse(), rest))
    {
        Some((Ok(200_u16), body)) => Ok(serde_json::from_str(body)
            .map_err(|error| io::Error::other(format!("invalid response: {error}")))?),
        // A response without a status isn't an error of the API.
        Some((Ok(status @ 100..), message)) => Err(ClientError::Status {
            status,
            message: message.to_owned(),
        }
        .into()),
        _ if response.starts_with("connection reset") => {
            Err(io::Error::new(ErrorKind::ConnectionReset, response).into())
        }
        _ => Err(io::Error::new(ErrorKind::ConnectionRefused, response).into()),
    }
}
