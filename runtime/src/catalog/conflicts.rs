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
    let (own, mut clashes) = (sorted(own, None), Vec::new());
    for entry in declared.iter().filter(|entry| !entry.is_of_this_crate()) {
        // The program can override the exit codes.
        if let Some(own) = own.iter().find(|own| own.def.code() == entry.def.code())
            && (entry.exit_code() != own.exit_code() || !same_outcome(entry.def, own.def))
        {
            clashes.push(CatalogError::duplicate(entry, own));
        }
    }
    clashes
}

/// Returns an error for each code with conflicting declarations. The entries must be sorted.
pub(super) fn clashes(entries: &[Entry]) -> Vec<CatalogError> {
    let mut clashes = Vec::new();
    for same in entries.chunk_by(|a, b| a.def.code() == b.def.code()) {
        clashes.extend(same.iter().enumerate().find_map(|(place, a)| {
            let clashing = same[place + 1..]
                .iter()
                .find(|b| !are_compatible((a.ty, a.def), (b.ty, b.def)));
            Some(CatalogError::duplicate(a, clashing?))
        }));
    }
    clashes
}

pub(super) fn retired(types: &[&'static TypeDef]) -> Vec<Retired> {
    let mut all: Vec<Retired> = Vec::new();
    for ty in types {
        for (ty, _) in ty.with_nested(None) {
            for def in ty.retired {
                let place = all.binary_search_by(|known| {
                    (known.def.code, known.ty.path).cmp(&(def.code, ty.path))
                });
                place.map_or_else(|place| all.insert(place, Retired { def, ty }), |_| {});
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
