//! The orders, stored in memory.

use crate::error::ApiError;
use crate::order::{NewOrder, Order, State};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
pub(crate) struct Shop {
    orders: Mutex<Vec<Order>>,
}

impl Shop {
    /// Creates a shop with two orders: order 1 is open, and order 2 is shipped.
    pub(crate) fn new() -> Self {
        let order = |id, item: &str, state| Order { id, item: item.to_owned(), quantity: 1, state };
        Self { orders: Mutex::new(vec![order(1, "anvil", State::Open), order(2, "bucket", State::Shipped)]) }
    }

    pub(crate) fn all(&self) -> Vec<Order> {
        self.orders().clone()
    }

    pub(crate) fn order(&self, id: &str) -> Result<Order, ApiError> {
        let orders = self.orders();
        Ok(orders[place(&orders, id)?].clone())
    }

    pub(crate) fn add(&self, new: NewOrder) -> Order {
        let mut orders = self.orders();
        let id = orders.len() as u64 + 1;
        let order = Order { id, item: new.item, quantity: new.quantity, state: State::Open };
        orders.push(order.clone());
        order
    }

    pub(crate) fn cancel(&self, id: &str) -> Result<Order, ApiError> {
        let mut orders = self.orders();
        let place = place(&orders, id)?;
        let order = &mut orders[place];
        match order.state {
            State::Open => {
                order.state = State::Cancelled;
                Ok(order.clone())
            }
            state => Err(ApiError::NotCancellable { id: order.id, state }),
        }
    }

    fn orders(&self) -> MutexGuard<'_, Vec<Order>> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the index of an order. An ID that isn't a number matches no order.
fn place(orders: &[Order], id: &str) -> Result<usize, ApiError> {
    let found = orders.iter().position(|order| order.id.to_string() == id);
    found.ok_or_else(|| ApiError::NotFound { id: id.to_owned() })
}
