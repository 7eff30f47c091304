//! Compares two contracts.
//!
//! All facts are compared in the same way. The values of a fact are the set of its values in all
//! declarations of a code, in which absence is a value, too. The [`FactClass`] determines whether a
//! new value or an absence breaks callers.

use super::ChangeClass::{self, Additive, Breaking, Cosmetic};
use super::values::{Values, shown};
use super::{Change, Changes, CodeContract, Contract, Field, Sets, rules};
use crate::facts::{FACTS, FactClass, FactDef, FactType, title};
use agent_error::format::REDACTED;
use serde_json::{Value, json};
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
    /// - A new classification rule is breaking if another code has a rule for the same errors. The
    ///   code itself may be new.
    /// - Removing a command, a tool or one of its codes is breaking, and so is renaming the
    ///   program.
    ///
    /// If only one of the contracts has a section, such as tools, the difference is reported as a
    /// change.
    pub fn changes_to(&self, new: &Self) -> Changes {
        let mut found = Differences {
            old: self,
            changes: Vec::new(),
        };
        if let (Some(old), Some(new)) = (&self.program, &new.program)
            && old.name != new.name
        {
            found.add(
                Breaking,
                "program",
                format!("`{}` became `{}`", old.name, new.name),
            );
        }
        for code in all(self.codes(), new.codes()) {
            let (was_retired, is_retired) =
                (self.retired.contains(code), new.retired.contains(code));
            match (self.errors.get(code), new.errors.get(code)) {
                (Some(old), Some(new)) => found.of_code(code, old, new),
                (Some(_), None) => found.add(
                    Breaking,
                    code,
                    if is_retired { "retired" } else { "removed" },
                ),
                (None, Some(_)) if was_retired => {
                    found.add(
                        Breaking,
                        code,
                        "used again; it was retired and meant something else",
                    );
                }
                (None, Some(new)) => {
                    found.add(Additive, code, "new");
                    let facts = FACTS
                        .iter()
                        .filter_map(|fact| Some((fact, new.facts.get(fact.name)?)));
                    for (fact, rules) in facts.filter(|(fact, _)| fact.ty == FactType::Rules) {
                        found.of_choices(code, fact, &Values::absent(), rules);
                    }
                }
                (None, None) if is_retired && !was_retired => found.add(Additive, code, "retired"),
                (None, None) if was_retired && !is_retired => {
                    found.add(
                        Breaking,
                        code,
                        "no longer listed as retired, so it could be declared again",
                    );
                }
                (None, None) => {}
            }
        }
        // The enabled features of agent-error determine which of these codes are in the catalog.
        for (code, old, new) in common(&self.every_program, &new.every_program) {
            found.of_values(code, "exit code", FactClass::Behavior, old, new);
        }
        found.of_sets("command", self.commands.as_ref(), new.commands.as_ref());
        found.of_sets("tool", self.tools.as_ref(), new.tools.as_ref());
        if let Some((old, new)) = found.both("exit codes", self.exits.as_ref(), new.exits.as_ref())
        {
            for (exit, old, new) in common(old, new) {
                for (fact, old, new) in common(old, new) {
                    let noun = fact.replace('_', " ");
                    found.of_values(
                        &format!("exit code {exit}"),
                        &noun,
                        FactClass::Behavior,
                        old,
                        new,
                    );
                }
            }
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
}

/// Returns the keys of both iterators, sorted.
fn all<'a>(
    old: impl Iterator<Item = &'a String>,
    new: impl Iterator<Item = &'a String>,
) -> BTreeSet<&'a String> {
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
struct Differences<'a> {
    old: &'a Contract,
    changes: Vec<Change>,
}

