//! The changes from one contract to another.

use super::{Contract, Field, Promise};
use crate::contract::{Change, ChangeClass, Changes};
use agent_error::definition::{FACTS, Fact, FactClass};
use agent_error_rules::nearest::nearest;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// The changes from this contract to a newer one.
    ///
    /// A code that is removed, renamed or retired is breaking. So is a retired code that leaves the list, since it
    /// could be declared again. A new code is additive. The class of a change of a fact follows from its
    /// [`FactClass`](agent_error::definition::FactClass). A context field that is removed, has another type, or may now be
    /// missing is breaking; a new field, or a field with fewer values than before, is additive. A Rust type with the
    /// same JSON is cosmetic. A command or a tool that is removed, or one of its codes, is breaking. Advice that
    /// loses its proof is breaking; other changes of proofs are cosmetic.
    pub fn changes_to(&self, new: &Self) -> Changes {
        let mut found = Differences::default();
        let renamed = self.renamed(new);
        for (code, promise) in &self.codes {
            match (new.codes.get(code), renamed.get(code.as_str())) {
                (Some(changed), _) => {
                    found.of_code(code, promise, changed, self.whole && new.whole);
                    found.of_proof(code, promise.proof, changed.proof);
                }
                (None, _) if new.retired.contains_key(code) => {}
                (None, Some(name)) => {
                    let what = format!("removed; {name} has the same facts and a near name: was it renamed?");
                    found.add(ChangeClass::Breaking, code, what);
                }
                (None, None) => found.add(ChangeClass::Breaking, code, "removed"),
            }
        }
        found.of_retired(self, new);
        found.of_sets("command", self.commands.as_ref(), new.commands.as_ref());
        found.of_sets("tool", self.tools.as_ref(), new.tools.as_ref());
        let known: BTreeSet<&str> = renamed.values().copied().collect();
        for code in new.codes.keys().filter(|code| !self.codes.contains_key(*code)) {
            if self.retired.contains_key(code) {
                found.add(ChangeClass::Breaking, code, "used again; it was retired and meant something else");
            } else if !known.contains(code.as_str()) {
                found.add(ChangeClass::Additive, code, "new");
            }
        }
        found.0.sort_by(|a, b| (a.class, &a.code).cmp(&(b.class, &b.code)));
        Changes(found.0)
    }

    /// Codes that were removed, each with the new one that it may have become.
    fn renamed<'n>(&self, new: &'n Self) -> BTreeMap<&str, &'n str> {
        let mut added: Vec<(&str, &Promise)> = new.codes.iter().map(|(code, it)| (code.as_str(), it)).collect();
        added.retain(|(code, _)| !self.codes.contains_key(*code));
        let mut renamed = BTreeMap::new();
        let is_gone = |code: &String| !new.codes.contains_key(code) && !new.retired.contains_key(code);
        let gone: Vec<_> = self.codes.iter().filter(|(code, _)| is_gone(code)).collect();
        // Every name is compared with every other; among so many names a guess is not useful.
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

/// The most removed codes that are compared for renames.
const MOST_GUESSES: usize = 50;

fn same_facts(a: &Promise, b: &Promise) -> bool {
    let same_field = |(name, field): (&String, &Field)| {
        b.context.get(name).is_some_and(|other| (&field.schema, field.always) == (&other.schema, other.always))
    };
    let branched_on = FACTS.iter().filter(|fact| matches!(fact.class, FactClass::Behavior | FactClass::Severity));
    branched_on.into_iter().all(|fact| a.facts.get(fact.name) == b.facts.get(fact.name))
        && a.context.len() == b.context.len()
        && a.context.iter().all(same_field)
}

#[derive(Default)]
pub(super) struct Differences(Vec<Change>);

impl Differences {
    pub(super) fn add(&mut self, class: ChangeClass, code: &str, what: impl Into<String>) {
        self.0.push(Change { class, code: code.to_owned(), what: what.into(), texts: None });
    }

    /// `whole` is false if one of the two comes from a lock file of version 1.
    fn of_code(&mut self, code: &str, old: &Promise, new: &Promise, whole: bool) {
        for fact in FACTS.iter().filter(|fact| whole || IN_VERSION_1.contains(&fact.name)) {
            if fact.class == FactClass::Parts {
                self.of_context(code, &old.context, &new.context);
            }
            let (old, new) = (old.facts.get(fact.name), new.facts.get(fact.name));
            if old != new {
                self.of_fact(code, fact, old, new);
            }
        }
    }

