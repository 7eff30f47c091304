//! Foreign text: plain text, and names.

use crate::error::record::ErrorRecord;
use crate::text::clean::clean_capped;

/// The longest text that becomes a message, in bytes; a longer one becomes a detail.
pub(crate) const LONGEST_MESSAGE: usize = 300;

/// The part of a page that is kept, in bytes.
pub(crate) const LONGEST_EXCERPT: usize = 4096;

/// The beginning of a text, cleaned.
pub(crate) fn excerpt(text: &str) -> String {
    clean_capped(&text.trim(), LONGEST_EXCERPT)
}

/// One short line is the message.
pub(crate) fn read(text: &str) -> ErrorRecord {
    let excerpt = excerpt(text);
    match excerpt.len() <= LONGEST_MESSAGE && !excerpt.contains('\n') {
        true => ErrorRecord::unknown("", excerpt),
        false => ErrorRecord::unknown("", "").with_detail(excerpt),
    }
}

/// A code without AWS's prefix and suffix, as in `com.example.service#NotFound:http://example.com/`.
pub(crate) fn name(text: &str) -> Option<String> {
    const LONGEST: usize = 63;
    let text = text.rsplit_once('#').map_or(text, |(_, name)| name);
    let name = text.split_once(":http").map_or(text, |(name, _)| name);
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.len() <= LONGEST
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte));
    is_name.then(|| name.to_owned())
}
