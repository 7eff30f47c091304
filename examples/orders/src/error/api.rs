//! The errors of the API.

use crate::order::State;
use agent_error::{AgentError, FieldError, exit};
use std::io;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://orders.example.com/errors/{code}", integrate(axum))]
pub(crate) enum ApiError {
    /// No order has this id.
    #[error("no order `{id}`")]
    #[code(
        "ORDER_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "Read the ids of all orders with `GET /orders`",
        actions("GET /orders")
    )]
    NotFound { id: String },

    /// The API has nothing at this path.
    #[error("unknown path {path}")]
    #[code(
        "ROUTE_UNKNOWN",
        exit = exit::NOT_FOUND,
        suggest = "Call one of the actions",
        actions("GET /orders", "POST /orders", "GET /orders/{id}", "POST /orders/{id}/cancel", "GET /revenue")
    )]
    Route { path: String },

    /// The path is not text.
    #[error("the path is not UTF-8")]
    #[code(
        "PATH_MALFORMED",
        exit = exit::ARG_ERROR,
        suggest = "Percent-encode non-ASCII characters of the path as UTF-8, such as `%C3%A9`"
    )]
    Path,

    /// What is at this path does not have the method.
    #[error("{path} does not have the method {method}")]
    #[code(
        "METHOD_NOT_ALLOWED",
        exit = exit::ARG_ERROR,
        status = 405,
        suggest = "Use one of the methods that the header `Allow` names"
    )]
    Method { method: String, path: String },

    /// Fields of the order are missing or invalid; nothing was ordered.
    #[error("the order is invalid: {} of its fields", fields.len())]
    #[code(
        "ORDER_INVALID",
        exit = exit::ARG_ERROR,
        status = 422,
        suggest = "Correct the fields that are listed, then send the order again"
    )]
    Invalid { fields: Vec<FieldError> },

    /// The body is not JSON.
    #[error("the body is not JSON: {reason}")]
    #[code("BODY_MALFORMED", exit = exit::ARG_ERROR, suggest = "Send one JSON object as the body")]
    Malformed { reason: String },

    /// The body is not declared to be JSON.
    #[error("the body must be `application/json`")]
    #[code(
        "MEDIA_TYPE_UNSUPPORTED",
        exit = exit::ARG_ERROR,
        status = 415,
        suggest = "Send the header `Content-Type: application/json`"
    )]
    MediaType,

    /// The body is longer than any order.
    #[error("the body is too long")]
    #[code("BODY_TOO_LONG", exit = exit::ARG_ERROR, status = 413, suggest = "Send an order of at most 2 MB")]
    TooLong,

    /// The order is in a state from which it cannot be cancelled.
    #[error("order {id} is {state} and cannot be cancelled")]
    #[code(
        "ORDER_NOT_CANCELLABLE",
        exit = exit::CONFLICT,
        suggest = "Read the order with `GET /orders/{id}`; only an open one can be cancelled",
        actions("GET /orders/{id}")
    )]
    NotCancellable { id: u64, state: State },

    /// The client called more often than it may.
    #[error("more than {limit} calls in {window_s} seconds")]
    #[code(
        "RATE_LIMITED",
        exit = exit::RATE_LIMITED,
        retry_after = retry_after,
        suggest = "Wait as long as `Retry-After` says, then repeat the call"
    )]
    TooManyCalls {
        limit: u32,
        window_s: u64,
        #[context(skip)]
        retry_after: Duration,
    },

    /// The ledger of the shop is missing or unreadable.
    #[error("the ledger cannot be read")]
    #[code(
        "LEDGER_UNREADABLE",
        exit = exit::sysexits::OSFILE,
        severity = critical,
        suggest = "Do not repeat the call; report it to the shop, whose log has the cause"
    )]
    Ledger { source: io::Error },
}
