//! The classes of failures, in the order in which they are looked for.

use super::name::key_variable;
use agent_error::classify::{BoxError, Found};
use agent_error::{AgentError, exit};
use std::time::Duration;

/// What can be wrong between a model's provider and its caller.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(case = "dotted", docs = "https://filetools.example.com/errors/{code}")]
pub(crate) enum ProviderError {
    /// A model server on this machine asks for authentication.
    #[error("the local server requires authentication")]
    #[code(
        "auth.local_server",
        exit = exit::AUTH_REQUIRED,
        classify(message("local server")),
        suggest = "Check the configuration of the local server and that it was started with it, then repeat the request"
    )]
    LocalServer {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
    },

    /// The provider says that the API key is wrong.
    ///
    /// The hint names the environment variable of the provider, as far as the text names the provider.
    #[error("API key invalid")]
    #[code(
        "auth.invalid_key",
        exit = exit::AUTH_REQUIRED,
        classify(
            message(
                "invalid api key", "invalid x-api-key", "invalid_api_key", "incorrect api key", "api key not valid",
                "api key expired"
            ),
            with = Self::invalid_key
        ),
        suggest = "{advice}"
    )]
    InvalidKey {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
        /// What to do, in a sentence.
        #[context(skip)]
        advice: String,
    },

    /// The provider knows no API key of the caller, or not this one.
    ///
    /// The hint names the environment variable of the provider, as far as the text names the provider.
    #[error("API key missing or invalid")]
    #[code(
        "auth.missing_api_key",
        exit = exit::AUTH_REQUIRED,
        classify(
            status(401, 403),
            message("401", "403", "unauthorized", "authentication_error", "missing api key", "no api key"),
            with = Self::missing_key
        ),
        suggest = "{advice}"
    )]
    MissingKey {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
        /// What to do, in a sentence.
        #[context(skip)]
        advice: String,
    },

    /// The caller sent more requests than the provider allows it.
    ///
    /// The hint says how long to wait, as far as the provider says so.
    #[error("rate limit reached")]
    #[code(
        "provider.rate_limit",
        exit = exit::RATE_LIMITED,
        classify(
            status(429),
            message(
                "429", "rate limit", "rate limits", "rate limited", "rate_limit_error", "rate_limit_exceeded",
                "too many requests"
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
        /// What to do, in a sentence.
        #[context(skip)]
        advice: String,
    },

    /// Nobody listens at the address of the provider.
    #[error("connection refused")]
    #[code(
        "provider.connection_refused",
        exit = exit::UNAVAILABLE,
        classify(message("connection refused", "econnrefused")),
        retry = exponential,
        suggest = "Check that the server runs and that the base URL names its host and port"
    )]
    Refused {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
    },

    /// The provider did not answer in time.
    #[error("request timed out")]
    #[code(
        "provider.timeout",
        exit = exit::TIMEOUT,
        classify(
            status(408),
            message("timeout", "timeouts", "timed out", "deadline exceeded", "etimedout")
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

    /// The provider has a problem of its own.
    #[error("provider server error")]
    #[code(
        "provider.server_error",
        exit = exit::UNAVAILABLE,
        classify(
            status(500, 502..=504, 529),
            message(
                "500", "502", "503", "504", "529", "internal server error", "bad gateway", "service unavailable",
                "gateway timeout", "overloaded", "overloaded_error"
            )
        ),
        retry_after = retry_after,
        retry = exponential,
        suggest = "Repeat the request in a few minutes; the provider's status page tells of longer problems"
    )]
    Server {
        /// The HTTP status.
        status: Option<u16>,
        source: BoxError,
        /// The wait that the provider asks for.
        #[context(skip)]
        retry_after: Option<Duration>,
    },

    /// The failure is none of these.
    ///
    /// The message is the text as it was, and there is no advice: nothing is known about it.
    #[error("{message}")]
    #[code("provider.unclassified", exit = exit::GENERAL_ERROR, classify(fallback))]
    Unclassified {
        /// What the provider's client said.
        message: String,
        /// The HTTP status.
        status: Option<u16>,
    },
}

impl ProviderError {
    fn invalid_key(found: Found) -> Self {
        let advice = match key_variable(&found.message) {
            Some(variable) => format!("Make a new key and run `export {variable}=<your-key>`, then repeat the request"),
            None => "Make a new key and set the environment variable of your provider to it, then repeat the request"
                .to_owned(),
        };
        Self::InvalidKey { status: found.status, source: found.error, advice }
    }

    fn missing_key(found: Found) -> Self {
        let advice = match key_variable(&found.message) {
            Some(variable) => format!("Run `export {variable}=<your-key>`, then repeat the request"),
            None => {
                "Set the environment variable of your provider, as in `export OPENAI_API_KEY=<your-key>`".to_owned()
            }
        };
        Self::MissingKey { status: found.status, source: found.error, advice }
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
