//! All errors of the tools, with the codes and messages of Vurb's guide, and those of the program.

use agent_error::CatalogError;
use agent_error::clap::UsageError;
use agent_error::ready::{Deprecated, InvalidFields, MissingField, RateLimited};
use agent_error::{AgentError, exit};
use std::io;

/// The errors of the tools. Codes that are specific to billing are in Pascal case; generic ones
/// keep their usual names.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://billing.example.com/errors/{code}", integrate(mcp))]
pub(crate) enum BillingError {
    /// No invoice has this ID.
    #[error("Invoice \"{id}\" does not exist.")]
    #[code("InvoiceNotFound", exit = exit::NOT_FOUND,
        suggest = "Call billing.list_invoices first to find valid IDs.", actions("billing.list_invoices"))]
    InvoiceNotFound { id: String },

    /// No user has this e-mail address.
    #[error("User \"{email}\" not found")]
    #[code("UserNotFound", exit = exit::NOT_FOUND,
        suggest = "Call users with the action \"list\" to find all users.", actions("users"))]
    UserNotFound { email: String },

    /// The invoice is already settled; nothing was charged. This is a warning, because the caller
    /// has achieved the goal.
    #[error("Invoice \"{id}\" is already settled")]
    #[code("AlreadyPaid", exit = exit::CONFLICT, severity = warning,
        suggest = "No action needed. The invoice is settled.")]
    AlreadyPaid { id: String },

    /// The amount exceeds the unpaid amount; nothing was charged.
    #[error("Amount {attempted} exceeds total {total}")]
    #[code("OverPayment", exit = exit::ARG_ERROR, suggest = "Use amount: {total} for full payment.")]
    OverPayment {
        /// The unpaid amount, in cents.
        #[context(rename = "invoiceTotal")]
        total: u64,
        /// The requested amount, in cents.
        attempted: u64,
    },

    /// The bank declined the card; nothing was charged.
    #[error("The card was declined for invoice \"{id}\"")]
    #[code("CardDeclined", exit = exit::PAYMENT_REQUIRED,
        suggest = "Ask the user for another card, then call billing.charge with its token.",
        actions("billing.charge"))]
    CardDeclined {
        id: String,
        #[context(secret)]
        card_token: String,
    },

    /// The bank didn't respond in time, so the card may have been charged.
    #[error("The bank has not confirmed the payment of {amount} cents for invoice \"{id}\"")]
    #[code("PaymentUnconfirmed", exit = exit::TIMEOUT, side_effects = unknown,
        suggest = "Call billing.get_invoice first; charge the card again only if the payment is missing.",
        actions("billing.get_invoice"))]
    PaymentUnconfirmed { id: String, amount: u64 },

    /// The server has no connection to its database; nothing was charged.
    // The code, the message and the suggestion are quoted from Vurb's guide.
    #[error("Database connection pool exhausted")]
    #[code("INTERNAL_ERROR", shared, exit = exit::UNAVAILABLE, severity = critical, retry_after = "30s",
        suggest = "Retry after 30 seconds or contact support.")]
    PoolExhausted { source: io::Error },

    #[error(transparent)]
    #[code(transparent)]
    Deprecated(#[from] Deprecated),
    #[error(transparent)]
    #[code(transparent)]
    Invalid(#[from] InvalidFields),
    #[error(transparent)]
    #[code(transparent)]
    Missing(#[from] MissingField),
    #[error(transparent)]
    #[code(transparent)]
    RateLimited(#[from] RateLimited),
}

/// Errors of the program itself.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://billing.example.com/errors/{code}", exit = exit::sysexits::OSERR)]
pub(crate) enum ProgramError {
    /// Standard input isn't an MCP client.
    #[error("the client did not send a valid initialize request")]
    #[code("CLIENT_SILENT", exit = exit::sysexits::PROTOCOL,
        suggest = "Start `billing serve` from an MCP client; it communicates in JSON-RPC on standard input and output")]
    NoClient,

    /// The server can't start, or the connection to the client failed.
    #[error("the server stopped: {source}")]
    #[code("SERVER_STOPPED", suggest = "Restart it with `billing serve`")]
    Stopped { source: io::Error },

    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),
    #[error(transparent)]
    #[code(transparent)]
    Catalog(#[from] CatalogError),
}
