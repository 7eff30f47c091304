//! Errors of entries.

use crate::entry::{Entry, Kind};
use agent_error::{AgentError, exit};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::fmt;

/// Errors of entries. Nothing was changed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, integrate(schemars))]
pub(crate) enum EntryError {
    /// A field of an entry or an argument is invalid.
    ///
    /// The first problem is reported in detail, and the others briefly, so that you can fix them all at once.
    #[error("{line}`{field}` {problem}")]
    #[code(
        "validation_failed",
        exit = exit::ARG_ERROR,
        status = 422,
        detail = "{detail}",
        suggest = "{advice}; the schema describes the valid fields",
        actions("schema", "kb_schema")
    )]
    Invalid {
        /// The line number in the imported file, starting at 1.
        line: Line,
        /// The field, such as `tags.0`.
        field: Box<str>,
        /// The violated rule: a keyword of JSON Schema, `json` or `utf-8`.
        rule: &'static str,
        /// What is wrong with the field.
        problem: Box<str>,
        /// The other problems, one per element.
        also: Box<[String]>,
        /// What would be valid.
        #[context(skip)]
        detail: Box<str>,
        /// How to fix the error.
        #[context(skip)]
        advice: Box<str>,
    },

    /// The metadata doesn't match the schema of the entry's type.
    #[error("{line}`{field}` {problem} (entry of type {kind})")]
    #[code(
        "schema_violation",
        exit = exit::ARG_ERROR,
        status = 422,
        detail = "{detail}",
        suggest = "Correct `metadata`, then try again; the schema of the type `{kind}` describes the valid fields",
        actions("schema", "kb_schema")
    )]
    SchemaViolation {
        /// The line number in the imported file, starting at 1.
        line: Line,
        /// The type of the entry.
        #[context(rename = "type")]
        kind: Kind,
        /// The field, such as `metadata.status`.
        field: Box<str>,
        /// What is wrong with the field.
        problem: Box<str>,
        /// The violated keyword of JSON Schema, with its value.
        constraint: Box<Value>,
        /// The other problems, one per element.
        also: Box<[String]>,
        /// The constraint, and the other problems.
        #[context(skip)]
        detail: Box<str>,
    },

    /// No entry has this ID.
    #[error("entry `{id}` does not exist")]
    #[code(
        "not_found",
        exit = exit::NOT_FOUND,
        suggest = "Search for the entry, or list all entries",
        actions("search", "list", "kb_search", "kb_list")
    )]
    NotFound {
        /// The requested ID. Long IDs are truncated.
        id: String,
        /// Similar IDs, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
    },

    /// Another caller has changed the entry since you read it.
    ///
    /// The context and the detail contain the current state.
    #[error("expected version {expected_version} of `{id}`, but the current version is {version}")]
    #[code(
        "conflict",
        exit = exit::CONFLICT,
        detail = "current state: {current}",
        suggest = "Apply your change to the current state, then try again with `--if-version {version}`, or with if_version={version} in the tool",
        actions("get", "update", "kb_get", "kb_update")
    )]
    Conflict {
        /// The ID of the entry.
        id: String,
        /// The version that the caller read.
        expected_version: u64,
        /// The current version.
        version: u64,
        /// The current entry. A body longer than 1,000 characters is truncated.
        current: Box<Entry>,
    },

    /// An entry with this ID already exists.
    #[error("{line}entry `{id}` already exists")]
    #[code(
        "entry_exists",
        exit = exit::CONFLICT,
        detail = "current state: {current}",
        suggest = "Choose another ID, or update version {version} of the existing entry; to skip existing entries in an import, pass `--on-conflict skip`",
        actions("get", "update", "kb_get", "kb_update")
    )]
    Exists {
        /// The line number in the imported file, starting at 1.
        line: Line,
        /// The ID.
        id: String,
        /// The version of the existing entry.
        version: u64,
        /// The existing entry. A body longer than 1,000 characters is truncated.
        current: Box<Entry>,
    },

    /// A field or a file exceeds the size limit.
    ///
    /// Unlike with `limit_exceeded`, waiting doesn't help.
    #[error("{line}`{field}` is too large: {current} bytes, but the limit is {limit}")]
    #[code(
        "size_exceeded",
        exit = exit::ARG_ERROR,
        status = 413,
        suggest = "Split `{field}` into parts of at most {limit} bytes, and make one call per part"
    )]
    TooLarge {
        /// The line number in the imported file, starting at 1.
        line: Line,
        /// The field or file that is too large.
        field: &'static str,
        /// The maximum size, in bytes.
        limit: u64,
        /// The actual size, in bytes.
        current: u64,
    },

    /// A stored entry can't be represented as JSON.
    ///
    /// The entry was written by another program, because kb validates all entries before storing them. Other entries
    /// aren't affected: lists and searches skip the invalid entry with a warning. Only exports fail, because they would
    /// be incomplete.
    #[error("cannot serialize the entry `{id}` as JSON: its {field} {problem}")]
    #[code(
        "serialization_error",
        exit = exit::sysexits::DATAERR,
        suggest = "Remove the entry, then add it again; no other entries are affected",
        actions("remove", "add", "kb_remove", "kb_add")
    )]
    Serialization {
        /// The ID of the entry. Invalid Unicode is replaced.
        id: String,
        /// The database column.
        field: &'static str,
        /// What is wrong with the value.
        problem: String,
    },
}

/// A line number in an imported file, starting at 1, or `None` if the entry isn't from a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub(crate) struct Line(pub(crate) Option<u32>);

/// Formats the line as the prefix of a message.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |line| write!(f, "line {line}: "))
    }
}

impl EntryError {
    /// Adds a line number to the error.
    pub(crate) fn at(mut self, place: Line) -> Self {
        match &mut self {
            Self::Invalid { line, .. }
            | Self::SchemaViolation { line, .. }
            | Self::Exists { line, .. }
            | Self::TooLarge { line, .. } => *line = place,
            Self::NotFound { .. } | Self::Conflict { .. } | Self::Serialization { .. } => {}
        }
        self
    }

    /// Creates the error for an unknown ID, with similar IDs.
    pub(crate) fn not_found(id: &str, known: &[String]) -> Self {
        /// The maximum length of an ID to compare. A longer one isn't a typo.
        const LONGEST: usize = 100;
        const FARTHEST: usize = 3;
        let comparable = id.len() <= LONGEST;
        // A short ID with as many differences would be a different ID.
        let farthest = FARTHEST.min(id.chars().count() / 2);
        let mut near: Vec<(usize, &String)> = known
            .iter()
            .filter(|_| comparable)
            .map(|known| (strsim::osa_distance(known, id), known))
            .filter(|(distance, _)| *distance <= farthest)
            .collect();
        near.sort();
        let nearest: Vec<String> = near.into_iter().take(3).map(|(_, known)| known.clone()).collect();
        let shown: String = id.chars().take(LONGEST).collect();
        let id = if shown.len() < id.len() { format!("{shown}…") } else { shown };
        Self::NotFound { id, nearest }
    }
}

#[cfg(test)]
mod tests {
    use super::EntryError;

    #[test]
    fn only_similar_ids_are_suggested() {
        let known = ["a1", "how-we-parse"].map(str::to_owned);
        for (id, meant) in [("zz", None), ("", None), ("a2", Some("a1")), ("how-we-prase", Some("how-we-parse"))] {
            let EntryError::NotFound { nearest, .. } = EntryError::not_found(id, &known) else { panic!() };
            assert_eq!(nearest.first().map(String::as_str), meant, "{id}");
        }
    }
}
