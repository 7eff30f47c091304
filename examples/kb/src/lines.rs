//! JSON Lines files with one entry per line.

use crate::entry::{Draft, check, invalid};
use crate::error::{EntryError, FileError, KbError, Line};
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The maximum size of a file, in bytes.
pub(crate) const MOST: u64 = 16 * 1024 * 1024;

/// Reads a file, or standard input if the path is `-`. Errors report `field` as the invalid field.
///
/// # Errors
///
/// Returns an error if the file can't be read, is larger than [`MOST`] bytes, or isn't valid UTF-8.
pub(crate) fn read(path: &Path, field: &'static str) -> Result<String, KbError> {
    let bytes = read_bytes(path).map_err(|source| FileError::Unreadable { path: path.into(), source })?;
    if bytes.len() as u64 > MOST {
        let current = std::fs::metadata(path).map_or(bytes.len() as u64, |metadata| metadata.len());
        return Err(EntryError::TooLarge { line: Line::default(), field, limit: MOST, current }.into());
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|byte| *byte == b'\n').count();
        let detail = format!("{} has invalid UTF-8 in line {line}", path.display());
        invalid(field, "utf-8", "is not valid UTF-8", &detail).into()
    })
}

/// Reads one byte more than allowed, to detect files that are too large.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match path == Path::new("-") {
        true => io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes)?,
        false => File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

/// Parses entries, one per line. Skips blank lines.
pub(crate) fn drafts(text: &str) -> Result<Vec<(Line, Draft)>, EntryError> {
    let lines = text.lines().zip(1..).filter(|(text, _)| !text.trim().is_empty());
    lines
        .map(|(text, number)| (text, Line(Some(number))))
        .map(|(text, line)| Ok((line, draft(text).map_err(|error| error.at(line))?)))
        .collect()
}

fn draft(text: &str) -> Result<Draft, EntryError> {
    match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => check(fields),
        Ok(_) => Err(invalid(
            "entry",
            "json",
            "is not a JSON object",
            "Expected: one JSON object per line, as written by `kb export`",
        )),
        Err(error) => Err(invalid("entry", "json", "is not valid JSON", &error.to_string())),
    }
}

/// Serializes entries, one per line.
pub(crate) fn text<'a>(drafts: impl Iterator<Item = &'a Draft>) -> String {
    // Drafts consist of strings and JSON values, so serializing them can't fail.
    drafts.map(|draft| serde_json::to_string(draft).unwrap_or_default() + "\n").collect()
}
