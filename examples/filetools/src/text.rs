//! Validation of paths and text.

use crate::error::ToolError;
use crate::root::Target;

/// Rejects an empty path, which typically comes from an unset variable.
pub(crate) fn require_path(path: &str) -> Result<(), ToolError> {
    if path.is_empty() {
        return Err(ToolError::InvalidArgs {
            reason: "`path` is empty".to_owned(),
            advice: "Pass a file; relative paths are resolved against the root".to_owned(),
        });
    }
    Ok(())
}

/// Decodes a text file, which must be valid UTF-8 without null bytes.
pub(crate) fn decode<'a>(target: &Target, bytes: &'a [u8]) -> Result<&'a str, ToolError> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(text),
        _ => Err(ToolError::InvalidArgs {
            reason: format!("{} is not UTF-8 text", target.path),
            advice: "Pass a text file; to inspect binary files, call `run` with [\"od\", \"-c\", PATH]".to_owned(),
        }),
    }
}