    /// Not compared if one of the two sides does not know its proofs.
    fn of_proof(&mut self, code: &str, old: Option<&str>, new: Option<&str>) {
        let (Some(old), Some(new)) = (old, new) else { return };
        let class = match (old, new) {
            ("proven", "unproven") => ChangeClass::Breaking,
            _ => ChangeClass::Cosmetic,
        };
        if old != new {
            self.add(class, code, format!("advice `{old}` became `{new}`"));
        }
    }

    fn of_fact(&mut self, code: &str, fact: &Fact, old: Option<&Value>, new: Option<&Value>) {
        let class = class_of(fact.class, old, new);
        let noun = noun(fact);
        match (old, new) {
            _ if fact.class == FactClass::Choice => self.of_choice(code, &noun, old, new),
            (None, Some(Value::String(text))) if fact.class == FactClass::Notice => {
                self.add(class, code, format!("{noun}: {text}"));
            }
            (_, Some(Value::Bool(true))) => self.add(class, code, format!("became {}", fact.name)),
            (_, Some(Value::Bool(false))) => self.add(class, code, format!("is not {} any more", fact.name)),
            (Some(old), Some(new)) if !is_prose(fact.class) => {
                self.add(class, code, format!("{noun} {} became {}", shown(old), shown(new)));
            }
            (old, new) if is_prose(fact.class) => {
                let what = match (old, new) {
                    (None, _) => format!("{noun} added"),
                    (_, None) => format!("{noun} removed"),
                    (Some(_), Some(_)) => format!("{noun} changed"),
                };
                let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
                self.0.push(Change { class, code: code.to_owned(), what, texts: Some((text(old), text(new))) });
            }
            (None, Some(new)) => self.add(class, code, format!("{noun} {} added", shown(new))),
            (Some(old), _) => self.add(class, code, format!("{noun} {} removed", shown(old))),
            (None, None) => {}
        }
    }

    /// One of several values that callers choose from.
    fn of_choice(&mut self, code: &str, noun: &str, old: Option<&Value>, new: Option<&Value>) {
        let all = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
        let (old, new) = (all(old), all(new));
        for gone in old.iter().filter(|one| !new.contains(one)) {
            self.add(ChangeClass::Breaking, code, format!("{noun}: {} removed", shown(gone)));
        }
        for added in new.iter().filter(|one| !old.contains(one)) {
            self.add(ChangeClass::Additive, code, format!("{noun}: {} added", shown(added)));
        }
        if old.len() == new.len() && old.iter().all(|one| new.contains(one)) {
            self.add(ChangeClass::Cosmetic, code, format!("{noun}: another order"));
        }
    }
}

/// The facts in lock files of version 1; others are not compared with them.
pub(super) const IN_VERSION_1: &[&str] = &[
    "exit_code",
    "retryable",
    "side_effects",
    "severity",
    "http_status",
    "context",
    "since",
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

/// The class of a change from one value of a fact to another.
fn class_of(class: FactClass, old: Option<&Value>, new: Option<&Value>) -> ChangeClass {
    use ChangeClass::{Additive, Breaking, Cosmetic};
    // To callers of tools, a warning is not a failure.
    let is_warning = |value: Option<&Value>| value.is_some_and(|word| word == "warning");
    match (class, old.is_some(), new.is_some()) {
        (FactClass::Presence | FactClass::Promise | FactClass::Notice, false, true) => Additive,
        (FactClass::Presence, true, true) | (FactClass::Notice | FactClass::Wording, ..) => Cosmetic,
        (FactClass::Severity, ..) if is_warning(old) == is_warning(new) => Cosmetic,
        _ => Breaking,
    }
}

/// Whether a change shows both texts.
fn is_prose(class: FactClass) -> bool {
    matches!(class, FactClass::Wording | FactClass::Presence | FactClass::Notice)
}

/// A value within a sentence: a number as it is, a word in backticks, a rule such as `io NotFound`.
fn shown(value: &Value) -> String {
    match value {
        Value::String(word) => format!("`{word}`"),
        Value::Object(rule) => {
            let words: Vec<&str> = ["rule", "value"].iter().filter_map(|name| rule.get(*name)?.as_str()).collect();
            format!("`{}`", words.join(" "))
        }
        other => other.to_string(),
    }
}

/// The name of a fact within a sentence: `exit code`.
fn noun(fact: &Fact) -> String {
    let is_name = fact.title.chars().nth(1).is_some_and(char::is_uppercase);
    if is_name { fact.title.to_owned() } else { fact.title.to_lowercase().replace("url", "URL") }
}
