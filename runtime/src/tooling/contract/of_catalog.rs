//! The contract of a catalog.

use super::narrower::without_notes;
use super::{Contract, Field, Promise};
use crate::catalog::{Catalog, Entry};
use crate::definition::def::ErrorDef;
use crate::ready::own;
use crate::tooling::schema::of_field;
use std::borrow::Cow;
use std::collections::BTreeMap;

impl Contract {
    /// What a catalog promises; codes that every program may end with, whatever it declares, are no promise of it.
    pub fn of(catalog: &Catalog) -> Self {
        let entries = catalog.iter().filter(|entry| !own::is_of_every_program(entry.ty));
        let codes = entries.map(|entry| {
            let mut promise = promise(entry);
            for other in catalog.others(entry.def.code) {
                promise.add_context(context(other.def));
            }
            (entry.def.code.to_owned(), promise)
        });
        let retired = catalog.retired().iter().map(|retired| retired.def.code.to_owned());
        Self { codes: codes.collect(), retired: retired.collect() }
    }
}

fn promise(entry: &Entry) -> Promise {
    let def = entry.def;
    let templates = [
        ("message", def.message),
        ("detail", def.detail),
        ("suggestion", def.suggestion),
        ("fix_required", def.fix_required),
        ("fix_command", def.fix_command),
    ];
    let written = templates.into_iter().filter_map(|(name, template)| Some((name, template?.to_string())));
    let docs = [("summary", def.summary), ("description", def.description)];
    let docs = docs.into_iter().filter_map(|(name, text)| Some((name, text?.to_owned())));
    Promise {
        exit_code: def.exit,
        retryable: def.retryable,
        side_effects: def.side_effects,
        severity: def.severity,
        http_status: def.facts().http_status(),
        context: context(def),
        since: def.since.map(str::to_owned),
        deprecated: def.deprecated.map(str::to_owned),
        docs_url: entry.docs_url().map(Cow::into_owned),
        texts: written.chain(docs).collect(),
    }
}

fn context(def: &ErrorDef) -> BTreeMap<String, Field> {
    let fields = def.fields.iter().map(|field| {
        let schema = without_notes(&of_field(field));
        (field.name.to_owned(), Field { rust_type: field.ty.to_owned(), schema, always: true })
    });
    fields.collect()
}
