//! Tests of classification by phrases in messages.

use crate::classify::{around, code};
use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum ProviderError {
    #[error("local server requires authentication")]
    #[code("LOCAL_SERVER_AUTH", exit = 8, classify(message("local server")))]
    Local,
    #[error("API key missing or invalid")]
    #[code("API_KEY_INVALID", exit = 8, classify(message("401", "403")))]
    Key,
    #[error("rate limit reached")]
    #[code("PROVIDER_RATE", exit = 11, classify(message("429", "rate limit", "rate limited")))]
    Rate,
    #[error("suspended")]
    #[code("SUSPENDED", exit = 7, classify(message("rate limit suspension")))]
    Suspended,
    #[error("provider server error")]
    #[code("PROVIDER_FAILED", exit = 12, classify(message("500", "503")))]
    Server,
}

#[test]
fn the_first_declared_of_several_matching_phrases_wins() {
    assert_eq!(code::<ProviderError>("local server: 429 too many"), "LOCAL_SERVER_AUTH");
    assert_eq!(code::<ProviderError>("error 429 after 401"), "API_KEY_INVALID");
    assert_eq!(code::<ProviderError>("error 500: rate limit storage"), "PROVIDER_RATE");
}

#[test]
fn a_longer_phrase_precedes_a_phrase_that_it_contains() {
    assert_eq!(code::<ProviderError>("Rate Limit suspension"), "SUSPENDED");
    assert_eq!(code::<ProviderError>("you are rate limited"), "PROVIDER_RATE");
}

#[test]
fn only_whole_words_match() {
    for text in [
        "file too large: 15000 bytes",
        "openai API error 400: request req_9403af failed",
        "dial tcp 10.0.0.1:4010: no route to host",
        "10.0.0.1:500 refused",
        "wrote 500 bytes",
        "rate limits",
        "corporate limit",
        "",
    ] {
        assert_eq!(code::<ProviderError>(text), "UNCLASSIFIED_ERROR", "{text}");
    }
}

#[test]
fn color_sequences_are_ignored_in_matching() {
    assert_eq!(code::<ProviderError>("\u{1b}[31mrate limit\u{1b}[0m reached"), "PROVIDER_RATE");
}

#[test]
fn the_whole_chain_is_searched() {
    assert_eq!(code::<ProviderError>(around("cannot ask the model", around("error", "error 503"))), "PROVIDER_FAILED");
}
