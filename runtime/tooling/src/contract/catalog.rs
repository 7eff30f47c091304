//! Creates the contract of a catalog document.

use super::rule::{Condition, Rule};
use super::schema_compatibility::canonical;
use super::{
    CodeContract, Contract, Facts, Field, Values, implied_by_codes, implied_by_codes_with, outcome,
};
use crate::document::{self, Code, Declaration, Document, Exit, Sets};
use crate::facts::{FactDef, locked};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Contract {
    /// Creates the contract of a catalog.
    ///
    /// For codes that any program can fail with, such as `INTERNAL`, only includes the facts that
    /// programs branch on, because the program doesn't declare the other facts.
    pub fn of(document: &Document) -> Self {
        let members = &document.members;
        let mut errors = BTreeMap::new();
        let mut every_program = BTreeMap::new();
        for code in document.entries() {
            let name = code.code().to_owned();
            if code.is_of_every_program {
                let facts = facts_of(code, |fact| fact.class.is_branched_on());
                every_program.insert(name, facts);
            } else {
                errors.insert(name, CodeContract::of(code));
            }
        }
        let mut rules_of_types = BTreeMap::new();
        for (name, rules) in &members.rules_of_types {
            rules_of_types.insert(name.clone(), rules.iter().map(Rule::of).collect());
        }
        let retired = members.retired.iter().map(|retired| retired.code.clone());
        Self {
            // Don't guess a missing name, because the guess would depend on the codes.
            program: members.program.as_ref().map(|program| program.name.clone()),
            rules: members.rules.iter().map(Rule::of).collect(),
            rules_of_types,
            retired: retired.collect(),
            commands: with_own_codes(members.commands.as_ref(), &errors),
            tools: with_own_codes(members.tools.as_ref(), &errors),
            exits: exits(&members.exits, &errors, &every_program),
            errors,
            every_program,
        }
    }

    /// Whether the contract has no codes, for example because none of the program's types are
    /// linked.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty() && self.retired.is_empty()
    }
}

/// Removes the codes that any program can fail with from the sets of commands or tools.
fn with_own_codes(sets: Option<&Sets>, errors: &BTreeMap<String, CodeContract>) -> Option<Sets> {
    let mut own = sets?.clone();
    for codes in own.values_mut().flatten() {
        codes.retain(|code| errors.contains_key(code));
    }
    Some(own)
}

/// Returns what scripts can assume about the exit codes of the program's own codes. The document
/// determines their names. It only determines other facts that differ from what follows from the
/// codes.
fn exits(
    declared: &[Exit],
    errors: &BTreeMap<String, CodeContract>,
    every_program: &BTreeMap<String, Facts>,
) -> BTreeMap<u8, Facts> {
    // A document's exit codes also cover codes that any program can fail with. The enabled features
    // of agent-error determine which of them are in the catalog, so the contract doesn't cover them.
    let own_codes = errors.values().map(|code| &code.facts);
    let all_codes: Vec<&Facts> = own_codes.chain(every_program.values()).collect();
    let mut exits = implied_by_codes(errors);
    for exit in declared {
        if let Some(promises) = exits.get_mut(&exit.code) {
            set(promises, "name", json!(exit.name));
            let declared_outcome = outcome(json!(exit.retryable), json!(exit.side_effects));
            if declared_outcome != implied_by_codes_with(exit.code, &all_codes) {
                set(promises, "retryable", json!(exit.retryable));
                set(promises, "side_effects", json!(exit.side_effects));
            }
        }
    }
    exits
}

/// Sets a fact, or removes it if the value is null.
fn set(facts: &mut Facts, name: &str, value: Value) {
    if value.is_null() {
        facts.remove(name);
    } else {
        facts.insert(name.to_owned(), Values::new([value]));
    }
}

impl Rule {
    fn of(rule: &document::Rule) -> Self {
        let value = rule.value.clone().unwrap_or_default();
        Self {
            code: rule.code.clone(),
            condition: Condition::new(&rule.kind, value),
        }
    }
}

impl CodeContract {
    fn of(code: &Code) -> Self {
        Self {
            context: merged_fields(code),
            facts: facts_of(code, |_| true),
        }
    }
}

/// Returns the values of a code's facts in all declarations.
fn facts_of(code: &Code, is_wanted: fn(&FactDef) -> bool) -> Facts {
    let mut facts = Facts::new();
    for fact in locked().filter(|fact| is_wanted(fact)) {
        let values = values_in_all(code.declarations(), fact.name);
        if !values.are_absent() {
            facts.insert(fact.name.to_owned(), values);
        }
    }
    facts
}

fn values_in_all(declarations: &[Declaration], fact: &str) -> Values {
    let mut values = Vec::new();
    for declared in declarations {
        values.extend(declared.effective(fact));
        if declared.may_lack(fact) {
            values.push(Value::Null);
        }
    }
    Values::new(values)
}

/// Merges the context fields of all declarations of a code.
fn merged_fields(code: &Code) -> BTreeMap<String, Field> {
    let mut by_name: BTreeMap<&str, Vec<&document::Field>> = BTreeMap::new();
    for field in code.all_fields() {
        by_name.entry(&field.name).or_default().push(field);
    }
    let mut context = BTreeMap::new();
    for (name, fields) in by_name {
        context.insert(name.to_owned(), merged(&fields, !code.always_has(name)));
    }
    context
}

/// Merges the declarations of a context field.
fn merged(fields: &[&document::Field], optional: bool) -> Field {
    let mut types = Vec::new();
    let mut schemas = Vec::new();
    let mut commands = Vec::new();
    for field in fields {
        types.push(field.type_in_words.as_str());
        schemas.push(canonical(&field.schema));
        commands.push(json!(field.values_from));
    }
    types.sort_unstable();
    types.dedup();
    Field {
        rust_type: types.join(" or "),
        schema: Values::new(schemas),
        optional,
        values_from: Values::new(commands),
    }
}
