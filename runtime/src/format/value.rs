//! A program's data on its way into JSON.

use super::json::indent_from;
use crate::error::to_json::ToJson;
use std::fmt::{self, Display};

/// A program's data that cannot be serialized, with the reason.
#[derive(Debug)]
pub struct UnserializableData(pub(crate) serde_json::Error);

impl Display for UnserializableData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the answer cannot be written as JSON")
    }
}

impl std::error::Error for UnserializableData {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Writes a program's data as serde writes it, perhaps indented.
///
/// # Errors
///
/// If the data cannot be serialized.
pub(crate) fn push_data(data: &dyn ToJson, pretty: bool, out: &mut String) -> Result<(), UnserializableData> {
    let start = out.len();
    data.push_json(out).map_err(UnserializableData)?;
    indent_from(start, pretty, out);
    Ok(())
}
