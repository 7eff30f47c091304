//! What can be wrong in a CSV file of items.

use agent_error::{AgentError, exit};
use serde::Serialize;
use std::path::PathBuf;

/// A place in a CSV file.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Place {
    /// As in a spreadsheet: the header is row 1.
    pub(crate) row: u64,
    /// As in an editor: a quoted value may span lines.
    pub(crate) line: u64,
}

/// Why a CSV file cannot be imported. Nothing of the file was.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, domain = "CSV",
    exit = exit::sysexits::DATAERR
)]
pub(crate) enum CsvError {
    /// The file is empty.
    #[error("{path} is empty")]
    #[code("CSV_FILE_EMPTY", phase = validation, suggest = "Begin the file with a header: sku,name,count")]
    FileEmpty {
        /// The CSV file.
        path: PathBuf,
    },

    /// The header lacks a column.
    #[error("{path} has no column `{column}`")]
    #[code(
        "CSV_COLUMN_MISSING",
        phase = validation,
        suggest = "Add `{column}` to the header in line 1, or correct the name of the column that holds it"
    )]
    ColumnMissing {
        /// The CSV file.
        path: PathBuf,
        /// The column that is missing.
        column: &'static str,
        /// The columns that the header names.
        found: Vec<String>,
        /// The columns that an import needs.
        required: &'static [&'static str],
    },

    /// The header names a column twice.
    #[error("{path} has two columns `{column}`")]
    #[code("CSV_COLUMN_REPEATED", phase = validation, suggest = "Rename or remove one of the two in line 1")]
    ColumnRepeated {
        /// The CSV file.
        path: PathBuf,
        /// The column that the header names twice.
        column: &'static str,
    },

    /// A row has more or fewer values than the header.
    #[error("{path}, row {row}: {values} values, but the header has {columns} columns")]
    #[code(
        "CSV_ROW_LENGTH_INVALID",
        phase = validation,
        suggest = "Give row {row} (line {line}) {columns} values; a value that holds a comma needs quotes around it"
    )]
    RowLength {
        /// The CSV file.
        path: PathBuf,
        /// The row as a spreadsheet counts: the header is row 1.
        row: u64,
        /// The line of the file.
        line: u64,
        /// How many values the row has.
        values: u64,
        /// How many columns the header has.
        columns: u64,
    },

    /// A value is not a number, or a number out of range.
    #[error("{path}, row {row}, column `{column}`: {value:?} is not a count")]
    #[code("CSV_NUMBER_INVALID", phase = validation, suggest = "Write {valid} in row {row} (line {line})")]
    Number {
        /// The CSV file.
        path: PathBuf,
        /// The row as a spreadsheet counts: the header is row 1.
        row: u64,
        /// The line of the file.
        line: u64,
        /// The column's name in the header.
        column: &'static str,
        /// The value in the file.
        value: String,
        /// What the column may hold.
        valid: String,
    },

    /// A value that an item cannot be without is empty.
    #[error("{path}, row {row}: the column `{column}` is empty")]
    #[code("CSV_VALUE_MISSING", phase = validation, suggest = "Fill in `{column}` in row {row} (line {line})")]
    ValueMissing {
        /// The CSV file.
        path: PathBuf,
        /// The row as a spreadsheet counts: the header is row 1.
        row: u64,
        /// The line of the file.
        line: u64,
        /// The column's name in the header.
        column: &'static str,
    },

    /// Two rows have the same SKU.
    ///
    /// Which of the two is meant cannot be decided here, whatever `--on-conflict` says: that flag is
    /// about items that the database holds already.
    #[error("{path}, row {row}: the SKU {value:?} is in row {first_row} too")]
    #[code("CSV_SKU_REPEATED", phase = validation, suggest = "Remove row {first_row} or row {row}")]
    SkuRepeated {
        /// The CSV file.
        path: PathBuf,
        /// The second of the two rows.
        row: u64,
        /// The line of the second row.
        line: u64,
        /// The column's name in the header.
        column: &'static str,
        /// The SKU of both rows.
        value: String,
        /// The first of the two rows.
        first_row: u64,
    },

    /// The file is not UTF-8 text.
    #[error("{path}, row {row}, value {position}: a byte that is not UTF-8")]
    #[code("CSV_TEXT_INVALID", phase = validation, suggest = "Save the file as UTF-8; look at line {line}")]
    Text {
        /// The CSV file.
        path: PathBuf,
        /// The row as a spreadsheet counts: the header is row 1.
        row: u64,
        /// The line of the file.
        line: u64,
        /// Which value of the row, counted from 1.
        position: usize,
    },
}
