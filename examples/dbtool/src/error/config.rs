//! What can be wrong in a configuration file.

use agent_error::{AgentError, exit};
use std::path::PathBuf;

/// Why a configuration file is invalid: which field, in which line, and what would be valid.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, domain = "CONFIG",
    exit = exit::sysexits::CONFIG
)]
pub(crate) enum ConfigError {
    /// The file is not TOML.
    #[error("{path}, line {line}: {problem}")]
    #[code(
        "CONFIG_SYNTAX_INVALID",
        phase = validation,
        suggest = "Correct line {line} at column {column}; https://toml.io explains the syntax"
    )]
    Syntax {
        /// The configuration file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1 in characters.
        column: usize,
        /// What the TOML parser met, and what it expected.
        problem: String,
    },

    /// The file is not UTF-8 text.
    #[error("{path}, line {line}: a byte that is not UTF-8")]
    #[code("CONFIG_TEXT_INVALID", phase = validation, suggest = "Save the file as UTF-8")]
    Text {
        /// The configuration file.
        path: PathBuf,
        /// The line of the first such byte, counted from 1.
        line: usize,
        source: std::str::Utf8Error,
    },

    /// No field has this name.
    #[error("{path}, line {line}: unknown field `{field}`")]
    #[code("CONFIG_FIELD_UNKNOWN", phase = validation, suggest = "Remove line {line}, or write {advice}")]
    FieldUnknown {
        /// The configuration file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The name in the file, with its table, as in `pool.size`.
        field: String,
        /// The names that are valid there, the nearest first.
        valid: Vec<String>,
        /// The valid names in a sentence.
        #[context(skip)]
        advice: String,
    },

    /// A field holds a value of another type.
    #[error("{path}, line {line}: `{field}` is {found}")]
    #[code("CONFIG_TYPE_INVALID", phase = validation, suggest = "Write {valid} in line {line}")]
    Type {
        /// The configuration file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The field, with its table.
        field: String,
        /// What the file holds.
        found: String,
        /// What the field may hold.
        valid: String,
    },

    /// A field holds a value that is out of range or not among the valid ones.
    #[error("{path}, line {line}: `{field}` cannot be {value}")]
    #[code("CONFIG_VALUE_INVALID", phase = validation, suggest = "Write {valid} in line {line}")]
    Value {
        /// The configuration file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The field, with its table.
        field: String,
        /// The value in the file.
        value: String,
        /// What the field may hold.
        valid: String,
    },

    /// A field that must be given is not.
    #[error("{path}: `{field}` is missing")]
    #[code("CONFIG_FIELD_MISSING", phase = validation, suggest = "Add `{field}` {place}: {valid}")]
    FieldMissing {
        /// The configuration file.
        path: PathBuf,
        /// Where the table starts that lacks the field: a line, counted from 1.
        line: usize,
        /// The field, with its table.
        field: String,
        /// What the field may hold.
        valid: String,
        /// Where the field may stand, in words.
        #[context(skip)]
        place: String,
    },
}
