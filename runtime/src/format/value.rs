//! Serializes a program's data as JSON.

use super::json::indent_from;
use crate::error::to_json::ToJson;
use std::fmt::{self, Display};

/// The error returned if a program's data can't be serialized.
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

/// Appends the data as JSON, indented if `pretty` is set.
///
/// # Errors
///
/// Returns an error if the data can't be serialized.
pub(crate) fn push_data(data: &dyn ToJson, pretty: bool, out: &mut String) -> Result<(), UnserializableData> {
    let start = out.len();
    data.push_json(out).map_err(UnserializableData)?;
    indent_from(start, pretty, out);
    Ok(())
}
