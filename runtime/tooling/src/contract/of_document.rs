//! The contract of a catalog document.

use super::narrower::without_notes;
use super::{Contract, Field, Promise};
use crate::document::{Declaration, Document};
use crate::proofs::Proof;
use crate::reading::{Program, Sets};
use agent_error::definition::FACTS;
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// Returns the promises of a catalog. Codes that any program can fail with (panics, command lines, the `errors` command)
    /// aren't promises of the program, so a lock file is the same with any features of agent-error.
    pub fn of(document: &Document) -> Self {
        let promised = document.entries().filter(|code| !code.is_of_every_program);
        let codes: BTreeMap<String, Promise> = promised
            .map(|code| {
                let proof = document.proof(code.code()).map(Proof::word);
                let mut promise = Promise { proof, ..promise(code) };
                for other in &code.declarations()[1..] {
                    promise.add_context(context(other));
                }
                (code.code().to_owned(), promise)
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
            whole: true,
            codes,
        }
    }

    /// Whether it is empty, because no type of the program is in the catalog.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.retired.is_empty()
    }
}

fn promise(declaration: &Declaration) -> Promise {
    let locked = FACTS.iter().filter(|fact| fact.class.is_locked());
    let facts = locked.filter_map(|fact| Some((fact.name, declaration.value(fact.name)?.clone())));
    Promise { facts: facts.collect(), context: context(declaration), proof: None }
}

fn context(declaration: &Declaration) -> BTreeMap<String, Field> {
    let fields = declaration.fields.iter().map(|field| {
        // A program in another language has no Rust types.
        let rust_type = if field.rust_type.is_empty() { field.described() } else { field.rust_type.clone() };
        (field.name.clone(), Field { rust_type, schema: without_notes(&field.schema), always: true })
    });
    fields.collect()
}
