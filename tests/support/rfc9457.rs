//! A parser for problems, based only on RFC 9457.

use fluent_uri::UriRef;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// The members of a problem. Duplicates are kept.
pub(crate) struct Problem(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Problem;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a problem: an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Problem, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Problem(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

impl Problem {
    pub(crate) fn member(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// Parses a problem. Returns an error with the violated rule.
pub(crate) fn read(status: u16, content_type: Option<&str>, body: &str) -> Result<Problem, String> {
    if content_type != Some("application/problem+json") {
        return Err(format!("content type {content_type:?} (section 3)"));
    }
    let problem: Problem = serde_json::from_str(body).map_err(|error| format!("{error} (section 3): {body}"))?;
    for (place, (name, value)) in problem.0.iter().enumerate() {
        if problem.0[..place].iter().any(|(earlier, _)| earlier == name) {
            return Err(format!("member {name} twice (RFC 8259, section 4)"));
        }
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
                    && extension.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            }
        };
        if !valid {
            return Err(format!("member {name} is {value} with status {status}"));
        }
    }
    Ok(problem)
}
