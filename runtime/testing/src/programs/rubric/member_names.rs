//! The member names that programs use for documentation URLs and advice.

/// Names of members that contain the URL of a documentation page.
pub(super) const DOCS: [&str; 5] = ["docs_url", "docs", "url", "help_url", "type"];

/// Names of members that contain advice.
pub(super) const ADVICE: [&str; 7] =
    ["suggestion", "fix_command", "check_command", "fix_required", "replacement", "hint", "recovery"];
