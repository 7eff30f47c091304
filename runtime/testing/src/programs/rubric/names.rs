//! The names that programs give to the parts of an error and of an entry of a list.

/// A page about the code.
pub(super) const DOCS: [&str; 5] = ["docs_url", "docs", "url", "help_url", "type"];

/// What the caller can do.
pub(super) const ADVICE: [&str; 6] = ["suggestion", "fix_command", "fix_required", "replacement", "hint", "recovery"];
