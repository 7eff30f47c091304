//! Finds the class of a provider's error, and adds advice that depends on its text.

use super::error::ProviderError;
use super::failure::{ProviderFailure, Words};
use super::local::names_this_machine;
use super::name::key_variable;
use crate::error::FiletoolsError;
use agent_error::ErrorRecord;
use agent_error::classify::{BoxError, Classifier, Decision};
use agent_error::definition::{Catalogued, ClassifyRule};
use std::time::Duration;

/// Classifies an error by the rules that `errors explain` shows. If the message and the status match different classes,
/// returns the one declared first, because a local server also responds with 401, for example.
pub(super) fn explain(failure: ProviderFailure) -> FiletoolsError {
    let classifier = match Classifier::of::<ProviderError>() {
        Ok(classifier) => classifier,
        Err(error) => return error.into(),
    };
    let words = Words::of(&failure);
    // Ignore numbers in the message if the status is known.
    let counts = |decision: &Decision| failure.status.is_none() || !is_number(&decision.rule);
    let by_words = classifier.decide(&words).filter(counts);
    let by_all = classifier.decide(&failure).filter(counts);
    let text = failure.message.clone();
    let (class, status, error): (_, _, BoxError) = match (by_words, by_all) {
        (Some(by_words), Some(by_all)) if rank(&by_words) < rank(&by_all) => (by_words, None, words.into()),
        (_, Some(by_all)) => (by_all, failure.status, failure.into()),
        (_, None) => return ProviderError::Unclassified { message: text, status: failure.status }.into(),
    };
    match class.entry.def.code() {
        "AUTH_INVALID_KEY" | "AUTH_MISSING_API_KEY" if names_this_machine(&text) => local_server(status, error),
        "AUTH_LOCAL_SERVER" => local_server(status, error),
        _ => with_advice(classifier.classify(error), &text).into(),
    }
}

/// Returns the position of a class in the catalog.
fn rank(decision: &Decision) -> Option<usize> {
    ProviderError::TYPE.defs().iter().position(|def| def.code() == decision.entry.def.code())
}

fn is_number(rule: &ClassifyRule) -> bool {
    matches!(rule, ClassifyRule::Message(words) if words.bytes().all(|byte| byte.is_ascii_digit()))
}

fn local_server(status: Option<u16>, source: BoxError) -> FiletoolsError {
    ProviderError::LocalServer { status, diag_code: "auth.local_server", source }.into()
}

fn with_advice(mut record: ErrorRecord, text: &str) -> ErrorRecord {
    let (diag_code, advice) = match (record.code.as_str(), key_variable(text)) {
        ("AUTH_INVALID_KEY", Some(variable)) => (
            Some("auth.invalid_key"),
            format!("Create a new key and run `export {variable}=<your-key>`, then repeat the request"),
        ),
        ("AUTH_INVALID_KEY", None) => (
            Some("auth.invalid_key"),
            "Create a new key and set your provider's environment variable, then repeat the request".to_owned(),
        ),
        ("AUTH_MISSING_API_KEY", Some(variable)) => {
            (Some("auth.missing_api_key"), format!("Run `export {variable}=<your-key>`, then repeat the request"))
        }
        ("AUTH_MISSING_API_KEY", None) => (
            Some("auth.missing_api_key"),
            "Set your provider's environment variable, such as `export OPENAI_API_KEY=<your-key>`".to_owned(),
        ),
        ("PROVIDER_RATE_LIMIT", _) => (None, of_rate_limit(record.retry_after)),
        _ => return record,
    };
    if let Some(diag_code) = diag_code {
        record.context.insert("diag_code", diag_code);
    }
    record.with_suggestion(advice)
}

fn of_rate_limit(retry_after: Option<Duration>) -> String {
    match retry_after.map(|wait| wait.as_millis().div_ceil(1000)) {
        None => "Send fewer requests, or switch to another model".to_owned(),
        Some(1) => "Wait 1 second and repeat the request, or switch to another model".to_owned(),
        Some(seconds) => format!("Wait {seconds} seconds and repeat the request, or switch to another model"),
    }
}
