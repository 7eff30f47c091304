//! Creates the contract of a catalog document.

use super::schema_compatibility::{is_anything, without_annotations};
use super::values::Values;
use super::{CodeContract, Contract, Field, Meaning};
use crate::document::{self, Code, Declaration, Document, Program, Sets};
use agent_error::definition::FACTS;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// Creates the contract of a catalog.
    ///
    /// Excludes codes that any program can fail with, such as panics and invalid command lines, because they aren't
    /// promises of this program. As a result, the lock file doesn't depend on the enabled features of agent-error.
    pub fn of(document: &Document) -> Self {
        let promised = document.entries().filter(|code| !code.is_of_every_program);
        let codes: BTreeMap<String, CodeContract> = promised
            .map(|code| {
                let facts = FACTS.iter().filter(|fact| fact.class.is_locked());
                let facts = facts.filter_map(|fact| Some((fact.name, Values::of(fact, code.declarations())?)));
                let context = context(code.declarations());
                (code.code().to_owned(), CodeContract { facts: facts.collect(), context })
            })
            .collect();
        let retired = document.retired().iter().map(|retired| (retired.code.clone(), retired.note.clone()));
        let known = |set: &BTreeSet<String>| set.iter().filter(|code| codes.contains_key(*code)).cloned().collect();
        let sets = |declared: &Sets| -> Sets {
            declared.iter().map(|(name, set)| (name.clone(), set.as_ref().map(known))).collect()
        };
        let (name, version) = document.named();
        Self {
            program: Some(Program { name: name.to_owned(), version: version.map(str::to_owned) }),
            retired: retired.collect(),
            commands: document.commands().map(sets),
            tools: document.tools().map(sets),
            exits: exits(document),
            whole: true,
            codes,
        }
    }

    /// Whether the contract has no codes, for example because none of the program's types are linked.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.retired.is_empty()
    }
}

/// Returns the meanings of the exit codes that the program's codes use, or `None` if the document doesn't list exit
/// codes.
fn exits(document: &Document) -> Option<BTreeMap<u8, Meaning>> {
    let promised = document.entries().filter(|code| !code.is_of_every_program);
    let used: BTreeSet<u8> = promised.flat_map(Code::declarations).map(Declaration::exit_code).collect();
    let meanings = document.exits().iter().filter(|exit| used.contains(&exit.code)).filter_map(|exit| {
        let name = exit.name.clone()?;
        Some((exit.code, Meaning { name, description: exit.description.clone() }))
    });
    (!document.exits().is_empty()).then(|| meanings.collect())
}

/// Merges the context fields of all declarations of a code.
fn context(declarations: &[Declaration]) -> BTreeMap<String, Field> {
    let mut found: BTreeMap<&str, Vec<&document::Field>> = BTreeMap::new();
    for field in declarations.iter().flat_map(|declared| &declared.fields) {
        found.entry(&field.name).or_default().push(field);
    }
    let fields = found.into_iter().map(|(name, fields)| {
        let is_always_in = |field: &document::Field| field.name == name && !field.may_be_left_out();
        let always = declarations.iter().all(|declared| declared.fields.iter().any(is_always_in));
        // If the program isn't written in Rust, describe the JSON type instead.
        let rust_type = |field: &&document::Field| match field.rust_type.as_str() {
            "" => field.described.clone(),
            rust_type => rust_type.to_owned(),
        };
        let types: BTreeSet<String> = fields.iter().map(rust_type).collect();
        let schemas = fields.iter().map(|field| without_annotations(&field.schema));
        let schemas: BTreeMap<String, Value> = schemas.map(|schema| (schema.to_string(), schema)).collect();
        let rust_type = types.into_iter().collect::<Vec<_>>().join(" or ");
        let commands: BTreeSet<&str> = fields.iter().filter_map(|field| field.values_from.as_deref()).collect();
        let values_from = (!commands.is_empty()).then(|| commands.into_iter().collect::<Vec<_>>().join(" or "));
        (name.to_owned(), Field { rust_type, schema: any_of(schemas.into_values().collect()), always, values_from })
    });
    fields.collect()
}

/// Returns a schema that accepts any value that at least one of the schemas accepts.
fn any_of(mut schemas: Vec<Value>) -> Value {
    match schemas.as_slice() {
        [_] => schemas.remove(0),
        several if several.iter().any(is_anything) => json!({}),
        _ => json!({"anyOf": schemas}),
    }
}
