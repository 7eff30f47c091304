//! Compares two contracts.

use super::ChangeClass::{Additive, Breaking, Cosmetic};
use super::{Change, ChangeClass, Changes, Contract, ExitContract, Field, Sets, Values};
use agent_error::definition::FactClass;
use agent_error::error::REDACTED;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// Returns the changes from this contract to a newer one.
    ///
    /// - Removing or retiring a code is breaking. Removing a code from the list of retired codes is breaking too, because
    ///   the code could then be declared again. A new code is additive.
    /// - The class of a changed fact follows from its [`FactClass`](agent_error::definition::FactClass).
    /// - If several types declare a code, a caller may receive an error from any of them. If programs branch on a fact,
    ///   a new value is breaking, and removing a value is additive.
    /// - Removing a context field, changing its values or making it optional is breaking. A new field is additive, and
    ///   so is restricting a field to fewer values. Changing a Rust type without changing its JSON representation is
    ///   cosmetic.
    /// - A new classification rule is breaking if another code has a rule for the same errors.
    /// - Removing a command, a tool or one of its codes is breaking, and so is renaming the program.
    ///
    /// If only one of the contracts has a section, such as tools, the difference is reported as a change.
    pub fn changes_to(&self, new: &Self) -> Changes {
        let mut found = Differences { old: self, changes: Vec::new() };
        if let (Some(old), Some(new)) = (&self.program, &new.program)
            && old.name != new.name
            && !(old.is_package || new.is_package)
        {
            found.add(Breaking, "program", format!("`{}` became `{}`", old.name, new.name));
        }
        for (code, promise) in &self.errors {
            match new.errors.get(code) {
                Some(changed) => found.of_code(code, promise, changed),
                None if new.retired.contains(code) => found.add(Breaking, code, "retired"),
                None => found.add(Breaking, code, "removed"),
            }
        }
        for code in new.errors.keys().filter(|code| !self.errors.contains_key(*code)) {
            match self.retired.contains(code) {
                true => found.add(Breaking, code, "used again; it was retired and meant something else"),
                false => found.add(Additive, code, "new"),
            }
        }
        for code in new.retired.difference(&self.retired).filter(|code| !self.errors.contains_key(*code)) {
            found.add(Additive, code, "retired");
        }
        for code in self.retired.difference(&new.retired).filter(|code| !new.errors.contains_key(*code)) {
            found.add(Breaking, code, "no longer listed as retired, so it could be declared again");
        }
        // Which of these codes the catalog contains depends on the enabled features of agent-error.
        for (code, old, new) in common(&self.every_program, &new.every_program) {
            found.of_values(code, "exit code", FactClass::Behavior, old, new);
        }
        found.of_sets("command", self.commands.as_ref(), new.commands.as_ref());
        found.of_sets("tool", self.tools.as_ref(), new.tools.as_ref());
        if let Some((old, new)) = found.both("exit codes", self.exits.as_ref(), new.exits.as_ref()) {
            common(old, new).for_each(|(exit, old, new)| found.of_exit(*exit, old, new));
        }
        let mut changes: Changes = found.changes.into_iter().collect();
        changes.all.sort_by(|a, b| (a.class, &a.code).cmp(&(b.class, &b.code)));
        changes.not_compared = self.not_compared(new);
        changes
    }

    /// Describes the fields whose values are unknown in both contracts, because their types have no schema.
    fn not_compared(&self, new: &Self) -> Vec<String> {
        let fields = common(&self.errors, &new.errors).flat_map(|(code, old, new)| {
            let fields = common(&old.context, &new.context);
            let unknown = fields.filter(|(_, old, new)| old.schema.accept_anything() && new.schema.accept_anything());
            unknown.map(move |(name, _, field)| {
                format!("{code}: the values of `{name}`; `{}` has no schema", field.rust_type)
            })
        });
        fields.collect()
    }
}

/// Returns the entries whose key is in both maps.
fn common<'a, K: Ord, V>(
    old: &'a BTreeMap<K, V>,
    new: &'a BTreeMap<K, V>,
) -> impl Iterator<Item = (&'a K, &'a V, &'a V)> {
    old.iter().filter_map(|(key, value)| Some((key, value, new.get(key)?)))
}

/// The changes found so far.
pub(super) struct Differences<'a> {
    pub(super) old: &'a Contract,
    pub(super) changes: Vec<Change>,
}

