//! Writes names that are followed by a separator: `role: …`, `"a, b", c`.

use crate::definition::may_have::MayHave;
use crate::error::coded::AgentError;
use crate::error::context::ContextValue;
use crate::text::contains::contains_shared;
use crate::text::limit::Limit;
use crate::text::sanitize::{Escape, NoEscape, clean_capped};
use crate::text::unique_names::UniqueNames;
use std::fmt::{self, Display, Write};

/// A name before a separator. A name that contains the separator is quoted, and its quotes and backslashes are escaped.
pub(super) struct Name<'a> {
    text: &'a str,
    separator: &'a str,
    /// Whether to quote the name even if it doesn't contain the separator.
    is_reserved: fn(&str) -> bool,
}

impl<'a> Name<'a> {
    pub(super) const fn new(text: &'a str, separator: &'a str) -> Self {
        Self { text, separator, is_reserved: |_| false }
    }

    /// Creates a name that's also quoted if `is_reserved` returns true. Without quotes, a reserved name would have a
    /// special meaning.
    pub(super) const fn among(text: &'a str, separator: &'a str, is_reserved: fn(&str) -> bool) -> Self {
        Self { text, separator, is_reserved }
    }
}

impl Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Sanitizes the name first, because a control character could hide a separator.
        let shown: String;
        let mut name = self.text;
        if !NoEscape.is_plain(name, 0..name.len()) {
            shown = clean_capped(&name, usize::MAX);
            name = &shown;
        }
        if !contains_shared(name, self.separator) && !name.starts_with('"') && !(self.is_reserved)(name) {
            return f.write_str(name);
        }
        f.write_char('"')?;
        for character in name.chars() {
            if matches!(character, '"' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(character)?;
        }
        f.write_char('"')
    }
}

/// Passes an error's context values to `visit`, with unique and truncated names. The derive validates its names at
/// compile time, so they need no changes.
pub(super) fn visit_named(error: &dyn AgentError, limit: Limit, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
    if !error.may_have().contains(MayHave::ODD_NAMES) {
        return error.visit_context(visit);
    }
    let mut names = UniqueNames::default();
    error.visit_context(&mut |name, value| visit(&names.add(&limit.of_names().truncated(&name)), value));
}
