//! Creates the contract of a catalog document.

use super::schema_compatibility::canonical;
use super::{CodeContract, Contract, ExitContract, Field, Program, Sets, Values};
use crate::document::{self, Code, Declaration, Document, Exit};
use crate::schema::sorted;
use agent_error::definition::{FACTS, Fact, FactType};
use agent_error::vocabulary::{GrpcCode, SideEffects};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// Creates the contract of a catalog.
    ///
    /// Of the codes that any program can fail with, such as panics and invalid command lines, the contract only contains
    /// the exit codes, because the other facts aren't promises of this program.
    pub fn of(document: &Document) -> Self {
        let (general, own): (Vec<&Code>, Vec<&Code>) = document.entries().partition(|code| code.is_of_every_program);
        let exit_codes =
            |code: &&Code| Values::new(code.declarations().iter().map(|it| json!(it.exit_code())).collect());
        let used: BTreeSet<u8> = own.iter().flat_map(|code| code.declarations()).map(Declaration::exit_code).collect();
        let exits = document.exits().iter().filter(|exit| used.contains(&exit.code));
        let exits = exits.map(|exit| (exit.code, ExitContract::of(exit, document.entries(), &own)));
        let errors: BTreeMap<String, CodeContract> =
            own.iter().map(|code| (code.code().to_owned(), CodeContract::of(code.declarations()))).collect();
        let own_codes =
            |set: &BTreeSet<String>| set.iter().filter(|code| errors.contains_key(*code)).cloned().collect();
        let sets = |declared: &Sets| -> Sets {
            declared.iter().map(|(name, codes)| (name.clone(), codes.as_ref().map(own_codes))).collect()
        };
        let (name, version) = document.named();
        let program = Program { name: name.to_owned(), version: version.map(str::to_owned), is_package: false };
        Self {
            // Otherwise, the name is a guess that may change with any code.
            program: document.is_named().then_some(program),
            every_program: general.iter().map(|code| (code.code().to_owned(), exit_codes(code))).collect(),
            retired: document.retired().iter().map(|retired| retired.code.clone()).collect(),
            commands: document.commands().map(sets),
            tools: document.tools().map(sets),
            exits: (!document.exits().is_empty()).then(|| exits.collect()),
            errors,
        }
    }

    /// Whether the contract has no codes, for example because none of the program's types are linked.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty() && self.retired.is_empty()
    }
}

impl ExitContract {
    /// Excludes the codes that any program can fail with from what follows from the codes, because the enabled features
    /// of agent-error determine which of them the catalog contains.
    fn of<'a>(exit: &Exit, all: impl Iterator<Item = &'a Code>, own: &[&'a Code]) -> Self {
        let (of_all, of_own) = (common_facts(all, exit.code), common_facts(own.iter().copied(), exit.code));
        let stated = (exit.retryable, exit.side_effects.clone());
        let (retryable, side_effects) = if stated == of_all { of_own } else { stated };
        Self { name: exit.name.clone(), retryable, side_effects }
    }
}

/// Returns whether all errors with an exit code are retryable, and their most extensive side effects.
fn common_facts<'a>(codes: impl Iterator<Item = &'a Code>, exit: u8) -> (Option<bool>, Option<String>) {
    let declarations: Vec<&Declaration> =
        codes.flat_map(Code::declarations).filter(|declared| declared.exit_code() == exit).collect();
    let rank = |declared: &&Declaration| {
        SideEffects::WORDS.iter().position(|word| declared.value("side_effects") == Some(&json!(word)))
    };
    let effects = declarations.iter().filter_map(rank).max().map(|rank| SideEffects::WORDS[rank].to_owned());
    (Some(declarations.iter().all(|declared| declared.is_retryable())), effects)
}

impl CodeContract {
    fn of(declarations: &[Declaration]) -> Self {
        let facts = FACTS.iter().filter(|fact| fact.class.is_locked() && fact.name != "retry_after_field");
        let facts = facts.map(|fact| (fact.name.to_owned(), Values::of(fact, declarations)));
        Self { context: context(declarations), facts: facts.filter(|(_, values)| !values.are_absent()).collect() }
    }
}

impl Values {
    pub(super) fn new(values: Vec<Value>) -> Self {
        let mut values: Vec<Value> = values.iter().map(sorted).collect();
        values.sort_by_cached_key(Value::to_string);
        values.dedup();
        Self(values)
    }

    fn of(fact: &Fact, declarations: &[Declaration]) -> Self {
        if fact.ty == FactType::Rules {
            // A rule applies to the code, regardless of which type declares it.
            let rules = declarations.iter().filter_map(|declared| declared.value(fact.name)?.as_array());
            let Self(rules) = Self::new(rules.flatten().cloned().collect());
            return Self(vec![if rules.is_empty() { Value::Null } else { rules.into() }]);
        }
        let mut values: Vec<Value> = Vec::new();
        for declared in declarations {
            let value = effective(fact, declared);
            if value.is_none() || declared.is_optional(fact.name) || is_optional_wait(fact, declared) {
                values.push(Value::Null);
            }
            values.extend(value);
        }
        Self::new(values)
    }

    /// Whether no error has the fact.
    pub(super) fn are_absent(&self) -> bool {
        self.0.iter().all(Value::is_null)
    }
}

/// Returns the value of a fact that callers see, which may be derived from other facts.
fn effective(fact: &Fact, declared: &Declaration) -> Option<Value> {
    let value = declared.value(fact.name).cloned();
    match fact.name {
        // To callers, a wait from a field is the same as a declared one.
        "retry_after_ms" => {
            value.or_else(|| Some(format!("{{{}}}", declared.value("retry_after_field")?.as_str()?).into()))
        }
        "grpc" => value.or_else(|| {
            let code = match declared.number("status").and_then(|status| status.try_into().ok()) {
                Some(status) => GrpcCode::from_http_status(status),
                None => GrpcCode::from_exit_code(declared.exit_code()),
            };
            Some(code.as_str().into())
        }),
        _ => value,
    }
}

fn is_optional_wait(fact: &Fact, declared: &Declaration) -> bool {
    fact.name == "retry_after_ms" && declared.is_optional("retry_after_field")
}

/// Merges the context fields of all declarations of a code.
fn context(declarations: &[Declaration]) -> BTreeMap<String, Field> {
    let mut found: BTreeMap<&str, Vec<&document::Field>> = BTreeMap::new();
    for field in declarations.iter().flat_map(|declared| &declared.fields) {
        found.entry(&field.name).or_default().push(field);
    }
    let fields = found.into_iter().map(|(name, fields)| {
        let is_in = |field: &document::Field| field.name == name && !field.may_be_left_out();
        let optional = !declarations.iter().all(|declared| declared.fields.iter().any(is_in));
        // If the program isn't written in Rust, describe the JSON type instead.
        let rust_types = fields.iter().map(|field| match field.rust_type.as_str() {
            "" => field.described.clone(),
            rust_type => rust_type.to_owned(),
        });
        let commands = fields.iter().filter_map(|field| field.values_from.clone());
        let (rust_type, values_from) = (any_of(rust_types).unwrap_or_default(), any_of(commands));
        let schema = Values::new(fields.iter().map(|field| canonical(&field.schema)).collect());
        (name.to_owned(), Field { rust_type, schema, optional, values_from })
    });
    fields.collect()
}

/// Joins the distinct strings with "or". Returns `None` if there are no strings.
fn any_of(strings: impl Iterator<Item = String>) -> Option<String> {
    let distinct: BTreeSet<String> = strings.collect();
    (!distinct.is_empty()).then(|| distinct.into_iter().collect::<Vec<_>>().join(" or "))
}
