//! Tests of exports, pages, schemas and lock files, and of how changes to a catalog are described.
#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]
#![allow(deprecated, reason = "tests build errors with deprecated codes")]

mod catalog_file;
mod changes;
#[path = "../support/def.rs"]
mod def;
#[path = "../support/document.rs"]
mod document;
mod documents;
mod documents_read;
mod exports;
mod facts;
mod generated;
mod lint;
mod locked_package;
mod locks;
mod mutations;
mod names;
mod openapi;
mod schemas;
mod shared_codes;
mod shop;

use agent_error::Catalog;
use agent_error::definition::{Catalogued, ErrorDef, FieldDef, TypeDef};
use agent_error_tooling::Contract;
use def::{Def, built};
use document::document_of;

fn contract_of(catalog: &Catalog) -> Contract {
    Contract::of(&document_of(catalog))
}

fn def_of(def: &ErrorDef) -> Def {
    let fields: Vec<FieldDef> = def.fields().collect();
    Def { fields: fields.leak(), ..Def::without_fields(def) }
}

/// Returns the catalog of a type after changing its declarations.
fn changed<E: Catalogued>(change: impl FnOnce(&mut Vec<Def>)) -> Catalog {
    let mut defs = E::TYPE.defs.iter().map(def_of).collect();
    change(&mut defs);
    let ty: &'static TypeDef = Box::leak(Box::new(TypeDef { defs: built(defs), ..*E::TYPE }));
    Catalog::from_types(&[ty]).unwrap()
}
