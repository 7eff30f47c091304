//! The errors of a program for agents, as <https://llmstxt.org> proposes: a list of links, each with the facts that one
//! needs before following it.

use super::doc_comment;
use super::example::is_one_field;
use super::inline::{Place, code_span, escaped, prose, template};
use super::site::Site;
use crate::definition::entry::Entry;
use crate::definition::lists::RetryAfter;
use crate::vocabulary::duration::Wait;
use crate::vocabulary::terms::SideEffects;

/// A whole `llms.txt`.
pub(super) fn document(site: &Site<'_>) -> String {
    let program = escaped(site.program);
    format!("# {program}\n\n> Every error that {program} can end with.\n\n{}", section(site))
}

/// The section for the `llms.txt` of a project.
pub(super) fn section(site: &Site<'_>) -> String {
    let items: String = site.catalog.own_first().map(|entry| item(site, entry)).collect();
    format!("## Errors of {}\n\n{items}", escaped(site.program))
}

fn item(site: &Site<'_>, entry: &Entry) -> String {
    let def = entry.def;
    let mut facts = vec![format!("exit {}", entry.exit_code())];
    if def.is_retryable() {
        facts.push(match def.retry_after() {
            Some(RetryAfter::Fixed(wait)) => format!("retry after {}", Wait(wait)),
            Some(RetryAfter::Field(_)) => "retry when it says".to_owned(),
            None => "retry".to_owned(),
        });
    }
    if def.side_effects() != SideEffects::None {
        facts.push(format!("{} side effects", def.side_effects()));
    }
    if let Some(instead) = def.deprecated() {
        facts.push(format!("deprecated: {}", prose(instead, Place::Line)));
    }
    let mut texts = vec![facts.join(", ")];
    texts.extend(def.summary().map(|summary| doc_comment::line(summary, Place::Line, &|_| None)));
    let advice = def.suggestion().filter(|advice| !is_one_field(*advice));
    texts.extend(advice.map(|advice| template(advice, Place::Line)));
    let command = def.fix_command().map(|command| code_span(&command.to_string(), Place::Line));
    texts.extend(command.map(|command| format!("Run {command}")));
    let sentences: Vec<&str> = texts.iter().map(|text| text.trim_end_matches('.')).collect();
    format!("- [{}]({}): {}\n", escaped(def.code()), url(site, entry), sentences.join(". "))
}

/// The page of a code: on the web, or in the folder of this file.
fn url(site: &Site<'_>, entry: &Entry) -> String {
    let page = || site.page(entry.def.code()).trim_end_matches("index.md").to_owned();
    entry.docs_url().map_or_else(page, Into::into)
}
