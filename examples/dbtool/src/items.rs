//! Items, and CSV files of items.

use crate::error::{CsvError, DbError, FileError, Place};
use csv::{ErrorKind, StringRecord};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::path::Path;

/// An item in the database.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub(crate) struct Item {
    pub(crate) sku: String,
    pub(crate) name: String,
    pub(crate) count: u32,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} with count {}", self.name, self.count)
    }
}

impl Item {
    /// Returns the value of a column as a string.
    pub(crate) fn value(&self, column: &str) -> String {
        match column {
            "name" => self.name.clone(),
            "count" => self.count.to_string(),
            _ => self.sku.clone(),
        }
    }
}

/// The content of a CSV file.
#[derive(Debug)]
pub(crate) struct Items {
    pub(crate) items: Vec<Item>,
    /// Columns that items don't have.
    pub(crate) ignored: Vec<String>,
}

const COLUMNS: &[&str] = &["sku", "name", "count"];

/// Reads all items of a CSV file. Returns the first error, if there is one.
pub(crate) fn read(path: &Path) -> Result<Items, DbError> {
    let file = File::open(path).map_err(|error| FileError::new(path, error))?;
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let headers = reader.headers().map_err(|error| unreadable(path, error))?.clone();
    let columns = Columns::find(path, &headers)?;
    let mut items = Vec::new();
    let mut rows = HashMap::new();
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| unreadable(path, error))? {
        let place = record.position().map_or(Place { row: 1, line: 1 }, place);
        let item = Row { path, place, record: &record, columns: &columns }.item()?;
        if let Some(first_row) = rows.insert(item.sku.clone(), place.row) {
            let (row, line) = (place.row, place.line);
            let path = path.into();
            return Err(CsvError::SkuRepeated { path, row, line, column: "sku", value: item.sku, first_row }.into());
        }
        items.push(item);
    }
    Ok(Items { items, ignored: columns.ignored })
}

/// The indexes of the columns in a row.
struct Columns {
    sku: usize,
    name: usize,
    count: usize,
    ignored: Vec<String>,
}

impl Columns {
    fn find(path: &Path, headers: &StringRecord) -> Result<Self, CsvError> {
        if headers.iter().all(str::is_empty) {
            return Err(CsvError::FileEmpty { path: path.into() });
        }
        let ignored = headers.iter().filter(|header| !COLUMNS.contains(header)).map(str::to_owned).collect();
        Ok(Self {
            sku: position(path, headers, "sku")?,
            name: position(path, headers, "name")?,
            count: position(path, headers, "count")?,
            ignored,
        })
    }
}

fn position(path: &Path, headers: &StringRecord, column: &'static str) -> Result<usize, CsvError> {
    let path = path.into();
    let mut positions = headers.iter().enumerate().filter(|(_, header)| *header == column).map(|(index, _)| index);
    match (positions.next(), positions.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => Err(CsvError::ColumnRepeated { path, column }),
        (None, _) => {
            let found = headers.iter().map(str::to_owned).collect();
            Err(CsvError::ColumnMissing { path, column, found, required: COLUMNS })
        }
    }
}

/// An unvalidated row.
struct Row<'a> {
    path: &'a Path,
    place: Place,
    record: &'a StringRecord,
    columns: &'a Columns,
}

impl Row<'_> {
    fn item(&self) -> Result<Item, CsvError> {
        Ok(Item {
            sku: self.text("sku", self.columns.sku)?.to_owned(),
            name: self.text("name", self.columns.name)?.to_owned(),
            count: self.number("count", self.columns.count)?,
        })
    }

    fn text(&self, column: &'static str, index: usize) -> Result<&str, CsvError> {
        let Place { row, line } = self.place;
        match self.record.get(index) {
            None | Some("") => Err(CsvError::ValueMissing { path: self.path.into(), row, line, column }),
            Some(text) => Ok(text),
        }
    }

    fn number(&self, column: &'static str, index: usize) -> Result<u32, CsvError> {
        let text = self.text(column, index)?;
        text.parse().map_err(|_| CsvError::Number {
            path: self.path.into(),
            row: self.place.row,
            line: self.place.line,
            column,
            value: text.to_owned(),
            valid: format!("an integer from 0 to {}", u32::MAX),
        })
    }
}

fn place(position: &csv::Position) -> Place {
    Place { row: position.record() + 1, line: position.line() }
}

/// Converts an error of the CSV reader.
fn unreadable(path: &Path, error: csv::Error) -> DbError {
    let Place { row, line } = error.position().map_or(Place { row: 1, line: 1 }, place);
    let owned = path.into();
    match error.into_kind() {
        ErrorKind::Utf8 { err, .. } => CsvError::Text { path: owned, row, line, position: err.field() + 1 }.into(),
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            CsvError::RowLength { path: owned, row, line, values: len, columns: expected_len }.into()
        }
        ErrorKind::Io(error) => FileError::new(path, error).into(),
        // The other kinds come from seeking and serde, which aren't used.
        other => FileError::new(path, std::io::Error::other(format!("{other:?}"))).into(),
    }
}
