//! Detects whether a document is a catalog, a lock file or something else.

use super::excerpt;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fmt;

/// A kind of document that describes a program's errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// A catalog, as printed by `PROGRAM errors catalog`. The top-level object contains `catalog_version`.
    Catalog,
    /// A lock file, as written by tests. The top-level object contains `lock_version`.
    Lock,
}

/// The content that was found instead of an accepted document.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A lock file where only a catalog is accepted.
    Lock,
    /// An envelope, whose `data` may contain a catalog.
    Envelope,
    OpenApi,
    Schema,
    /// Any other JSON object.
    Object,
    /// A JSON value other than an object, such as `array`.
    Other(&'static str),
    /// A git merge conflict at this line, starting at 1.
    MergeConflict(usize),
    /// Invalid JSON, with the parser's message.
    BrokenJson(String),
    /// Text other than JSON, as a short excerpt.
    Text(String),
}

/// Checks that the input is a document of an accepted kind.
pub(super) fn recognize(text: &str, accepted: &[DocumentKind]) -> Result<(), Found> {
    let is_mark = |line: &str| ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark));
    if let Some(line) = text.lines().position(is_mark) {
        return Err(Found::MergeConflict(line + 1));
    }
    if !text.trim_start().starts_with('{') {
        return Err(no_object(text));
    }
    let members: Members = serde_json::from_str(text).map_err(|error| Found::BrokenJson(error.to_string()))?;
    // Check `lock_version` first, because later versions of the lock file may also contain `catalog_version`.
    let kind = match (&members.lock_version, &members.catalog_version) {
        (Some(_), _) => Some(DocumentKind::Lock),
        (None, Some(_)) => Some(DocumentKind::Catalog),
        (None, None) => None,
    };
    match kind {
        Some(kind) if accepted.contains(&kind) => Ok(()),
        Some(DocumentKind::Lock) => Err(Found::Lock),
        _ => Err(members.found()),
    }
}

/// The top-level keys that identify a document.
#[derive(Deserialize)]
struct Members {
    catalog_version: Option<IgnoredAny>,
    lock_version: Option<IgnoredAny>,
    openapi: Option<IgnoredAny>,
    #[serde(rename = "$schema")]
    schema: Option<IgnoredAny>,
    ok: Option<IgnoredAny>,
    data: Option<IgnoredAny>,
    error: Option<IgnoredAny>,
}

impl Members {
    /// Classifies an object that is neither a catalog nor a lock file.
    fn found(&self) -> Found {
        if self.openapi.is_some() {
            Found::OpenApi
        } else if self.schema.is_some() {
            Found::Schema
        } else if self.data.is_some() || (self.ok.is_some() && self.error.is_some()) {
            Found::Envelope
        } else {
            Found::Object
        }
    }
}

/// Classifies input that doesn't start with an object.
fn no_object(text: &str) -> Found {
    let start = text.trim_start().chars().next();
    match (serde_json::from_str::<IgnoredAny>(text), start) {
        (Ok(_), Some('[')) => Found::Other("array"),
        (Ok(_), Some('"')) => Found::Other("string"),
        (Ok(_), Some('t' | 'f')) => Found::Other("boolean"),
        (Ok(_), Some('n')) => Found::Other("null"),
        (Ok(_), _) => Found::Other("number"),
        (Err(error), Some('[')) => Found::BrokenJson(error.to_string()),
        (Err(_), _) => Found::Text(excerpt::inline(text)),
    }
}

impl Found {
    /// Returns advice for the user. `accepted` lists the kinds of documents that the command accepts.
    pub(super) fn advice(&self, accepted: &[DocumentKind]) -> String {
        let expected = match accepted.contains(&DocumentKind::Lock) {
            true => "Pass the output of `PROGRAM errors catalog`, or a lock file",
            false => "Pass the output of `PROGRAM errors catalog`",
        };
        match self {
            Self::Envelope => format!("{expected}, without the envelope"),
            Self::MergeConflict(line) => format!("Resolve the conflict at line {line}"),
            Self::BrokenJson(_) => format!("{expected}; check that the document is complete"),
            _ => {
                format!(
                    "{expected}; if PROGRAM needs other arguments to print its catalog, pass them after `-- PROGRAM`"
                )
            }
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lock => f.write_str("a lock file"),
            Self::Envelope => f.write_str("an envelope"),
            Self::OpenApi => f.write_str("an OpenAPI document"),
            Self::Schema => f.write_str("a JSON Schema"),
            Self::Object => f.write_str("a JSON object without `catalog_version`"),
            Self::Other("null") => f.write_str("JSON null"),
            Self::Other(kind) => write!(f, "a JSON {kind}"),
            Self::MergeConflict(line) => write!(f, "a merge conflict at line {line}"),
            Self::BrokenJson(problem) => write!(f, "invalid JSON: {problem}"),
            Self::Text(beginning) => write!(f, "text that starts with `{beginning}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DocumentKind::{Catalog, Lock};
    use super::{Found, recognize};

    #[test]
    fn documents_are_recognized_by_their_version() {
        assert_eq!(recognize(r#"{"catalog_version": "1.1", "errors": []}"#, &[Catalog]), Ok(()));
        assert_eq!(recognize(r#"{"lock_version": 2}"#, &[Catalog, Lock]), Ok(()));
        assert_eq!(recognize(r#"{"lock_version": 2}"#, &[Catalog]), Err(Found::Lock));
        assert_eq!(recognize(r#"{"catalog_version": "1.1"}"#, &[Lock]), Err(Found::Object));
        // Only top-level keys count.
        assert_eq!(recognize(r#"{"data": {"catalog_version": "1.1"}}"#, &[Catalog]), Err(Found::Envelope));
    }

    #[test]
    fn other_documents_are_named() {
        for (text, named) in [
            (r#"{"ok": false, "error": {"code": "A"}}"#, "an envelope"),
            (r#"{"openapi": "3.1.0"}"#, "an OpenAPI document"),
            (r#"{"$schema": "https://json-schema.org/draft/2020-12/schema"}"#, "a JSON Schema"),
            (r#"{"errors": []}"#, "a JSON object without `catalog_version`"),
            ("[]", "a JSON array"),
            ("\"catalog\"", "a JSON string"),
            (" -1.5", "a JSON number"),
            ("true", "a JSON boolean"),
            ("null", "JSON null"),
            ("{\n<<<<<<< ours\n", "a merge conflict at line 2"),
            (r#"{"catalog_version": "1.1""#, "invalid JSON: EOF while parsing an object at line 1 column 25"),
            ("NOT_FOUND  5\n  no", "text that starts with `NOT_FOUND 5 no`"),
            ("token=hunter2", "text that starts with `token=[REDACTED]`"),
        ] {
            assert_eq!(recognize(text, &[Catalog]).unwrap_err().to_string(), named, "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_invalid_json() {
        let deep = "[".repeat(1_000_000);
        assert!(matches!(recognize(&deep, &[Catalog]), Err(Found::BrokenJson(_))));
        let deep = format!("{{\"a\": {deep}");
        assert!(matches!(recognize(&deep, &[Catalog]), Err(Found::BrokenJson(_))));
    }

    #[test]
    fn the_advice_names_what_is_accepted() {
        let advice = Found::Object.advice(&[Catalog]);
        assert!(advice.starts_with("Pass the output of `PROGRAM errors catalog`; if"), "{advice}");
        let advice = Found::Envelope.advice(&[Catalog, Lock]);
        assert_eq!(advice, "Pass the output of `PROGRAM errors catalog`, or a lock file, without the envelope");
    }
}
