//! All errors of the API, and those of the program.

use agent_error::CatalogError;
use agent_error::clap::UsageError;
use agent_error::{AgentError, FieldError, exit};
use agent_error_axum::Rejection;
use std::{io, net::SocketAddr, time::Duration};

/// The errors of the API. The HTTP status determines the exit code and the gRPC status, unless the
/// code declares its own.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(
    strict,
    docs = "https://orders.example.com/errors/{code}",
    integrate(axum, tonic)
)]
pub(crate) enum ApiError {
    /// No order has this ID.
    #[error("no order `{id}`")]
    #[code(
        "ORDER_NOT_FOUND",
        status = 404,
        instance = "/orders/{id}",
        suggest = "List all orders to find the right ID",
        actions("GET /orders")
    )]
    NotFound { id: String },

    /// No route matches this path.
    #[error("unknown path {path}")]
    #[code(
        "ROUTE_UNKNOWN",
        status = 404,
        suggest = "Use one of the listed actions",
        actions("GET /orders", "GET /orders/{id}", "PUT /orders/{id}", "GET /revenue")
    )]
    Route { path: String },

    /// The route doesn't support this method.
    #[error("{path} does not support {method}")]
    #[code(
        "METHOD_NOT_ALLOWED",
        status = 405,
        suggest = "Use one of the methods in the `Allow` header"
    )]
    Method { method: String, path: String },

    /// The request is invalid.
    #[error(transparent)]
    #[code(transparent)]
    Request(#[from] Rejection),

    /// The order has missing or invalid fields; nothing was changed.
    #[error("invalid fields in the order: {}", fields.len())]
    #[code(
        "ORDER_INVALID",
        status = 422,
        suggest = "Correct the listed fields, then send the order again"
    )]
    Invalid { fields: Vec<FieldError> },

    /// The shop is closed; nothing was changed.
    #[error("the shop is closed")]
    #[code("SHOP_CLOSED", status = 503, retry_after = opens_in,
        suggest = "Wait until the shop opens, then send the order again")]
    Closed {
        #[context(skip)]
        opens_in: Duration,
    },

    /// The order can't be changed in its current state.
    #[error("order {id} is {state} and cannot be changed")]
    #[code("ORDER_NOT_CHANGEABLE", status = 409, grpc = FAILED_PRECONDITION, instance = "/orders/{id}",
        fix_required = "The order is open",
        suggest = "Leave the order as it is; only open orders can be changed")]
    NotChangeable { id: u64, state: &'static str },

    /// The shop's revenue is missing or unreadable.
    #[error("cannot read the ledger")]
    #[code("LEDGER_UNREADABLE", status = 500, exit = exit::sysexits::OSFILE, severity = critical,
        suggest = "Don't repeat the request; ask the shop to look up the error in its log")]
    Ledger { source: io::Error },
}

/// Errors of the program itself.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://orders.example.com/errors/{code}", exit = exit::UNAVAILABLE)]
pub(crate) enum ProgramError {
    /// The server can't listen on its address; another program may be using the port.
    #[error("cannot listen on {address}")]
    #[code(
        "FAILED_TO_LISTEN",
        retryable = false,
        suggest = "Choose another port, or pass `--port 0` or `--grpc-port 0` to use any free port"
    )]
    NotListening {
        address: SocketAddr,
        source: io::Error,
    },

    /// The server had to stop, for example because it couldn't print its address.
    #[error("the server stopped: {source}")]
    #[code("SERVER_STOPPED", exit = exit::sysexits::OSERR,
        suggest = "Restart it with `orders serve`; all orders were in memory and are lost")]
    Stopped { source: io::Error },

    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),
    #[error(transparent)]
    #[code(transparent)]
    Catalog(#[from] CatalogError),
}
