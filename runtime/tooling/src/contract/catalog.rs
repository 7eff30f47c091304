//! Creates the contract of a catalog document.

use super::schema_compatibility::canonical;
use super::{CodeContract, Contract, Facts, Field, Values};
use crate::document::{self, Code, Declaration, Document, Exit, Sets};
use crate::facts::{FACTS, FactDef, FactType};
use agent_error::__tooling::GrpcCode;
use agent_error::facts::SideEffects;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// Creates the contract of a catalog.
    ///
    /// For codes that any program can fail with, such as `INTERNAL`, only includes the exit codes,
    /// because the program doesn't declare the other facts.
    pub fn of(document: &Document) -> Self {
        let members = &document.members;
        let (general, own): (Vec<&Code>, Vec<&Code>) = document
            .entries()
            .partition(|code| code.is_of_every_program);
        let exit_codes =
            |code: &&Code| Values::new(code.declarations().iter().map(|it| json!(it.exit_code())));
        let used: BTreeSet<u8> = own
            .iter()
            .flat_map(|code| code.declarations())
            .map(Declaration::exit_code)
            .collect();
        let exits = members
            .exits
            .iter()
            .filter(|exit| used.contains(&exit.code));
        let exits = exits.map(|exit| (exit.code, facts_of_exit(exit, document.entries(), &own)));
        let errors: BTreeMap<String, CodeContract> = own
            .iter()
            .map(|code| (code.code().to_owned(), CodeContract::of(code)))
            .collect();
        let own_codes = |mut declared: Sets| {
            for codes in declared.values_mut().flatten() {
                codes.retain(|code| errors.contains_key(code));
            }
            declared
        };
        Self {
            // Don't guess a missing name, because the guess would depend on the codes.
            program: members.program.clone(),
            every_program: general
                .iter()
                .map(|code| (code.code().to_owned(), exit_codes(code)))
                .collect(),
            retired: members
                .retired
                .iter()
                .map(|retired| retired.code.clone())
                .collect(),
            commands: members.commands.clone().map(own_codes),
            tools: members.tools.clone().map(own_codes),
            exits: (!members.exits.is_empty()).then(|| exits.collect()),
            errors,
        }
    }

    /// Whether the contract has no codes, for example because none of the program's types are
    /// linked.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty() && self.retired.is_empty()
    }
}

/// Returns what a script can assume about all failures with an exit code.
///
/// Ignores codes that any program can fail with, because the enabled features of agent-error
/// determine which of them are in the catalog.
fn facts_of_exit<'a>(exit: &Exit, all: impl Iterator<Item = &'a Code>, own: &[&'a Code]) -> Facts {
    let stated = [json!(exit.retryable), json!(exit.side_effects)];
    let is_derived = stated == common_facts(all, exit.code);
    let [retryable, side_effects] = if is_derived {
        common_facts(own.iter().copied(), exit.code)
    } else {
        stated
    };
    let facts = [
        ("name", json!(exit.name)),
        ("retryable", retryable),
        ("side_effects", side_effects),
    ];
    let known = facts.into_iter().filter(|(_, value)| !value.is_null());
    known
        .map(|(name, value)| (name.to_owned(), Values::new([value])))
        .collect()
}

/// Returns whether all errors with an exit code are retryable, and the side effects that they
/// share.
fn common_facts<'a>(codes: impl Iterator<Item = &'a Code>, exit: u8) -> [Value; 2] {
    let declarations: Vec<_> = codes
        .flat_map(Code::declarations)
        .filter(|declared| declared.exit_code() == exit)
        .collect();
    let is_retryable = declarations.iter().all(|declared| declared.is_retryable());
    let mut effects = declarations
        .iter()
        .map(|declared| declared.text("side_effects"));
    let first = effects.next().flatten();
    let shared = if effects.all(|other| other == first) {
        first
    } else {
        Some(SideEffects::Unknown.as_str())
    };
    [is_retryable.into(), json!(shared)]
}

impl CodeContract {
    fn of(code: &Code) -> Self {
        let facts = FACTS
            .iter()
            .filter(|fact| fact.class.is_locked() && fact.name != "retry_after_field");
        let facts = facts.map(|fact| (fact.name.to_owned(), Values::of(fact, code.declarations())));
        Self {
            context: context(code),
            facts: facts.filter(|(_, values)| !values.are_absent()).collect(),
        }
    }
}

impl Values {
    fn of(fact: &FactDef, declarations: &[Declaration]) -> Self {
        if fact.ty == FactType::Rules {
            // A rule applies to the code, regardless of which type declares it.
            let rules = declarations
                .iter()
                .filter_map(|declared| declared.value(fact.name)?.as_array());
            let Self(rules) = Self::new(rules.flatten().cloned());
            return Self(vec![if rules.is_empty() {
                Value::Null
            } else {
                rules.into()
            }]);
        }
        let values = declarations.iter().flat_map(|declared| {
            let value = effective(fact, declared);
            // The delay may come from a field.
            let is_optional = declared.is_optional(fact.name)
                || fact.name == "retry_after_ms" && declared.is_optional("retry_after_field");
            let absent = (is_optional || value.is_none()).then_some(Value::Null);
            value.into_iter().chain(absent)
        });
        Self::new(values)
    }
}

/// Returns the value of a fact that callers see, which may be derived from other facts.
fn effective(fact: &FactDef, declared: &Declaration) -> Option<Value> {
    let value = declared.value(fact.name).cloned();
    match fact.name {
        // For callers, a delay from a field is the same as a declared delay.
        "retry_after_ms" => value.or_else(|| {
            Some(format!("{{{}}}", declared.value("retry_after_field")?.as_str()?).into())
        }),
        "grpc" => value.or_else(|| {
            let code = match declared
                .number("status")
                .and_then(|status| status.try_into().ok())
            {
                Some(status) => GrpcCode::from_http_status(status),
                None => GrpcCode::from_exit_code(declared.exit_code()),
            };
            Some(code.as_str().into())
        }),
        _ => value,
    }
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
    let fields = found.into_iter().map(|(name, fields)| {
        // If the program isn't written in Rust, describe the JSON type instead.
        let rust_types = fields.iter().map(|field| match field.rust_type.as_str() {
            "" => field.described.clone(),
            rust_type => rust_type.to_owned(),
        });
        let commands = fields.iter().filter_map(|field| field.values_from.clone());
        let (rust_type, values_from) = (any_of(rust_types).unwrap_or_default(), any_of(commands));
        let schema = Values::new(fields.iter().map(|field| canonical(&field.schema)));
        (
            name.to_owned(),
            Field {
                rust_type,
                schema,
                optional: !code.always_has(name),
                values_from,
            },
        )
    });
    fields.collect()
}

/// Joins the distinct strings with "or". Returns `None` if there are no strings.
fn any_of(strings: impl Iterator<Item = String>) -> Option<String> {
    let distinct: BTreeSet<String> = strings.collect();
    (!distinct.is_empty()).then(|| distinct.into_iter().collect::<Vec<_>>().join(" or "))
}
