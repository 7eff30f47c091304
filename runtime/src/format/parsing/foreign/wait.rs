//! Finds the retry delay in other servers' responses.

use crate::format::parsing::seconds::parse_seconds;
use serde_json::Value;
use std::time::Duration;

/// Returns the retry delay in a response body. Searches the body, its `error`, and the details of both for
/// `retry_after` and similar members.
pub(crate) fn of_body(body: &Value) -> Option<Duration> {
    [Some(body), body.get("error")].into_iter().flatten().find_map(|error| {
        let details = ["details", "parameters", "metadata"].iter().filter_map(|name| error.get(*name));
        std::iter::once(error).chain(details).find_map(wait)
    })
}

fn wait(object: &Value) -> Option<Duration> {
    const SECONDS: &[&str] = &["retry_after", "retryAfter", "retry_after_seconds", "retryAfterSeconds"];
    let number = |value: &Value| match value {
        Value::Number(number) => parse_seconds(&number.to_string()),
        Value::String(text) => parse_seconds(text),
        _ => None,
    };
    let first = |names: &[&str]| names.iter().find_map(|name| number(object.get(*name)?));
    let millis = || Some(first(&["retry_after_ms", "retryAfterMs"])? / 1000);
    // The detail may be a `google.rpc.RetryInfo`.
    let delay = |detail: &Value| parse_seconds(detail.get("retryDelay")?.as_str()?.strip_suffix('s')?);
    first(SECONDS).or_else(millis).or_else(|| object.as_array()?.iter().find_map(delay))
}
