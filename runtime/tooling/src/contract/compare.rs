//! Compares two contracts.
//!
//! All facts are compared in the same way. The values of a fact are the set of its values in all
//! declarations of a code, in which absence is a value, too. The [`FactClass`] determines whether a
//! new value or an absence breaks callers.

use super::ChangeClass::{self, Additive, Breaking, Cosmetic};
use super::fields::change_of_values;
use super::lock::Defaults;
use super::values::{Values, shown};
use super::{Change, Changes, CodeContract, Contract, Facts, Field, Sets, classification};
use crate::facts::{FACTS, FactClass, FactDef, FactType, title};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// Returns the changes from this contract to a newer one.
    ///
    /// - Removing or retiring a code is breaking. Removing a code from the list of retired codes is
    ///   breaking too, because the code could then be declared again. A new code is additive.
    /// - The class of a changed fact depends on how callers use the fact.
    /// - If several types declare a code, a caller may receive an error from any of them. If
    ///   programs branch on a fact, a new value is breaking, and removing a value is additive.
    /// - Removing a context field, changing its values or making it optional is breaking. A new
    ///   field is additive, and so is restricting a field to fewer values. Changing a Rust type
    ///   without changing its JSON representation is cosmetic. If a type has no JSON Schema, only
    ///   its name is compared.
    /// - If a change to the classification rules or to their order gives an error of another
    ///   library another code, or no code, it's breaking. Covering more errors is additive.
    /// - Removing a command, a tool or one of its codes is breaking, and so is renaming the
    ///   program.
    ///
    /// If only one of the contracts has a section, such as tools, the difference is reported as a
    /// change.
    pub fn changes_to(&self, new: &Self) -> Changes {
        let mut found = Differences::default();
        if let (Some(old), Some(new)) = (&self.program, &new.program)
            && old != new
        {
            found.add(Breaking, "program", format!("`{old}` became `{new}`"));
        }
        for code in all(self.codes(), new.codes()) {
            found.of_code(code, self, new);
        }
        found.changes.extend(classification::changes(self, new));
        found.of_every_program(&self.every_program, &new.every_program);
        found.of_sets("command", self.commands.as_ref(), new.commands.as_ref());
        found.of_sets("tool", self.tools.as_ref(), new.tools.as_ref());
        for (exit, old, new) in common(&self.exits, &new.exits) {
            found.of_behavior(&format!("exit code {exit}"), old, new);
        }
        found
            .changes
            .sort_by(|a, b| (a.class, &a.code).cmp(&(b.class, &b.code)));
        Changes { all: found.changes }
    }

    /// Returns the codes, including retired ones.
    fn codes(&self) -> impl Iterator<Item = &String> {
        self.errors.keys().chain(&self.retired)
    }

    /// Whether a code is declared, although it's retired.
    fn contradicts_itself(&self, code: &str) -> bool {
        self.errors.contains_key(code) && self.retired.contains(code)
    }
}

/// Returns the keys of both iterators, sorted.
fn all<'a, K: Ord>(
    old: impl Iterator<Item = &'a K>,
    new: impl Iterator<Item = &'a K>,
) -> BTreeSet<&'a K> {
    old.chain(new).collect()
}

/// Returns the entries whose key is in both maps.
fn common<'a, K: Ord, V>(
    old: &'a BTreeMap<K, V>,
    new: &'a BTreeMap<K, V>,
) -> impl Iterator<Item = (&'a K, &'a V, &'a V)> {
    old.iter()
        .filter_map(|(key, value)| Some((key, value, new.get(key)?)))
}

/// The changes found so far.
#[derive(Default)]
struct Differences {
    changes: Vec<Change>,
}

impl Differences {
    fn add(&mut self, class: ChangeClass, code: &str, what: impl Into<String>) {
        self.changes.push(Change::new(class, code, what));
    }

