//! The contract of a catalog.

use super::narrower::without_notes;
use super::{Contract, Field, Program, Promise, Sets};
use crate::catalog::proof::Proof;
use crate::catalog::{Catalog, ErrorSet};
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::facts::FACTS;
use crate::ready::own;
use crate::tooling::schema::of_field;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

impl Contract {
    /// The promises of a catalog. Codes of this crate (panics, command lines, the `errors` command) are not promises of
    /// the program, so a lock file is the same with any features of this crate.
    pub fn of(catalog: &Catalog) -> Self {
        let entries = catalog.iter().filter(|entry| !own::is_promised_here(entry));
        let codes: BTreeMap<String, Promise> = entries
            .map(|entry| {
                let proof = catalog.proofs.get(entry.def.code()).map(Proof::word);
                let mut promise = Promise { proof, ..promise(entry) };
                for other in catalog.others(entry.def.code()) {
                    promise.add_context(context(other.def));
                }
                (entry.def.code().to_owned(), promise)
            })
            .collect();
        let retired = catalog.retired().iter();
        let retired = retired.map(|retired| (retired.def.code().to_owned(), retired.def.note.map(str::to_owned)));
        let promised = |set: &ErrorSet| -> BTreeSet<String> {
            set.codes().into_iter().filter(|code| codes.contains_key(*code)).map(str::to_owned).collect()
        };
        let sets = |declared: &Vec<(String, Option<ErrorSet>)>| -> Sets {
            declared.iter().map(|(name, set)| (name.clone(), set.as_ref().map(promised))).collect()
        };
        let (name, version) = catalog.named();
        Self {
            program: Some(Program { name: name.to_owned(), version: version.map(str::to_owned) }),
            retired: retired.collect(),
            commands: catalog.declared.commands.as_ref().map(sets),
            tools: catalog.declared.tools.as_ref().map(sets),
            whole: true,
            codes,
        }
    }

    /// Whether it is empty, because no type of the program is in the catalog.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.retired.is_empty()
    }
}

fn promise(entry: &Entry) -> Promise {
    let locked = FACTS.iter().filter(|fact| fact.class.is_locked());
    let facts = locked.filter_map(|fact| Some((fact.name, json!((fact.value)(entry)?))));
    Promise { facts: facts.collect(), context: context(entry.def), proof: None }
}

fn context(def: &ErrorDef) -> BTreeMap<String, Field> {
    let fields = def.fields().iter().map(|field| {
        let schema = without_notes(&of_field(field));
        (field.name.to_owned(), Field { rust_type: field.ty.to_owned(), schema, always: true })
    });
    fields.collect()
}
