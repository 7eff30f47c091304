//! Sort functions that keep binaries small.

use std::cmp::Ordering;

/// Sorts a slice with a comparison function. The sort is stable.
///
/// The compiler generates a separate copy of `slice::sort_by` for every element type and comparison
/// function, at about 7 KB each. This function inserts indices instead, which suits the thousands
/// of items of a catalog.
#[inline]
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut targets = targets(items.len(), &|a, b| compare(&items[a], &items[b]));
    for place in 0..items.len() {
        while targets[place] != place {
            let target = targets[place];
            items.swap(place, target);
            targets.swap(place, target);
        }
    }
}

/// Sorts a slice by a key. The sort is stable.
#[inline]
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Returns the index of each item after sorting.
#[inline]
fn targets(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places = Vec::with_capacity(count);
    for item in 0..count {
        places.insert(
            places.partition_point(|placed| compare(*placed, item).is_le()),
            item,
        );
    }
    let mut targets = vec![0; count];
    for (target, place) in places.into_iter().enumerate() {
        targets[place] = target;
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;

    #[test]
    fn items_are_sorted_and_equal_ones_keep_their_order() {
        let mut items: Vec<(usize, usize)> =
            (0..500).map(|index| (index * index % 7, index)).collect();
        sort_by_key(&mut items, |(key, _)| *key);
        assert!(items.is_sorted(), "{items:?}");
    }
}