impl Differences<'_> {
    pub(super) fn add(&mut self, class: ChangeClass, code: &str, what: impl Into<String>) {
        self.changes.push(Change::new(class, code, what));
    }

    pub(super) fn of_context(&mut self, code: &str, old: &BTreeMap<String, Field>, new: &BTreeMap<String, Field>) {
        for name in old.keys().filter(|name| !new.contains_key(*name)) {
            self.add(Breaking, code, format!("context field `{name}` removed"));
        }
        for name in new.keys().filter(|name| !old.contains_key(*name)) {
            self.add(Additive, code, format!("new context field `{name}`"));
        }
        for (name, old, new) in common(old, new) {
            let field = format!("context field `{name}`");
            self.of_field_values(code, &field, old, new);
            match (old.optional, new.optional) {
                (false, true) => self.add(Breaking, code, format!("{field} may now be missing")),
                (true, false) => self.add(Additive, code, format!("{field} is now always present")),
                _ => {}
            }
            let command = |field: &Field| Values(vec![json!(field.values_from)]);
            self.of_values(code, &format!("{field}: `values_from`"), FactClass::Presence, &command(old), &command(new));
        }
    }

    fn of_field_values(&mut self, code: &str, field: &str, old: &Field, new: &Field) {
        if (&old.schema, &old.rust_type) == (&new.schema, &new.rust_type) {
            return;
        }
        let types = match old.rust_type == new.rust_type {
            true => format!("`{}`", new.rust_type),
            false => format!("`{}` became `{}`", old.rust_type, new.rust_type),
        };
        let (class, why) = change_of_field_values(old, new);
        let mut change = Change::new(class, code, format!("{field}: {types}; {why}"));
        if class == Breaking && old.schema != new.schema {
            (change.old, change.new) = (Some(old.schema.lines()), Some(new.schema.lines()));
        }
        self.changes.push(change);
    }

    /// Returns the section of both contracts if both have it. If only one of them has it, reports the difference.
    fn both<T>(&mut self, section: &str, old: Option<T>, new: Option<T>) -> Option<(T, T)> {
        match (&old, &new) {
            (Some(_), None) => self.add(Breaking, section, "missing in the newer version, so not compared"),
            (None, Some(_)) => self.add(Additive, section, "missing in the older version, so not compared"),
            _ => {}
        }
        old.zip(new)
    }

    /// Compares the codes of each command or tool. `kind` is `command` or `tool`.
    fn of_sets(&mut self, kind: &str, old: Option<&Sets>, new: Option<&Sets>) {
        let Some((old, new)) = self.both(&format!("{kind}s"), old, new) else { return };
        let subject = |name: &str| match name {
            "" => "the program itself".to_owned(),
            name => format!("{kind} `{name}`"),
        };
        for (name, before) in old {
            let subject = subject(name);
            match (before, new.get(name)) {
                (_, None) => self.add(Breaking, &subject, "removed"),
                (Some(_), Some(None)) => self.add(Breaking, &subject, "no longer lists its errors"),
                (None, Some(Some(_))) => self.add(Cosmetic, &subject, "states its errors now"),
                (None, Some(None)) => {}
                (Some(before), Some(Some(after))) => {
                    before.difference(after).for_each(|code| {
                        self.add(Breaking, &subject, format!("no longer fails with {code}"));
                    });
                    after.difference(before).for_each(|code| {
                        self.add(Additive, &subject, format!("may end with {code}"));
                    });
                }
            }
        }
        for name in new.keys().filter(|name| !old.contains_key(*name)) {
            self.add(Additive, &subject(name), "new");
        }
    }

    /// Compares what scripts assume about an exit code that both contracts use. Skips unknown facts.
    fn of_exit(&mut self, exit: u8, old: &ExitContract, new: &ExitContract) {
        let facts = |exit: &ExitContract| [json!(exit.name), json!(exit.retryable), json!(exit.side_effects)];
        for ((noun, old), new) in ["name", "retryable", "side effects"].into_iter().zip(facts(old)).zip(facts(new)) {
            if !old.is_null() && !new.is_null() {
                let (old, new) = (Values(vec![old]), Values(vec![new]));
                self.of_values(&format!("exit code {exit}"), noun, FactClass::Behavior, &old, &new);
            }
        }
    }
}

/// Returns the class of a change of a field's values or its Rust type, with the reason.
fn change_of_field_values(old: &Field, new: &Field) -> (ChangeClass, &'static str) {
    const UNKNOWN: &str = "whether its values are the same is unknown";
    let names = |field: &Field| -> BTreeSet<String> {
        field.rust_type.split(" or ").map(|name| name.trim_start_matches("self::").to_owned()).collect()
    };
    if old.schema.accept_anything() {
        let (old_names, new_names) = (names(old), names(new));
        let is_text =
            new.schema.0.iter().any(|schema| [json!({"const": REDACTED}), json!({"type": "string"})].contains(schema));
        let was_possible = |name: &String| old_names.contains(name) || old_names.contains(&format!("Option<{name}>"));
        return match (new.schema.accept_anything(), old_names == new_names) {
            (true, true) => (Cosmetic, "its values are the same"),
            (true, false) if new_names.iter().all(was_possible) => (Additive, "all its values were possible before"),
            // The schema of this type was missing before, so its values haven't necessarily changed.
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
