//! What can go wrong with a call of the API, and with any library below it.

use super::exit;
use agent_error::AgentError;
use std::io;
use std::time::Duration;

/// Why a call failed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit)]
pub(crate) enum CloudError {
    /// Credentials are missing, invalid or expired, or do not allow the call.
    ///
    /// A token belongs to one endpoint; the token of another one counts as missing.
    #[error("{message}")]
    #[code(
        "AUTH_ERROR",
        exit = exit::AUTH,
        shared,
        side_effects = none,
        status = 401,
        classify(
            status(401, 403),
            message("no credentials configured", "unauthorized", "token expired"),
            with = Self::auth
        ),
        suggest = "Log in with `cloudctl auth login --user NAME`, the password in `CLOUDCTL_PASSWORD`; without a name and a password only their owner can do so. `--endpoint` and `--token-file` must be those of this call"
    )]
    Auth {
        /// The HTTP status; 401 also if the call was not even made.
        status: u16,
        /// What is wrong and, since agents see no advice beside it, what to do.
        #[context(skip)]
        message: String,
    },

    /// The account does not have enough balance.
    #[error("{message}")]
    #[code(
        "INSUFFICIENT_BALANCE",
        exit = exit::BALANCE,
        status = 402,
        shared,
        classify(status(402), with = Self::insufficient),
        suggest = "Show the balance with `cloudctl balance`; only the owner of the account can add funds",
        actions("balance")
    )]
    Balance {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The account does not have enough balance for the price of what was asked for.
    #[error("{message}")]
    #[code(
        "INSUFFICIENT_BALANCE",
        exit = exit::BALANCE,
        status = 402,
        shared,
        suggest = "Ask for something cheaper; only the owner of the account can add funds",
        actions("balance")
    )]
    Price {
        /// The HTTP status.
        status: u16,
        /// What the call costs, in hundredths of the currency.
        price_cents: u64,
        /// What the account has, in hundredths of the currency.
        balance_cents: u64,
        /// The currency of both.
        currency: String,
        #[context(skip)]
        message: String,
    },

    /// What was asked for does not exist.
    #[error("{message}")]
    #[code(
        "NOT_FOUND",
        exit = exit::NOT_FOUND,
        shared,
        classify(status(404)),
        suggest = "List what exists with `cloudctl instances list`; if that fails, too, `--endpoint` is not the address of the API",
        actions("instances.list")
    )]
    NotFound {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The state of the account does not allow the call.
    ///
    /// A hostname is taken, or an instance is offline already.
    #[error("{message}")]
    #[code(
        "CONFLICT",
        exit = exit::API,
        status = 409,
        classify(status(409)),
        suggest = "Look at the instances with `cloudctl instances list`, then decide what is still to be done",
        actions("instances.list")
    )]
    Conflict {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// A value is invalid.
    #[error("invalid value for {field}: {reason}")]
    #[code(
        "VALIDATION_ERROR",
        exit = exit::BAD_INPUT,
        status = 422,
        classify(validation),
        suggest = "Correct the value of `{field}`, then call again"
    )]
    Invalid {
        /// The name of the field or the flag.
        field: String,
        /// Why its value is invalid.
        reason: String,
    },

    /// The API asks for a pause.
    #[error("{message}")]
    #[code(
        "RATE_LIMITED",
        exit = exit::API,
        status = 429,
        classify(status(429), with = Self::rate_limited),
        retry_after = wait,
        suggest = "Wait as long as the API asks for, then call again"
    )]
    RateLimited {
        /// The HTTP status.
        status: u16,
        /// How long to wait, in seconds and rounded up, if the API says so.
        retry_after_s: Option<u64>,
        /// The same to the millisecond.
        #[context(skip)]
        wait: Option<Duration>,
        #[context(skip)]
        message: String,
    },

    /// The API did not answer in time.
    ///
    /// Whether it has done what was asked for is unknown. To ask again is safe: a hostname is given once, and an
    /// instance is deleted or shut down once.
    #[error("no answer from {endpoint} within {timeout_s} s")]
    #[code(
        "API_TIMEOUT",
        exit = exit::API,
        status = 504,
        classify(io(TimedOut), with = Self::timeout),
        retry_after = "1s",
        retry = exponential,
        suggest = "Call again, with more time: `--timeout`"
    )]
    Timeout {
        /// The address of the API.
        endpoint: String,
        /// The time that the call was given, in seconds.
        timeout_s: f64,
        source: io::Error,
    },

    /// No server answers at the address of the API.
    #[error("cannot reach {endpoint}: {reason}")]
    #[code(
        "API_UNREACHABLE",
        exit = exit::API,
        status = 503,
        classify(io(ConnectionRefused, HostUnreachable, NetworkUnreachable), with = Self::unreachable),
        retry_after = "1s",
        retry = exponential,
        suggest = "Check that the API runs, that `--endpoint` names its port, and that the network is up"
    )]
    Unreachable {
        /// The address of the API.
        endpoint: String,
        /// What the operating system says, as in `connection refused`.
        reason: String,
        source: io::Error,
    },

    /// The name of the API's host has no address.
    ///
    /// The name is wrong, or no name server answers.
    #[error("cannot find the host of {endpoint}: its name has no address")]
    #[code(
        "API_HOST_NOT_FOUND",
        exit = exit::API,
        status = 503,
        classify(
            message("failed to lookup address information", "host not found"),
            with = Self::host_not_found
        ),
        retry_after = "1s",
        retry = exponential,
        suggest = "Check the spelling of the host in `--endpoint`; if it is right, check that the network and its name server are up"
    )]
    HostNotFound {
        /// The address of the API.
        endpoint: String,
        source: io::Error,
    },

    /// The connection ended before the API had answered.
    ///
    /// Whether it has done what was asked for is unknown; to ask again is safe.
    #[error("{endpoint} closed the connection without an answer")]
    #[code(
        "API_DISCONNECTED",
        exit = exit::API,
        status = 502,
        classify(
            io(ConnectionReset, ConnectionAborted, BrokenPipe, UnexpectedEof),
            with = Self::disconnected
        ),
        retry_after = "1s",
        retry = exponential,
        suggest = "Call again; if that does not help, check what is between here and the API"
    )]
    Disconnected {
        /// The address of the API.
        endpoint: String,
        source: io::Error,
    },

    /// The answer is not the JSON that the API promises, or not even HTTP.
    ///
    /// Another server may have answered, or an API of another version. The call may have been carried out.
    #[error("the answer of {endpoint} is not what the API promises: {reason}")]
    #[code(
        "MALFORMED_RESPONSE",
        exit = exit::API,
        status = 502,
        classify(type(serde_json::Error), io(InvalidData), with = Self::malformed),
        suggest = "Check that `--endpoint` is the address of the API, and that cloudctl is up to date"
    )]
    Malformed {
        /// The address of the API.
        endpoint: String,
        /// What is wrong with the answer, and where. What it holds is not shown: it may be a token.
        reason: String,
    },

    /// The API failed in a way that no other code covers.
    ///
    /// Whether the same call may succeed later is not known, so the code does not promise it.
    #[error("API error {status}: {message}")]
    #[code(
        "API_ERROR",
        exit = exit::API,
        status = 500,
        shared,
        classify(status(..), with = Self::api),
        suggest = "Call again later; if it fails in the same way, show the message to the operator of the API"
    )]
    Api {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The API cannot answer now, and says when it can.
    #[error("API error {status}: {message}")]
    #[code(
        "API_UNAVAILABLE",
        exit = exit::API,
        status = 503,
        retry_after = wait,
        suggest = "Wait as long as the API asks for, then call again"
    )]
    Unavailable {
        /// The HTTP status.
        status: u16,
        /// How long to wait, in seconds and rounded up.
        retry_after_s: u64,
        /// The same to the millisecond.
        #[context(skip)]
        wait: Duration,
        #[context(skip)]
        message: String,
    },

    /// The API does not take the call as it is.
    #[error("API error {status}: {message}")]
    #[code(
        "API_ERROR",
        exit = exit::API,
        status = 400,
        shared,
        suggest = "Change the call as the message says; the same call fails again"
    )]
    Rejected {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The status is not one that the API answers with.
    #[error("API error {status}: {message}")]
    #[code(
        "API_ERROR",
        exit = exit::API,
        status = 500,
        shared,
        suggest = "Check that `--endpoint` is the address of the API, and not of a proxy or a web page"
    )]
    Strange {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// Something that no other code covers.
    #[error("unexpected: {message}")]
    #[code(
        "ERROR",
        exit = exit::GENERAL,
        classify(fallback),
        suggest = "Read the message; if it does not say what to change, show it to the maintainers of cloudctl"
    )]
    Other {
        #[context(skip)]
        message: String,
    },
}
