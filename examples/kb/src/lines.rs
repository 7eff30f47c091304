//! Files with one entry per line, as JSON.

use crate::entry::{Draft, check, invalid};
use crate::error::{EntryError, FileError, KbError, Line};
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The most bytes of a file.
pub(crate) const MOST: u64 = 16 * 1024 * 1024;

/// The content of a file, or standard input if the path is `-`.
///
/// # Errors
///
/// If it cannot be read, has more than [`MOST`] bytes, or is not UTF-8. `field` names its purpose.
pub(crate) fn read(path: &Path, field: &'static str) -> Result<String, KbError> {
    let bytes = read_bytes(path).map_err(|source| FileError::Unreadable { path: path.into(), source })?;
    if bytes.len() as u64 > MOST {
        let current = std::fs::metadata(path).map_or(bytes.len() as u64, |metadata| metadata.len());
        return Err(EntryError::TooLarge { line: Line::default(), field, limit: MOST, current }.into());
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|byte| *byte == b'\n').count();
        let detail = format!("{} is text in UTF-8 up to its line {line}", path.display());
        invalid(field, "utf-8", "is not UTF-8", &detail).into()
    })
}

/// One byte more than allowed shows that there are more.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match path == Path::new("-") {
        true => io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes)?,
        false => File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

/// The entries of a text, one per line; empty lines are skipped.
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
            "Valid is an object a line, as `kb export` writes them",
        )),
        Err(error) => Err(invalid("entry", "json", "is not JSON", &error.to_string())),
    }
}

/// One line per entry.
pub(crate) fn text<'a>(drafts: impl Iterator<Item = &'a Draft>) -> String {
    // Texts and JSON values, which can always be serialized.
    drafts.map(|draft| serde_json::to_string(draft).unwrap_or_default() + "\n").collect()
}
