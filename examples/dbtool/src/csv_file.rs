//! Reads items from a CSV file, and reports all invalid values at once.

use crate::error::DbError;
use agent_error::FieldError;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

const COLUMNS: [&str; 2] = ["sku", "count"];

/// Returns the counts by SKU.
pub(crate) fn read(path: &Path) -> Result<BTreeMap<String, u32>, DbError> {
    let file = File::open(path).map_err(|error| DbError::unreadable(path, error))?;
    let unreadable = |error: csv::Error| DbError::unreadable(path, error.into());
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .flexible(true)
        .from_reader(file);
    let header = reader.headers().map_err(unreadable)?;
    if *header != COLUMNS[..] {
        return Err(DbError::CsvHeader {
            path: path.into(),
            found: header.iter().map(str::to_owned).collect(),
        });
    }
    let (mut items, mut fields) = (BTreeMap::new(), Vec::new());
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(unreadable)?;
        let line = record.position().map_or(0, csv::Position::line);
        if record.len() != COLUMNS.len() {
            let problem =
                FieldError::new((index + 2).to_string(), "Wrong number of values.").line(line);
            fields.push(problem.expected("Use 2 values, and quote those that contain a comma."));
            continue;
        }
        let mut problem = |column: usize, message: &str, expected: &str| {
            let problem =
                FieldError::new(format!("{}.{}", index + 2, COLUMNS[column]), message).line(line);
            fields.push(problem.sent(&record[column]).expected(expected));
        };
        match record[1].parse() {
            Ok(count) if items.insert(record[0].to_owned(), count).is_none() => {}
            Ok(_) => problem(0, "Repeated SKU.", "Use each SKU once."),
            Err(_) => problem(1, "Invalid number.", "Use an integer from 0 to 4294967295."),
        }
    }
    if fields.is_empty() {
        Ok(items)
    } else {
        Err(DbError::CsvValues {
            path: path.into(),
            fields,
        })
    }
}
