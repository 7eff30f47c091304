//! Projects and their invoices.

use crate::error::{BillingError, CliError};
use crate::ledger::Ledger;
use agent_error::clap::CommandExt as _;
use agent_error::vocabulary::DangerLevel;
use agent_error::{Response, error_set};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Show an invoice, and what was paid for it
    #[command(errors = error_set!["InvoiceNotFound" | "LedgerUnreadable" in BillingError], danger = DangerLevel::Safe)]
    Show {
        /// The id of the invoice, as in `INV-001`
        id: String,
        /// The file with projects and invoices
        #[arg(long, value_name = "FILE", default_value = "ledger.json")]
        ledger: PathBuf,
    },
}

impl Command {
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        match self {
            Self::Show { id, ledger } => {
                let accounts = Ledger::new(ledger.clone()).read()?;
                Ok(Response::new(accounts.invoice(id)?.clone()))
            }
        }
    }
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Project {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) customer: String,
}

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Invoice {
    pub(crate) id: String,
    /// The ID of the invoice's project.
    pub(crate) project: String,
    pub(crate) total_cents: u64,
    pub(crate) paid_cents: u64,
}

/// The status of an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Open,
    Paid,
}

impl Invoice {
    pub(crate) fn open_cents(&self) -> u64 {
        self.total_cents.saturating_sub(self.paid_cents)
    }

    pub(crate) fn status(&self) -> Status {
        if self.open_cents() == 0 { Status::Paid } else { Status::Open }
    }

    /// Records a payment. Returns an error if it exceeds the open amount.
    pub(crate) fn pay(&mut self, amount_cents: u64) -> Result<(), BillingError> {
        let (id, open_cents) = (self.id.clone(), self.open_cents());
        match self.status() {
            Status::Paid => Err(BillingError::AlreadyPaid { id }),
            Status::Open if amount_cents > open_cents => Err(BillingError::OverPayment {
                id,
                invoice_total_cents: self.total_cents,
                open_cents,
                attempted_cents: amount_cents,
            }),
            Status::Open => {
                self.paid_cents += amount_cents;
                Ok(())
            }
        }
    }
}
