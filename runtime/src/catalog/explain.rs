//! `errors explain CODE`: everything about one code, like `rustc --explain`.

use super::Entry;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Everything about one code: as JSON every fact, as text a page.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub(super) entry: Entry,
    /// Where else the code is declared on purpose.
    pub(super) others: Vec<Entry>,
}

impl Explanation {
    /// The code and the type that declares it.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// All declarations of the code.
    #[cfg(feature = "terminal")]
    fn declarations(&self) -> impl Iterator<Item = &Entry> {
        std::iter::once(&self.entry).chain(&self.others)
    }

    /// The page for a person.
    #[cfg(feature = "terminal")]
    pub fn text(&self, screen: crate::Screen) -> String {
        use super::page::Page;
        use crate::vocabulary::Severity;
        let def = self.entry.def;
        let mut page = Page::titled(def.code, screen);
        page.paragraph(def.summary.unwrap_or("There is no description of this code."));
        def.description.into_iter().for_each(|text| page.paragraph(text));
        page.fact("message", def.message);
        page.fact("exit", Some(exit_text(def.exit)));
        page.fact("retry", Some(retry_text(def)));
        page.fact("detail", def.detail);
        for suggestion in distinct(self.declarations().filter_map(|entry| entry.def.suggestion)) {
            page.fact("help", Some(suggestion));
        }
        page.fact("needs", def.fix_required);
        page.fact("fix", def.fix_command);
        page.fact("instead", (!def.actions.is_empty()).then(|| def.actions.join(", ")));
        page.fact("instead", def.actions_field.map(|field| format!("what `{field}` lists")));
        page.fact("effects", (def.side_effects != crate::SideEffects::None).then_some(def.side_effects));
        page.fact("severity", (def.severity != Severity::Error).then_some(def.severity));
        page.fact("phase", Some(def.phase));
        page.fact("status", def.status);
        for field in distinct(self.declarations().flat_map(|entry| entry.def.fields)) {
            let summary = field.summary.map(|summary| format!(" - {summary}")).unwrap_or_default();
            let secret = if field.shown == crate::Shown::Redacted { ", secret" } else { "" };
            page.fact("context", Some(format!("{} ({}{secret}){summary}", field.name, field.json_type())));
        }
        for rule in self.declarations().flat_map(|entry| entry.def.classify) {
            page.fact("covers", Some(rule));
        }
        page.fact("docs", self.entry.docs_url());
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
    match crate::exit::meaning(exit) {
        Some(entry) => format!("{exit} {}: {}", entry.name, entry.description),
        None => format!("{exit}, particular to this program"),
    }
}

#[cfg(feature = "terminal")]
fn retry_text(def: &crate::ErrorDef) -> String {
    use crate::def::RetryAfter;
    use crate::duration::Wait;
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
        if self.others.is_empty() {
            return self.entry.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        self.entry.entries(&mut map, self.entry.def.fields)?;
        map.serialize_entry("also_declared", &self.others)?;
        map.end()
    }
}
