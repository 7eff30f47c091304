//! Errors of entries.

use crate::entry::{Entry, Kind};
use agent_error::{AgentError, exit};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::fmt;

/// Why an entry cannot be had, kept or changed. Nothing was changed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, case = "snake", integrate(schemars))]
pub(crate) enum EntryError {
    /// A field of an entry, or an argument, is not as every entry needs it.
    ///
    /// The first problem is reported in full, the others in a sentence each: all of them can be corrected at once.
    #[error("{line}`{field}` {problem}")]
    #[code(
        "validation_failed",
        exit = exit::ARG_ERROR,
        status = 422,
        detail = "{detail}",
        suggest = "{advice}; the schema shows what an entry may hold",
        actions("schema", "kb_schema")
    )]
    Invalid {
        /// The line of the imported file, counted from 1.
        line: Line,
        /// The field, as in `tags.0`.
        field: Box<str>,
        /// The rule that it breaks: a keyword of JSON Schema, `json` or `utf-8`.
        rule: &'static str,
        /// What is wrong with it.
        problem: Box<str>,
        /// What else is wrong, a sentence a field.
        also: Box<[String]>,
        /// The correct values of the fields.
        #[context(skip)]
        detail: Box<str>,
        /// What to do, in a clause.
        #[context(skip)]
        advice: Box<str>,
    },

    /// The metadata of an entry is not as the type of the entry demands.
    #[error("{line}`{field}` {problem}, in an entry of the type {kind}")]
    #[code(
        "schema_violation",
        exit = exit::ARG_ERROR,
        status = 422,
        detail = "{detail}",
        suggest = "Correct `metadata`, then call again; the schema of the type `{kind}` shows what it may hold",
        actions("schema", "kb_schema")
    )]
    SchemaViolation {
        /// The line of the imported file, counted from 1.
        line: Line,
        /// The type of the entry.
        #[context(rename = "type")]
        kind: Kind,
        /// The field, as in `metadata.status`.
        field: Box<str>,
        /// What is wrong with it.
        problem: Box<str>,
        /// The keyword of the JSON Schema that is violated, with its value.
        constraint: Box<Value>,
        /// What else is wrong, a sentence a field.
        also: Box<[String]>,
        /// The constraint in words, and what else is wrong.
        #[context(skip)]
        detail: Box<str>,
    },

    /// No entry has this id.
    #[error("entry `{id}` does not exist")]
    #[code(
        "not_found",
        exit = exit::NOT_FOUND,
        suggest = "{near}Search for the entry, or list all entries",
        actions("search", "list", "kb_search", "kb_list")
    )]
    NotFound {
        /// The id that was looked for; of a long one, its beginning.
        id: String,
        /// Ids that look like it.
        nearest: Vec<String>,
        /// Which of them may be meant, in a question.
        #[context(skip)]
        near: String,
    },

    /// Another caller has changed the entry since this caller read it.
    ///
    /// The current state is in the context and in the detail.
    #[error("`{id}` is at version {version}, not {expected_version}: it was changed meanwhile")]
    #[code(
        "conflict",
        exit = exit::CONFLICT,
        detail = "the current state is {current}",
        suggest = "Apply the change to the current state, then repeat the call with `--if-version {version}`, or with if_version {version} in the tool",
        actions("get", "update", "kb_get", "kb_update")
    )]
    Conflict {
        /// The id of the entry.
        id: String,
        /// The version that the caller has read.
        expected_version: u64,
        /// The version that is stored.
        version: u64,
        /// The entry that is stored; of a body of more than 1,000 characters, the beginning.
        current: Box<Entry>,
    },

    /// An entry that was to be added has the id of another one.
    #[error("{line}entry `{id}` already exists")]
    #[code(
        "entry_exists",
        exit = exit::CONFLICT,
        detail = "the current state is {current}",
        suggest = "Choose another id, or update version {version} of the existing entry; to skip it in an import, pass `--on-conflict skip`",
        actions("get", "update", "kb_get", "kb_update")
    )]
    Exists {
        /// The line of the imported file, counted from 1.
        line: Line,
        /// The id.
        id: String,
        /// The version of the entry that has it.
        version: u64,
        /// The entry that has it; of a body of more than 1,000 characters, the beginning.
        current: Box<Entry>,
    },

    /// A field or a file is larger than kb takes.
    ///
    /// The same call can never succeed, unlike one that `limit_exceeded` refuses.
    #[error("{line}`{field}` has {current} bytes; the limit is {limit}")]
    #[code(
        "size_exceeded",
        exit = exit::ARG_ERROR,
        status = 413,
        suggest = "Split `{field}` into parts of at most {limit} bytes, and call once for each"
    )]
    TooLarge {
        /// The line of the imported file, counted from 1.
        line: Line,
        /// What is too large.
        field: &'static str,
        /// The most bytes that it may have.
        limit: u64,
        /// The bytes that it has.
        current: u64,
    },

    /// An entry is stored that JSON cannot carry.
    ///
    /// Another program has written it, as kb stores only what it has checked. All other entries are as good as ever: lists
    /// leave it out and say so, and only an export, which would be incomplete, fails.
    #[error("the entry `{id}` cannot be written as JSON: its {field} {problem}")]
    #[code(
        "serialization_error",
        exit = exit::sysexits::DATAERR,
        suggest = "Remove the entry, then add it again; all other entries are readable",
        actions("remove", "add", "kb_remove", "kb_add")
    )]
    Serialization {
        /// The id of the entry; what is not Unicode in it is replaced.
        id: String,
        /// The column of the database.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
}

/// A line of an imported file, counted from 1; none for an entry that is in no file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub(crate) struct Line(pub(crate) Option<u32>);

/// The beginning of a message about this line.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |line| write!(f, "line {line}: "))
    }
}

impl EntryError {
    /// The same error, about an entry in this line of a file.
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

    /// The error for an unknown id, with similar ones.
    pub(crate) fn not_found(id: &str, known: &[String]) -> Self {
        /// Longer ids are not compared, since they are not typing errors.
        const LONGEST: usize = 100;
        const FARTHEST: usize = 3;
        let comparable = id.len() <= LONGEST;
        // Of a short id, as much would be another one.
        let farthest = FARTHEST.min(id.chars().count() / 2);
        let mut near: Vec<(usize, &String)> = known
            .iter()
            .filter(|_| comparable)
            .map(|known| (strsim::osa_distance(known, id), known))
            .filter(|(distance, _)| *distance <= farthest)
            .collect();
        near.sort();
        let nearest: Vec<String> = near.into_iter().take(3).map(|(_, known)| known.clone()).collect();
        let near = nearest.first().map(|first| format!("Did you mean `{first}`? ")).unwrap_or_default();
        let shown: String = id.chars().take(LONGEST).collect();
        let id = if shown.len() < id.len() { format!("{shown}…") } else { shown };
        Self::NotFound { id, nearest, near }
    }
}

#[cfg(test)]
mod tests {
    use super::EntryError;

    #[test]
    fn an_id_that_shares_little_with_the_one_looked_for_is_not_meant() {
        let known = ["a1", "how-we-parse"].map(str::to_owned);
        for (id, meant) in [("zz", None), ("", None), ("a2", Some("a1")), ("how-we-prase", Some("how-we-parse"))] {
            let EntryError::NotFound { nearest, .. } = EntryError::not_found(id, &known) else { panic!() };
            assert_eq!(nearest.first().map(String::as_str), meant, "{id}");
        }
    }
}
