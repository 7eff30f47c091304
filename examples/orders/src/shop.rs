//! The shop: its orders in memory, and its revenue in a file.

use crate::error::ApiError;
use agent_error::FieldError;
use serde::Serialize;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io};

pub(crate) struct Shop {
    orders: Mutex<Vec<Order>>,
    opens: Instant,
    ledger: PathBuf,
}

#[derive(Clone, Serialize)]
pub(crate) struct Order {
    pub(crate) id: u64,
    pub(crate) item: String,
    pub(crate) quantity: u64,
    pub(crate) state: &'static str,
}

const ITEMS: [&str; 3] = ["anvil", "bucket", "chisel"];

impl Shop {
    /// Creates a shop with two orders: order 1 is open, and order 2 is shipped.
    pub(crate) fn new(opens_in: Duration, ledger: PathBuf) -> Self {
        let order = |id, item: &str, state| Order {
            id,
            item: item.to_owned(),
            quantity: 1,
            state,
        };
        let orders = vec![order(1, "anvil", "open"), order(2, "bucket", "shipped")];
        Self {
            orders: Mutex::new(orders),
            opens: Instant::now() + opens_in,
            ledger,
        }
    }

    pub(crate) fn all(&self) -> Vec<Order> {
        self.orders().clone()
    }

    pub(crate) fn order(&self, id: &str) -> Result<Order, ApiError> {
        Ok(find(&mut self.orders(), id)?.clone())
    }

    /// Changes an order. Checks all fields at once, so that the client can correct them in a single
    /// request.
    pub(crate) fn update(&self, id: &str, changed: &Value) -> Result<Order, ApiError> {
        let opens_in = self.opens.saturating_duration_since(Instant::now());
        if !opens_in.is_zero() {
            return Err(ApiError::Closed { opens_in });
        }
        let mut orders = self.orders();
        let order = find(&mut orders, id)?;
        if order.state != "open" {
            return Err(ApiError::NotChangeable {
                id: order.id,
                state: order.state,
            });
        }
        let mut fields = Vec::new();
        let item = changed["item"].as_str().filter(|item| ITEMS.contains(item));
        if item.is_none() {
            fields.push(invalid("item", "Unknown item.", &changed["item"]).options(ITEMS));
        }
        let quantity = changed["quantity"]
            .as_u64()
            .filter(|quantity| (1..=100).contains(quantity));
        if quantity.is_none() {
            let field = invalid("quantity", "Invalid quantity.", &changed["quantity"]);
            fields.push(field.expected("An integer from 1 to 100."));
        }
        let (Some(item), Some(quantity)) = (item, quantity) else {
            return Err(ApiError::Invalid { fields });
        };
        (order.item, order.quantity) = (item.to_owned(), quantity);
        Ok(order.clone())
    }

    pub(crate) fn revenue(&self) -> Result<u64, ApiError> {
        let read = fs::read_to_string(&self.ledger)
            .and_then(|text| text.trim().parse().map_err(io::Error::other));
        read.map_err(|source| ApiError::Ledger { source })
    }

    fn orders(&self) -> MutexGuard<'_, Vec<Order>> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn find<'a>(orders: &'a mut [Order], id: &str) -> Result<&'a mut Order, ApiError> {
    let found = orders.iter_mut().find(|order| order.id.to_string() == id);
    found.ok_or_else(|| ApiError::NotFound { id: id.to_owned() })
}

fn invalid(field: &str, message: &str, sent: &Value) -> FieldError {
    let error = FieldError::new(field, message);
    if sent.is_null() {
        error.missing()
    } else {
        error.sent(sent.clone())
    }
}
