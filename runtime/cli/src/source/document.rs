//! Recognizes documents.

use super::excerpt;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fmt;

/// A kind of document that describes the errors of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// A catalog, as `PROGRAM errors catalog` prints it. Its top-level object has the member `catalog_version`.
    Catalog,
    /// A lock file, as tests write it. Its top-level object has the member `lock_version`.
    Lock,
}

/// What a text is instead of an accepted document.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A lock file, where none is accepted.
    Lock,
    /// An envelope, which may have a catalog in its `data`.
    Envelope,
    OpenApi,
    Schema,
    /// Any other JSON object.
    Object,
    /// JSON that is not an object, such as `an array`.
    Other(&'static str),
    /// A conflict that git left, in this line, from 1.
    MergeConflict(usize),
    /// JSON with an error in it.
    BrokenJson(String),
    /// Text that is not JSON, with its beginning.
    Text(String),
}

/// Checks that a text is a document of one of the kinds.
pub(super) fn recognize(text: &str, accepted: &[DocumentKind]) -> Result<(), Found> {
    let is_mark = |line: &str| ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark));
    if let Some(line) = text.lines().position(is_mark) {
        return Err(Found::MergeConflict(line + 1));
    }
    if !text.trim_start().starts_with('{') {
        return Err(no_object(text));
    }
    let members: Members = serde_json::from_str(text).map_err(|error| Found::BrokenJson(error.to_string()))?;
    // Both are checked, since a lock file of a later version may also have the version of the catalog.
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

/// The members of a top-level object that tell documents apart.
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
    /// What an object is that has no version of ours.
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

/// What a text is that doesn't start as an object.
fn no_object(text: &str) -> Found {
    let start = text.trim_start().chars().next();
    match (serde_json::from_str::<IgnoredAny>(text), start) {
        (Ok(_), Some('[')) => Found::Other("an array"),
        (Ok(_), Some('"')) => Found::Other("a string"),
        (Ok(_), Some('t' | 'f')) => Found::Other("a boolean"),
        (Ok(_), Some('n')) => Found::Other("null"),
        (Ok(_), _) => Found::Other("a number"),
        (Err(error), Some('[')) => Found::BrokenJson(error.to_string()),
        (Err(_), _) => Found::Text(excerpt::inline(text)),
    }
}

impl Found {
    /// What to pass instead.
    pub(super) fn advice(&self, accepted: &[DocumentKind]) -> String {
        let expected = match accepted.contains(&DocumentKind::Lock) {
            true => "Pass the output of `PROGRAM errors catalog`, or a lock file",
            false => "Pass the output of `PROGRAM errors catalog`",
        };
        match self {
            Self::Envelope => format!("{expected}, without an envelope around it"),
            Self::MergeConflict(line) => format!("Resolve the conflict at line {line}"),
            Self::BrokenJson(_) => format!("{expected}; check that the whole document was written"),
            _ => {
                format!("{expected}; if PROGRAM prints its catalog with other arguments, pass them after `-- PROGRAM`")
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
            Self::Other(kind) => write!(f, "{kind} as JSON"),
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
        // Only the top level counts.
        assert_eq!(recognize(r#"{"data": {"catalog_version": "1.1"}}"#, &[Catalog]), Err(Found::Envelope));
    }

    #[test]
    fn other_documents_are_named() {
        for (text, named) in [
            (r#"{"ok": false, "error": {"code": "A"}}"#, "an envelope"),
            (r#"{"openapi": "3.1.0"}"#, "an OpenAPI document"),
            (r#"{"$schema": "https://json-schema.org/draft/2020-12/schema"}"#, "a JSON Schema"),
            (r#"{"errors": []}"#, "a JSON object without `catalog_version`"),
            ("[]", "an array as JSON"),
            ("\"catalog\"", "a string as JSON"),
            (" -1.5", "a number as JSON"),
            ("true", "a boolean as JSON"),
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
        assert_eq!(
            advice,
            "Pass the output of `PROGRAM errors catalog`, or a lock file, without an envelope around it"
        );
    }
}
