//! Finds conflicts between the declarations of several types. The derive only sees one type at a
//! time.

use super::collect::{declared, sorted};
use crate::definition::def::{Entry, RetiredDef, TypeDef};
use crate::definition::error_def::ErrorDef;
use crate::ready::builtin;
use crate::ready::catalog_error::CatalogError;
use crate::registry::linked;
use crate::registry::unique::{are_compatible, same_outcome};

/// Returns the conflicts between the linked types of the program and its libraries.
pub(crate) fn of_linked() -> Vec<CatalogError> {
    let types = linked::linked_types(false);
    let mut problems = of_types(&types);
    problems.extend(clashes_with(builtin::raised(), &declared(&types)));
    problems
}

pub(super) fn of_types(types: &[&'static TypeDef]) -> Vec<CatalogError> {
    let entries = sorted(types, None);
    let mut problems = clashes(&entries);
    problems.extend(reused(&retired(types), &entries));
    problems
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Retired {
    pub(crate) def: &'static RetiredDef,
    pub(crate) ty: &'static TypeDef,
}

/// Returns an error for each of this crate's codes that the program declares with different
/// properties.
pub(crate) fn clashes_with(own: &[&'static TypeDef], declared: &[Entry]) -> Vec<CatalogError> {
    let own_entries = sorted(own, None);
    let mut clashes = Vec::new();
    for entry in declared {
        if entry.is_of_this_crate() {
            continue;
        }
        let mut candidates = own_entries.iter();
        let same_code = candidates.find(|own| own.def.code() == entry.def.code());
        if let Some(own) = same_code
            && differs(entry, own)
        {
            clashes.push(CatalogError::duplicate(entry, own));
        }
    }
    clashes
}

/// Compares the exit codes of the entries, which the program can override.
fn differs(entry: &Entry, own: &Entry) -> bool {
    entry.exit_code() != own.exit_code() || !same_outcome(entry.def, own.def)
}

/// Returns an error for each code with conflicting declarations. The entries must be sorted.
pub(super) fn clashes(entries: &[Entry]) -> Vec<CatalogError> {
    entries
        .chunk_by(|a, b| a.def.code() == b.def.code())
        .filter_map(first_clash)
        .collect()
}

/// Returns an error for the first two declarations of a code that are in conflict.
fn first_clash(same_code: &[Entry]) -> Option<CatalogError> {
    let mut rest = same_code;
    while let [first, others @ ..] = rest {
        for other in others {
            if !are_compatible((first.ty, first.def), (other.ty, other.def)) {
                return Some(CatalogError::duplicate(first, other));
            }
        }
        rest = others;
    }
    None
}

pub(super) fn retired(types: &[&'static TypeDef]) -> Vec<Retired> {
    let mut all: Vec<Retired> = Vec::new();
    for ty in types {
        for (ty, _) in ty.with_nested(None) {
            for def in ty.retired {
                let key = (def.code, ty.path);
                let place = all.binary_search_by(|known| (known.def.code, known.ty.path).cmp(&key));
                if let Err(place) = place {
                    all.insert(place, Retired { def, ty });
                }
            }
        }
    }
    all
}

/// Returns an error for each retired code that is declared again. The declarations must be sorted
/// by code.
pub(super) fn reused(retired: &[Retired], declared: &[Entry]) -> Vec<CatalogError> {
    let mut reused = Vec::new();
    for Retired { def, ty } in retired {
        if let Ok(place) = declared.binary_search_by(|entry| entry.def.code().cmp(def.code)) {
            let line = ty.defs.first().map_or(1, ErrorDef::line);
            reused.push(CatalogError::duplicate_code(
                def.code,
                declared[place].declaration(),
                format!("{} (retired) ({}:{line})", ty.path, ty.file),
            ));
        }
    }
    reused
}
