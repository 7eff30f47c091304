//! Compares two contracts.
//!
//! All facts are compared in the same way. The values of a fact are the set of its values in all
//! declarations of a code, in which absence is a value, too. The [`FactClass`] determines whether a
//! new value or an absence breaks callers.

use super::ChangeClass::{self, Additive, Breaking, Cosmetic};
use super::defaults::Defaults;
use super::fields::change_of_values;
use super::values::{Values, shown};
use super::{
    Change, Changes, CodeContract, Contract, Facts, Field, Sets, classification, values_of,
};
use crate::facts::{FACTS, FactClass, FactDef, FactType, title};
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
    /// - If a change to the classification rules or to their order gives an error of another
    ///   library another code, or no code, it's breaking. Covering more errors is additive. This
    ///   applies to all rules together, and to those of each type with the types that it nests.
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
        let codes: BTreeSet<&String> = self.codes().chain(new.codes()).collect();
        for code in codes {
            found.compare_code(code, self, new);
        }
        found
            .changes
            .extend(classification::compare_rules(self, new));
        found.compare_presence_of_types(self, new);
        found.compare_every_program(&self.every_program, &new.every_program);
        found.compare_sections("command", self.commands.as_ref(), new.commands.as_ref());
        found.compare_sections("tool", self.tools.as_ref(), new.tools.as_ref());
        for (exit, old) in &self.exits {
            if let Some(new) = new.exits.get(exit) {
                found.compare_behavior(&format!("exit code {exit}"), old, new);
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

    fn state(&self, code: &str) -> State {
        if self.errors.contains_key(code) {
            State::Declared
        } else if self.retired.contains(code) {
            State::Retired
        } else {
            State::Unknown
        }
    }

    /// Whether a code is declared, although it's retired.
    fn contradicts_itself(&self, code: &str) -> bool {
        self.errors.contains_key(code) && self.retired.contains(code)
    }
}

/// Returns the keys of both maps, sorted.
fn keys_of_both<'a, V>(
    old: &'a BTreeMap<String, V>,
    new: &'a BTreeMap<String, V>,
) -> BTreeSet<&'a String> {
    old.keys().chain(new.keys()).collect()
}

const NOT_IN_NEWER: &str = "missing in the newer version, so not compared";
const NOT_IN_OLDER: &str = "missing in the older version, so not compared";

/// What a contract says about a code.
enum State {
    Declared,
    Retired,
    Unknown,
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

    fn compare_code(&mut self, code: &str, old: &Contract, new: &Contract) {
        if new.contradicts_itself(code) && !old.contradicts_itself(code) {
            self.add(Breaking, code, "both declared and retired");
        } else if let Some(before) = old.errors.get(code)
            && let Some(after) = new.errors.get(code)
        {
            self.compare_promises(code, before, after);
        } else {
            self.compare_states(code, &old.state(code), &new.state(code));
        }
    }

    fn compare_states(&mut self, code: &str, old: &State, new: &State) {
        match (old, new) {
            (State::Declared, State::Retired) => self.add(Breaking, code, "retired"),
            (State::Declared, State::Unknown) => self.add(Breaking, code, "removed"),
            (State::Retired, State::Declared) => {
                let what = "used again; it was retired and meant something else";
                self.add(Breaking, code, what);
            }
            (State::Retired, State::Unknown) => {
                let what = "no longer listed as retired, so it could be declared again";
                self.add(Breaking, code, what);
            }
            (State::Unknown, State::Declared) => self.add(Additive, code, "new"),
            (State::Unknown, State::Retired) => self.add(Additive, code, "retired"),
            (State::Declared, State::Declared)
            | (State::Retired, State::Retired)
            | (State::Unknown, State::Unknown) => {}
        }
    }

    fn compare_promises(&mut self, code: &str, old: &CodeContract, new: &CodeContract) {
        for fact in FACTS {
            if fact.class == FactClass::Parts {
                self.compare_context(code, &old.context, &new.context);
            } else if fact.class.is_locked() {
                self.compare_fact(code, fact, &old.facts, &new.facts);
            }
        }
    }

