//! Errors in CSV files.

use agent_error::{AgentError, exit};
use serde::Serialize;
use std::path::PathBuf;

/// A position in a CSV file.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Place {
    /// The row, as in a spreadsheet: the header is row 1.
    pub(crate) row: u64,
    /// The line, as in an editor. A quoted value may span several lines.
    pub(crate) line: u64,
}

/// Errors in CSV files. Nothing was imported.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, domain = "CSV",
    exit = exit::sysexits::DATAERR
)]
pub(crate) enum CsvError {
    /// The file is empty.
    #[error("{path} is empty")]
    #[code("CSV_FILE_EMPTY", phase = validation, suggest = "Start the file with the header: sku,name,count")]
    FileEmpty {
        /// The CSV file.
        path: PathBuf,
    },

    /// The header is missing a column.
    #[error("{path} has no column `{column}`")]
    #[code(
        "CSV_COLUMN_MISSING",
        phase = validation,
        suggest = "Add `{column}` to the header in line 1, or correct the column's name"
    )]
    ColumnMissing {
        /// The CSV file.
        path: PathBuf,
        /// The missing column.
        column: &'static str,
        /// The columns in the header.
        found: Vec<String>,
        /// The required columns.
        required: &'static [&'static str],
    },

    /// A column appears twice in the header.
    #[error("duplicate column `{column}` in {path}")]
    #[code("CSV_COLUMN_REPEATED", phase = validation, suggest = "Rename or remove one of the columns in line 1")]
    ColumnRepeated {
        /// The CSV file.
        path: PathBuf,
        /// The duplicate column.
        column: &'static str,
    },

    /// A row has a different number of values than the header.
    #[error("{path}, row {row}: {values} values, but the header has {columns} columns")]
    #[code(
        "CSV_ROW_LENGTH_INVALID",
        phase = validation,
        suggest = "Write {columns} values in row {row} (line {line}); put values that contain a comma in quotes"
    )]
    RowLength {
        /// The CSV file.
        path: PathBuf,
        /// The row, as in a spreadsheet: the header is row 1.
        row: u64,
        /// The line in the file.
        line: u64,
        /// The number of values in the row.
        values: u64,
        /// The number of columns in the header.
        columns: u64,
    },

    /// A value isn't a number, or is out of range.
    #[error("{path}, row {row}, column `{column}`: invalid count {value:?}")]
    #[code("CSV_NUMBER_INVALID", phase = validation, suggest = "Use {valid} in row {row} (line {line})")]
    Number {
        /// The CSV file.
        path: PathBuf,
        /// The row, as in a spreadsheet: the header is row 1.
        row: u64,
        /// The line in the file.
        line: u64,
        /// The column's name in the header.
        column: &'static str,
        /// The value in the file.
        value: String,
        /// The valid values.
        valid: String,
    },

    /// A required value is empty.
    #[error("{path}, row {row}: empty value for `{column}`")]
    #[code("CSV_VALUE_MISSING", phase = validation, suggest = "Fill in `{column}` in row {row} (line {line})")]
    ValueMissing {
        /// The CSV file.
        path: PathBuf,
        /// The row, as in a spreadsheet: the header is row 1.
        row: u64,
        /// The line in the file.
        line: u64,
        /// The column's name in the header.
        column: &'static str,
    },

    /// Two rows have the same SKU.
    ///
    /// `--on-conflict` doesn't apply, because it only concerns items that are already in the database.
    #[error("{path}, row {row}: duplicate SKU {value:?}, first used in row {first_row}")]
    #[code("CSV_SKU_REPEATED", phase = validation, suggest = "Remove row {first_row} or row {row}")]
    SkuRepeated {
        /// The CSV file.
        path: PathBuf,
        /// The second row.
        row: u64,
        /// The line of the second row.
        line: u64,
        /// The column's name in the header.
        column: &'static str,
        /// The SKU of both rows.
        value: String,
        /// The first row.
        first_row: u64,
    },

    /// The file isn't valid UTF-8.
    #[error("{path}, row {row}, value {position}: invalid UTF-8")]
    #[code("CSV_TEXT_INVALID", phase = validation, suggest = "Save the file as UTF-8; the invalid byte is in line {line}")]
    Text {
        /// The CSV file.
        path: PathBuf,
        /// The row, as in a spreadsheet: the header is row 1.
        row: u64,
        /// The line in the file.
        line: u64,
        /// The position of the value in the row, starting at 1.
        position: usize,
    },
}
