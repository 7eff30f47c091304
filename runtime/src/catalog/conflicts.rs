//! Conflicts between classification rules of different types.

use crate::definition::def::{TypeDef, is_type};
use crate::definition::entry::Entry;
use crate::definition::rule::{ClassifyRule, ForeignType};
use crate::ready::catalog_error::CatalogError;
use crate::text::order::sort_by;
use crate::text::phrase::Phrase;
use std::io;

/// Returns all rules that conflict, and all rules that can never match.
///
/// Two rules conflict if they're equal, or if their status ranges overlap without one containing the other. Fallbacks
/// don't conflict here, because each fallback only applies to its own type.
pub(crate) fn conflicts<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<CatalogError> {
    let rules: Vec<(&ClassifyRule, &Entry)> =
        entries.flat_map(|entry| entry.def.rules().iter().map(move |rule| (rule, entry))).collect();
    let mut found = Vec::new();
    for (index, (rule, entry)) in rules.iter().enumerate() {
        let later =
            rules[index + 1..].iter().filter(|(other, by)| by.def.code() != entry.def.code() && tie(rule, other));
        found.extend(later.map(|(_, other)| CatalogError::RulesTie {
            rule: rule.to_string(),
            first: Box::new(entry.declaration()),
            second: Box::new(other.declaration()),
        }));
        if let Some(others) = covered(rule, entry, &rules) {
            found.push(CatalogError::RuleNeverApplies {
                rule: rule.to_string(),
                declared: Box::new(entry.declaration()),
                others,
            });
        }
    }
    found
}

pub(crate) fn fallbacks_tie(entries: &[Entry]) -> Option<CatalogError> {
    match fallbacks(entries).as_slice() {
        [first, second, ..] => Some(CatalogError::RulesTie {
            rule: ClassifyRule::Fallback.to_string(),
            first: Box::new(first.declaration()),
            second: Box::new(second.declaration()),
        }),
        _ => None,
    }
}

/// Returns the fallback rules. Omits a type's fallback if an enclosing type has one too.
pub(crate) fn fallbacks(entries: &[Entry]) -> Vec<Entry> {
    let nests =
        |outer: &'static TypeDef, inner| outer.with_nested(None).iter().skip(1).any(|(ty, _)| is_type(ty, inner));
    let all: Vec<&Entry> = entries.iter().filter(|entry| entry.def.rules().contains(&ClassifyRule::Fallback)).collect();
    let outermost = all.iter().filter(|entry| !all.iter().any(|other| nests(other.ty, entry.ty)));
    outermost.map(|entry| **entry).collect()
}

fn tie(a: &ClassifyRule, b: &ClassifyRule) -> bool {
    match (a, b) {
        (ClassifyRule::Message(a), ClassifyRule::Message(b)) => Phrase::of(a) == Phrase::of(b),
        (ClassifyRule::Status(a, b), ClassifyRule::Status(c, d)) => overlap((*a, *b), (*c, *d)),
        (ClassifyRule::Fallback, ClassifyRule::Fallback) => false,
        (a, b) => a == b,
    }
}

/// If narrower rules cover a status range or `io(..)` completely, returns the codes of these rules.
fn covered(rule: &ClassifyRule, entry: &Entry, rules: &[(&ClassifyRule, &Entry)]) -> Option<Vec<String>> {
    let (from, to) = match *rule {
        ClassifyRule::Status(from, to) => (from, to),
        ClassifyRule::AnyIo => {
            let whole = ClassifyRule::Type(ForeignType::of::<io::Error>("std::io::Error"));
            let others = rules.iter().filter(|(other, by)| **other == whole && by.def.code() != entry.def.code());
            let codes: Vec<String> = others.map(|(_, by)| by.def.code().to_owned()).collect();
            return (!codes.is_empty()).then_some(codes);
        }
        _ => return None,
    };
    let others = rules.iter().filter_map(|(other, by)| match other {
        ClassifyRule::Status(a, b) if by.def.code() != entry.def.code() => Some(((*a, *b), by.def.code())),
        _ => None,
    });
    let is_narrower = |range: Range| contains((from, to), range) && range != (from, to);
    let mut narrower: Vec<(Range, &str)> = others.filter(|(range, _)| is_narrower(*range)).collect();
    sort_by(&mut narrower, Ord::cmp);
    let mut next = u32::from(from);
    for ((from, to), _) in &narrower {
        if u32::from(*from) <= next {
            next = next.max(u32::from(*to) + 1);
        }
    }
    (next > u32::from(to)).then(|| narrower.into_iter().map(|(_, code)| code.to_owned()).collect())
}

/// An inclusive range of HTTP statuses.
type Range = (u16, u16);

/// Whether two ranges conflict: they're equal, or they overlap and neither contains the other. If one range contains
/// the other, the narrower range takes precedence.
fn overlap(a: Range, b: Range) -> bool {
    a == b || (a.0 <= b.1 && b.0 <= a.1 && !contains(a, b) && !contains(b, a))
}

fn contains(outer: Range, inner: Range) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}
