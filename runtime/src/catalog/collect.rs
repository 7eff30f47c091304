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
        let integrations: Vec<_> = linked::of_integrations().collect();
        (declared.with_undeclared(builtin::of_the_program()).with_undeclared(&integrations), problems)
    }

    /// Returns the codes of all linked types, together with all conflicts between them.
    pub(crate) fn of_linked() -> (Self, Vec<CatalogError>) {
        let (catalog, mut problems) = Self::collected(&linked::of_the_program().collect::<Vec<_>>());
        problems.extend(clashes_with(builtin::raised(), &catalog));
        (catalog, problems)
    }

    /// Keeps only the codes that match a predicate. Retired codes are always kept.
    #[must_use]
    pub fn filter(mut self, keep: impl Fn(&Entry) -> bool) -> Self {
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
        self.with_types(types, linked::docs_template())
    }

    /// Like [`with_undeclared`](Self::with_undeclared), with another docs URL template.
    pub(crate) fn with_types(self, types: &[&'static TypeDef], docs: Option<&'static str>) -> Self {
        let fits = |entry: &Entry| {
            self.entry(entry.def.code()).is_none_or(|known| known.def.is_shared() && same_facts(known.def, entry.def))
        };
        let undeclared = sorted(types, docs).into_iter().filter(fits).map(|entry| Entry { is_builtin: true, ..entry });
        let undeclared = undeclared.collect();
        self.with_entries(undeclared)
    }
}

/// Returns an error for each of this crate's codes that the program declares with different properties.
pub(crate) fn clashes_with(own: &[&'static TypeDef], catalog: &Catalog) -> Vec<CatalogError> {
    let own = sorted(own, None);
    let raised = |code: &str| own.iter().find(|entry| entry.def.code() == code);
    let of_program = catalog.declarations().filter(|entry| !entry.is_of_this_crate());
    let pairs = of_program.filter_map(|entry| Some((entry, raised(entry.def.code())?)));
    // The program can override the exit codes.
    let is_clash = |a: &Entry, b: &Entry| a.exit_code() != b.exit_code() || !same_outcome(a.def, b.def);
    let clashes = pairs.filter(|(program, own)| is_clash(program, own));
    clashes.map(|(program, own)| CatalogError::duplicate(program, own)).collect()
}

/// Returns an error for each code with conflicting declarations. The entries must be sorted.
pub(super) fn clashes<'a>(entries: &'a [Entry]) -> impl Iterator<Item = CatalogError> + 'a {
    let of_each_code = entries.chunk_by(|a, b| a.def.code() == b.def.code());
    let clash = |same: &'a [Entry]| pairs(same).find(|(a, b)| !are_compatible((a.ty, a.def), (b.ty, b.def)));
    of_each_code.filter_map(clash).map(|(first, second)| CatalogError::duplicate(first, second))
}

fn pairs<T>(items: &[T]) -> impl Iterator<Item = (&T, &T)> {
    items.iter().enumerate().flat_map(|(index, a)| items[index + 1..].iter().map(move |b| (a, b)))
}

/// `docs` is the docs URL template of types that don't have one.
pub(super) fn sorted(types: &[&'static TypeDef], docs: Option<&'static str>) -> Vec<Entry> {
    let mut entries = types.iter().flat_map(|ty| ty.entries(docs)).collect();
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
    let types = types.iter().flat_map(|ty| ty.with_nested(None));
    let mut all: Vec<Retired> =
        types.flat_map(|(ty, _)| ty.retired.iter().map(move |def| Retired { def, ty })).collect();
    let key = |retired: &Retired| (retired.def.code, retired.ty.path);
    sort_by_key(&mut all, key);
    all.dedup_by_key(|retired| key(retired));
    all
}

/// Returns an error for each retired code that is declared again. The declarations must be sorted by code.
pub(super) fn reused(retired: &[Retired], declared: &[Entry]) -> Vec<CatalogError> {
    let again = |Retired { def, ty }: &Retired| {
        let place = declared.binary_search_by(|entry| entry.def.code().cmp(def.code)).ok()?;
        let line = ty.defs.first().map_or(1, ErrorDef::line);
        Some(CatalogError::DuplicateCode {
            code: def.code.to_owned(),
            first: declared[place].declaration(),
            second: format!("{} (retired) ({}:{line})", ty.path, ty.file),
        })
    };
    retired.iter().filter_map(again).collect()
}
