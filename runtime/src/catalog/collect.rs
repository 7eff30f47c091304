//! From types to the codes that they declare.

use super::{Entry, Retired};
use crate::def::TypeDef;
use crate::unique::same_facts;

/// Two declarations of one code that cannot both stand.
pub(super) fn clash_among(declarations: &[Entry]) -> Option<(&Entry, &Entry)> {
    let later = |index: usize| declarations.iter().skip(index + 1);
    let mut pairs = declarations.iter().enumerate().flat_map(|(index, a)| later(index).map(move |b| (a, b)));
    pairs.find(|(a, b)| !((a.def.shared || b.def.shared) && same_facts(a.def, b.def)))
}

/// The codes of the types and of what is nested in them, sorted, each declaration once.
pub(super) fn sorted(types: &[&'static TypeDef]) -> Vec<Entry> {
    sorted_beside(types, None)
}

/// The same for types whose pages are among others.
pub(super) fn sorted_beside(types: &[&'static TypeDef], docs: Option<&'static str>) -> Vec<Entry> {
    fn collect(ty: &'static TypeDef, docs: Option<&'static str>, entries: &mut Vec<Entry>) {
        // As at run time: the innermost template counts.
        let docs = ty.docs.or(docs);
        entries.extend(ty.defs.iter().map(|def| Entry { def, ty, docs }));
        ty.nested.iter().for_each(|nested| collect(nested, docs, entries));
    }
    let mut entries = Vec::new();
    for ty in types {
        collect(ty, docs, &mut entries);
    }
    let key = |entry: &Entry| (entry.def.code, entry.ty.path, entry.ty.file, entry.ty.line, entry.def.variant);
    // A type that is nested is linked too: the entry that knows its page stands first and stays.
    entries.sort_unstable_by_key(|entry| (key(entry), entry.docs.is_none()));
    entries.dedup_by_key(|entry| key(entry));
    entries
}

/// The retired codes of the types and of what is nested in them, sorted, each once.
pub(super) fn retired(types: &[&'static TypeDef]) -> Vec<Retired> {
    fn collect(ty: &'static TypeDef, retired: &mut Vec<Retired>) {
        retired.extend(ty.retired.iter().map(|def| Retired { def, ty }));
        ty.nested.iter().for_each(|nested| collect(nested, retired));
    }
    let mut all = Vec::new();
    for ty in types {
        collect(ty, &mut all);
    }
    let key = |retired: &Retired| (retired.def.code, retired.ty.path, retired.ty.file);
    all.sort_unstable_by_key(key);
    all.dedup_by_key(|retired| key(retired));
    all
}