    fn compare_fact(&mut self, code: &str, fact: &FactDef, old: &Facts, new: &Facts) {
        let before = values_of(old, fact.name);
        let after = values_of(new, fact.name);
        // Report what a derived gRPC code is derived from, not the code itself.
        let is_derived = fact.name == "grpc" && has_derived_grpc(old) && has_derived_grpc(new);
        if before == after || is_derived {
            return;
        }
        if fact.class == FactClass::Choice {
            self.compare_choices(code, fact, &before, &after);
        } else if fact.ty == FactType::Text {
            let class = before.class_of_change(&after, fact.class);
            let what = format!("{} {}", noun_of(fact), before.change_of_presence(&after));
            let change = Change::new(class, code, what).with_values(before.lines(), after.lines());
            self.changes.push(change);
        } else {
            self.compare_values(code, &noun_of(fact), fact.class, &before, &after);
        }
    }

    fn compare_values(
        &mut self,
        code: &str,
        noun: &str,
        class: FactClass,
        old: &Values,
        new: &Values,
    ) {
        if old == new {
            return;
        }
        let became_true = old.are_only(&json!(false)) && new.are_only(&json!(true));
        let became_false = old.are_only(&json!(true)) && new.are_only(&json!(false));
        let what = if became_true {
            format!("became {noun}")
        } else if became_false {
            format!("is no longer {noun}")
        } else if old.are_absent() {
            format!("{noun} {} added", new.shown())
        } else if new.are_absent() {
            format!("{noun} {} removed", old.shown())
        } else {
            format!("{noun} {} became {}", old.shown(), new.shown())
        };
        self.add(old.class_of_change(new, class), code, what);
    }

    /// Compares facts that programs branch on.
    fn compare_behavior(&mut self, subject: &str, old: &Facts, new: &Facts) {
        for name in keys_of_both(old, new) {
            let (noun, class) = match FACTS.iter().find(|fact| fact.name == name) {
                Some(fact) => (noun_of(fact), fact.class),
                // The name of an exit code isn't in the list of facts.
                None => (name.replace('_', " "), FactClass::Behavior),
            };
            let before = values_of(old, name);
            let after = values_of(new, name);
            self.compare_values(subject, &noun, class, &before, &after);
        }
    }

    /// Compares the codes that any program can fail with. A new one isn't a change, because a lock
    /// file doesn't have to list them.
    fn compare_every_program(
        &mut self,
        old: &BTreeMap<String, Facts>,
        new: &BTreeMap<String, Facts>,
    ) {
        if new.is_empty() && !old.is_empty() {
            self.add(Breaking, "codes of every program", NOT_IN_NEWER);
            return;
        }
        for (code, before) in old {
            match new.get(code) {
                Some(after) => self.compare_behavior(code, before, after),
                None => self.add(Breaking, code, "removed"),
            }
        }
    }

    /// Compares a list whose elements callers choose from, such as actions. Each element is a fact
    /// that may be absent.
    fn compare_choices(&mut self, code: &str, fact: &FactDef, old: &Values, new: &Values) {
        let noun = noun_of(fact);
        let lists = old.0.iter().chain(&new.0).filter_map(Value::as_array);
        let elements = Values::new(lists.flatten().cloned());
        let mut are_same_elements = true;
        for element in &elements.0 {
            let before = old.presence_of(element);
            let after = new.presence_of(element);
            if before != after {
                are_same_elements = false;
                let choice = format!("{noun}: {}", shown(element));
                self.add_change_of_presence(code, &choice, fact.class, &before, &after);
            }
        }
        if are_same_elements {
            self.add(Cosmetic, code, format!("{noun}: another order"));
        }
    }

    fn add_change_of_presence(
        &mut self,
        code: &str,
        noun: &str,
        class: FactClass,
        old: &Values,
        new: &Values,
    ) {
        let change = old.change_of_presence(new);
        let what = format!("{noun} {change}");
        self.add(old.class_of_change(new, class), code, what);
    }

    fn compare_context(&mut self, code: &str, old: &Context, new: &Context) {
        let class = FactClass::Presence;
        for name in keys_of_both(old, new) {
            let noun = format!("context field `{name}`");
            let before = presence(old.get(name));
            let after = presence(new.get(name));
            if before != after {
                self.add_change_of_presence(code, &noun, class, &before, &after);
            }
            if let (Some(old), Some(new)) = (old.get(name), new.get(name)) {
                self.compare_fields(code, &noun, old, new);
                let command = format!("{noun}: `values_from`");
                self.compare_values(code, &command, class, &old.values_from, &new.values_from);
            }
        }
    }

