//! The contract of a catalog.

use super::narrower::without_notes;
use super::{Contract, Field, Promise};
use crate::catalog::Catalog;
use crate::definition::def::ErrorDef;
use crate::definition::entry::Entry;
use crate::definition::facts::FACTS;
use crate::ready::own;
use crate::tooling::schema::of_field;
use serde_json::json;
use std::collections::BTreeMap;

impl Contract {
    /// What a catalog promises. Codes that this crate brings, whatever the program declares, are not a promise of the
    /// program: panics, command lines, the `errors` command. So a lock file is the same with any features of this crate.
    pub fn of(catalog: &Catalog) -> Self {
        let entries = catalog.iter().filter(|entry| !own::is_promised_here(entry));
        let codes = entries.map(|entry| {
            let mut promise = promise(entry);
            for other in catalog.others(entry.def.code) {
                promise.add_context(context(other.def));
            }
            (entry.def.code.to_owned(), promise)
        });
        let retired = catalog.retired().iter().map(|retired| retired.def.code.to_owned());
        Self { codes: codes.collect(), retired: retired.collect(), whole: true }
    }
}

fn promise(entry: &Entry) -> Promise {
    let locked = FACTS.iter().filter(|fact| fact.class.is_locked());
    let facts = locked.filter_map(|fact| Some((fact.name, json!((fact.value)(entry)?))));
    Promise { facts: facts.collect(), context: context(entry.def) }
}

fn context(def: &ErrorDef) -> BTreeMap<String, Field> {
    let fields = def.fields.iter().map(|field| {
        let schema = without_notes(&of_field(field));
        (field.name.to_owned(), Field { rust_type: field.ty.to_owned(), schema, always: true })
    });
    fields.collect()
}
