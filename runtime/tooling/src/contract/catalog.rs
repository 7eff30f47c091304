//! Creates the contract of a catalog document.

use super::classification::Rule;
use super::schema_compatibility::canonical;
use super::{CodeContract, Contract, Facts, Field, Values, common_facts};
use crate::document::{self, Code, Declaration, Document, Exit, Sets};
use crate::facts::{FactDef, locked};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// Creates the contract of a catalog.
    ///
    /// For codes that any program can fail with, such as `INTERNAL`, only includes the facts that
    /// programs branch on, because the program doesn't declare the other facts.
    pub fn of(document: &Document) -> Self {
        let members = &document.members;
        let mut contract = Self {
            // Don't guess a missing name, because the guess would depend on the codes.
            program: members.program.as_ref().map(|program| program.name.clone()),
            errors: BTreeMap::new(),
            every_program: BTreeMap::new(),
            rules: Vec::new(),
            retired: members
                .retired
                .iter()
                .map(|retired| retired.code.clone())
                .collect(),
            commands: None,
            tools: None,
            exits: BTreeMap::new(),
        };
        for code in document.entries() {
            let name = code.code().to_owned();
            if code.is_of_every_program {
                let facts = facts(code, |fact| fact.class.is_branched_on());
                contract.every_program.insert(name, facts);
            } else {
                contract.errors.insert(name, CodeContract::of(code));
            }
        }
        contract.rules = members.rules.iter().map(Rule::of).collect();
        contract.commands = contract.own_codes(members.commands.as_ref());
        contract.tools = contract.own_codes(members.tools.as_ref());
        contract.exits = contract.exits_of(&members.exits);
        contract
    }

    /// Whether the contract has no codes, for example because none of the program's types are
    /// linked.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty() && self.retired.is_empty()
    }

    fn own_codes(&self, sets: Option<&Sets>) -> Option<Sets> {
        let mut sets = sets?.clone();
        for codes in sets.values_mut().flatten() {
            codes.retain(|code| self.errors.contains_key(code));
        }
        Some(sets)
    }

    /// Returns what scripts can assume about the exit codes of the program's own codes.
    fn exits_of(&self, stated: &[Exit]) -> BTreeMap<u8, Facts> {
        let mut exits = self.default_exits();
        for exit in stated {
            let Some(facts) = exits.get_mut(&exit.code) else {
                continue;
            };
            set(facts, "name", json!(exit.name));
            // The facts of an exit code include codes that any program can fail with. The enabled
            // features of agent-error determine which of them are in the catalog.
            let own = self.errors.values().map(|code| &code.facts);
            let all = common_facts(own.chain(self.every_program.values()), exit.code);
            if all != [json!(exit.retryable), json!(exit.side_effects)] {
                set(facts, "retryable", json!(exit.retryable));
                set(facts, "side_effects", json!(exit.side_effects));
            }
        }
        exits
    }
}

fn set(facts: &mut Facts, name: &str, value: Value) {
    if value.is_null() {
        facts.remove(name);
    } else {
        facts.insert(name.to_owned(), Values::new([value]));
    }
}

impl Rule {
    fn of(rule: &document::Rule) -> Self {
        Self {
            code: rule.code.clone(),
            kind: rule.kind.clone(),
            value: rule.value.clone().unwrap_or_default(),
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
    for field in code
        .declarations()
        .iter()
        .flat_map(|declared| &declared.fields)
    {
        found.entry(&field.name).or_default().push(field);
    }
    let merged = found.into_iter().map(|(name, fields)| {
        let types: BTreeSet<String> = fields
            .iter()
            .map(|field| field.type_in_words.clone())
            .collect();
        let field = Field {
            rust_type: types.into_iter().collect::<Vec<_>>().join(" or "),
            schema: Values::new(fields.iter().map(|field| canonical(&field.schema))),
            optional: !code.always_has(name),
            values_from: Values::new(fields.iter().map(|field| json!(field.values_from))),
        };
        (name.to_owned(), field)
    });
    merged.collect()
}
