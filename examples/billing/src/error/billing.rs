//! Errors of the tools.

use agent_error::ready::RateLimited;
use agent_error::{AgentError, exit};
use std::io;
use std::path::PathBuf;

/// Errors of the tools. Codes that are specific to billing are in Pascal case; generic ones keep their usual names.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://billing.example.com/errors/{code}", integrate(mcp))]
pub(crate) enum BillingError {
    /// No invoice has this ID.
    #[error("invoice \"{id}\" does not exist")]
    #[code(
        "InvoiceNotFound",
        exit = exit::NOT_FOUND,
        suggest = "Call invoices_list first to find valid ids.",
        actions("invoices_list")
    )]
    InvoiceNotFound {
        /// The ID, as passed.
        id: String,
    },

    /// No project has this ID.
    #[error("project \"{id}\" does not exist")]
    #[code(
        "ProjectNotFound",
        exit = exit::NOT_FOUND,
        suggest = "Call projects with the action \"list\" first to find valid ids.",
        actions("projects")
    )]
    ProjectNotFound {
        /// The ID, as passed.
        id: String,
    },

    /// The invoice is already settled; nothing was charged.
    ///
    /// This is a warning, because the caller's goal is already achieved.
    #[error("invoice \"{id}\" is already settled")]
    #[code(
        "AlreadyPaid",
        exit = exit::CONFLICT,
        severity = warning,
        suggest = "No action needed. The invoice is settled."
    )]
    AlreadyPaid {
        /// The ID of the invoice.
        id: String,
    },

    /// The amount exceeds the open amount; nothing was charged.
    #[error("amount {attempted_cents} exceeds the open amount of {open_cents} cents")]
    #[code(
        "OverPayment",
        exit = exit::ARG_ERROR,
        severity = error,
        suggest = "Use amount_cents: {open_cents} for full payment.",
        actions("invoices_charge", "invoices_get")
    )]
    OverPayment {
        /// The ID of the invoice.
        id: String,
        /// The total of the invoice, in cents.
        invoice_total_cents: u64,
        /// The open amount, in cents.
        open_cents: u64,
        /// The requested amount, in cents.
        attempted_cents: u64,
    },

    /// The bank declined the card; nothing was charged.
    #[error("the card was declined for invoice \"{id}\"")]
    #[code(
        "CardDeclined",
        exit = exit::PAYMENT_REQUIRED,
        suggest = "Call invoices_charge with the token of another card.",
        actions("invoices_charge")
    )]
    CardDeclined {
        /// The ID of the invoice.
        id: String,
        /// The token of the card.
        #[context(secret)]
        card_token: String,
    },

    /// The bank didn't respond in time, so the card may have been charged.
    #[error("the bank has not confirmed the payment of {amount_cents} cents for invoice \"{id}\"")]
    #[code(
        "PaymentUnconfirmed",
        exit = exit::TIMEOUT,
        side_effects = unknown,
        suggest = "Check the invoice first; charge the card again only if the payment is missing",
        check = "billing invoice show {id} --ledger={ledger}",
        actions("invoices_get")
    )]
    PaymentUnconfirmed {
        /// The ID of the invoice.
        id: String,
        /// The amount of the payment, in cents.
        amount_cents: u64,
        #[context(skip)]
        ledger: PathBuf,
    },

    /// The client exceeded the rate limit.
    #[error(transparent)]
    #[code(transparent)]
    RateLimited(#[from] RateLimited),

    /// The ledger is missing or damaged, so all calls fail until it's repaired.
    #[error("cannot read the ledger")]
    #[code(
        "LedgerUnreadable",
        exit = exit::sysexits::OSFILE,
        severity = critical,
        suggest = "Stop, and inform the user that the billing system is down. Repeating the call does not help."
    )]
    LedgerUnreadable { source: io::Error },

    /// The payment can't be recorded, so nothing was charged.
    #[error("cannot write to the ledger")]
    #[code(
        "LedgerUnwritable",
        exit = exit::sysexits::IOERR,
        side_effects = none,
        severity = critical,
        suggest = "Stop, and inform the user that invoices can be read, but not paid for now."
    )]
    LedgerUnwritable { source: io::Error },
}
