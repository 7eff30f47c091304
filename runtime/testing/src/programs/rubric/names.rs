//! Names that programs use for the members of errors and list entries.

/// Members with the URL of a documentation page.
pub(super) const DOCS: [&str; 5] = ["docs_url", "docs", "url", "help_url", "type"];

/// Members with advice.
pub(super) const ADVICE: [&str; 7] =
    ["suggestion", "fix_command", "check_command", "fix_required", "replacement", "hint", "recovery"];