    fn compare_fields(&mut self, code: &str, noun: &str, old: &Field, new: &Field) {
        let types = if old.rust_type != new.rust_type {
            format!("`{}` became `{}`", old.rust_type, new.rust_type)
        } else if old.schema != new.schema {
            format!("`{}`", new.rust_type)
        } else {
            return;
        };
        let (class, why) = change_of_values(old, new);
        let mut change = Change::new(class, code, format!("{noun}: {types}; {why}"));
        if class == Breaking {
            change = change.with_values(old.schema.lines(), new.schema.lines());
        }
        self.changes.push(change);
    }

    /// Reports that only one of the contracts states the rules of each type.
    fn compare_presence_of_types(&mut self, old: &Contract, new: &Contract) {
        let have_rules = !old.rules.is_empty() && !new.rules.is_empty();
        let states_types = |contract: &Contract| !contract.rules_of_types.is_empty();
        match (states_types(old), states_types(new)) {
            (true, false) if have_rules => self.add(Breaking, "rules of types", NOT_IN_NEWER),
            (false, true) if have_rules => self.add(Additive, "rules of types", NOT_IN_OLDER),
            _ => {}
        }
    }

    /// Compares the codes of each command or tool. `kind` is `command` or `tool`.
    fn compare_sections(&mut self, kind: &str, old: Option<&Sets>, new: Option<&Sets>) {
        let section = format!("{kind}s");
        match (old, new) {
            (Some(old), Some(new)) => self.compare_sets(kind, old, new),
            (Some(_), None) => self.add(Breaking, &section, NOT_IN_NEWER),
            (None, Some(_)) => self.add(Additive, &section, NOT_IN_OLDER),
            (None, None) => {}
        }
    }

    fn compare_sets(&mut self, kind: &str, old: &Sets, new: &Sets) {
        for name in keys_of_both(old, new) {
            let subject = if name.is_empty() {
                "the program itself".to_owned()
            } else {
                format!("{kind} `{name}`")
            };
            match (old.get(name), new.get(name)) {
                (Some(old), Some(new)) => self.compare_set(&subject, old.as_ref(), new.as_ref()),
                (Some(_), None) => self.add(Breaking, &subject, "removed"),
                (None, _) => self.add(Additive, &subject, "new"),
            }
        }
    }

    /// Compares the codes that a command or tool lists. `None` stands for a command without a list.
    fn compare_set(&mut self, subject: &str, old: Option<&Set>, new: Option<&Set>) {
        match (old, new) {
            (Some(old), Some(new)) => {
                for code in old.difference(new) {
                    self.add(Breaking, subject, format!("no longer fails with {code}"));
                }
                for code in new.difference(old) {
                    self.add(Additive, subject, format!("may fail with {code}"));
                }
            }
            (Some(_), None) => self.add(Breaking, subject, "no longer lists its errors"),
            (None, Some(_)) => self.add(Cosmetic, subject, "states its errors now"),
            (None, None) => {}
        }
    }
}

type Set = BTreeSet<String>;
type Context = BTreeMap<String, Field>;

/// Whether the gRPC code follows from the exit code and the HTTP status.
fn has_derived_grpc(facts: &Facts) -> bool {
    values_of(facts, "grpc") == Defaults::of(facts).value("grpc")
}

/// Returns whether all errors with a code have a field, some of them, or none.
fn presence(field: Option<&Field>) -> Values {
    match field {
        Some(field) => Values::presence([true, !field.optional]),
        None => Values::default(),
    }
}

/// Returns the name of a fact for use in a sentence, such as `exit code`.
fn noun_of(fact: &FactDef) -> String {
    if fact.ty == FactType::Boolean {
        return fact.name.to_owned();
    }
    let label = title(fact.name);
    let starts_with_acronym = label.chars().nth(1).is_some_and(char::is_uppercase);
    if starts_with_acronym {
        label
    } else {
        label.to_lowercase().replace("url", "URL")
    }
}
