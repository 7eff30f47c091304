//! Errors in configuration files.

use agent_error::{AgentError, Listing, exit};
use std::path::PathBuf;

/// Errors in configuration files. Each gives the line, the field and what would be valid.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, domain = "CONFIG",
    exit = exit::sysexits::CONFIG
)]
pub(crate) enum ConfigError {
    /// The file isn't valid TOML.
    #[error("{path}, line {line}: {problem}")]
    #[code(
        "CONFIG_SYNTAX_INVALID",
        phase = validation,
        suggest = "Correct line {line} at column {column}; for the syntax, see https://toml.io"
    )]
    Syntax {
        /// The configuration file.
        path: PathBuf,
        /// The line number, starting at 1.
        line: usize,
        /// The column in characters, starting at 1.
        column: usize,
        /// What the TOML parser found and what it expected.
        problem: String,
    },

    /// The file isn't valid UTF-8.
    #[error("{path}, line {line}: invalid UTF-8")]
    #[code("CONFIG_TEXT_INVALID", phase = validation, suggest = "Save the file as UTF-8")]
    Text {
        /// The configuration file.
        path: PathBuf,
        /// The line of the first invalid byte, starting at 1.
        line: usize,
        source: std::str::Utf8Error,
    },

    /// The file has an unknown field.
    #[error("{path}, line {line}: unknown field `{field}`")]
    #[code("CONFIG_FIELD_UNKNOWN", phase = validation, suggest = "Remove line {line}, or use one of the valid names")]
    FieldUnknown {
        /// The configuration file.
        path: PathBuf,
        /// The line number, starting at 1.
        line: usize,
        /// The unknown field, including its table, such as `pool.size`.
        field: String,
        /// The valid names in this table, starting with the closest match.
        valid: Listing,
    },

    /// A field has a value of the wrong type.
    #[error("{path}, line {line}: `{field}` is {found}")]
    #[code("CONFIG_TYPE_INVALID", phase = validation, suggest = "Use {valid} in line {line}")]
    Type {
        /// The configuration file.
        path: PathBuf,
        /// The line number, starting at 1.
        line: usize,
        /// The field, including its table.
        field: String,
        /// The type of the value in the file.
        found: String,
        /// The valid values.
        valid: String,
    },

    /// A field has an invalid value.
    #[error("{path}, line {line}: invalid value {value} for `{field}`")]
    #[code("CONFIG_VALUE_INVALID", phase = validation, suggest = "Use {valid} in line {line}")]
    Value {
        /// The configuration file.
        path: PathBuf,
        /// The line number, starting at 1.
        line: usize,
        /// The field, including its table.
        field: String,
        /// The value in the file.
        value: String,
        /// The valid values.
        valid: String,
    },

    /// A required field is missing.
    #[error("{path}: `{field}` is missing")]
    #[code("CONFIG_FIELD_MISSING", phase = validation, suggest = "Add `{field}` {place}: {valid}")]
    FieldMissing {
        /// The configuration file.
        path: PathBuf,
        /// The line on which the field's table starts, counting from 1.
        line: usize,
        /// The field, including its table.
        field: String,
        /// The valid values.
        valid: String,
        /// Where to add the field, such as `below line 4`.
        #[context(skip)]
        place: String,
    },
}
