//! Compares two contracts.

use super::schema_compatibility::is_anything;
use super::{CodeContract, Contract, Field};
use crate::contract::{Change, ChangeClass, Changes};
use agent_error::definition::{FACTS, FactClass};
use agent_error_rules::nearest::nearest;
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// Returns the changes from this contract to a newer one.
    ///
    /// - Removing, renaming or retiring a code is breaking. Removing a code from the list of retired codes is breaking
    ///   too, because the code could then be declared again. A new code is additive.
    /// - The class of a changed fact follows from its [`FactClass`](agent_error::definition::FactClass).
    /// - If several types declare a code, a caller may receive an error from any of them. If programs branch on a fact,
    ///   a new value is breaking, and removing a value is additive.
    /// - Removing a context field, changing its values or making it optional is breaking. A new field is additive, and
    ///   so is restricting a field to fewer values. Changing a Rust type without changing its JSON representation is
    ///   cosmetic.
    /// - Removing a command, a tool or one of its codes is breaking.
    ///
    /// If only one of the contracts has a section, such as tools, the difference is reported as a change.
    pub fn changes_to(&self, new: &Self) -> Changes {
        let mut found = Differences::default();
        let renamed = self.renamed(new);
        for (code, promise) in &self.codes {
            match (new.codes.get(code), renamed.get(code.as_str())) {
                (Some(changed), _) => found.of_code(code, promise, changed, self.whole),
                (None, _) if new.retired.contains_key(code) => {}
                (None, Some(name)) => {
                    let what = format!("removed; {name} has the same facts and a near name: was it renamed?");
                    found.add(ChangeClass::Breaking, code, what);
                }
                (None, None) => found.add(ChangeClass::Breaking, code, "removed"),
            }
        }
        found.of_retired(self, new);
        found.of_sections(self, new);
        let known: BTreeSet<&str> = renamed.values().copied().collect();
        for code in new.codes.keys().filter(|code| !self.codes.contains_key(*code)) {
            if self.retired.contains_key(code) {
                found.add(ChangeClass::Breaking, code, "used again; it was retired and meant something else");
            } else if !known.contains(code.as_str()) {
                found.add(ChangeClass::Additive, code, "new");
            }
        }
        found.0.sort_by(|a, b| (a.class, &a.code).cmp(&(b.class, &b.code)));
        Changes { all: found.0, not_compared: self.not_compared(new) }
    }

    /// Describes the fields whose values are unknown in both contracts, because their types have no schema.
    fn not_compared(&self, new: &Self) -> Vec<String> {
        let both = self.codes.iter().filter_map(|(code, old)| Some((code, old, new.codes.get(code)?)));
        let fields = both.flat_map(|(code, old, new)| {
            let is_unknown = |name: &str, field: &Field| {
                let old = old.context.get(name);
                is_anything(&field.schema) && old.is_some_and(|old| is_anything(&old.schema))
            };
            let unknown = new.context.iter().filter(move |(name, field)| is_unknown(name, field));
            unknown.map(move |(name, field)| {
                format!("{code}: the values of `{name}`; `{}` has no schema", field.rust_type)
            })
        });
        fields.collect()
    }

    /// Maps each removed code to the new code that probably replaces it.
    fn renamed<'n>(&self, new: &'n Self) -> BTreeMap<&str, &'n str> {
        let mut added: Vec<(&str, &CodeContract)> = new.codes.iter().map(|(code, it)| (code.as_str(), it)).collect();
        added.retain(|(code, _)| !self.codes.contains_key(*code));
        let mut renamed = BTreeMap::new();
        let is_gone = |code: &String| !new.codes.contains_key(code) && !new.retired.contains_key(code);
        let gone: Vec<_> = self.codes.iter().filter(|(code, _)| is_gone(code)).collect();
        // Skip guessing if there are many removed codes: each would be compared with every new code, and matches would
        // be unreliable.
        if gone.len() > MAX_GUESSES {
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

/// The maximum number of removed codes for which renames are guessed.
const MAX_GUESSES: usize = 50;

fn same_facts(a: &CodeContract, b: &CodeContract) -> bool {
    let same_field = |(name, field): (&String, &Field)| {
        b.context.get(name).is_some_and(|other| (&field.schema, field.always) == (&other.schema, other.always))
    };
    let branched_on = FACTS.iter().filter(|fact| matches!(fact.class, FactClass::Behavior | FactClass::Severity));
    branched_on.into_iter().all(|fact| a.facts.get(fact.name) == b.facts.get(fact.name))
        && a.context.len() == b.context.len()
        && a.context.iter().all(same_field)
}

#[derive(Default)]
pub(super) struct Differences(pub(super) Vec<Change>);

impl Differences {
    pub(super) fn add(&mut self, class: ChangeClass, code: &str, what: impl Into<String>) {
        self.0.push(Change { class, code: code.to_owned(), what: what.into(), texts: None });
    }

    /// Compares the facts and the context of a code. `whole` is `false` if the older contract is a version 1 lock file.
    fn of_code(&mut self, code: &str, old: &CodeContract, new: &CodeContract, whole: bool) {
        for fact in FACTS {
            if fact.class == FactClass::Parts {
                self.of_context(code, &old.context, &new.context);
            }
            let (old, new) = (old.facts.get(fact.name), new.facts.get(fact.name));
            if whole || IN_VERSION_1.contains(&fact.name) || old.is_some() {
                self.of_fact(code, fact, old, new);
            }
        }
    }
}

/// The facts that version 1 lock files contain.
pub(super) const IN_VERSION_1: &[&str] = &[
    "exit_code",
    "retryable",
    "side_effects",
    "severity",
    "http_status",
    "context",
    "deprecated",
    "docs_url",
    "summary",
    "description",
    "message",
    "detail",
    "suggestion",
    "fix_required",
    "fix_command",
];
