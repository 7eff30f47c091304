//! Creates the contract of a catalog document.

use super::classification::{Condition, Rule};
use super::schema_compatibility::canonical;
use super::{CodeContract, Contract, Facts, Field, Values, common_facts, exit_facts};
use crate::document::{self, Code, Declaration, Document, Exit};
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
                every_program.insert(name, facts(code, |fact| fact.class.is_branched_on()));
            } else {
                errors.insert(name, CodeContract::of(code));
            }
        }
        let retired = members.retired.iter().map(|retired| retired.code.clone());
        let mut contract = Self {
            // Don't guess a missing name, because the guess would depend on the codes.
            program: members.program.as_ref().map(|program| program.name.clone()),
            errors,
            every_program,
            rules: members.rules.iter().map(Rule::of).collect(),
            retired: retired.collect(),
            commands: members.commands.clone(),
            tools: members.tools.clone(),
            exits: BTreeMap::new(),
        };
        contract.keep_own_codes();
        contract.exits = contract.exits_of(&members.exits);
        contract
    }

    /// Whether the contract has no codes, for example because none of the program's types are
    /// linked.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty() && self.retired.is_empty()
    }

    /// Removes the codes that any program can fail with from commands and tools.
    fn keep_own_codes(&mut self) {
        let sections = [&mut self.commands, &mut self.tools];
        for sets in sections.into_iter().flatten() {
            for codes in sets.values_mut().flatten() {
                codes.retain(|code| self.errors.contains_key(code));
            }
        }
    }

    /// Returns what scripts can assume about the exit codes of the program's own codes.
    fn exits_of(&self, stated: &[Exit]) -> BTreeMap<u8, Facts> {
        let mut exits = self.default_exits();
        for exit in stated {
            let Some(facts) = exits.get_mut(&exit.code) else {
                continue;
            };
            facts.insert("name".to_owned(), Values::new([json!(exit.name)]));
            // The facts of an exit code include codes that any program can fail with. The enabled
            // features of agent-error determine which of them are in the catalog.
            let all_codes = self.own_facts().chain(self.every_program.values());
            let expected = common_facts(all_codes, exit.code);
            let stated = exit_facts(json!(exit.retryable), json!(exit.side_effects));
            if stated != expected {
                facts.extend(stated);
            }
            facts.retain(|_, values| !values.are_absent());
        }
        exits
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
            context: context(code),
            facts: facts(code, |_| true),
        }
    }
}

/// Returns the values of a code's facts in all declarations.
fn facts(code: &Code, is_wanted: fn(&FactDef) -> bool) -> Facts {
    let mut facts = Facts::new();
    for fact in locked().filter(|fact| is_wanted(fact)) {
        let values = values(fact.name, code.declarations());
        if !values.are_absent() {
            facts.insert(fact.name.to_owned(), values);
        }
    }
    facts
}

fn values(fact: &str, declarations: &[Declaration]) -> Values {
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
fn context(code: &Code) -> BTreeMap<String, Field> {
    let mut found: BTreeMap<&str, Vec<&document::Field>> = BTreeMap::new();
    for field in code.all_fields() {
        found.entry(&field.name).or_default().push(field);
    }
    let mut context = BTreeMap::new();
    for (name, fields) in found {
        let mut types: Vec<&str> = fields.iter().map(|field| &*field.type_in_words).collect();
        types.sort_unstable();
        types.dedup();
        let field = Field {
            rust_type: types.join(" or "),
            schema: Values::new(fields.iter().map(|field| canonical(&field.schema))),
            optional: !code.always_has(name),
            values_from: Values::new(fields.iter().map(|field| json!(field.values_from))),
        };
        context.insert(name.to_owned(), field);
    }
    context
}
