//! Writes `llms.txt` files as described at <https://llmstxt.org>. Each code has a link to its page and a short summary.

use super::doc_comment;
use super::example::is_one_field;
use super::inline::{Place, code_span, escaped, prose, template};
use super::site::Site;
use crate::document::Code;
use agent_error::vocabulary::HumanDuration;
use serde_json::Value;
use std::time::Duration;

/// Returns a complete `llms.txt`.
pub(super) fn document(site: &Site<'_>) -> String {
    let program = escaped(site.program);
    format!("# {program}\n\n> All errors of {program}.\n\n{}", section(site))
}

/// Returns a section for a project's `llms.txt`.
pub(super) fn section(site: &Site<'_>) -> String {
    let items: String = site.catalog.own_first().map(|entry| item(site, entry)).collect();
    format!("## Errors of {}\n\n{items}", escaped(site.program))
}

fn item(site: &Site<'_>, entry: &Code) -> String {
    let def = entry;
    let mut facts = vec![format!("exit {}", entry.exit_code())];
    if def.is_retryable() {
        facts.push(match (def.number("retry_after_ms"), def.value("retry_after_field")) {
            (Some(wait), _) => format!("retry after {}", HumanDuration(Duration::from_millis(wait))),
            (None, Some(_)) => "retry after the stated delay".to_owned(),
            (None, None) => "retry".to_owned(),
        });
    }
    let side_effects = def.value("side_effects").and_then(Value::as_str).filter(|effects| *effects != "none");
    facts.extend(side_effects.map(|effects| format!("{effects} side effects")));
    if let Some(instead) = def.deprecated() {
        facts.push(format!("deprecated: {}", prose(instead, Place::Line)));
    }
    let mut texts = vec![facts.join(", ")];
    texts.extend(def.summary().map(|summary| doc_comment::line(summary, Place::Line, &|_| None)));
    let advice = def.template("suggestion").filter(|advice| !is_one_field(*advice));
    texts.extend(advice.map(|advice| template(advice, Place::Line)));
    let command = def.template("fix_command").map(|command| code_span(&command.to_string(), Place::Line));
    texts.extend(command.map(|command| format!("Run {command}")));
    let check = def.template("check_command").map(|command| code_span(&command.to_string(), Place::Line));
    texts.extend(check.map(|command| format!("Check with {command}")));
    let sentences: Vec<&str> = texts.iter().map(|text| text.trim_end_matches('.')).collect();
    format!("- [{}]({}): {}\n", escaped(def.code()), url(site, entry), sentences.join(". "))
}

/// Returns the docs URL of a code, or the relative path of its page if there's no docs URL.
fn url(site: &Site<'_>, entry: &Code) -> String {
    let page = || site.page(entry.code()).trim_end_matches("index.md").to_owned();
    entry.docs_url().map_or_else(page, Into::into)
}
