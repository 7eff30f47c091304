//! Orders and their validation.

use agent_error::FieldError;
use serde::Serialize;
use serde_json::Value;
use std::fmt;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Order {
    pub(crate) id: u64,
    pub(crate) item: String,
    pub(crate) quantity: u64,
    pub(crate) state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    Open,
    Shipped,
    Cancelled,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Shipped => "shipped",
            Self::Cancelled => "cancelled",
        })
    }
}

const ITEMS: [&str; 3] = ["anvil", "bucket", "chisel"];
const MOST: u64 = 100;

/// An order as sent by a client.
#[derive(Debug)]
pub(crate) struct NewOrder {
    pub(crate) item: String,
    pub(crate) quantity: u64,
}

impl NewOrder {
    /// Validates all fields at once, so that the client can correct them in a single request.
    pub(crate) fn check(body: &Value) -> Result<Self, Vec<FieldError>> {
        if !body.is_object() {
            let wrong = FieldError::new("(root)", "The order must be an object.").sent(body.clone());
            return Err(vec![wrong.expected(r#"Expected: an object such as {"item": "anvil", "quantity": 1}."#)]);
        }
        let (item, quantity) = (body.get("item"), body.get("quantity"));
        match (item.and_then(known_item), quantity.and_then(valid_quantity)) {
            (Some(item), Some(quantity)) => Ok(Self { item, quantity }),
            (valid_item, valid_quantity) => {
                let no_item = || refused("item", "Unknown item.", item).options(ITEMS);
                let range = format!("An integer from 1 to {MOST}.");
                let no_quantity = || refused("quantity", "Invalid quantity.", quantity).expected(range);
                let item = valid_item.is_none().then(no_item);
                Err(item.into_iter().chain(valid_quantity.is_none().then(no_quantity)).collect())
            }
        }
    }
}

fn known_item(sent: &Value) -> Option<String> {
    sent.as_str().filter(|item| ITEMS.contains(item)).map(str::to_owned)
}

fn valid_quantity(sent: &Value) -> Option<u64> {
    sent.as_u64().filter(|quantity| (1..=MOST).contains(quantity))
}

fn refused(field: &str, message: &str, sent: Option<&Value>) -> FieldError {
    let error = FieldError::new(field, message);
    match sent {
        Some(value) => error.sent(value.clone()),
        None => error.missing(),
    }
}
