//! Markdown pages: one page per code, and an index that mdBook can read.

mod doc_comment;
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
    let codes = catalog
        .entries()
        .map(|code| (page_name(code.code()), code_page(catalog, code)));
    let retired = retired(catalog).map(|retired| (page_name(&retired.code), retired_page(retired)));
    let index = std::iter::once((INDEX.to_owned(), index(catalog)));
    codes.chain(retired).chain(index).collect()
}

/// Returns the file name of a code's page. Escapes characters that are special in file systems or
/// URLs.
fn page_name(code: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    code.chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .chain(".md".chars())
        .collect()
}

/// Returns the retired codes without duplicates. Skips codes that are declared again.
fn retired(catalog: &Document) -> impl Iterator<Item = &Retired> {
    let retired = catalog
        .members
        .retired
        .iter()
        .filter(|retired| catalog.get(&retired.code).is_none());
    retired
        .map(|retired| (&retired.code, retired))
        .collect::<BTreeMap<_, _>>()
        .into_values()
}

/// Returns the index, which lists the program's codes, agent-error's codes and retired codes.
fn index(catalog: &Document) -> String {
    let (general, own): (Vec<&Code>, Vec<&Code>) = catalog
        .own_first()
        .partition(|code| code.is_of_agent_error());
    let listed = |codes: Vec<&Code>| {
        codes
            .into_iter()
            .map(|code| item(code.code(), &about(code)))
            .collect::<String>()
    };
    let retired = retired(catalog).map(|retired| {
        item(
            &retired.code,
            &prose(retired.note.as_deref().unwrap_or("retired")),
        )
    });
    let mut text = format!("# Errors of {}\n", prose(catalog.program()));
    for (title, items) in [
        ("Codes", listed(own)),
        ("General codes", listed(general)),
        ("Retired codes", retired.collect()),
    ] {
        if !items.is_empty() {
            text.extend(["\n# ", title, "\n\n", &items]);
        }
    }
    text
}

fn item(code: &str, about: &str) -> String {
    format!("- [{}]({}): {about}\n", prose(code), page_name(code))
}

/// Returns the exit code and the summary.
fn about(code: &Code) -> String {
    let retry = if code.is_retryable() { ", retry" } else { "" };
    let deprecated = if code.text("deprecated").is_some() {
        ", deprecated"
    } else {
        ""
    };
    let summary = match code.summary() {
        Some(summary) => summary.to_owned(),
        None => readable(code.name()),
    };
    let exit = match code.text("exit_field") {
        Some(_) => "varies".to_owned(),
        None => code.exit_code().to_string(),
    };
    format!("exit {exit}{retry}{deprecated}: {}", prose(&summary))
}
