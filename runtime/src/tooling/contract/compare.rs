//! What has changed from one contract to another.

use super::difference::difference;
use super::narrower::{is_anything, is_narrower};
use super::{Contract, Field, Promise, TEXTS};
use crate::ready::changes::{Change, Changes};
use crate::text::nearest::nearest;
use crate::vocabulary::change_class::ChangeClass;
use crate::vocabulary::terms::Severity;
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// What has changed from this contract to a newer one.
    ///
    /// Breaking are a code that is gone, renamed or retired, and another exit code, retryability, side effect or HTTP status, a
    /// failure that becomes a warning or the other way round, a context field that is gone, of another type, or
    /// not always there any more; and a retired code that is forgotten, as it could then be declared again. A new code and a
    /// new field are additive, as is a field of which less is possible than before. Texts, pages and Rust types with
    /// the same JSON are cosmetic.
    pub fn changes_to(&self, new: &Self) -> Changes {
        let mut found = Found::default();
        let renamed = self.renamed(new);
        for (code, promise) in &self.codes {
            match (new.codes.get(code), renamed.get(code.as_str())) {
                (Some(changed), _) => found.of_code(code, promise, changed),
                (None, _) if new.retired.contains(code) => {}
                (None, Some(name)) => {
                    let what = format!("removed; {name} has the same facts and a near name: was it renamed?");
                    found.add(ChangeClass::Breaking, code, what);
                }
                (None, None) => found.add(ChangeClass::Breaking, code, "removed"),
            }
        }
        for code in new.retired.difference(&self.retired) {
            match self.codes.contains_key(code) {
                true => found.add(ChangeClass::Breaking, code, "retired: no error has it any more"),
                false => found.add(ChangeClass::Additive, code, "retired"),
            }
        }
        for code in self.retired.difference(&new.retired).filter(|code| !new.codes.contains_key(*code)) {
            found.add(ChangeClass::Breaking, code, "not told as retired any more: it could be declared again");
        }
        let known: BTreeSet<&str> = renamed.values().copied().collect();
        for code in new.codes.keys().filter(|code| !self.codes.contains_key(*code)) {
            if self.retired.contains(code) {
                found.add(ChangeClass::Breaking, code, "used again; it was retired and meant something else");
            } else if !known.contains(code.as_str()) {
                found.add(ChangeClass::Additive, code, "new");
            }
        }
        found.0.sort_by(|a, b| (a.class, &a.code).cmp(&(b.class, &b.code)));
        Changes(found.0)
    }

    /// Codes that are gone, each with the new one that it seems to have become.
    fn renamed<'n>(&self, new: &'n Self) -> BTreeMap<&str, &'n str> {
        let mut added: Vec<(&str, &Promise)> = new.codes.iter().map(|(code, it)| (code.as_str(), it)).collect();
        added.retain(|(code, _)| !self.codes.contains_key(*code));
        let mut renamed = BTreeMap::new();
        let is_gone = |code: &String| !new.codes.contains_key(code) && !new.retired.contains(code);
        let gone: Vec<_> = self.codes.iter().filter(|(code, _)| is_gone(code)).collect();
        // Every name is compared with every other; of so many, no guess would help anybody.
        if gone.len() > MOST_GUESSES {
            return renamed;
        }
        for (code, promise) in gone {
            let same = added.iter().filter(|(_, added)| same_facts(promise, added)).map(|(code, _)| *code);
            if let Some(name) = nearest(code, same).into_iter().next() {
                added.retain(|(code, _)| *code != name);
                renamed.insert(code.as_str(), name);
            }
        }
        renamed
    }
}

/// How many codes that are gone may have been renamed.
const MOST_GUESSES: usize = 50;

fn same_facts(a: &Promise, b: &Promise) -> bool {
    let same_field = |(name, field): (&String, &Field)| {
        b.context.get(name).is_some_and(|other| (&field.schema, field.always) == (&other.schema, other.always))
    };
    (a.exit_code, a.retryable, a.side_effects, a.severity, a.http_status)
        == (b.exit_code, b.retryable, b.side_effects, b.severity, b.http_status)
        && a.context.len() == b.context.len()
        && a.context.iter().all(same_field)
}

#[derive(Default)]
struct Found(Vec<Change>);

impl Found {
    fn add(&mut self, class: ChangeClass, code: &str, what: impl Into<String>) {
        self.0.push(Change { class, code: code.to_owned(), what: what.into(), texts: None });
    }

