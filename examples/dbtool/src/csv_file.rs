//! Reads items from a CSV file, and reports all invalid values at once.

use crate::error::DbError;
use crate::store::Item;
use agent_error::FieldError;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

const COLUMNS: [&str; 3] = ["sku", "name", "count"];

/// Returns the items by SKU.
pub(crate) fn read(path: &Path) -> Result<BTreeMap<String, Item>, DbError> {
    let file = File::open(path).map_err(|error| DbError::unreadable(path, error))?;
    let unreadable = |error: csv::Error| DbError::unreadable(path, error.into());
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).flexible(true).from_reader(file);
    let header = reader.headers().map_err(unreadable)?.clone();
    let positions = COLUMNS.map(|column| {
        let mut positions = header.iter().enumerate().filter(|(_, found)| *found == column);
        positions.next().filter(|_| positions.next().is_none()).map(|(position, _)| position)
    });
    let [Some(sku), Some(name), Some(count)] = positions else {
        return Err(DbError::CsvHeader { path: path.into(), found: header.iter().map(str::to_owned).collect() });
    };
    let (mut items, mut fields) = (BTreeMap::new(), Vec::new());
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(unreadable)?;
        let line = record.position().map_or(0, csv::Position::line);
        let [sku, name, count] = [sku, name, count].map(|column| record.get(column).unwrap_or_default());
        let mut problem = |column: &str, value: &str, message: &str, expected: &str| {
            let problem = FieldError::new(format!("{}.{column}", index + 2), message).line(line);
            fields.push(problem.sent(value).expected(expected));
        };
        if record.len() > header.len() {
            problem("count", count, "Too many values.", "Quote values that contain a comma.");
            continue;
        }
        for (column, value) in [("sku", sku), ("name", name)].iter().filter(|(_, value)| value.is_empty()) {
            problem(column, value, "Empty value.", "Use a non-empty string.");
        }
        match count.parse() {
            Ok(count) if items.insert(sku.to_owned(), Item { name: name.to_owned(), count }).is_none() => {}
            Ok(_) => problem("sku", sku, "Repeated SKU.", "Use each SKU once."),
            Err(_) => problem("count", count, "Invalid number.", "Use an integer from 0 to 4294967295."),
        }
    }
    if fields.is_empty() { Ok(items) } else { Err(DbError::CsvValues { path: path.into(), fields }) }
}
