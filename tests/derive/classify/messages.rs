//! Tests of classification by phrases in messages.

use crate::classify::{around, code};
use agent_error::AgentError;

declared!(
    #[agent_error(unregistered)]
    ProviderError {
        Local = ("LOCAL_SERVER_AUTH", classify(message("local server"))),
        Key = ("API_KEY_INVALID", classify(message("401", "403"))),
        Rate = ("PROVIDER_RATE", classify(message("429", "rate limit", "rate limited"))),
        Suspended = ("SUSPENDED", classify(message("rate limit suspension"))),
        Server = ("PROVIDER_FAILED", classify(message("500", "503"))),
    }
);

#[test]
fn the_first_declared_of_several_matching_phrases_wins_unless_another_contains_it() {
    for (text, expected) in [
        ("local server: 429 too many", "LOCAL_SERVER_AUTH"),
        ("error 429 after 401", "API_KEY_INVALID"),
        ("error 500: rate limit storage", "PROVIDER_RATE"),
        ("Rate Limit suspension", "SUSPENDED"),
        ("you are rate limited", "PROVIDER_RATE"),
        ("\u{1b}[31mrate limit\u{1b}[0m reached", "PROVIDER_RATE"),
    ] {
        assert_eq!(code::<ProviderError>(text), expected, "{text}");
    }
    assert_eq!(
        code::<ProviderError>(around("cannot ask the model", around("error", "error 503"))),
        "PROVIDER_FAILED"
    );
}