    fn of_code(&mut self, code: &str, old: &Promise, new: &Promise) {
        use ChangeClass::{Additive, Breaking, Cosmetic};
        if old.exit_code != new.exit_code {
            self.add(Breaking, code, format!("exit code {} became {}", old.exit_code, new.exit_code));
        }
        if old.retryable != new.retryable {
            self.add(Breaking, code, if new.retryable { "became retryable" } else { "is not retryable any more" });
        }
        if old.side_effects != new.side_effects {
            self.add(Breaking, code, format!("side effects `{}` became `{}`", old.side_effects, new.side_effects));
        }
        if old.http_status != new.http_status {
            self.add(Breaking, code, format!("HTTP status {} became {}", old.http_status, new.http_status));
        }
        if old.severity != new.severity {
            // A warning is no failure to those who call tools.
            let is_warning = |severity| severity == Severity::Warning;
            let class = if is_warning(old.severity) == is_warning(new.severity) { Cosmetic } else { Breaking };
            self.add(class, code, format!("severity `{}` became `{}`", old.severity, new.severity));
        }
        self.of_context(code, &old.context, &new.context);
        match (&old.deprecated, &new.deprecated) {
            (None, Some(advice)) => self.add(Additive, code, format!("deprecated: {advice}")),
            (old, new) => self.of_text(code, "deprecated", old.as_deref(), new.as_deref()),
        }
        self.of_text(code, "since", old.since.as_deref(), new.since.as_deref());
        self.of_text(code, "docs URL", old.docs_url.as_deref(), new.docs_url.as_deref());
        for name in TEXTS {
            let text = |promise: &'_ Promise| promise.texts.get(name).cloned();
            self.of_text(code, &name.replace('_', " "), text(old).as_deref(), text(new).as_deref());
        }
    }

    fn of_context(&mut self, code: &str, old: &BTreeMap<String, Field>, new: &BTreeMap<String, Field>) {
        let added = || new.keys().filter(|name| !old.contains_key(*name));
        for (name, field) in old {
            match new.get(name) {
                Some(changed) => self.of_field(code, name, field, changed),
                None => {
                    let same = added().filter(|name| new.get(*name).is_some_and(|new| new.schema == field.schema));
                    let near = nearest(name, same.map(String::as_str)).into_iter().next();
                    let renamed = near.map(|near| format!("; was it renamed to `{near}`?")).unwrap_or_default();
                    self.add(ChangeClass::Breaking, code, format!("context field `{name}` removed{renamed}"));
                }
            }
        }
        for name in added() {
            self.add(ChangeClass::Additive, code, format!("new context field `{name}`"));
        }
    }

    fn of_field(&mut self, code: &str, name: &str, old: &Field, new: &Field) {
        use ChangeClass::{Additive, Breaking, Cosmetic};
        let types = match old.rust_type == new.rust_type {
            true => format!("`{}`", new.rust_type),
            false => format!("`{}` became `{}`", old.rust_type, new.rust_type),
        };
        if old.schema != new.schema {
            let (class, why) = match is_narrower(&old.schema, &new.schema) {
                true if is_anything(&old.schema) => (Additive, "now its values are described"),
                true if is_narrower(&new.schema, &old.schema) => (Cosmetic, "its values are the same"),
                true => (Additive, "all its values were possible before"),
                false => (Breaking, "it has other values"),
            };
            // A type that has changed itself has the same name as before.
            let place = match class == Breaking && old.rust_type == new.rust_type {
                true => difference(&old.schema, &new.schema).map(|place| format!(": {place}")),
                false => None,
            };
            let place = place.unwrap_or_default();
            self.add(class, code, format!("context field `{name}`: {types}; {why}{place}"));
        } else if old.rust_type != new.rust_type {
            let (class, why) = match is_anything(&old.schema) {
                true => (Breaking, "nothing tells whether its values are the same"),
                false => (Cosmetic, "its values are the same"),
            };
            self.add(class, code, format!("context field `{name}`: {types}; {why}"));
        }
        match (old.always, new.always) {
            (true, false) => self.add(Breaking, code, format!("context field `{name}` is not always there any more")),
            (false, true) => self.add(Additive, code, format!("context field `{name}` is always there now")),
            _ => {}
        }
    }

    fn of_text(&mut self, code: &str, name: &str, old: Option<&str>, new: Option<&str>) {
        let (what, texts) = match (old, new) {
            (old, new) if old == new => return,
            (Some(old), Some(new)) => (format!("{name} changed"), (old.to_owned(), new.to_owned())),
            (None, Some(new)) => (format!("{name} added"), (String::new(), new.to_owned())),
            (Some(old), None) => (format!("{name} removed"), (old.to_owned(), String::new())),
            (None, None) => return,
        };
        self.0.push(Change { class: ChangeClass::Cosmetic, code: code.to_owned(), what, texts: Some(texts) });
    }
}
