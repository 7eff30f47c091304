//! The request and response types of the API.

use crate::secret::Secret;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// A virtual machine.
#[allow(clippy::struct_field_names, reason = "`instance_type` is its name in the API and as a flag")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Instance {
    pub(crate) id: String,
    pub(crate) hostname: String,
    pub(crate) status: Status,
    pub(crate) instance_type: String,
    pub(crate) os: String,
    pub(crate) location: String,
    pub(crate) ip: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Running,
    Offline,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Running => "running",
            Self::Offline => "offline",
        })
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Instances {
    pub(crate) instances: Vec<Instance>,
}

/// The parameters of a new instance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NewInstance {
    pub(crate) hostname: String,
    pub(crate) instance_type: String,
    pub(crate) os: String,
    pub(crate) location: String,
}

/// The available instance types and images.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Offers {
    pub(crate) instance_types: Vec<InstanceType>,
    pub(crate) images: Vec<String>,
}

impl Offers {
    pub(crate) fn type_names(&self) -> Vec<String> {
        self.instance_types.iter().map(|offer| offer.name.clone()).collect()
    }
}

/// An instance type and its price.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct InstanceType {
    pub(crate) name: String,
    /// In hundredths of the currency.
    pub(crate) cents_per_hour: u64,
    pub(crate) currency: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Balance {
    /// The balance, in hundredths of `currency`.
    pub(crate) balance_cents: u64,
    pub(crate) currency: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Login {
    pub(crate) user: String,
    pub(crate) password: Secret,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LoggedIn {
    pub(crate) token: Secret,
    pub(crate) expires_in_s: u64,
}

/// An empty response.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Done {}

/// The body of an error response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    pub(crate) message: String,
    /// The kind of the missing resource, if the path is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) resource: Option<String>,
    /// The name of the invalid field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
    /// Why the field is invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// How long to wait before the next call, in milliseconds. More precise than the `Retry-After` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) retry_after_ms: Option<u64>,
    /// The price of the call, if the balance doesn't cover it.
    #[serde(flatten)]
    pub(crate) price: Option<Box<Price>>,
}

/// A price and the current balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Price {
    /// The price, in hundredths of the balance's currency.
    pub(crate) price_cents: u64,
    #[serde(flatten)]
    pub(crate) balance: Balance,
}

impl Problem {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), resource: None, field: None, reason: None, retry_after_ms: None, price: None }
    }

    /// Parses the body of an error response. Missing or malformed members are ignored.
    pub(crate) fn read(body: &[u8]) -> Option<Self> {
        let body: Value = serde_json::from_slice(body).ok()?;
        let text = |key: &str| body.get(key)?.as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned);
        Some(Self {
            message: text("message").unwrap_or_default(),
            resource: text("resource"),
            field: text("field"),
            reason: text("reason"),
            retry_after_ms: body.get("retry_after_ms").and_then(Value::as_u64),
            price: Price::deserialize(&body).ok().map(Box::new),
        })
    }
}
