//! The classes of failures, in the order in which they are tried.

use super::local::names_this_machine;
use super::name::key_variable;
use agent_error::classify::{BoxError, Found};
use agent_error::{AgentError, exit};
use std::time::Duration;

/// What can be wrong between a model's provider and its caller.
///
/// The words of the rules are looked for in any case and spelling: `ThrottlingException`, `insufficient_quota` and
/// `API-key` are read as `throttling exception`, `insufficient quota` and `api key`.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://filetools.example.com/errors/{code}")]
pub(crate) enum ProviderError {
    /// A model server on this machine asks for authentication.
    ///
    /// A refusal of the key by an address of this machine is one, too.
    #[error("the local server requires authentication")]
    #[code(
        "AUTH_LOCAL_SERVER",
        exit = exit::AUTH_REQUIRED,
        classify(message("local server", "loopback"), with = Self::local_server),
        suggest = "Check the configuration of the local server and that it was started with it, then repeat the request"
    )]
    LocalServer {
        /// The HTTP status.
        status: Option<u16>,
        /// What errfmt calls the diagnosis.
        diag_code: &'static str,
        source: BoxError,
    },

    /// The provider says that the API key is wrong.
    ///
    /// The hint names the environment variable of the provider, as far as the text names the provider.
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
            ),
            with = Self::invalid_key
        ),
        suggest = "{advice}"
    )]
    InvalidKey {
        /// The HTTP status.
        status: Option<u16>,
        /// What errfmt calls the diagnosis.
        diag_code: &'static str,
        source: BoxError,
        /// Replace the API key of the provider, then call again.
        #[context(skip)]
        advice: String,
    },

    /// The provider knows no API key of the caller, or not this one.
    ///
    /// The hint names the environment variable of the provider, as far as the text names the variable or the provider.
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
            ),
            with = Self::missing_key
        ),
        suggest = "{advice}"
    )]
    MissingKey {
        /// The HTTP status.
        status: Option<u16>,
        /// What errfmt calls the diagnosis.
        diag_code: &'static str,
        source: BoxError,
        /// Set the API key of the provider, then call again.
        #[context(skip)]
        advice: String,
    },

    /// The account has used up what it paid for, or has not paid.
    ///
    /// Unlike a rate limit, no wait helps.
    #[error("quota used up")]
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
        suggest = "Check plan and credit of the account in the provider's console, or switch to another provider"
    )]
    Quota {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
    },

    /// The request is longer than the model takes.
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
        suggest = "Shorten the conversation or what is attached to it, or switch to a model with a larger context"
    )]
    ContextLength {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
    },

    /// The caller sent more requests than the provider allows it.
    ///
    /// The hint says how long to wait, as far as the provider says so.
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
            ),
            with = Self::rate_limited
        ),
        retry_after = retry_after,
        suggest = "{advice}"
    )]
    RateLimited {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
        /// The wait that the provider asks for.
        #[context(skip)]
        retry_after: Option<Duration>,
        /// Wait as long as the provider asks, then call again.
        #[context(skip)]
        advice: String,
    },

    /// No server listens at the address of the provider.
    #[error("connection refused")]
    #[code(
        "PROVIDER_CONNECTION_REFUSED",
        exit = exit::UNAVAILABLE,
        classify(message("connection refused", "econnrefused", "actively refused", "failed to connect to localhost")),
        retry = exponential,
        suggest = "Check that the server runs and that the base URL names its host and port"
    )]
    Refused {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
    },

    /// The name of the provider's host has no address.
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
        suggest = "Check the host name in the base URL, then the network connection and its name server"
    )]
    HostNotFound {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
    },

    /// The certificate of the provider's host is not trusted.
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
        suggest = "Check the base URL, the clock of this machine, and whether a proxy needs a certificate of its own"
    )]
    Certificate {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
    },

    /// The provider did not answer in time.
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
        suggest = "Check the network connection; the provider may be slow, so repeat the request in a moment"
    )]
    Timeout {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
    },

    /// The connection to the provider broke, or could not be made.
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
        source: BoxError,
    },

    /// The provider has no such model, or not for this key.
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
        suggest = "List the models of the provider and choose one of them; some are not open to every key"
    )]
    ModelNotFound {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
    },

    /// The provider has a problem of its own.
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
        suggest = "Repeat the request in a few minutes; the provider's status page reports longer problems"
    )]
    Server {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
        /// The wait that the provider asks for.
        #[context(skip)]
        retry_after: Option<Duration>,
    },

    /// Any other failure.
    ///
    /// As text it is the message as it was, without code and advice: nothing is known about it.
    #[error("{message}")]
    #[code("PROVIDER_UNCLASSIFIED", exit = exit::GENERAL_ERROR, classify(fallback))]
    Unclassified {
        /// The message of the provider's client.
        message: String,
        /// The HTTP status.
        status: Option<u16>,
    },
}

impl ProviderError {
    fn local_server(found: Found) -> Self {
        Self::LocalServer { status: found.status, diag_code: "auth.local_server", source: found.error }
    }

    fn invalid_key(found: Found) -> Self {
        let text = found.error.to_string();
        if names_this_machine(&text) {
            return Self::local_server(found);
        }
        let advice = match key_variable(&text) {
            Some(variable) => format!("Make a new key and run `export {variable}=<your-key>`, then repeat the request"),
            None => "Make a new key and set the environment variable of your provider to it, then repeat the request"
                .to_owned(),
        };
        Self::InvalidKey { status: found.status, diag_code: "auth.invalid_key", source: found.error, advice }
    }

    fn missing_key(found: Found) -> Self {
        let text = found.error.to_string();
        if names_this_machine(&text) {
            return Self::local_server(found);
        }
        let advice = match key_variable(&text) {
            Some(variable) => format!("Run `export {variable}=<your-key>`, then repeat the request"),
            None => {
                "Set the environment variable of your provider, as in `export OPENAI_API_KEY=<your-key>`".to_owned()
            }
        };
        Self::MissingKey { status: found.status, diag_code: "auth.missing_api_key", source: found.error, advice }
    }

    fn rate_limited(found: Found) -> Self {
        let advice = match found.retry_after.map(|wait| wait.as_millis().div_ceil(1000)) {
            None => "Send requests less often, or switch to another model".to_owned(),
            Some(1) => "Wait 1 second and repeat the request, or switch to another model".to_owned(),
            Some(seconds) => format!("Wait {seconds} seconds and repeat the request, or switch to another model"),
        };
        Self::RateLimited { status: found.status, source: found.error, retry_after: found.retry_after, advice }
    }
}
