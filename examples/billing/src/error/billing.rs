//! The errors of the tools.

use agent_error::ready::RateLimited;
use agent_error::{AgentError, exit};
use std::io;

/// Codes of this domain have its names; codes that every server has keep the names that agents know.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://billing.example.com/errors/{code}", case = "pascal", integrate(mcp))]
pub(crate) enum BillingError {
    /// No invoice has this id.
    #[error("invoice \"{id}\" does not exist")]
    #[code(
        "InvoiceNotFound",
        exit = exit::NOT_FOUND,
        suggest = "Call invoices_list first to find valid ids.",
        actions("invoices_list")
    )]
    InvoiceNotFound {
        /// The id as given.
        id: String,
    },

    /// No project has this id.
    #[error("project \"{id}\" does not exist")]
    #[code(
        "ProjectNotFound",
        exit = exit::NOT_FOUND,
        suggest = "Call projects with the action \"list\" first to find valid ids.",
        actions("projects")
    )]
    ProjectNotFound {
        /// The id as given.
        id: String,
    },

    /// The invoice is settled; nothing was charged.
    ///
    /// The caller's goal is reached, so this is a warning.
    #[error("invoice \"{id}\" is already settled")]
    #[code(
        "AlreadyPaid",
        exit = exit::CONFLICT,
        severity = warning,
        suggest = "No action needed. The invoice is settled."
    )]
    AlreadyPaid {
        /// The invoice.
        id: String,
    },

    /// The amount is more than what is left to pay; nothing was charged.
    #[error("amount {attempted_cents} exceeds the {open_cents} cents that are open")]
    #[code(
        "OverPayment",
        exit = exit::ARG_ERROR,
        severity = error,
        suggest = "Use amount_cents: {open_cents} for full payment.",
        actions("invoices_charge", "invoices_get")
    )]
    OverPayment {
        /// The invoice.
        id: String,
        /// What the invoice is over, in cents.
        invoice_total_cents: u64,
        /// What is left to pay, in cents.
        open_cents: u64,
        /// What was to be charged, in cents.
        attempted_cents: u64,
    },

    /// The bank did not let the card pay; nothing was charged.
    #[error("the card was declined for invoice \"{id}\"")]
    #[code(
        "CardDeclined",
        exit = exit::PAYMENT_REQUIRED,
        suggest = "Call invoices_charge with the token of another card.",
        actions("invoices_charge")
    )]
    CardDeclined {
        /// The invoice.
        id: String,
        /// The card.
        #[context(secret)]
        card_token: String,
    },

    /// The client charged more often than it may.
    #[error(transparent)]
    #[code(transparent)]
    RateLimited(#[from] RateLimited),

    /// The ledger is missing or damaged: no call can succeed until it is repaired.
    #[error("the ledger cannot be read")]
    #[code(
        "LedgerUnreadable",
        exit = exit::sysexits::OSFILE,
        severity = critical,
        suggest = "Stop, and inform the user that the billing system is down. Repeating the call does not help."
    )]
    LedgerUnreadable { source: io::Error },

    /// The payment could not be recorded, so nothing was charged.
    #[error("the ledger cannot be written")]
    #[code(
        "LedgerUnwritable",
        exit = exit::sysexits::IOERR,
        side_effects = none,
        severity = critical,
        suggest = "Stop, and inform the user that invoices can be read but not be paid for now."
    )]
    LedgerUnwritable { source: io::Error },
}
