//! Errors of API calls, including those of underlying libraries.

use super::exit;
use agent_error::{AgentError, ErrorRecord};
use std::io;
use std::time::Duration;

/// Errors of API calls.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
pub(crate) enum CloudError {
    /// The credentials are missing, invalid, expired or insufficient.
    ///
    /// Each token belongs to one endpoint. A token for another endpoint counts as missing.
    #[error("{message}")]
    #[code(
        "AUTH_ERROR",
        exit = exit::AUTH,
        shared,
        side_effects = none,
        status = 401,
        classify(status(401, 403), message("no credentials configured", "unauthorized", "token expired")),
        suggest = "Log in with `cloudctl auth login --user NAME`, with the password in `CLOUDCTL_PASSWORD` and the same `--endpoint` and `--token-file`. If you don't have credentials, ask the account owner to log in"
    )]
    Auth {
        /// The HTTP status. Also 401 if there was no token to send.
        status: u16,
        /// The cause and the remedy. The message includes the remedy because agents don't see the suggestion.
        #[context(skip)]
        message: String,
    },

    /// The account balance is too low.
    #[error("{message}")]
    #[code(
        "INSUFFICIENT_BALANCE",
        exit = exit::BALANCE,
        status = 402,
        shared,
        classify(status(402)),
        suggest = "Check the balance with `cloudctl balance`; only the account owner can add funds",
        actions("balance")
    )]
    Balance {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The account balance doesn't cover the price.
    #[error("{message}")]
    #[code(
        "INSUFFICIENT_BALANCE",
        exit = exit::BALANCE,
        status = 402,
        shared,
        suggest = "Choose a cheaper type from `cloudctl types list`, or ask the account owner to add funds",
        actions("balance")
    )]
    Price {
        /// The HTTP status.
        status: u16,
        /// The price of the call, in hundredths of the currency.
        price_cents: u64,
        /// The account balance, in hundredths of the currency.
        balance_cents: u64,
        /// The currency of the price and the balance.
        currency: String,
        #[context(skip)]
        message: String,
    },

    /// The requested resource doesn't exist.
    #[error("{message}")]
    #[code(
        "NOT_FOUND",
        exit = exit::NOT_FOUND,
        shared,
        classify(status(404)),
        suggest = "List all instances with `cloudctl instances list`; if that fails too, check `--endpoint`",
        actions("instances.list")
    )]
    NotFound {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The call conflicts with the current state of the account.
    ///
    /// For example, the hostname is already taken, or the instance is already offline.
    #[error("{message}")]
    #[code(
        "CONFLICT",
        exit = exit::API,
        status = 409,
        classify(status(409)),
        suggest = "Check the instances with `cloudctl instances list`, then decide how to proceed",
        actions("instances.list")
    )]
    Conflict {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// A field or flag has an invalid value.
    #[error("invalid value for {field}: {reason}")]
    #[code(
        "VALIDATION_ERROR",
        exit = exit::BAD_INPUT,
        status = 422,
        classify(validation),
        suggest = "Correct the value of `{field}`, then try again"
    )]
    Invalid {
        /// The name of the field or the flag.
        field: String,
        /// Why the value is invalid.
        reason: String,
    },

    /// The API's rate limit is exceeded.
    #[error("{message}")]
    #[code(
        "RATE_LIMITED",
        exit = exit::API,
        status = 429,
        classify(status(429)),
        retry_after = wait,
        suggest = "Wait for the requested time, then try again"
    )]
    RateLimited {
        /// The HTTP status.
        status: u16,
        /// The requested wait, in seconds, rounded up, if the API sent one.
        retry_after_s: Option<u64>,
        /// The requested wait, to the millisecond.
        #[context(skip)]
        wait: Option<Duration>,
        #[context(skip)]
        message: String,
    },

    /// The API didn't respond in time.
    ///
    /// The call may have taken effect. Repeating it is safe, because hostnames are unique and an instance can only be
    /// deleted or shut down once.
    #[error("no response from {endpoint} within {timeout_s} s")]
    #[code(
        "API_TIMEOUT",
        exit = exit::API,
        status = 504,
        retry_after = "1s",
        retry = exponential,
        suggest = "Try again, with a longer `--timeout`"
    )]
    Timeout {
        /// The address of the API.
        endpoint: String,
        /// The timeout, in seconds.
        timeout_s: f64,
        source: io::Error,
    },

    /// The API can't be reached.
    #[error("cannot reach {endpoint}: {reason}")]
    #[code(
        "API_UNREACHABLE",
        exit = exit::API,
        status = 503,
        retry_after = "1s",
        retry = exponential,
        suggest = "Check that the API is running, that `--endpoint` has the right port, and that the network is up"
    )]
    Unreachable {
        /// The address of the API.
        endpoint: String,
        /// The operating system's reason, such as `connection refused`.
        reason: String,
        source: io::Error,
    },

    /// The API's host name can't be resolved.
    ///
    /// The name is misspelled, or no DNS server responds.
    #[error("cannot resolve the host name of {endpoint}")]
    #[code(
        "API_HOST_NOT_FOUND",
        exit = exit::API,
        status = 503,
        retry_after = "1s",
        retry = exponential,
        suggest = "Check the spelling of the host in `--endpoint`; if it's correct, check the network and its DNS server"
    )]
    HostNotFound {
        /// The address of the API.
        endpoint: String,
        source: io::Error,
    },

    /// The connection closed before the API responded.
    ///
    /// The call may have taken effect. Repeating it is safe.
    #[error("{endpoint} closed the connection before responding")]
    #[code(
        "API_DISCONNECTED",
        exit = exit::API,
        status = 502,
        retry_after = "1s",
        retry = exponential,
        suggest = "Try again; if that fails too, check proxies and firewalls between you and the API"
    )]
    Disconnected {
        /// The address of the API.
        endpoint: String,
        source: io::Error,
    },

    /// The response isn't the expected JSON, or isn't even HTTP.
    ///
    /// The response may come from a different server or from another version of the API. The call may have taken
    /// effect.
    #[error("invalid response from {endpoint}: {reason}")]
    #[code(
        "MALFORMED_RESPONSE",
        exit = exit::API,
        status = 502,
        suggest = "Check that `--endpoint` is the URL of the API, and that cloudctl is up to date"
    )]
    Malformed {
        /// The address of the API.
        endpoint: String,
        /// What is invalid in the response, and where. Doesn't quote the response, which may contain a token.
        reason: String,
    },

    /// The API failed for a reason that no other code covers.
    ///
    /// The failure may be permanent, so the code isn't marked as retryable.
    #[error("API error {status}: {message}")]
    #[code(
        "API_ERROR",
        exit = exit::API,
        status = 500,
        shared,
        classify(status(500..=599)),
        suggest = "Try again later; if the error persists, report the message to the API's operator"
    )]
    Api {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The API is temporarily unavailable and says when to try again.
    #[error("API error {status}: {message}")]
    #[code(
        "API_UNAVAILABLE",
        exit = exit::API,
        status = 503,
        retry_after = wait,
        suggest = "Wait for the requested time, then try again"
    )]
    Unavailable {
        /// The HTTP status.
        status: u16,
        /// The requested wait, in seconds, rounded up.
        retry_after_s: u64,
        /// The requested wait, to the millisecond.
        #[context(skip)]
        wait: Duration,
        #[context(skip)]
        message: String,
    },

    /// The API rejected the call.
    #[error("API error {status}: {message}")]
    #[code(
        "API_ERROR",
        exit = exit::API,
        status = 400,
        shared,
        classify(status(400..=499)),
        suggest = "Change the call as described in the message; the same call will fail again"
    )]
    Rejected {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The API never returns this status.
    #[error("API error {status}: {message}")]
    #[code(
        "API_ERROR",
        exit = exit::API,
        status = 500,
        shared,
        classify(status(..)),
        suggest = "Check that `--endpoint` is the URL of the API, not of a proxy or a website"
    )]
    Strange {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// An error that no other code covers.
    #[error("unexpected: {message}")]
    #[code(
        "ERROR",
        exit = exit::GENERAL,
        classify(fallback),
        suggest = "Follow the message; if it doesn't help, report it to the maintainers of cloudctl"
    )]
    Other {
        #[context(skip)]
        message: String,
    },

    /// An error that one of the rules above matches.
    #[error(transparent)]
    #[code(transparent)]
    Foreign(ErrorRecord),
}
