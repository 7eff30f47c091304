//! Detects conflicting and unreachable HTTP status ranges in classification rules.

use crate::order::sort_by;

/// An inclusive range of statuses.
pub type Range = (u16, u16);

/// Whether two ranges conflict: they're equal, or they overlap and neither contains the other. If one range contains
/// the other, the narrower range takes precedence.
pub fn tie(a: Range, b: Range) -> bool {
    let overlap = a.0 <= b.1 && b.0 <= a.1;
    a == b || (overlap && !contains(a, b) && !contains(b, a))
}

/// If narrower ranges cover `range` completely, returns these ranges, sorted. Each range carries data of type `T`.
pub fn covering<T: Ord>(range: Range, others: impl IntoIterator<Item = (Range, T)>) -> Option<Vec<(Range, T)>> {
    let mut narrower: Vec<(Range, T)> =
        others.into_iter().filter(|(other, _)| contains(range, *other) && *other != range).collect();
    sort_by(&mut narrower, Ord::cmp);
    let mut next = u32::from(range.0);
    for ((from, to), _) in &narrower {
        if u32::from(*from) <= next {
            next = next.max(u32::from(*to) + 1);
        }
    }
    (next > u32::from(range.1)).then_some(narrower)
}

fn contains(outer: Range, inner: Range) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}
