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
        suggest = "Ask the user for a name and a password, then pass them to `cloudctl auth login --user NAME`, the password in `CLOUDCTL_PASSWORD`; `--endpoint` and `--token-file` must be those of this call"
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
        classify(status(402)),
        suggest = "Show the balance with `cloudctl balance`, and ask the user to add funds",
        actions("balance")
    )]
    Balance {
        /// The HTTP status.
        status: u16,
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

    /// Nobody answers at the address of the API.
    #[error("cannot reach {endpoint}")]
    #[code(
        "API_UNREACHABLE",
        exit = exit::API,
        status = 503,
        classify(
            io(ConnectionRefused, HostUnreachable, NetworkUnreachable),
            message("failed to lookup address information"),
            with = Self::unreachable
        ),
        retry_after = "1s",
        retry = exponential,
        suggest = "Check that `--endpoint` is the address of the API, and that the network is up"
    )]
    Unreachable {
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
    /// What answers may be no API, or one of another version. The call may have been carried out.
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
    /// The status says whether the same call may succeed later, so the code does not promise it.
    #[error("API error {status}: {message}")]
    #[code(
        "API_ERROR",
        exit = exit::API,
        status = 500,
        classify(status(..)),
        suggest = "Show the message to the user; with a status of 500 or more, call again later, as it may be transient; with 400 to 499, change the call; with any other, check that `--endpoint` is the address of the API"
    )]
    Api {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// Something that no other code covers.
    #[error("unexpected: {message}")]
    #[code("ERROR", exit = exit::GENERAL, classify(fallback), suggest = "Show the message to the user")]
    Other {
        #[context(skip)]
        message: String,
    },
}
