//! Users and invoices.

use crate::error::BillingError;
use schemars::JsonSchema;
use serde::Serialize;

pub(crate) struct Ledger {
    pub(crate) users: Vec<User>,
    pub(crate) invoices: Vec<Invoice>,
}

#[derive(Serialize)]
pub(crate) struct User {
    pub(crate) email: String,
    pub(crate) role: String,
}

#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Invoice {
    pub(crate) id: String,
    /// The unpaid amount, in cents.
    pub(crate) amount_cents: u64,
}

impl Default for Ledger {
    fn default() -> Self {
        let users = vec![User {
            email: "eve@example.com".to_owned(),
            role: "admin".to_owned(),
        }];
        let invoices = [("INV-001", 12_000), ("INV-002", 0), ("INV-003", 50_000)];
        let invoices = invoices.map(|(id, amount_cents)| Invoice {
            id: id.to_owned(),
            amount_cents,
        });
        Self {
            users,
            invoices: invoices.into(),
        }
    }
}

impl Ledger {
    pub(crate) fn invoice(&mut self, id: &str) -> Result<&mut Invoice, BillingError> {
        let found = self.invoices.iter_mut().find(|invoice| invoice.id == id);
        found.ok_or_else(|| BillingError::InvoiceNotFound { id: id.to_owned() })
    }
}

impl Invoice {
    /// Returns the unpaid amount after a payment.
    pub(crate) fn rest_after(&self, amount: u64) -> Result<u64, BillingError> {
        match self.amount_cents {
            0 => Err(BillingError::AlreadyPaid {
                id: self.id.clone(),
            }),
            total => total.checked_sub(amount).ok_or(BillingError::OverPayment {
                total,
                attempted: amount,
            }),
        }
    }
}
