//! The errors of the API.

use crate::order::State;
use agent_error::{AgentError, FieldError, exit};
use std::io;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://orders.example.com/errors/{code}", integrate(axum, tonic))]
pub(crate) enum ApiError {
    /// No order has this ID.
    #[error("no order `{id}`")]
    #[code(
        "ORDER_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "List all orders with `GET /orders`",
        instance = "/orders/{id}",
        actions("GET /orders")
    )]
    NotFound { id: String },

    /// No route matches this path.
    #[error("unknown path {path}")]
    #[code(
        "ROUTE_UNKNOWN",
        exit = exit::NOT_FOUND,
        suggest = "Use one of the listed actions",
        actions("GET /orders", "POST /orders", "GET /orders/{id}", "POST /orders/{id}/cancel", "GET /revenue")
    )]
    Route { path: String },

    /// The path isn't valid UTF-8.
    #[error("the path is not valid UTF-8")]
    #[code(
        "PATH_MALFORMED",
        exit = exit::ARG_ERROR,
        suggest = "Percent-encode non-ASCII characters as UTF-8, such as `%C3%A9`"
    )]
    Path,

    /// The route doesn't support this method.
    #[error("{path} does not support {method}")]
    #[code(
        "METHOD_NOT_ALLOWED",
        exit = exit::ARG_ERROR,
        status = 405,
        suggest = "Use one of the methods in the `Allow` header"
    )]
    Method { method: String, path: String },

    /// The order has missing or invalid fields; nothing was ordered.
    #[error("the order is invalid: {} of its fields", fields.len())]
    #[code(
        "ORDER_INVALID",
        exit = exit::ARG_ERROR,
        status = 422,
        suggest = "Correct the listed fields, then send the order again"
    )]
    Invalid { fields: Vec<FieldError> },

    /// The body isn't valid JSON.
    #[error("the body is not valid JSON: {reason}")]
    #[code("BODY_MALFORMED", exit = exit::ARG_ERROR, suggest = "Send a JSON object as the body")]
    Malformed { reason: String },

    /// The request doesn't declare a JSON body.
    #[error("the content type must be `application/json`")]
    #[code(
        "MEDIA_TYPE_UNSUPPORTED",
        exit = exit::ARG_ERROR,
        status = 415,
        suggest = "Set the header `Content-Type: application/json`"
    )]
    MediaType,

    /// The body exceeds the size limit.
    #[error("the body is too large")]
    #[code("BODY_TOO_LONG", exit = exit::ARG_ERROR, status = 413, suggest = "Send a body of at most 2 MB")]
    TooLong,

    /// The body of the request did not arrive in time; nothing was ordered.
    #[error("the request did not arrive within {timeout_s} seconds")]
    #[code(
        "REQUEST_TIMEOUT",
        exit = exit::ARG_ERROR,
        status = 408,
        suggest = "Send the whole body within {timeout_s} seconds, and end it where `Content-Length` says"
    )]
    Timeout { timeout_s: u64 },

    /// The order can't be cancelled in its current state.
    #[error("order {id} is {state} and cannot be cancelled")]
    #[code(
        "ORDER_NOT_CANCELLABLE",
        exit = exit::CONFLICT,
        grpc = FAILED_PRECONDITION,
        instance = "/orders/{id}",
        fix_required = "The order is open",
        suggest = "Check the order with `GET /orders/{id}`; only open orders can be cancelled",
        actions("GET /orders/{id}")
    )]
    NotCancellable { id: u64, state: State },

    /// The client exceeded the rate limit.
    #[error("rate limit exceeded: {limit} requests per {window_s} seconds")]
    #[code(
        "RATE_LIMITED",
        exit = exit::RATE_LIMITED,
        retry_after = retry_after,
        suggest = "Wait for the time given in `Retry-After`, then repeat the request"
    )]
    TooManyCalls {
        limit: u32,
        window_s: u64,
        #[context(skip)]
        retry_after: Duration,
    },

    /// The shop's ledger is missing or unreadable.
    #[error("cannot read the ledger")]
    #[code(
        "LEDGER_UNREADABLE",
        exit = exit::sysexits::OSFILE,
        severity = critical,
        suggest = "Don't repeat the request; report the error to the shop, which can find the cause in its log"
    )]
    Ledger { source: io::Error },
}
