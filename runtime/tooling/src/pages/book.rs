//! The files that make pages a book for `mdbook build`.

use super::groups::{GENERAL, Groups, title};
use super::index::RETIRED;
use super::inline::{escaped, one_line};
use super::site::{Site, retired};
use super::{BY_DOMAIN, BY_EXIT};
use crate::document::Code;
use std::fmt::Write;

/// Styles for phones: codes in titles are long words; text wraps in a terminal, too.
pub(super) const NARROW: &str = "\
@media (max-width: 640px) {
  main h1 { font-size: 2.1rem; }
  main h2 { margin-block-start: 1.5em; }
  main ul { padding-inline-start: 20px; }
  main table td { padding: 3px 10px; }
}
main code.language-text { white-space: pre-wrap; overflow-wrap: anywhere; }
";

/// The first page.
pub(super) const COVER: &str = "index.md";

/// The table of contents: every page, by domain.
pub(super) fn summary(site: &Site<'_>, groups: &Groups<'_>) -> String {
    let program = escaped(site.program);
    let mut text = format!(
        "# Summary\n\n[Errors of {program}]({COVER})\n\n- [By exit code]({BY_EXIT})\n- [By domain]({BY_DOMAIN})\n"
    );
    // A part with one page would only add a title.
    let (general, own): (Vec<_>, Vec<_>) = groups.domains.iter().partition(|(domain, _)| domain == GENERAL);
    let (parts, singles): (Vec<_>, Vec<_>) = own.into_iter().partition(|(_, entries)| entries.len() > 1);
    let mut parts: Vec<_> = parts.into_iter().map(|(domain, entries)| (title(domain), codes_of(entries))).collect();
    parts.push(("Other codes", singles.into_iter().flat_map(|(_, entries)| codes_of(entries)).collect()));
    parts.extend(general.into_iter().map(|(domain, entries)| (domain.as_str(), codes_of(entries))));
    parts.push((RETIRED, retired(site.catalog).map(|retired| retired.code.as_str()).collect()));
    for (part, codes) in parts.into_iter().filter(|(_, codes)| !codes.is_empty()) {
        let page = |code: &&str| format!("- [{}]({})\n", escaped(code), site.page(code));
        let pages: String = codes.iter().map(page).collect();
        // Writing to a String does not fail.
        let _ = write!(text, "\n# {}\n\n{pages}", escaped(part));
    }
    text
}

fn codes_of<'a>(entries: &[&'a Code]) -> Vec<&'a str> {
    entries.iter().map(|entry| entry.code()).collect()
}

/// `book.toml`.
pub(super) fn settings(site: &Site<'_>) -> String {
    let title = quoted(&format!("Errors of {}", one_line(site.program)));
    let description = quoted(&format!("Every error that {} can end with", one_line(site.program)));
    let (comment, path) = match &site.root {
        Some(root) => (
            format!(
                "# Build with `mdbook build`, then serve the folder `book` at {root}\n\
                 # with any server that answers a folder with its index.html: the docs URLs of the codes lead to its pages.\n"
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
# What errors say is text: `{{{{#include ...}}}}` in it includes nothing.
use-default-preprocessors = false

[output.html]
site-url = {site_url}
no-section-label = true
# `--flag` is not a dash.
smart-punctuation = false
additional-css = [\"narrow.css\"]

[output.html.print]
enable = false

[output.html.search]
# One result a code.
heading-split-level = 1
boost-title = 4
"
    )
}

/// A text as a basic string of TOML, which escapes what JSON escapes.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