    fn of_code(&mut self, code: &str, old: &Contract, new: &Contract) {
        let was_retired = old.retired.contains(code);
        let is_retired = new.retired.contains(code);
        if new.contradicts_itself(code) && !old.contradicts_itself(code) {
            self.add(Breaking, code, "both declared and retired");
            return;
        }
        match (old.errors.get(code), new.errors.get(code)) {
            (Some(old), Some(new)) => self.of_promises(code, old, new),
            (Some(_), None) if is_retired => self.add(Breaking, code, "retired"),
            (Some(_), None) => self.add(Breaking, code, "removed"),
            (None, Some(_)) if was_retired => {
                let what = "used again; it was retired and meant something else";
                self.add(Breaking, code, what);
            }
            (None, Some(_)) => self.add(Additive, code, "new"),
            (None, None) if is_retired && !was_retired => self.add(Additive, code, "retired"),
            (None, None) if was_retired && !is_retired => {
                let what = "no longer listed as retired, so it could be declared again";
                self.add(Breaking, code, what);
            }
            (None, None) => {}
        }
    }

    fn of_promises(&mut self, code: &str, old: &CodeContract, new: &CodeContract) {
        for fact in FACTS {
            if fact.class == FactClass::Parts {
                self.of_context(code, &old.context, &new.context);
            } else if fact.class.is_locked() {
                self.of_fact(code, fact, &old.facts, &new.facts);
            }
        }
    }

    fn of_fact(&mut self, code: &str, fact: &FactDef, old: &Facts, new: &Facts) {
        let before = old.get(fact.name).cloned().unwrap_or_default();
        let after = new.get(fact.name).cloned().unwrap_or_default();
        // Report what a derived code is derived from, not the code itself.
        let is_derived = |facts: &Facts, values: &Values| {
            fact.name == "grpc" && *values == Defaults::of(code, facts, None).value(fact.name)
        };
        if before == after || is_derived(old, &before) && is_derived(new, &after) {
            return;
        }
        if fact.class == FactClass::Choice {
            self.of_choices(code, fact, &before, &after);
        } else if fact.ty == FactType::Text {
            let class = before.class_of_change(&after, fact.class);
            let what = format!("{} {}", noun(fact), before.change_of_presence(&after));
            let change = Change::new(class, code, what);
            self.changes
                .push(change.with_values(before.lines(), after.lines()));
        } else {
            self.of_values(code, &noun(fact), fact.class, &before, &after);
        }
    }

    fn of_values(&mut self, code: &str, noun: &str, class: FactClass, old: &Values, new: &Values) {
        if old == new {
            return;
        }
        let what = match (old.only(), new.only()) {
            (Some(Value::Bool(false)), Some(Value::Bool(true))) => format!("became {noun}"),
            (Some(Value::Bool(true)), Some(Value::Bool(false))) => format!("is no longer {noun}"),
            (Some(Value::Null), _) => format!("{noun} {} added", new.shown()),
            (_, Some(Value::Null)) => format!("{noun} {} removed", old.shown()),
            _ => format!("{noun} {} became {}", old.shown(), new.shown()),
        };
        self.add(old.class_of_change(new, class), code, what);
    }

    /// Compares facts that programs branch on.
    fn of_behavior(&mut self, subject: &str, old: &Facts, new: &Facts) {
        for name in all(old.keys(), new.keys()) {
            let fact = FACTS.iter().find(|fact| fact.name == name);
            let noun = fact.map_or_else(|| name.replace('_', " "), noun);
            let class = fact.map_or(FactClass::Behavior, |fact| fact.class);
            let before = old.get(name).cloned().unwrap_or_default();
            let after = new.get(name).cloned().unwrap_or_default();
            self.of_values(subject, &noun, class, &before, &after);
        }
    }

    /// Compares the codes that any program can fail with. A new one isn't a change, because a lock
    /// file doesn't have to list them.
    fn of_every_program(&mut self, old: &BTreeMap<String, Facts>, new: &BTreeMap<String, Facts>) {
        if new.is_empty() && !old.is_empty() {
            let section = "codes of every program";
            self.add(
                Breaking,
                section,
                "missing in the newer version, so not compared",
            );
            return;
        }
        for (code, old) in old {
            match new.get(code) {
                Some(new) => self.of_behavior(code, old, new),
                None => self.add(Breaking, code, "removed"),
            }
        }
    }

