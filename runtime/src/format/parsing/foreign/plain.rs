//! Parses plain-text errors and identifiers of other servers.

use crate::error::record::ErrorRecord;
use crate::text::sanitize::clean_capped;

/// The maximum length of a message in bytes. Longer text becomes the detail.
pub(crate) const LONGEST_MESSAGE: usize = 300;

/// The maximum length of a response body in bytes. The rest is discarded.
pub(crate) const LONGEST_EXCERPT: usize = 4096;

/// Returns the sanitized start of a text.
pub(crate) fn excerpt(text: &str) -> String {
    clean_capped(&text.trim(), LONGEST_EXCERPT)
}

/// Parses plain text. A single short line becomes the message, and any other text the detail.
pub(crate) fn read(text: &str) -> ErrorRecord {
    let excerpt = excerpt(text);
    match excerpt.len() <= LONGEST_MESSAGE && !excerpt.contains('\n') {
        true => ErrorRecord::unknown("", excerpt),
        false => ErrorRecord::unknown("", "").with_detail(excerpt),
    }
}

/// Parses an identifier. Removes the prefix and suffix that AWS adds, as in
/// `com.example.service#NotFound:http://example.com/`.
pub(crate) fn name(text: &str) -> Option<String> {
    const LONGEST: usize = 63;
    let text = text.rsplit_once('#').map_or(text, |(_, name)| name);
    let name = text.split_once(":http").map_or(text, |(name, _)| name);
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.len() <= LONGEST
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte));
    is_name.then(|| name.to_owned())
}
