//! A client of the cloud's API, with canned responses instead of a network.
//!
//! To try out a failure, set `CLOUDCTL_RESPONSE`: `404 not found` is the status and the message of an error, `200 oops`
//! is a body, and anything else is a failure of the network, such as `connection reset`.

use agent_error::Report;
use agent_error::definition::{Foreign, Invalid};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::env;
use std::io::{self, ErrorKind};

/// A failed call, like Verda's `APIError` and `ValidationError`. It has no code.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClientError {
    #[error("{message}")]
    Status { status: u16, message: String },
    #[error("invalid value for {}: {}", .0.field, .0.reason)]
    Invalid(Invalid),
}

// The classification rules in `error.rs` choose the code by the status and the invalid field.
agent_error::foreign!(ClientError, |error| match error {
    ClientError::Status { status, .. } => Foreign { status: Some(*status), ..Foreign::default() },
    ClientError::Invalid(invalid) => Foreign { invalid: Some(invalid.clone()), ..Foreign::default() },
});

#[allow(clippy::struct_field_names, reason = "`instance_type` is its name in the API and as a flag")]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Instance {
    pub(crate) id: String,
    pub(crate) hostname: String,
    pub(crate) status: String,
    pub(crate) instance_type: String,
    pub(crate) os: String,
    pub(crate) location: String,
    pub(crate) ip: String,
}

const INSTANCES: [[&str; 7]; 2] = [
    ["inst-1", "gpu-runner", "running", "1V100.6V", "ubuntu-24.04", "FIN-01", "203.0.113.10"],
    ["inst-2", "archive", "offline", "CPU.4V.16G", "debian-13", "FIN-01", "203.0.113.11"],
];

pub(crate) fn instances() -> Result<Vec<Instance>, Report> {
    respond(Ok(INSTANCES.map(Instance::new).into()))
}

/// Returns the instance with an ID or a hostname. The responses to deleting it and shutting it down are the same.
pub(crate) fn instance(name: &str) -> Result<Instance, Report> {
    let found =
        INSTANCES.map(Instance::new).into_iter().find(|instance| instance.id == name || instance.hostname == name);
    respond(found.ok_or_else(|| ClientError::Status { status: 404, message: "not found".to_owned() }))
}

impl Instance {
    pub(crate) fn new(columns: [&str; 7]) -> Self {
        let [id, hostname, status, instance_type, os, location, ip] = columns.map(str::to_owned);
        Self { id, hostname, status, instance_type, os, location, ip }
    }
}

pub(crate) fn offers() -> Result<Value, Report> {
    let images = ["debian-13", "ubuntu-24.04"];
    respond(Ok(json!({
        "instance_types": ["1V100.6V", "CPU.4V.16G"], "images": images, "locations": ["FIN-01", "ICE-01"],
    })))
}

pub(crate) fn balance() -> Result<Value, Report> {
    respond(Ok(json!({ "balance": "12.50", "currency": "EUR" })))
}

/// Creates an instance. Rejects a hostname of more than 63 bytes before the call, as Verda's client does.
pub(crate) fn create(new: Instance) -> Result<Instance, Report> {
    respond(match new.hostname.len() {
        0..64 => Ok(new),
        _ => Err(ClientError::Invalid(Invalid { field: "hostname".to_owned(), reason: "too long".to_owned() })),
    })
}

fn respond<T: DeserializeOwned>(canned: Result<T, ClientError>) -> Result<T, Report> {
    let Ok(response) = env::var("CLOUDCTL_RESPONSE") else { return Ok(canned?) };
    match response.split_once(' ').map(|(status, rest)| (status.parse(), rest)) {
        Some((Ok(200_u16), body)) => {
            Ok(serde_json::from_str(body).map_err(|error| io::Error::other(format!("invalid response: {error}")))?)
        }
        Some((Ok(status), message)) => Err(ClientError::Status { status, message: message.to_owned() }.into()),
        _ if response == "connection reset" => Err(io::Error::new(ErrorKind::ConnectionReset, response).into()),
        _ => Err(io::Error::new(ErrorKind::ConnectionRefused, response).into()),
    }
}