    /// Compares a list whose elements callers choose from, such as actions. Each element is a fact
    /// that may be absent.
    fn of_choices(&mut self, code: &str, fact: &FactDef, old: &Values, new: &Values) {
        let lists = old.0.iter().chain(&new.0).filter_map(Value::as_array);
        let elements = Values::new(lists.flatten().cloned());
        let count = self.changes.len();
        for element in &elements.0 {
            let before = old.presence_of(element);
            let after = new.presence_of(element);
            if before != after {
                let change = before.change_of_presence(&after);
                let what = format!("{}: {} {change}", noun(fact), shown(element));
                self.add(before.class_of_change(&after, fact.class), code, what);
            }
        }
        if self.changes.len() == count {
            self.add(Cosmetic, code, format!("{}: another order", noun(fact)));
        }
    }

    fn of_context(
        &mut self,
        code: &str,
        old: &BTreeMap<String, Field>,
        new: &BTreeMap<String, Field>,
    ) {
        for name in all(old.keys(), new.keys()) {
            let noun = format!("context field `{name}`");
            let before = presence(old.get(name));
            let after = presence(new.get(name));
            if before != after {
                let class = before.class_of_change(&after, FactClass::Presence);
                let change = before.change_of_presence(&after);
                self.add(class, code, format!("{noun} {change}"));
            }
            if let (Some(old), Some(new)) = (old.get(name), new.get(name)) {
                self.of_field_values(code, &noun, old, new);
                let noun = format!("{noun}: `values_from`");
                let class = FactClass::Presence;
                self.of_values(code, &noun, class, &old.values_from, &new.values_from);
            }
        }
    }

    fn of_field_values(&mut self, code: &str, noun: &str, old: &Field, new: &Field) {
        let types = if old.rust_type != new.rust_type {
            format!("`{}` became `{}`", old.rust_type, new.rust_type)
        } else if old.schema != new.schema {
            format!("`{}`", new.rust_type)
        } else {
            return;
        };
        let (class, why) = change_of_values(old, new);
        let change = Change::new(class, code, format!("{noun}: {types}; {why}"));
        self.changes.push(if class == Breaking {
            change.with_values(old.schema.lines(), new.schema.lines())
        } else {
            change
        });
    }

    /// Returns the section of both contracts if both have it. If only one of them has it, reports
    /// the difference.
    fn both<T>(&mut self, section: &str, old: Option<T>, new: Option<T>) -> Option<(T, T)> {
        match (&old, &new) {
            (Some(_), None) => self.add(
                Breaking,
                section,
                "missing in the newer version, so not compared",
            ),
            (None, Some(_)) => self.add(
                Additive,
                section,
                "missing in the older version, so not compared",
            ),
            _ => {}
        }
        old.zip(new)
    }

    /// Compares the codes of each command or tool. `kind` is `command` or `tool`.
    fn of_sets(&mut self, kind: &str, old: Option<&Sets>, new: Option<&Sets>) {
        let Some((old, new)) = self.both(&format!("{kind}s"), old, new) else {
            return;
        };
        for name in all(old.keys(), new.keys()) {
            let subject = if name.is_empty() {
                "the program itself".to_owned()
            } else {
                format!("{kind} `{name}`")
            };
            match (old.get(name), new.get(name)) {
                (None, _) => self.add(Additive, &subject, "new"),
                (_, None) => self.add(Breaking, &subject, "removed"),
                (Some(Some(_)), Some(None)) => {
                    self.add(Breaking, &subject, "no longer lists its errors");
                }
                (Some(None), Some(Some(_))) => {
                    self.add(Cosmetic, &subject, "states its errors now");
                }
                (Some(None), Some(None)) => {}
                (Some(Some(before)), Some(Some(after))) => {
                    for code in before.difference(after) {
                        self.add(Breaking, &subject, format!("no longer fails with {code}"));
                    }
                    for code in after.difference(before) {
                        self.add(Additive, &subject, format!("may fail with {code}"));
                    }
                }
            }
        }
    }
}

/// Returns whether all errors with a code have a field, some of them, or none.
fn presence(field: Option<&Field>) -> Values {
    match field {
        Some(field) => Values::presence([true, !field.optional]),
        None => Values::default(),
    }
}

/// Returns the name of a fact for use in a sentence, such as `exit code`.
fn noun(fact: &FactDef) -> String {
    let title = title(fact.name);
    let is_name = title.chars().nth(1).is_some_and(char::is_uppercase);
    match fact.ty {
        FactType::Boolean => fact.name.to_owned(),
        _ if is_name => title,
        _ => title.to_lowercase().replace("url", "URL"),
    }
}
