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

impl Retired {
    fn key(&self) -> (&'static str, &'static str) {
        (self.def.code, self.ty.path)
    }
}

/// Returns an error for each code of `types`, which are this crate's, that the program declares with
/// different properties.
pub(crate) fn clashes_with(types: &[&'static TypeDef], declared: &[Entry]) -> Vec<CatalogError> {
    let ours = sorted(types, None);
    let mut found = Vec::new();
    for entry in declared {
        if entry.is_of_this_crate() {
            continue;
        }
        let code = entry.def.code();
        let same_code = ours.iter().find(|known| known.def.code() == code);
        if let Some(known) = same_code
            && differs(entry, known)
        {
            found.push(CatalogError::duplicate(entry, known));
        }
    }
    found
}

/// Compares the exit codes of the entries, which the program can override.
fn differs(a: &Entry, b: &Entry) -> bool {
    a.exit_code() != b.exit_code() || !same_outcome(a.def, b.def)
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

/// Returns the retired codes of types and their nested types, sorted and without duplicates.
pub(super) fn retired(types: &[&'static TypeDef]) -> Vec<Retired> {
    let mut all = Vec::new();
    for outer in types {
        for (ty, _) in outer.with_nested(None) {
            for def in ty.retired {
                insert(&mut all, Retired { def, ty });
            }
        }
    }
    all
}

fn insert(sorted: &mut Vec<Retired>, added: Retired) {
    let place = sorted.binary_search_by(|known| known.key().cmp(&added.key()));
    if let Err(place) = place {
        sorted.insert(place, added);
    }
}

/// Returns an error for each retired code that is declared again. The declarations must be sorted
/// by code.
pub(super) fn reused(retired: &[Retired], declared: &[Entry]) -> Vec<CatalogError> {
    let mut conflicts = Vec::new();
    for Retired { def, ty } in retired {
        let place = declared.binary_search_by(|entry| entry.def.code().cmp(def.code));
        if let Ok(place) = place {
            // The declaration of a retired code has no line of its own.
            let line = ty.defs.first().map_or(1, ErrorDef::line);
            conflicts.push(CatalogError::duplicate_code(
                def.code,
                declared[place].declaration(),
                format!("{} (retired) ({}:{line})", ty.path, ty.file),
            ));
        }
    }
    conflicts
}
