//! Collects the declarations of types, and builds catalogs from them.

#[cfg(feature = "catalog")]
use super::Catalog;
use crate::definition::def::{Entry, TypeDef};
#[cfg(feature = "catalog")]
use crate::definition::error_def::ErrorDef;
use crate::ready::builtin;
#[cfg(feature = "catalog")]
use crate::registry::linked;
use crate::registry::unique::same_facts;
use crate::text::order::sort_by_key;

/// Returns the declarations of types, without hidden codes, sorted by code.
#[inline]
pub(crate) fn declared(types: &[&'static TypeDef]) -> Vec<Entry> {
    let mut entries = sorted(types, None);
    entries.retain(|entry| !entry.def.is_hidden());
    entries
}

#[cfg(feature = "catalog")]
impl Catalog {
    /// Returns the same codes as [`complete`](Self::complete), but doesn't look for
    /// conflicts.
    #[cfg(feature = "clap")]
    pub(crate) fn unchecked_of_the_program() -> Self {
        Self::unchecked(&linked::linked_types(false)).with_own_codes()
    }

    pub(super) fn with_own_codes(self) -> Self {
        self.with_undeclared(builtin::of_the_program())
            .with_undeclared(&linked::linked_types(true))
    }

    /// Keeps only the codes that match a predicate. Retired codes are always kept.
    #[must_use]
    pub fn filter(self, keep: impl Fn(&ErrorDef) -> bool) -> Self {
        self.with_entries_that(&|entry| keep(entry.def))
    }

    /// Keeps only the declarations that match a predicate. Not generic, so that programs link it
    /// once.
    pub(crate) fn with_entries_that(mut self, keep: &dyn Fn(&Entry) -> bool) -> Self {
        self.declarations.retain(keep);
        self
    }

    /// Adds declarations, except for those of hidden codes. If one type hides a code and another
    /// type doesn't, the code isn't hidden.
    pub(crate) fn with_entries(mut self, mut entries: Vec<Entry>) -> Self {
        let all: Vec<Entry> = self.declarations.iter().chain(&entries).copied().collect();
        entries.retain(|entry| !entry.def.is_hidden() || is_listed(entry.def.code(), &all));
        self.declarations.extend(entries);
        sort(&mut self.declarations);
        self
    }

    /// Creates a catalog without retired codes.
    pub(super) fn of_entries(entries: Vec<Entry>) -> Self {
        let empty = Self {
            declarations: Vec::new(),
            types: Vec::new(),
            retired: Vec::new(),
            program: None,
            commands: None,
            tools: None,
        };
        empty.with_entries(entries)
    }

    /// Adds codes that the program can return without declaring them, such as a server framework's
    /// codes. If all types of the program share a docs URL template, the template also applies to
    /// the added codes. A code that the catalog already contains is only added if the existing
    /// declaration is `shared` and has the same properties.
    #[must_use]
    #[doc(hidden)]
    pub fn with_undeclared(self, types: &[&'static TypeDef]) -> Self {
        let mut undeclared = sorted(types, linked::docs_template());
        undeclared.retain(|entry| self.can_add(entry.def));
        for entry in &mut undeclared {
            entry.is_builtin = true;
        }
        self.with_entries(undeclared)
    }

    /// Whether the catalog doesn't contain a code yet, or shares it.
    fn can_add(&self, added: &ErrorDef) -> bool {
        match self.get(added.code()) {
            Some(known) => known.is_shared() && same_facts(known, added),
            None => true,
        }
    }
}

/// `docs` is the docs URL template of types that don't have one.
#[inline]
pub(super) fn sorted(types: &[&'static TypeDef], docs: Option<&'static str>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for ty in types {
        entries.extend(ty.entries(docs));
    }
    sort(&mut entries);
    entries
}

/// Whether any type declares the code without hiding it.
#[cfg(feature = "catalog")]
fn is_listed(code: &str, entries: &[Entry]) -> bool {
    entries
        .iter()
        .any(|entry| entry.def.code() == code && !entry.def.is_hidden())
}

/// Sorts declarations by code, and removes copies.
fn sort(entries: &mut Vec<Entry>) {
    sort_by_key(entries, |entry| {
        (
            entry.def.code(),
            entry.def.is_hidden(),
            // A program that declares the code of a usage error in another type comes first.
            builtin::is_of_usage_error(entry),
            entry.ty.path,
            entry.def.variant(),
            entry.is_builtin,
            // A nested type is usually also registered on its own. Keep the entry that has a docs
            // template.
            entry.docs.is_none(),
        )
    });
    entries.dedup_by(|later, earlier| is_copy(later, earlier));
}

#[inline]
fn is_copy(a: &Entry, b: &Entry) -> bool {
    a.def.code() == b.def.code()
        && a.def.is_hidden() == b.def.is_hidden()
        && a.ty.path == b.ty.path
        && a.def.variant() == b.def.variant()
        && same_facts(a.def, b.def)
}
