//! Generates the table of contents, the settings and the styles of an mdBook.

use super::groups::{GENERAL, Groups, title};
use super::index::RETIRED;
use super::inline::{escaped, one_line};
use super::site::{Site, retired};
use super::{BY_DOMAIN, BY_EXIT};
use crate::document::Code;
use std::fmt::Write;

/// Styles for narrow screens: smaller headings, because codes don't wrap, and wrapped terminal output.
pub(super) const NARROW: &str = "\
@media (max-width: 640px) {
  main h1 { font-size: 2.1rem; }
  main h2 { margin-block-start: 1.5em; }
  main ul { padding-inline-start: 20px; }
  main table td { padding: 3px 10px; }
}
main code.language-text { white-space: pre-wrap; overflow-wrap: anywhere; }
";

/// The path of the first page.
pub(super) const COVER: &str = "index.md";

/// Returns the table of contents, which groups all pages by domain.
pub(super) fn summary(site: &Site<'_>, groups: &Groups<'_>) -> String {
    let program = escaped(site.program);
    let mut text = format!(
        "# Summary\n\n[Errors of {program}]({COVER})\n\n- [By exit code]({BY_EXIT})\n- [By domain]({BY_DOMAIN})\n"
    );
    // Don't create a separate part for a domain with a single page.
    let (general, own): (Vec<_>, Vec<_>) = groups.domains.iter().partition(|(domain, _)| domain == GENERAL);
    let (parts, singles): (Vec<_>, Vec<_>) = own.into_iter().partition(|(_, entries)| entries.len() > 1);
    let mut parts: Vec<_> = parts.into_iter().map(|(domain, entries)| (title(domain), codes_of(entries))).collect();
    parts.push(("Other codes", singles.into_iter().flat_map(|(_, entries)| codes_of(entries)).collect()));
    parts.extend(general.into_iter().map(|(domain, entries)| (domain.as_str(), codes_of(entries))));
    parts.push((RETIRED, retired(site.catalog).map(|retired| retired.code.as_str()).collect()));
    for (part, codes) in parts.into_iter().filter(|(_, codes)| !codes.is_empty()) {
        let page = |code: &&str| format!("- [{}]({})\n", escaped(code), site.page(code));
        let pages: String = codes.iter().map(page).collect();
        // Writing to a string can't fail.
        let _ = write!(text, "\n# {}\n\n{pages}", escaped(part));
    }
    text
}

fn codes_of<'a>(entries: &[&'a Code]) -> Vec<&'a str> {
    entries.iter().map(|entry| entry.code()).collect()
}

/// Returns the content of `book.toml`.
pub(super) fn settings(site: &Site<'_>) -> String {
    let title = quoted(&format!("Errors of {}", one_line(site.program)));
    let description = quoted(&format!("All errors of {}", one_line(site.program)));
    let (comment, path) = match &site.root {
        Some(root) => (
            format!(
                "# Build with `mdbook build`, then serve the folder `book` at {root}\n\
                 # with any server that serves a folder's index.html. The docs URLs of the codes lead to its pages.\n"
            ),
            root.splitn(4, '/').nth(3).unwrap_or_default(),
        ),
        None => ("# Build with `mdbook build`; the site is in the folder `book`.\n".to_owned(), ""),
    };
    let site_url = quoted(&format!("/{path}"));
    format!(
        "{comment}
[book]
title = {title}
description = {description}
language = \"en\"
src = \"src\"

[build]
# Don't expand `{{{{#include ...}}}}` in the text of errors.
use-default-preprocessors = false

[output.html]
site-url = {site_url}
no-section-label = true
# Don't turn the hyphens of `--flag` into a dash.
smart-punctuation = false
additional-css = [\"narrow.css\"]

[output.html.print]
enable = false

[output.html.search]
# One search result per code.
heading-split-level = 1
boost-title = 4
"
    )
}

/// Quotes a string for TOML. TOML's basic strings support the same escapes as JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
