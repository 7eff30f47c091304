//! `errors explain CODE`: everything about one code, like `rustc --explain`.

use super::{Entry, Retired};
#[cfg(feature = "terminal")]
use crate::registry::exits;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Everything about one code: as JSON every fact, as text a page.
#[derive(Clone, Debug)]
pub struct Explanation(Subject);

#[derive(Clone, Debug)]
enum Subject {
    /// The declarations of a code; several if types share it.
    Declared(Vec<Entry>),
    Retired(Retired),
}

impl Explanation {
    pub(super) fn of(entry: Entry, others: &[Entry]) -> Self {
        Self(Subject::Declared(std::iter::once(entry).chain(others.iter().copied()).collect()))
    }

    pub(super) fn of_retired(retired: Retired) -> Self {
        Self(Subject::Retired(retired))
    }

    /// The declarations of the code: one, more if types share it, none if it is retired.
    pub fn declarations(&self) -> &[Entry] {
        match &self.0 {
            Subject::Declared(entries) => entries,
            Subject::Retired(_) => &[],
        }
    }

    /// The page for a person.
    #[cfg(feature = "terminal")]
    pub fn text(&self, screen: crate::text::style::Screen) -> String {
        match &self.0 {
            Subject::Declared(entries) => entries.first().map_or_else(String::new, |first| self.page(first, screen)),
            Subject::Retired(retired) => {
                let mut page = super::page::Page::titled(retired.def.code, screen);
                page.paragraph("This code is retired: no error of this version has it, and none will again.");
                page.fact("instead", retired.def.note);
                page.fact("declared", Some(retired.ty.path));
                page.finish()
            }
        }
    }

    #[cfg(feature = "terminal")]
    fn page(&self, first: &Entry, screen: crate::text::style::Screen) -> String {
        use super::page::Page;
        use crate::vocabulary::terms::Severity;
        let def = first.def;
        let mut page = Page::titled(def.code, screen);
        page.paragraph(def.summary.unwrap_or("There is no description of this code."));
        def.description.into_iter().for_each(|text| page.paragraph(text));
        page.fact("message", def.message);
        page.fact("exit", Some(exit_text(def.exit)));
        page.fact("retry", Some(retry_text(def)));
        page.fact("detail", def.detail);
        for suggestion in distinct(self.declarations().iter().filter_map(|entry| entry.def.suggestion)) {
            page.fact("help", Some(suggestion));
        }
        page.fact("needs", def.fix_required);
        page.fact("fix", def.fix_command);
        page.fact("instead", (!def.actions.is_empty()).then(|| def.actions.join(", ")));
        page.fact("instead", def.actions_field.map(|field| format!("what `{field}` lists")));
        page.fact(
            "effects",
            (def.side_effects != crate::vocabulary::terms::SideEffects::None).then_some(def.side_effects),
        );
        page.fact("severity", (def.severity != Severity::Error).then_some(def.severity));
        page.fact("phase", Some(def.phase));
        page.fact("status", def.status);
        page.fact("protocol", def.protocol.map(|code| format!("{code}, an error of JSON-RPC itself")));
        for field in distinct(self.declarations().iter().flat_map(|entry| entry.def.fields)) {
            let summary = field.summary.map(|summary| format!(" - {summary}")).unwrap_or_default();
            let secret = if field.shown == crate::vocabulary::terms::Shown::Redacted { ", secret" } else { "" };
            page.fact("context", Some(format!("{} ({}{secret}){summary}", field.name, field.json_type())));
        }
        for rule in self.declarations().iter().flat_map(|entry| entry.def.classify) {
            page.fact("covers", Some(rule));
        }
        page.fact("docs", first.docs_url());
        page.fact("since", def.since);
        page.fact("deprecated", def.deprecated);
        for entry in self.declarations() {
            page.fact("declared", Some(entry.path()));
        }
        page.finish()
    }
}

/// Each value once, in order.
#[cfg(feature = "terminal")]
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut known, value| {
        if !known.contains(&value) {
            known.push(value);
        }
        known
    })
}

#[cfg(feature = "terminal")]
fn exit_text(exit: u8) -> String {
    match exits::meaning(exit) {
        Some(entry) => format!("{exit} {}: {}", entry.name, entry.description),
        None => format!("{exit}, particular to this program"),
    }
}

#[cfg(feature = "terminal")]
fn retry_text(def: &crate::definition::def::ErrorDef) -> String {
    use crate::definition::def::RetryAfter;
    use crate::vocabulary::duration::Wait;
    if !def.retryable {
        return "no; change something before the next call".to_owned();
    }
    let wait = match def.retry_after {
        Some(RetryAfter::Fixed(wait)) => format!("; wait {}", Wait(wait)),
        Some(RetryAfter::Field(field)) => format!("; wait as long as `{field}` says"),
        None => String::new(),
    };
    let strategy = def.retry.map(|retry| format!("; {}", retry.as_str().replace('_', " "))).unwrap_or_default();
    format!("yes; the same call may succeed later{wait}{strategy}")
}

impl Serialize for Explanation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Subject::Retired(retired) => retired.serialize(serializer),
            Subject::Declared(entries) => {
                let mut map = serializer.serialize_map(None)?;
                if let Some((first, others)) = entries.split_first() {
                    first.entries(&mut map, first.def.fields)?;
                    if !others.is_empty() {
                        map.serialize_entry("also_declared", others)?;
                    }
                }
                map.end()
            }
        }
    }
}
