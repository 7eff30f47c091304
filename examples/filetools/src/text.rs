//! Paths and texts that the tools accept.

use crate::error::ToolError;
use crate::root::Target;

/// Rejects an empty path, which an unset variable causes.
pub(crate) fn require_path(path: &str) -> Result<(), ToolError> {
    if path.is_empty() {
        return Err(ToolError::InvalidArgs {
            reason: "`path` is empty".to_owned(),
            advice: "Name a file; a relative path starts at the root".to_owned(),
        });
    }
    Ok(())
}

/// The content of a text file: UTF-8 without a zero byte.
pub(crate) fn decode<'a>(target: &Target, bytes: &'a [u8]) -> Result<&'a str, ToolError> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(text),
        _ => Err(ToolError::InvalidArgs {
            reason: format!("{} is not UTF-8 text", target.path),
            advice: "Name a text file; call `run` with [\"od\", \"-c\", PATH] to look into others".to_owned(),
        }),
    }
}
