//! `filetools explain-error`: finds the class of a model provider's error, and says what to do.

use agent_error::Foreign;
use agent_error::format::{clean, without_secrets};
use agent_error::{AgentError, Classify as _, ErrorRecord, Response, exit};
use std::time::Duration;

/// Errors of model providers. The first variant with a phrase in the message applies. A phrase
/// doesn't count if the message also has a longer one that contains it.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://filetools.example.com/errors/{code}")]
pub(crate) enum ProviderError {
    /// A server on this machine requires authentication.
    #[error("local server requires authentication")]
    #[code(
        "AUTH_LOCAL_SERVER",
        exit = exit::AUTH_REQUIRED,
        detail = "diagnosis: {diag_code}",
        suggest = "Check the configuration of the local server.\nCheck that the server is running."
    )]
    LocalServer {
        /// The diagnosis code in errfmt.
        diag_code: &'static str,
    },

    /// The provider rejects the API key.
    #[error("API key invalid")]
    #[code(
        "AUTH_INVALID_KEY",
        exit = exit::AUTH_REQUIRED,
        detail = "diagnosis: {diag_code}",
        classify(message("invalid api key", "invalid x api key", "incorrect api key", "api key not valid", "expired api key")),
        suggest = "Replace the API key"
    )]
    InvalidKey { diag_code: &'static str },

    /// The API key is missing or invalid.
    #[error("API key missing or invalid")]
    #[code(
        "AUTH_MISSING_API_KEY",
        exit = exit::AUTH_REQUIRED,
        detail = "diagnosis: {diag_code}",
        classify(message(
            "401", "403", "unauthorized", "forbidden", "requires authentication", "missing api key", "no api key",
            "api key is not set", "api key not set", "api key is missing"
        )),
        suggest = "Set the API key"
    )]
    MissingKey { diag_code: &'static str },

    /// The provider's rate limit is exceeded.
    #[error("rate limit reached")]
    #[code(
        "PROVIDER_RATE_LIMIT",
        exit = exit::RATE_LIMITED,
        classify(message("429", "rate limit", "rate limited", "too many requests", "slow down")),
        retry_after = retry_after,
        suggest = "Send fewer requests.\nSwitch to another model."
    )]
    RateLimited {
        #[context(skip)]
        retry_after: Option<Duration>,
    },

    /// No server listens at the address.
    #[error("connection refused")]
    #[code(
        "PROVIDER_CONNECTION_REFUSED",
        exit = exit::UNAVAILABLE,
        classify(message("connection refused", "econnrefused")),
        retry = exponential,
        suggest = "Check that the server is running.\nCheck the host and the port of the base URL."
    )]
    ConnectionRefused,

    /// The provider didn't respond in time.
    #[error("request timed out")]
    #[code(
        "PROVIDER_TIMEOUT",
        exit = exit::TIMEOUT,
        classify(message("timeout", "timed out", "deadline exceeded")),
        retryable,
        retry = exponential,
        side_effects = none,
        suggest = "Check the network connection.\nThe provider may be slow, so try again in a moment."
    )]
    Timeout,

    /// The provider failed or is overloaded.
    #[error("provider server error")]
    #[code(
        "PROVIDER_SERVER_ERROR",
        exit = exit::UNAVAILABLE,
        classify(message("500", "502", "503", "504", "529", "internal server error", "bad gateway", "overloaded")),
        retry = exponential,
        suggest = "Try again in a few minutes.\nCheck the provider's status page."
    )]
    Server,
}

/// The message of a provider's client.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Message(String);

agent_error::foreign!(Message, |message| Foreign {
    retry_after: wait(&message.0),
    ..Foreign::default()
});

/// Returns the coded error for a message, or the message itself if its class is unknown.
pub(crate) fn explain(text: &str) -> Result<Response, ErrorRecord> {
    let text = clean(&without_secrets(text));
    let error = Message(text.replace('_', " "));
    let record = ProviderError::classify(error);
    let diag_code = match record.code() {
        "AUTH_INVALID_KEY" | "AUTH_MISSING_API_KEY" if is_local(&text) => {
            let error = ProviderError::LocalServer {
                diag_code: "auth.local_server",
            };
            return Err(ErrorRecord::of(&error));
        }
        // No rule matches.
        "UNCLASSIFIED_ERROR" => return Ok(Response::document(text)),
        "AUTH_INVALID_KEY" => "auth.invalid_key",
        "AUTH_MISSING_API_KEY" => "auth.missing_api_key",
        _ => {
            let Some(wait) = record.retry_after() else {
                return Err(record);
            };
            let advice = record.suggestion().unwrap_or_default().to_owned();
            return Err(record.with_suggestion(format!(
                "Wait {} s, then try again.\n{advice}",
                wait.as_secs()
            )));
        }
    };
    let advice = match variable(&text) {
        Some(variable) => format!("Run `export {variable}=<your-key>`, then repeat the request"),
        None => "Set the environment variable of your provider, such as OPENAI_API_KEY".to_owned(),
    };
    Err(record
        .with_suggestion(advice)
        .with_detail(format!("diagnosis: {diag_code}"))
        .with_context("diag_code", diag_code))
}

/// Whether the message is about a server on this machine. An address alone doesn't say so if the
/// message names a provider, which may be behind a local proxy.
fn is_local(text: &str) -> bool {
    let lower = text.to_lowercase();
    let contains = |names: &[&str]| names.iter().any(|name| lower.contains(name));
    contains(&["local server", "loopback"])
        || (contains(&["localhost", "127.0.0.1", "[::1]"]) && variable(text).is_none())
}

/// Returns the environment variable of the first provider in the text.
fn variable(text: &str) -> Option<String> {
    const PROVIDERS: [&str; 7] = [
        "anthropic",
        "openai",
        "google",
        "openrouter",
        "groq",
        "xai",
        "mistral",
    ];
    let text = text.to_lowercase();
    let first = PROVIDERS
        .iter()
        .filter_map(|name| Some((text.find(name)?, name)))
        .min();
    first.map(|(_, name)| format!("{}_API_KEY", name.to_uppercase()))
}

/// Returns the wait in a message, such as `retry after 30 seconds`.
fn wait(text: &str) -> Option<Duration> {
    let text = text.to_lowercase();
    let (_, rest) = ["retry after ", "try again in "]
        .iter()
        .find_map(|phrase| text.split_once(phrase))?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    let is_seconds = rest[digits.len()..].trim_start().starts_with('s');
    digits
        .parse()
        .ok()
        .filter(|_| is_seconds)
        .map(Duration::from_secs)
}