impl Differences<'_> {
    fn add(&mut self, class: ChangeClass, code: &str, what: impl Into<String>) {
        self.changes.push(Change::new(class, code, what));
    }

    fn of_code(&mut self, code: &str, old: &CodeContract, new: &CodeContract) {
        for fact in FACTS {
            let of = |promise: &CodeContract| {
                promise
                    .facts
                    .get(fact.name)
                    .cloned()
                    .unwrap_or_else(Values::absent)
            };
            let (before, after) = (of(old), of(new));
            // By default, the gRPC status code follows from these facts.
            let is_derived = fact.name == "grpc"
                && ["exit_code", "http_status"]
                    .into_iter()
                    .any(|fact| old.facts.get(fact) != new.facts.get(fact));
            match fact.class {
                FactClass::Parts => self.of_context(code, &old.context, &new.context),
                _ if before == after || is_derived => {}
                FactClass::Choice => self.of_choices(code, fact, &before, &after),
                class if fact.ty == FactType::Text => {
                    let what = format!("{} {}", noun(fact), before.change_of_presence(&after));
                    let change = Change::new(before.class_of_change(&after, class), code, what);
                    self.changes
                        .push(change.with_values(before.lines(), after.lines()));
                }
                class => self.of_values(code, &noun(fact), class, &before, &after),
            }
        }
    }

    fn of_values(&mut self, code: &str, noun: &str, class: FactClass, old: &Values, new: &Values) {
        if old != new {
            let what = match (old.0.as_slice(), new.0.as_slice()) {
                ([Value::Bool(false)], [Value::Bool(true)]) => format!("became {noun}"),
                ([Value::Bool(true)], [Value::Bool(false)]) => format!("is no longer {noun}"),
                ([Value::Null], _) => format!("{noun} {} added", new.shown()),
                (_, [Value::Null]) => format!("{noun} {} removed", old.shown()),
                _ => format!("{noun} {} became {}", old.shown(), new.shown()),
            };
            self.add(old.class_of_change(new, class), code, what);
        }
    }

    /// Compares a list whose elements callers choose from, such as actions. Each element is a fact
    /// that may be absent.
    fn of_choices(&mut self, code: &str, fact: &FactDef, old: &Values, new: &Values) {
        let Values(elements) = Values::new(
            old.0
                .iter()
                .chain(&new.0)
                .filter_map(Value::as_array)
                .flatten()
                .cloned(),
        );
        let count = self.changes.len();
        for element in &elements {
            let (before, after) = (old.presence_of(element), new.presence_of(element));
            let is_new_rule = fact.ty == FactType::Rules && before.are_absent();
            let (class, why) = match is_new_rule && rules::takes_errors(self.old, code, element) {
                true => (Breaking, "; another code covered these errors"),
                false => (before.class_of_change(&after, fact.class), ""),
            };
            if before != after {
                let change = before.change_of_presence(&after);
                self.add(
                    class,
                    code,
                    format!("{}: {} {change}{why}", noun(fact), shown(element)),
                );
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
            let (old, new) = (old.get(name), new.get(name));
            let [before, after] =
                [old, new].map(|field| field.map_or_else(Values::absent, Field::presence));
            if before != after {
                let change = before.change_of_presence(&after);
                self.add(
                    before.class_of_change(&after, FactClass::Presence),
                    code,
                    format!("{noun} {change}"),
                );
            }
            if let (Some(old), Some(new)) = (old, new) {
                self.of_field_values(code, &noun, old, new);
                let [before, after] =
                    [old, new].map(|field| Values(vec![json!(field.values_from)]));
                self.of_values(
                    code,
                    &format!("{noun}: `values_from`"),
                    FactClass::Presence,
                    &before,
                    &after,
                );
            }
        }
    }

    fn of_field_values(&mut self, code: &str, noun: &str, old: &Field, new: &Field) {
        let types = match old.rust_type == new.rust_type {
            true if old.schema == new.schema => return,
            true => format!("`{}`", new.rust_type),
            false => format!("`{}` became `{}`", old.rust_type, new.rust_type),
        };
        let (class, why) = change_of_field_values(old, new);
        let change = Change::new(class, code, format!("{noun}: {types}; {why}"));
        self.changes
            .push(match class == Breaking && old.schema != new.schema {
                true => change.with_values(old.schema.lines(), new.schema.lines()),
                false => change,
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
                    self.add(Breaking, &subject, "no longer lists its errors")
                }
                (Some(None), Some(Some(_))) => {
                    self.add(Cosmetic, &subject, "states its errors now")
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

/// Returns the class of a change to a field's values or its Rust type, with the reason.
fn change_of_field_values(old: &Field, new: &Field) -> (ChangeClass, &'static str) {
    const UNKNOWN: &str = "whether its values are the same is unknown";
    let names = |field: &Field| -> BTreeSet<String> {
        field
            .rust_type
            .split(" or ")
            .map(|name| name.trim_start_matches("self::").to_owned())
            .collect()
    };
    if old.schema.accept_anything() {
        let (old_names, new_names) = (names(old), names(new));
        let is_text =
            new.schema.0.iter().any(|schema| {
                [json!({"const": REDACTED}), json!({"type": "string"})].contains(schema)
            });
        let was_possible = |name: &String| {
            old_names.contains(name) || old_names.contains(&format!("Option<{name}>"))
        };
        return match (new.schema.accept_anything(), old_names == new_names) {
            (true, true) => (Cosmetic, "its values are the same"),
            (true, false) if new_names.iter().all(was_possible) => {
                (Additive, "all its values were possible before")
            }
            // The schema of this type was missing before, so its values haven't necessarily
            // changed.
            (false, true) if !is_text => (Cosmetic, "now its values are described"),
            _ => (Breaking, UNKNOWN),
        };
    }
    match old.schema.accept_all_of(&new.schema) {
        true if new.schema.accept_all_of(&old.schema) => (Cosmetic, "its values are the same"),
        true => (Additive, "all its values were possible before"),
        false => (Breaking, "it has other values"),
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
