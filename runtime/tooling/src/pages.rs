//! Markdown pages: one page per code, and an index that mdBook can read.

mod doc_comment;
mod example;
mod page;
mod text;

use crate::document::{Code, Document, Retired};
use agent_error_rules::name::readable;
use page::{code_page, retired_page};
use std::collections::BTreeMap;
use text::prose;

/// The index. mdBook reads its table of contents from a file with this name.
const INDEX: &str = "SUMMARY.md";

/// Returns the content of each page by file name: one page per code, and an index.
pub(crate) fn markdown(catalog: &Document) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    for code in catalog.entries() {
        pages.insert(page_name(code.code()), code_page(catalog, code));
    }
    for retired in retired_codes(catalog) {
        pages.insert(page_name(&retired.code), retired_page(retired));
    }
    pages.insert(INDEX.to_owned(), index(catalog));
    pages
}

/// Returns the file name of a code's page. Characters that are special in file systems or URLs
/// become `~` and their number, so no two codes have the same page.
fn page_name(code: &str) -> String {
    let mut name = String::new();
    for character in code.chars() {
        let is_first = name.is_empty();
        let is_plain = match character {
            '.' => !is_first,
            '-' | '_' => true,
            other => other.is_alphanumeric(),
        };
        let starts_reserved_name = is_first && is_reserved(code);
        if is_plain && !starts_reserved_name {
            name.push(character);
        } else {
            name.push_str(&format!("~{:x}~", u32::from(character)));
        }
    }
    name + ".md"
}

/// Whether mdBook uses a page of this name for something else. File names may be case-insensitive.
fn is_reserved(code: &str) -> bool {
    ["summary", "readme", "index"].contains(&code.to_ascii_lowercase().as_str())
}

/// Returns the retired codes without duplicates. Skips codes that are declared again.
fn retired_codes(catalog: &Document) -> impl Iterator<Item = &Retired> {
    let mut by_code = BTreeMap::new();
    for retired in &catalog.members.retired {
        if catalog.get(&retired.code).is_none() {
            by_code.insert(&retired.code, retired);
        }
    }
    by_code.into_values()
}

/// Returns the index, which lists the program's codes, agent-error's codes and retired codes.
fn index(catalog: &Document) -> String {
    let mut own_items = String::new();
    let mut general_items = String::new();
    for code in catalog.own_first() {
        let line = item(code.code(), &about(code));
        if code.is_of_agent_error() {
            general_items.push_str(&line);
        } else {
            own_items.push_str(&line);
        }
    }
    let mut retired_items = String::new();
    for retired in retired_codes(catalog) {
        let note = retired.note.as_deref().unwrap_or("retired");
        retired_items.push_str(&item(&retired.code, &prose(note)));
    }
    let mut text = format!("# Errors of {}\n", prose(catalog.program()));
    for (title, items) in [
        ("Codes", own_items),
        ("General codes", general_items),
        ("Retired codes", retired_items),
    ] {
        if !items.is_empty() {
            text.push_str(&format!("\n# {title}\n\n{items}"));
        }
    }
    text
}

fn item(code: &str, about: &str) -> String {
    format!("- [{}]({}): {about}\n", prose(code), page_name(code))
}

/// Returns the most important facts and the summary, such as `exit 5, retry: The user is locked.`
fn about(code: &Code) -> String {
    let mut facts = match code.text("exit_field") {
        Some(_) => "exit varies".to_owned(),
        None => format!("exit {}", code.exit_code()),
    };
    if code.is_retryable() {
        facts += ", retry";
    }
    if code.text("deprecated").is_some() {
        facts += ", deprecated";
    }
    let summary = match code.summary() {
        Some(summary) => summary.to_owned(),
        None => readable(code.name()),
    };
    facts + ": " + &prose(&summary)
}

#[cfg(test)]
mod tests {
    use super::page_name;

    #[test]
    fn each_code_has_a_page_of_its_own() {
        for (code, name) in [
            ("DB_LOCKED", "DB_LOCKED.md"),
            ("auth.missing-key", "auth.missing-key.md"),
            ("a/b", "a~2f~b.md"),
            ("a-b", "a-b.md"),
            ("a~2f~b", "a~7e~2f~7e~b.md"),
            ("..", "~2e~..md"),
            ("SUMMARY", "~53~UMMARY.md"),
            ("readme", "~72~eadme.md"),
            ("Index", "~49~ndex.md"),
        ] {
            assert_eq!(page_name(code), name);
        }
    }
}
