//! Detects whether a document is a catalog, a lock file or something else.

use super::excerpt;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// A kind of document that describes a program's errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// A catalog, as printed by `PROGRAM errors catalog`. The top-level object contains `catalog_version`.
    Catalog,
    /// A lock file, as written by tests. The top-level object contains `lock_version`.
    Lock,
}

/// Input that isn't a document of an accepted kind.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    /// What the input contains instead.
    pub(super) found: String,
    pub(super) advice: String,
}

/// The top-level keys that identify a document.
#[derive(Deserialize)]
struct Members {
    catalog_version: Option<IgnoredAny>,
    lock_version: Option<IgnoredAny>,
    ok: Option<IgnoredAny>,
}

/// Checks that the input is a document of an accepted kind.
pub(super) fn recognize(text: &str, accepted: &[DocumentKind]) -> Result<(), Mismatch> {
    let is_mark = |line: &str| ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark));
    if let Some(line) = text.lines().position(is_mark).map(|index| index + 1) {
        let advice = format!("Resolve the conflict at line {line}");
        return Err(Mismatch { found: format!("a merge conflict at line {line}"), advice });
    }
    let or_lock = if accepted.contains(&DocumentKind::Lock) { ", or a lock file" } else { "" };
    let mismatch = |found: String, addition: &str| {
        Err(Mismatch { found, advice: format!("Pass the output of `PROGRAM errors catalog`{or_lock}{addition}") })
    };
    let other = "; if PROGRAM needs other arguments to print its catalog, pass them after `-- PROGRAM`";
    if !text.trim_start().starts_with('{') {
        return mismatch(format!("text that starts with `{}`", excerpt::inline(text)), other);
    }
    let members: Members = match serde_json::from_str(text) {
        Ok(members) => members,
        Err(error) => return mismatch(format!("invalid JSON: {error}"), "; check that the document is complete"),
    };
    // Check `lock_version` first, because a lock file may also contain `catalog_version`.
    match (members.lock_version, members.catalog_version) {
        (Some(_), _) if accepted.contains(&DocumentKind::Lock) => Ok(()),
        (Some(_), _) => mismatch("a lock file".to_owned(), other),
        (None, Some(_)) if accepted.contains(&DocumentKind::Catalog) => Ok(()),
        (None, _) if members.ok.is_some() => mismatch("an envelope".to_owned(), ", without the envelope"),
        (None, _) => mismatch("a JSON object without `catalog_version`".to_owned(), other),
    }
}

#[cfg(test)]
mod tests {
    use super::DocumentKind::{Catalog, Lock};
    use super::recognize;

    #[test]
    fn documents_are_recognized_by_their_version() {
        assert_eq!(recognize(r#"{"catalog_version": "1.0", "errors": []}"#, &[Catalog]), Ok(()));
        assert_eq!(recognize(r#"{"lock_version": 1}"#, &[Catalog, Lock]), Ok(()));
        for (text, found) in [
            (r#"{"lock_version": 1}"#, "a lock file"),
            // Only top-level keys count.
            (r#"{"ok": true, "data": {"catalog_version": "1.0"}}"#, "an envelope"),
            (r#"{"errors": []}"#, "a JSON object without `catalog_version`"),
            ("{\n<<<<<<< ours\n", "a merge conflict at line 2"),
            (r#"{"catalog_version": "1.0""#, "invalid JSON: EOF while parsing an object at line 1 column 25"),
            ("[]", "text that starts with `[]`"),
            ("NOT_FOUND  5\n  no", "text that starts with `NOT_FOUND 5 no`"),
            ("token=hunter2", "text that starts with `token=[REDACTED]`"),
        ] {
            assert_eq!(recognize(text, &[Catalog]).unwrap_err().found, found, "{text}");
        }
    }

    #[test]
    fn the_advice_names_what_is_accepted() {
        let advice = recognize("{}", &[Catalog]).unwrap_err().advice;
        assert!(advice.starts_with("Pass the output of `PROGRAM errors catalog`; if"), "{advice}");
        let advice = recognize(r#"{"ok": true}"#, &[Catalog, Lock]).unwrap_err().advice;
        assert_eq!(advice, "Pass the output of `PROGRAM errors catalog`, or a lock file, without the envelope");
    }
}
