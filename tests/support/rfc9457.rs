//! A parser for problems, based only on RFC 9457.

use fluent_uri::UriRef;
use serde_json::{Map, Value};

/// Parses a problem. Returns an error with the violated rule.
pub(crate) fn read(
    status: u16,
    content_type: Option<&str>,
    body: &str,
) -> Result<Map<String, Value>, String> {
    if content_type != Some("application/problem+json") {
        return Err(format!("content type {content_type:?} (section 3)"));
    }
    let problem: Map<String, Value> =
        serde_json::from_str(body).map_err(|error| format!("{error} (section 3): {body}"))?;
    if Value::from(problem.clone()).to_string().len() != body.len() {
        return Err(format!(
            "a member occurs twice (RFC 8259, section 4): {body}"
        ));
    }
    for (name, value) in &problem {
        let valid = match name.as_str() {
            // Sections 3.1.1 and 3.1.5.
            "type" | "instance" => value.as_str().is_some_and(|uri| UriRef::parse(uri).is_ok()),
            // Section 3.1.2: the status must be that of the response.
            "status" => value.as_u64() == Some(status.into()) && (100..600).contains(&status),
            // Sections 3.1.3 and 3.1.4.
            "title" | "detail" => value.is_string(),
            // Section 3.2: the names of extension members must be valid in every format.
            extension => {
                extension.len() >= 3
                    && extension.starts_with(|first: char| first.is_ascii_alphabetic())
                    && extension
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            }
        };
        if !valid {
            return Err(format!("member {name} is {value} with status {status}"));
        }
    }
    Ok(problem)
}
