//! Classes of provider errors, in the order in which they're matched.

use agent_error::classify::BoxError;
use agent_error::{AgentError, exit};
use std::time::Duration;

/// Errors of model providers.
///
/// Rules ignore case and match names in any style: `ThrottlingException`, `insufficient_quota` and `API-key` match the
/// rules `throttling exception`, `insufficient quota` and `api key`.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://filetools.example.com/errors/{code}")]
pub(crate) enum ProviderError {
    /// A local model server requires authentication.
    ///
    /// This also covers a local server that rejects the API key.
    #[error("the local server requires authentication")]
    #[code(
        "AUTH_LOCAL_SERVER",
        exit = exit::AUTH_REQUIRED,
        classify(message("local server", "loopback")),
        suggest = "Check the configuration of the local server\nCheck that the server runs, then repeat the request"
    )]
    LocalServer {
        /// The HTTP status.
        status: Option<u16>,
        /// The diagnosis code in errfmt.
        diag_code: &'static str,
        source: BoxError,
    },

    /// The provider rejects the API key.
    ///
    /// If the provider is known, the hint includes its environment variable.
    #[error("API key invalid")]
    #[code(
        "AUTH_INVALID_KEY",
        exit = exit::AUTH_REQUIRED,
        classify(
            message(
                "invalid api key", "invalid x api key", "incorrect api key", "wrong api key", "bad api key",
                "malformed api key", "api key not valid", "api key is not valid", "api key is invalid", "api key invalid",
                "api key expired", "api key has expired", "api key is expired", "expired api key", "api key revoked",
                "api key has been revoked", "api key was revoked", "api key has been disabled", "invalid token",
                "invalid access token", "invalid bearer token", "invalid authentication", "invalid credentials",
                "bad credentials", "incorrect credentials", "expired token", "token expired", "token has expired",
                "token is expired", "token included in the request is invalid",
                "token included in the request is expired", "unrecognized client exception",
                "signature does not match", "invalid signature exception", "invalid client token id"
            )
        ),
        suggest = "Replace the API key"
    )]
    InvalidKey {
        /// The HTTP status.
        status: Option<u16>,
        /// The diagnosis code in errfmt.
        diag_code: &'static str,
    },

    /// The API key is missing or invalid.
    ///
    /// If the provider or its environment variable is known, the hint includes the variable.
    #[error("API key missing or invalid")]
    #[code(
        "AUTH_MISSING_API_KEY",
        exit = exit::AUTH_REQUIRED,
        classify(
            status(401, 403),
            message(
                "401", "403", "unauthorized", "unauthorised", "unauthenticated", "forbidden", "authentication error",
                "authentication failed", "authentication required", "authentication method", "requires authentication",
                "missing api key", "no api key", "api key missing", "api key is missing", "api key not set",
                "api key is not set", "api key was not set", "api key isn't set", "api key unset", "api key is unset",
                "api key required", "api key is required", "api key not found", "api key not provided",
                "api key was not provided", "api key not configured", "api key is not configured", "api key is empty",
                "api key is undefined", "api key must be set", "api key client option must be set",
                "api key must be provided", "provide an api key", "provide your api key", "set your api key",
                "set the api key", "api key environment variable", "missing credentials", "no credentials",
                "no credentials configured", "credentials not found", "credentials were not found",
                "locate credentials", "load credentials", "load the default credentials", "missing authorization header",
                "missing authentication", "permission denied", "permission error", "access denied",
                "access denied exception", "not authorized"
            )
        ),
        suggest = "Set the API key"
    )]
    MissingKey {
        /// The HTTP status.
        status: Option<u16>,
        /// The diagnosis code in errfmt.
        diag_code: &'static str,
    },

    /// The account's quota or credit is exhausted.
    ///
    /// Unlike with a rate limit, waiting doesn't help.
    #[error("quota exhausted")]
    #[code(
        "PROVIDER_QUOTA",
        exit = exit::PRECONDITION,
        classify(
            status(402),
            message(
                "402", "insufficient quota", "exceeded your current quota", "check your plan and billing",
                "billing hard limit", "billing not active", "billing is not enabled", "credit balance is too low",
                "insufficient credits", "insufficient balance", "insufficient funds", "out of credits",
                "no credits", "payment required", "spending limit", "monthly limit", "usage limit"
            )
        ),
        suggest = "Check your plan and credit in the provider's console, or switch to another provider"
    )]
    Quota {
        /// The HTTP status.
        status: Option<u16>,
    },

    /// The request exceeds the model's context length.
    #[error("the request is too long for the model")]
    #[code(
        "PROVIDER_CONTEXT_LENGTH",
        exit = exit::ARG_ERROR,
        classify(
            status(413),
            message(
                "413", "context length", "context window", "context size", "context limit", "prompt is too long",
                "prompt too long", "input is too long", "input too long", "too many tokens", "too many input tokens",
                "token limit exceeded", "maximum number of tokens", "maximum tokens", "request too large",
                "payload too large", "request entity too large", "reduce the length", "string too long"
            )
        ),
        suggest = "Shorten the conversation or its attachments, or switch to a model with a larger context"
    )]
    ContextLength {
        /// The HTTP status.
        status: Option<u16>,
    },

    /// The provider's rate limit is exceeded.
    ///
    /// The hint includes the requested wait, if there is one.
    #[error("rate limit reached")]
    #[code(
        "PROVIDER_RATE_LIMIT",
        exit = exit::RATE_LIMITED,
        classify(
            status(429),
            message(
                "429", "rate limit", "rate limits", "rate limited", "rate limiting", "ratelimit", "ratelimited",
                "rate exceeded", "too many requests", "throttled", "throttling", "throttle", "slow down",
                "resource exhausted", "resource has been exhausted", "quota exceeded", "exceeded quota",
                "requests per minute", "tokens per minute", "requests per day"
            )
        ),
        retry_after = retry_after,
        suggest = "How long to wait"
    )]
    RateLimited {
        /// The HTTP status.
        status: Option<u16>,
        /// The wait requested by the provider.
        #[context(skip)]
        retry_after: Option<Duration>,
    },

    /// The provider refused the connection.
    #[error("connection refused")]
    #[code(
        "PROVIDER_CONNECTION_REFUSED",
        exit = exit::UNAVAILABLE,
        classify(message("connection refused", "econnrefused", "actively refused", "failed to connect to localhost")),
        retry = exponential,
        suggest = "Check that the server is running and that the base URL has the correct host and port"
    )]
    ConnectionRefused {
        /// The HTTP status.
        status: Option<u16>,
    },

    /// Could not resolve the provider's host name.
    #[error("host not found")]
    #[code(
        "PROVIDER_HOST_NOT_FOUND",
        exit = exit::UNAVAILABLE,
        classify(message(
            "enotfound", "eai again", "eai noname", "getaddrinfo", "no such host", "unknown host",
            "host not found", "name or service not known", "name resolution", "nodename nor servname",
            "resolve host", "resolve hostname", "resolve the host", "dns error", "dns lookup", "dns resolution",
            "failed to lookup address", "no address associated"
        )),
        retry = exponential,
        suggest = "Check the host name in the base URL, then the network connection and its DNS server"
    )]
    HostNotFound {
        /// The HTTP status.
        status: Option<u16>,
    },

    /// The provider's certificate isn't trusted.
    #[error("the server's certificate is not trusted")]
    #[code(
        "PROVIDER_CERTIFICATE",
        exit = exit::UNAVAILABLE,
        retryable = false,
        classify(message(
            "x509", "certificate verify failed", "certificate verification failed", "certificate has expired",
            "certificate is not valid", "certificate is not trusted", "certificate signed by unknown authority",
            "self signed certificate", "unable to get local issuer certificate",
            "unable to verify the first certificate", "invalid peer certificate", "tls handshake", "ssl error",
            "handshake failure", "cert authority invalid", "unknownissuer", "unknown issuer"
        )),
        suggest = "Check the base URL, this machine's clock, and whether a proxy requires its own certificate"
    )]
    Certificate {
        /// The HTTP status.
        status: Option<u16>,
    },

    /// The provider didn't respond in time.
    #[error("request timed out")]
    #[code(
        "PROVIDER_TIMEOUT",
        exit = exit::TIMEOUT,
        classify(
            status(408),
            message(
                "timeout", "timeouts", "timed out", "time out", "deadline exceeded", "etimedout", "esockettimedout",
                "apitimeout", "took too long"
            )
        ),
        side_effects = none,
        retry = exponential,
        suggest = "Check the network connection; the provider may be slow, so try again in a moment"
    )]
    Timeout {
        /// The HTTP status.
        status: Option<u16>,
    },

    /// The connection to the provider failed or was lost.
    #[error("connection lost")]
    #[code(
        "PROVIDER_CONNECTION_LOST",
        exit = exit::UNAVAILABLE,
        classify(message(
            "econnreset", "econnaborted", "epipe", "ehostunreach", "enetunreach", "enetdown", "connection reset",
            "connection closed", "connection aborted", "connection was closed", "connection lost", "connection error",
            "api connection error", "closed connection", "closed the connection", "socket hang up", "broken pipe",
            "unexpected eof", "remote end closed", "server disconnected", "no route to host", "network is unreachable",
            "network unreachable", "network error", "fetch failed", "failed to fetch", "stream ended", "goaway"
        )),
        retry = exponential,
        suggest = "Check the network connection and any proxy, then repeat the request"
    )]
    ConnectionLost {
        /// The HTTP status.
        status: Option<u16>,
    },

    /// The provider doesn't offer this model, or this API key can't access it.
    #[error("model not found")]
    #[code(
        "PROVIDER_MODEL_NOT_FOUND",
        exit = exit::NOT_FOUND,
        classify(message(
            "model not found", "model is not found", "no such model", "unknown model", "invalid model",
            "model not supported", "model is not supported", "unsupported model", "model does not exist",
            "model is not available", "model has been deprecated", "model has been decommissioned",
            "not a valid model"
        )),
        suggest = "List the provider's models and choose one that your API key can access"
    )]
    ModelNotFound {
        /// The HTTP status.
        status: Option<u16>,
    },

    /// The provider has an internal error or is overloaded.
    #[error("provider server error")]
    #[code(
        "PROVIDER_SERVER_ERROR",
        exit = exit::UNAVAILABLE,
        classify(
            status(500, 502..=504, 520..=524, 529),
            message(
                "500", "502", "503", "504", "520", "521", "522", "523", "524", "529", "internal server error",
                "internal server exception", "internal server", "internal error", "internal failure", "server error",
                "bad gateway", "service unavailable", "service unavailable exception", "temporarily unavailable",
                "currently unavailable", "model is unavailable", "gateway timeout", "overloaded", "overloaded error",
                "at capacity", "over capacity", "out of capacity", "model not ready", "model is loading",
                "currently loading", "upstream error", "upstream connect error"
            )
        ),
        retry_after = retry_after,
        retry = exponential,
        suggest = "Try again in a few minutes; for longer outages, check the provider's status page"
    )]
    Server {
        /// The HTTP status.
        status: Option<u16>,
        /// The wait requested by the provider.
        #[context(skip)]
        retry_after: Option<Duration>,
    },

    /// An unknown error.
    ///
    /// In text formats, the message is printed unchanged, without a code or advice.
    #[error("{message}")]
    #[code("PROVIDER_UNCLASSIFIED", exit = exit::GENERAL_ERROR, classify(fallback))]
    Unclassified {
        /// The message of the provider's client.
        message: String,
        /// The HTTP status.
        status: Option<u16>,
    },
}
