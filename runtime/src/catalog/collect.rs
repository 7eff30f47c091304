//! Builds catalogs from types, and finds conflicts between types.

use super::{Catalog, Retired};
use crate::definition::def::{Entry, TypeDef};
use crate::definition::error_def::ErrorDef;
use crate::ready::builtin;
use crate::ready::catalog_error::CatalogError;
use crate::registry::linked;
use crate::registry::unique::{are_compatible, same_facts, same_outcome};
use crate::text::order::sort_by_key;

impl Catalog {
    /// Returns all codes that the program can return, and all conflicts between their declarations.
    ///
    /// In addition to the codes of all linked types, the catalog contains the codes that this crate and linked
    /// integrations, such as `agent-error-mcp`, can return in any program, such as `INTERNAL` for panics. If two types
    /// declare the same code, the catalog contains the declaration whose path sorts first.
    pub fn of_the_program() -> (Self, Vec<CatalogError>) {
        let (declared, problems) = Self::of_linked();
        (declared.with_own_codes(), problems)
    }

    /// Returns the same codes as [`of_the_program`](Self::of_the_program), but doesn't look for conflicts.
    #[cfg(feature = "clap")]
    pub(crate) fn unchecked_of_the_program() -> Self {
        Self::unchecked(&linked::linked_types(false)).with_own_codes()
    }

    fn with_own_codes(self) -> Self {
        self.with_undeclared(builtin::of_the_program()).with_undeclared(&linked::linked_types(true))
    }

    /// Returns the codes of all linked types, together with all conflicts between them.
    pub(crate) fn of_linked() -> (Self, Vec<CatalogError>) {
        let (catalog, mut problems) = Self::collected(&linked::linked_types(false));
        problems.extend(clashes_with(builtin::raised(), &catalog));
        (catalog, problems)
    }

    /// Keeps only the codes that match a predicate. Retired codes are always kept.
    #[must_use]
    pub fn filter(mut self, keep: impl Fn(&Entry) -> bool) -> Self {
        // Not generic, so that programs link it once.
        let keep: &dyn Fn(&Entry) -> bool = &keep;
        self.declarations.retain(keep);
        self
    }

    /// Adds declarations, except for those of hidden codes.
    pub(crate) fn with_entries(mut self, entries: Vec<Entry>) -> Self {
        self.declarations.extend(entries.into_iter().filter(|entry| !entry.def.is_hidden()));
        sort(&mut self.declarations);
        self
    }

    /// Creates a catalog without retired codes.
    pub(super) fn of_entries(entries: Vec<Entry>) -> Self {
        let empty = Self { declarations: Vec::new(), retired: Vec::new(), program: None, commands: None, tools: None };
        empty.with_entries(entries)
    }

    /// Adds codes that the program can return without declaring them, such as a server framework's codes. If all types
    /// of the program share a docs URL template, the template also applies to the added codes. A code that the catalog
    /// already contains is only added if the existing declaration is `shared` and has the same properties.
    #[must_use]
    pub fn with_undeclared(self, types: &[&'static TypeDef]) -> Self {
        let mut undeclared = sorted(types, linked::docs_template());
        undeclared.retain_mut(|entry| {
            entry.is_builtin = true;
            self.entry(entry.def.code()).is_none_or(|known| known.def.is_shared() && same_facts(known.def, entry.def))
        });
        self.with_entries(undeclared)
    }
}

/// Returns an error for each of this crate's codes that the program declares with different properties.
pub(crate) fn clashes_with(own: &[&'static TypeDef], catalog: &Catalog) -> Vec<CatalogError> {
    let (own, mut clashes) = (sorted(own, None), Vec::new());
    for entry in catalog.declarations.iter().filter(|entry| !entry.is_of_this_crate()) {
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
            let clashing = same[place + 1..].iter().find(|b| !are_compatible((a.ty, a.def), (b.ty, b.def)));
            Some(CatalogError::duplicate(a, clashing?))
        }));
    }
    clashes
}

/// `docs` is the docs URL template of types that don't have one.
pub(super) fn sorted(types: &[&'static TypeDef], docs: Option<&'static str>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for ty in types {
        entries.extend(ty.entries(docs));
    }
    sort(&mut entries);
    entries
}

/// Sorts declarations by code, and removes copies.
fn sort(entries: &mut Vec<Entry>) {
    let key = |entry: &Entry| (entry.def.code(), entry.ty.path, entry.def.variant());
    // A nested type is usually also registered on its own. Keep the entry that has a docs template.
    sort_by_key(entries, |entry| (key(entry), entry.is_builtin, entry.docs.is_none()));
    entries.dedup_by(|b, a| key(a) == key(b) && same_facts(a.def, b.def));
}

pub(super) fn retired(types: &[&'static TypeDef]) -> Vec<Retired> {
    let mut all: Vec<Retired> = Vec::new();
    for ty in types {
        for (ty, _) in ty.with_nested(None) {
            for def in ty.retired {
                let place = all.binary_search_by(|known| (known.def.code, known.ty.path).cmp(&(def.code, ty.path)));
                place.map_or_else(|place| all.insert(place, Retired { def, ty }), |_| {});
            }
        }
    }
    all
}

/// Returns an error for each retired code that is declared again. The declarations must be sorted by code.
pub(super) fn reused(retired: &[Retired], declared: &[Entry]) -> Vec<CatalogError> {
    let mut reused = Vec::new();
    for Retired { def, ty } in retired {
        if let Ok(place) = declared.binary_search_by(|entry| entry.def.code().cmp(def.code)) {
            let line = ty.defs.first().map_or(1, ErrorDef::line);
            reused.push(CatalogError::DuplicateCode {
                code: def.code.to_owned(),
                first: declared[place].declaration(),
                second: format!("{} (retired) ({}:{line})", ty.path, ty.file),
            });
        }
    }
    reused
}
